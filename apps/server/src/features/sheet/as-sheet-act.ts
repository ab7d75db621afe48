import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { asAct } from '../acts/index.ts'

/** Changes a sheet, after which all candidates of its subject may be scored again: who asks is told how far that is. */
export const asSheetAct = <T>(
  call: { services: Services; session: Pick<Session, 'userName'> },
  { exam_id: examId, subject_id: subjectId }: SheetPlace,
  work: () => Promise<T>,
): Promise<T> =>
  examId === null || examId === undefined
    ? work()
    : asAct(call, { kind: 'sheet', examId, subjectId: subjectId ?? undefined }, work)

/** Of a sheet that belongs to no exam, nothing. */
interface SheetPlace {
  exam_id?: number | null | undefined
  subject_id?: number | null | undefined
}
