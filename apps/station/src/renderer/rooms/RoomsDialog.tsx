import { Dialog, DialogBody } from '@blueprintjs/core'
import { ErrorState, Segmented, SkeletonLines } from '@hengjuan/ui'
import { useState } from 'react'
import type { BatchState } from '../../bridge/batch-api.ts'
import { useScreen } from '../station-store.ts'
import { useAnswer } from '../transport/use-station.ts'
import { SeatPlan } from './SeatPlan.tsx'
import css from './rooms.module.css'

/** Expected against scanned per room and class, and who is missing, seat by seat. */
export function RoomsDialog(props: { batch: BatchState; isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      title={`应扫与未扫 · ${props.batch.exam_name}`}
      className={css['dialog'] ?? ''}
      onClose={props.onClose}
    >
      <Content batch={props.batch} />
    </Dialog>
  )
}

function Content({ batch }: { batch: BatchState }) {
  const toSend = useScreen(({ live }) => live?.actions_to_send ?? 0)
  const [subject, setSubject] = useState(batch.subject_id)
  const [changes, setChanges] = useState(0)
  const at = { exam_id: batch.exam_id, subject_id: subject }
  // Live while sheets come in and while the server takes what was signed.
  const version = `${batch.sheets} ${batch.uploaded} ${toSend} ${changes}`
  const { answer, error, retry } = useAnswer('missingSeats', at, version)
  return (
    <DialogBody className={css['body'] ?? ''}>
      {batch.subjects.length > 1 && (
        <Segmented
          label="科目"
          value={subject}
          onChange={setSubject}
          options={batch.subjects.map(({ subject_id, subject_name }) => ({
            value: subject_id,
            label: subject_name,
          }))}
        />
      )}
      {error !== null && !answer && <ErrorState error={error} onRetry={retry} />}
      {!answer && error === null && <SkeletonLines lines={10} />}
      {answer && (
        <SeatPlan
          key={subject}
          plan={answer}
          at={at}
          onChanged={() => setChanges((before) => before + 1)}
        />
      )}
    </DialogBody>
  )
}
