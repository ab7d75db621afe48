import { Button } from '@blueprintjs/core'
import { ReasonButton } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { FlagButtons } from '../../marking-desk/desk/FlagButtons.tsx'
import { FlagNote } from '../../marking-desk/desk/FlagNote.tsx'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import type { LeaderMode } from './LeaderPapers.tsx'
import type { BenchmarkChoice } from './use-benchmark.ts'
import type { LeaderPageAction } from './use-leader-keys.ts'
import type { LeaderPaperWork } from './use-leader-paper.ts'
import type { OtherWays } from './use-other-ways.ts'
import desk from '../../marking-desk/desk/desk.module.css'

/** Tools, flags, and where the paper goes if it is not scored here. */
export function LeaderFooter(props: {
  mode: LeaderMode
  work: LeaderPaperWork
  benchmark: BenchmarkChoice
  /** Tools of annotations; null where none are kept. */
  tools: ReactNode
  /** Why there is no other paper to go on with; null where there is. */
  alone: string | null
  /** Takes back what was done on the paper, or where nothing was the decision before. */
  onUndo: () => void
  ways: OtherWays
  isWhole: boolean
  /** What the keys of the page do, its buttons do as well. */
  acts: Record<LeaderPageAction, () => void>
}) {
  const { mode, work, ways, acts } = props
  return (
    <footer className={desk['footer']} data-crowded={props.tools ? '' : undefined}>
      <ReasonButton variant="minimal" reason={props.alone} onClick={acts.next}>
        稍后再定 <KeyOf action="next" />
      </ReasonButton>
      <Button
        variant="minimal"
        title="撤销给分与批注；没有可撤销时撤销上一份的裁定"
        onClick={props.onUndo}
      >
        撤销 <KeyOf action="undo" />
      </Button>
      {work.canRedo && (
        <Button variant="minimal" onClick={work.redo}>
          重做 <KeyOf action="redo" />
        </Button>
      )}
      {props.tools}
      <span className={desk['spring']} />
      {mode === 'arbitration' ? (
        <>
          <FlagButtons flags={work.flags} lockedReason={null} onFlag={work.toggleFlag} />
          <FlagNote
            paper={{ flags: work.flags, flagNote: work.flagNote, lockedReason: null }}
            isOpen={ways.opened === 'note'}
            onOpen={(isOpen) => ways.open(isOpen ? 'note' : null)}
            onNote={work.writeNote}
            readers="其他题组长"
          />
          <ReasonButton
            variant="minimal"
            reason={props.benchmark.reason}
            onClick={acts.benchmark}
            active={props.benchmark.isAdded}
          >
            {props.benchmark.isAdded ? '已选作标准卷' : '选作标准卷'} <KeyOf action="benchmark" />
          </ReasonButton>
          <Button variant="minimal" onClick={acts.handBack}>
            打回或转交 <KeyOf action="handBack" />
          </Button>
        </>
      ) : (
        <>
          {ways.choices.map(({ to, text, refusal, action }) => (
            <ReasonButton
              key={to}
              variant="minimal"
              reason={refusal}
              onClick={() => ways.handBack(action)}
            >
              {text} <KeyOf action={action} />
            </ReasonButton>
          ))}
          <Button variant="minimal" onClick={work.toImage}>
            退回切图
          </Button>
          <Button variant="minimal" onClick={acts.noMark}>
            违纪或作废 <KeyOf action="noMark" />
          </Button>
        </>
      )}
      <Button variant="minimal" active={props.isWhole} onClick={acts.whole}>
        整卷 <KeyOf action="whole" />
      </Button>
      <Button variant="minimal" onClick={acts.rubric}>
        评分标准 <KeyOf action="rubric" />
      </Button>
      <Button variant="minimal" onClick={acts.help}>
        快捷键 <KeyOf action="help" />
      </Button>
    </footer>
  )
}
