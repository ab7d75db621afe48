import type { Db } from '@hengjuan/db'
import { ABSENT, AppError } from '@hengjuan/domain'
import { absentByHand } from './absent.ts'
import {
  assertImportable,
  IMPORT_MODE,
  importedSubjects,
  REPORTS,
} from './imported-subject.query.ts'
import { selectCandidatesWithoutRecord, selectImportedCounts } from './imported-counts.query.ts'
import { lockSubjects } from './write-scores.ts'

interface Finish {
  exam: { id: number; grade_id: number }
  subjectIds: readonly number[]
  /** What becomes of candidates without any record; refused where there are some and nobody said. */
  noRecord: 'absent' | 'keep' | undefined
  byId: number
  at: string
}

/**
 * Says that the scores of subjects are complete: they go on to the reports.
 *
 * @returns how many candidates were noted as absent
 * @throws AppError SCORE_IMPORT_NO_RECORD, SCORE_IMPORT_PARTIAL
 */
export async function finishImport(db: Db, finish: Finish): Promise<number> {
  const { exam, subjectIds, noRecord } = finish
  const locked = await lockSubjects(db, exam.id, subjectIds)
  const subjects = await importedSubjects(db, exam, subjectIds)
  assertImportable(locked, subjects)
  const counts = await selectImportedCounts(db, exam, subjectIds)
  const partial = counts.find((one) => one.partial > 0)
  if (partial)
    throw new AppError('SCORE_IMPORT_PARTIAL', { subject: partial.name, count: partial.partial })
  const open = counts.reduce((sum, { no_record }) => sum + no_record, 0)
  if (open > 0 && noRecord === undefined)
    throw new AppError('SCORE_IMPORT_NO_RECORD', { count: open })
  let absent = 0
  if (noRecord === 'absent')
    for (const subject of subjects) {
      const ids = await selectCandidatesWithoutRecord(db, exam.id, subject.id)
      if (ids.length > 0)
        absent += await absentByHand(db, {
          exam,
          byId: finish.byId,
          at: finish.at,
          subjectId: subject.id,
          candidateIds: ids,
          attendance: ABSENT,
        })
    }
  await db
    .updateTable('exam_subject')
    .set({ import_finished: 1, status: REPORTS })
    .where('exam_id', '=', exam.id)
    .where('subject_id', 'in', [...subjectIds])
    .execute()
  await noteExamFinished(db, exam.id)
  return absent
}

/** An exam is imported as soon as all its imported subjects are. */
async function noteExamFinished(db: Db, examId: number): Promise<void> {
  const open = await db
    .selectFrom('exam_subject')
    .where('exam_id', '=', examId)
    .where('mode', '=', IMPORT_MODE)
    .where('import_finished', '=', 0)
    .select('subject_id')
    .executeTakeFirst()
  await db
    .updateTable('exam')
    .set({ import_finished: open ? 0 : 1 })
    .where('id', '=', examId)
    .execute()
}
