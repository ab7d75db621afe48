import { Button, Classes, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { LOOKS_BLANK, PROBLEM_REASONS } from '@hengjuan/domain'
import { KeyHint, ReasonButton } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { keepTyped, useTyped } from '../../../../session/typed.ts'
import type { KeyBindings } from '../../marking-core/keys/key-profile.ts'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import { takeFocus } from '../../marking-core/take-focus.ts'
import { FlagButtons } from './FlagButtons.tsx'
import type { Desk } from './desk-store.ts'
import { flaggedOf, FlagNote } from './FlagNote.tsx'
import { PairForm } from './PairForm.tsx'
import { problemRefusal } from './key-refusals.ts'
import type { Paper } from '../../marking-core/paper/paper.ts'
import type { DeskWindowsChoice } from './use-desk-windows.ts'
import css from './desk.module.css'

type RaiseProblem = (reason: string, note: string, pairCode?: string) => void

/** Back and forth, flags that do not stop marking, and passing a paper on. */
export function DeskFooter(props: {
  desk: Desk
  paper: Paper | null
  isBack: boolean
  bindings: KeyBindings
  /** Tools of annotations; null where the block keeps none. */
  tools: ReactNode
  windows: DeskWindowsChoice
  blockId: number
  /** Notes of the leaders beside the rubric that were not read yet. */
  newNotes: number
  onRubric: () => void
}) {
  const { desk, paper, isBack, bindings, windows } = props
  return (
    <footer className={css['footer']}>
      <Button variant="minimal" onClick={() => void desk.previous()}>
        上一份 <KeyOf bindings={bindings} action="previous" />
      </Button>
      <ReasonButton
        variant="minimal"
        reason={paper || isBack ? null : '现在没有试卷'}
        onClick={desk.next}
      >
        {isBack ? '下一份' : '稍后再评'} <KeyOf bindings={bindings} action="next" />
      </ReasonButton>
      <Button
        variant="minimal"
        title="撤销给分与批注；没有可撤销的时回到上一份"
        onClick={desk.undo}
      >
        撤销 <KeyOf bindings={bindings} action="undo" />
      </Button>
      {paper !== null && paper.future.length > 0 && (
        <Button variant="minimal" onClick={desk.redo}>
          重做 <KeyOf bindings={bindings} action="redo" />
        </Button>
      )}
      {props.tools}
      <span className={css['spring']} />
      <FlagButtons
        flags={paper?.flags ?? []}
        bindings={bindings}
        lockedReason={paper ? paper.task.locked_reason : '现在没有试卷'}
        onFlag={desk.toggleFlag}
      />
      <FlagNote
        paper={flaggedOf(paper)}
        bindings={bindings}
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
          问题卷 <KeyOf bindings={bindings} action="problem" />
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
        <KeyOf bindings={bindings} action="rubric" />
      </Button>
    </footer>
  )
}

const REASONS = Object.entries(PROBLEM_REASONS)
const NAMED = REASONS.filter(([reason]) => reason !== 'other')

/** The reason under a digit; undefined where there is none. */
export const reasonAt = (digit: number): string | undefined => NAMED[digit - 1]?.[0]

/** Reasons under the digits 1 to 9; 其他 asks for words, 雷同卷 for the other paper. */
function ProblemMenu(props: {
  blockId: number
  own: string
  onProblem: RaiseProblem
  asksPair: boolean
  onPair: (asks: boolean) => void
}) {
  const { asksPair, onPair } = props
  // A menu closes at any key or click beside it: what was written about the paper is there when it opens again.
  const about = `problem ${props.blockId} ${props.own}`
  const pairName = `pair ${props.blockId} ${props.own}`
  const [note, setNote] = useTyped(about)
  const onProblem: RaiseProblem = (...told) => {
    setNote('')
    keepTyped(pairName, '')
    props.onProblem(...told)
  }
  const pick = (reason: string) => (reason === 'identical' ? onPair(true) : onProblem(reason, note))
  if (asksPair)
    return (
      <PairForm
        blockId={props.blockId}
        own={props.own}
        typedAs={pairName}
        onBack={() => onPair(false)}
        onSubmit={(pairCode) => onProblem('identical', note, pairCode)}
      />
    )
  return (
    <div
      className={css['problem']}
      role="menu"
      aria-label="问题原因"
      tabIndex={-1}
      // The menu takes the digits as soon as it is open.
      ref={takeFocus}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement) return
        const picked = reasonAt(Number(event.key))
        if (/^[1-9]$/.test(event.key) && picked) {
          event.preventDefault()
          pick(picked)
        }
      }}
    >
      <Menu>
        <MenuDivider title="交给题组长，不占任务量" />
        {NAMED.map(([reason, label], index) => (
          <MenuItem
            key={reason}
            text={label}
            labelElement={<KeyHint keys={String(index + 1)} />}
            shouldDismissPopover={reason !== 'identical'}
            onClick={() => pick(reason)}
          />
        ))}
      </Menu>
      <form
        className={css['other']}
        onSubmit={(event) => {
          event.preventDefault()
          if (note.trim()) onProblem('other', note.trim())
        }}
      >
        <input
          className={Classes.INPUT}
          value={note}
          placeholder="其他原因，请写明情况"
          aria-label="其他原因"
          onChange={(event) => setNote(event.target.value)}
        />
        <ReasonButton type="submit" reason={note.trim() ? null : '请先写明原因'}>
          提交
        </ReasonButton>
      </form>
      <Menu>
        <MenuDivider title="没有作答，不是零分" />
        <MenuItem text="看似空白，交空白卷核查" onClick={() => onProblem(LOOKS_BLANK, '')} />
      </Menu>
    </div>
  )
}
