import { Button } from '@blueprintjs/core'
import { RepeatIcon } from '@blueprintjs/icons'
import css from './scan-review.module.css'
import { type ActionProps, useFix } from './use-fix.ts'

/** The sheet is not used: it will be scanned again, or belongs elsewhere. */
export function VoidActions(props: ActionProps) {
  const fix = useFix(props)
  const { pending } = props.decisions
  return (
    <div className={css['stack']}>
      <Button
        onClick={() => fix({ kind: 'void', reason: 'rescan' }, '作废重扫')}
        icon={<RepeatIcon />}
        disabled={pending}
      >
        作废，等待重扫
      </Button>
      <Button
        onClick={() => fix({ kind: 'void', reason: 'other_exam' }, '作废：不属于本场考试')}
        disabled={pending}
      >
        不属于本场考试，作废
      </Button>
    </div>
  )
}
