import { Button } from '@blueprintjs/core'
import { KeyHint } from '@hengjuan/ui'
import { useReviewKeys } from './use-review-keys.ts'
import css from './scan-review.module.css'
import { BOX } from './PageActions.tsx'
import { type ActionProps, useFix } from './use-fix.ts'
import { VoidActions } from './VoidActions.tsx'

/** Was the candidate there? With what speaks for either. */
export function AbsenceActions(props: ActionProps) {
  const { sheet } = props.detail
  const { pending } = props.decisions
  const fix = useFix(props)
  const present = () => fix({ kind: 'absence', attendance: 0 }, '确认正常参加考试')
  const absent = () => fix({ kind: 'absence', attendance: 1 }, '确认缺考')
  useReviewKeys('absence', {
    present: pending ? undefined : present,
    absent: pending ? undefined : absent,
  })
  return (
    <div className={css['stack']}>
      <Button intent="primary" disabled={pending} onClick={present}>
        正常参加考试 <KeyHint keys="0" />
      </Button>
      <Button disabled={pending} onClick={absent}>
        确认缺考 <KeyHint keys="1" />
      </Button>
      <p className={css['hint']}>
        缺考标记：{BOX[sheet.absent_box ?? 'none']}；已填涂 {sheet.answered} 题；作答区墨迹最高{' '}
        {(sheet.ink_ratio * 100).toFixed(1)}%
      </p>
    </div>
  )
}

/** A page of the sheet was not scanned. */
export function MissingActions(props: ActionProps) {
  const { pending } = props.decisions
  const fix = useFix(props)
  const accept = () => fix({ kind: 'accept_missing' }, '确认缺页')
  useReviewKeys('missing', { accept: pending ? undefined : accept })
  return (
    <div className={css['stack']}>
      <Button intent="primary" disabled={pending} onClick={accept}>
        确认缺页 <KeyHint keys="Enter" />
      </Button>
      <VoidActions {...props} />
      <p className={css['hint']}>
        补扫缺少的页后，只要考号能对上，缺页会自动消失。确认缺页后，缺页上的客观题按未作答计分。
      </p>
    </div>
  )
}
