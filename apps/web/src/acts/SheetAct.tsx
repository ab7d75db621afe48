import { ActLine } from './ActLine.tsx'
import { useRunningAct } from './use-running-act.ts'

/** Shown while a change of a sheet is being saved: candidates whose answers are known are scored again. */
export function SheetAct({ examId, subjectId }: { examId: number; subjectId: number }) {
  const { act } = useRunningAct(examId, {
    kinds: ['sheet', 'rescore'],
    subjectId,
    isSending: true,
  })
  return <ActLine act={act} />
}
