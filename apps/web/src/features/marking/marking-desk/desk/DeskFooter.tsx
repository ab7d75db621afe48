import { Button, PopoverNext } from '@blueprintjs/core'
import { ReasonButton } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import { FlagButtons } from './FlagButtons.tsx'
import type { Desk } from './desk-store.ts'
import { flaggedOf, FlagNote } from './FlagNote.tsx'
import { problemRefusal } from './key-refusals.ts'
import type { Paper } from '../../marking-core/paper/paper.ts'
import type { DeskWindowsChoice } from './use-desk-windows.ts'
import css from './desk.module.css'
import { ProblemMenu } from './ProblemMenu.tsx'

/** Back and forth, flags that do not stop marking, and passing a paper on. */
export function DeskFooter(props: {
  desk: Desk
  paper: Paper | null
  isBack: boolean
  /** Tools of annotations; null where the block keeps none. */
  tools: ReactNode
  windows: DeskWindowsChoice
  blockId: number
  /** Notes of the leaders beside the rubric that were not read yet. */
  newNotes: number
  onRubric: () => void
}) {
  const { desk, paper, isBack, windows } = props
  return (
    <footer className={css['footer']}>
      <Button variant="minimal" onClick={() => void desk.previous()}>
        上一份 <KeyOf action="previous" />
      </Button>
      <ReasonButton
        variant="minimal"
        reason={paper || isBack ? null : '现在没有试卷'}
        onClick={desk.next}
      >
        {isBack ? '下一份' : '稍后再评'} <KeyOf action="next" />
      </ReasonButton>
      <Button
        variant="minimal"
        title="撤销给分与批注；没有可撤销的时回到上一份"
        onClick={desk.undo}
      >
        撤销 <KeyOf action="undo" />
      </Button>
      {paper !== null && paper.future.length > 0 && (
        <Button variant="minimal" onClick={desk.redo}>
          重做 <KeyOf action="redo" />
        </Button>
      )}
      {props.tools}
      <span className={css['spring']} />
      <FlagButtons
        flags={paper?.flags ?? []}
        lockedReason={paper ? paper.task.locked_reason : '现在没有试卷'}
        onFlag={desk.toggleFlag}
      />
      <FlagNote
        paper={flaggedOf(paper)}
        isOpen={windows.opened === 'flagNote'}
        onOpen={windows.turnNote}
        onNote={desk.writeNote}
      />
      <PopoverNext
        isOpen={(windows.opened === 'problem' || windows.opened === 'pair') && paper !== null}
        onInteraction={(isOpen) => windows.turnProblem(isOpen && paper !== null && !isBack)}
        placement="top-end"
        content={
          <ProblemMenu
            blockId={props.blockId}
            own={paper?.task.secret_code ?? ''}
            onProblem={windows.raise}
            asksPair={windows.opened === 'pair'}
            onPair={(asks) => windows.open(asks ? 'pair' : 'problem')}
          />
        }
      >
        <ReasonButton variant="minimal" intent="warning" reason={problemRefusal(paper, isBack)}>
          问题卷 <KeyOf action="problem" />
        </ReasonButton>
      </PopoverNext>
      <Button
        variant="minimal"
        intent={props.newNotes > 0 ? 'primary' : 'none'}
        onClick={props.onRubric}
        {...(props.newNotes > 0
          ? { 'aria-label': `评分标准，${props.newNotes} 条新说明`, title: '题组长有新的评分说明' }
          : {})}
      >
        评分标准
        {props.newNotes > 0 && <b className={css['unread']}>{props.newNotes}</b>}{' '}
        <KeyOf action="rubric" />
      </Button>
    </footer>
  )
}
