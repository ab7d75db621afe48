import { Button, Classes, PopoverNext } from '@blueprintjs/core'
import { PAPER_FLAGS, type PaperFlag } from '@hengjuan/domain'
import { KeyHint, ReasonButton } from '@hengjuan/ui'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import type { Paper } from '../../marking-core/paper/paper.ts'
import css from './desk.module.css'

/** As long as the server takes it. */
const LONGEST = 200

/** What a note is written on. */
export interface Flagged {
  flags: readonly string[]
  flagNote: string
  /** Why the paper stays as it is; null when it need not. */
  lockedReason: string | null
}

export const flaggedOf = (paper: Paper | null): Flagged | null =>
  paper && {
    flags: paper.flags,
    flagNote: paper.flagNote,
    lockedReason: paper.task.locked_reason,
  }

/** Why no note can be written on a paper now; null when one can. */
export function noteReason(paper: Flagged | null): string | null {
  if (!paper) return '现在没有试卷'
  if (paper.lockedReason !== null) return paper.lockedReason
  return paper.flags.length === 0 ? '先标上优秀卷、典型卷、典型错误或存疑，再写说明' : null
}

/** The note beside the flags of a paper: what the leader should look at. @source domain rules 6.3 */
export function FlagNote(props: {
  paper: Flagged | null
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onNote: (note: string) => void
  /** Who reads it. */
  readers?: string
}) {
  const { paper } = props
  const reason = noteReason(paper)
  const isWritten = reason === null && paper !== null && paper.flagNote.trim() !== ''
  return (
    <PopoverNext
      isOpen={props.isOpen && reason === null}
      onInteraction={(isOpen) => props.onOpen(isOpen && reason === null)}
      placement="top-end"
      content={
        paper ? (
          <form
            className={css['note']}
            aria-label="标记说明"
            onSubmit={(event) => {
              event.preventDefault()
              props.onOpen(false)
            }}
          >
            <label>
              {paper.flags.map((flag) => PAPER_FLAGS[flag as PaperFlag]).join('、')}：说明
              <textarea
                className={Classes.INPUT}
                value={paper.flagNote}
                rows={3}
                maxLength={LONGEST}
                autoFocus
                placeholder="好在哪里、错在哪里，或为什么存疑"
                onChange={(event) => props.onNote(event.target.value)}
                onKeyDown={(event) => {
                  // Enter that ends a word of an input method is not the end of the note.
                  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing)
                    return
                  event.preventDefault()
                  props.onOpen(false)
                }}
              />
            </label>
            <div>
              <small>随本卷提交，{props.readers ?? '题组长'}可见</small>
              <Button type="submit" intent="primary">
                写好了 <KeyHint keys="Enter" />
              </Button>
            </div>
          </form>
        ) : undefined
      }
    >
      <ReasonButton variant="minimal" active={isWritten} reason={reason}>
        {isWritten ? '说明 ✓' : '说明'} <KeyOf action="flagNote" />
      </ReasonButton>
    </PopoverNext>
  )
}
