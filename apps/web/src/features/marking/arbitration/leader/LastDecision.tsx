import { Button } from '@blueprintjs/core'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import type { LastDecision as Decision } from './last-decision.ts'
import css from './leader.module.css'

export interface Before {
  last: Decision | null
  isUndoing: boolean
}

/** Says what became of the paper before; a score that was given by mistake is withdrawn with one click. */
export function LastDecision(
  props: Before & {
    onUndo: () => void
  },
) {
  const { last } = props
  return (
    <div className={css['last']} role="status" aria-label="上一份的处理">
      {last && (
        <>
          上一份 <code>{last.code}</code> {last.text}
          {last.isFinal && (
            <Button
              size="small"
              variant="minimal"
              loading={props.isUndoing}
              onClick={props.onUndo}
              title="撤销后回到这份试卷，所给的分还在"
            >
              撤销 <KeyOf action="undo" />
            </Button>
          )}
        </>
      )}
    </div>
  )
}
