import { DialogBody } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { markerLimitsGet } from '@hengjuan/contracts'
import { FormDialog, Pending } from '@hengjuan/ui'
import css from './supervision.module.css'
import { LimitsForm } from './LimitsForm.tsx'

/** From where on the light of a marker turns, for one exam. @source domain rules 8 (status) */
export function LimitsDialog(props: {
  examId: number
  /** Why the limits can not be changed; null when they can. */
  refusal: string | null
  isOpen: boolean
  onClose: () => void
}) {
  const { examId, isOpen } = props
  const { data, error, refetch } = useRoute(
    markerLimitsGet,
    { query: { exam_id: examId } },
    { enabled: isOpen, staleTime: 0 },
  )
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={props.onClose}
      title="状态界限"
      className={css['limits'] ?? ''}
    >
      {data ? (
        <LimitsForm {...props} view={data} />
      ) : (
        <DialogBody>
          <Pending error={error} refetch={refetch} lines={6} />
        </DialogBody>
      )}
    </FormDialog>
  )
}
