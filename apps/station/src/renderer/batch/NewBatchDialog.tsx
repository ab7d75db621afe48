import { Dialog } from '@blueprintjs/core'
import { useScreen } from '../station-store.ts'
import css from './new-batch.module.css'
import type { Exam, Subject } from './ExamChoice.tsx'
import { NewBatchForm } from './NewBatchForm.tsx'

/** Exam and subject, label and folder: all that a batch needs. */
export function NewBatchDialog() {
  const { isOpeningBatch, setOpeningBatch } = useScreen()
  return (
    <Dialog
      isOpen={isOpeningBatch}
      title="新建批次"
      className={css['dialog'] ?? ''}
      onClose={() => setOpeningBatch(false)}
    >
      <NewBatchForm />
    </Dialog>
  )
}

export interface Choice {
  exam: Exam
  subject: Subject
}
