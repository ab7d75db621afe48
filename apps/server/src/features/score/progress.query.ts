import type { Db } from '@hengjuan/db'
import { ABSENT, isObjectiveType, NO_RECORD, NOT_SELECTED, PRESENT } from '@hengjuan/domain'
import type { SubjectProgress } from '@hengjuan/domain'
import { openExceptionCounts } from '../scan/index.ts'
import { nearLineOpen } from '../quality/index.ts'
import { unitCounts } from '../marking-core/index.ts'
import { type ScoredQuestion, selectScoredQuestions } from '../scoring/index.ts'
import { countChecksShort } from '../supervision/index.ts'

const IMPORT_MODE = 4

/** Attendance and means of a subject, for the preview. */
export async function selectAttendance(db: Db, examId: number, subjectId: number) {
  const rows = await db
    .selectFrom('candidate_subject')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .groupBy('attendance')
    .select(['attendance'])
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.count<number>('total_milli').as('scored'),
      fn.sum<number | null>('total_milli').as('sum'),
    ])
    .execute()
  const of = (code: number) => rows.find(({ attendance }) => attendance === code)
  const count = (code: number): number => Number(of(code)?.count ?? 0)
  const scored = Number(of(PRESENT)?.scored ?? 0)
  return {
    registered: count(PRESENT) + count(ABSENT) + count(NO_RECORD),
    present: count(PRESENT),
    absent: count(ABSENT),
    noRecord: count(NO_RECORD),
    notSelected: count(NOT_SELECTED),
    scored,
    meanMilli: scored === 0 ? null : Number(of(PRESENT)?.sum ?? 0) / scored,
  }
}

/** What stands open in a subject. */
export const selectProgress = async (
  db: Db,
  examId: number,
  subjectId: number,
): Promise<SubjectProgress> => ({
  ...(await selectHolding(db, examId, subjectId)),
  spotChecksShort: await countChecksShort(db, { examId, subjectId }),
})

/** What holds a release back. Checks do not, and to count them goes through all that was checked. */
export async function selectHolding(
  db: Db,
  examId: number,
  subjectId: number,
): Promise<SubjectProgress> {
  const { mode } = await db
    .selectFrom('exam_subject')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .select('mode')
    .executeTakeFirstOrThrow()
  const attendance = await selectAttendance(db, examId, subjectId)
  const exceptions = await openExceptionCounts(db, examId, subjectId)
  const units = await unitCounts(db, examId, subjectId)
  const nearLine = await nearLineOpen(db, examId, subjectId)
  const questions = await selectScoredQuestions(db, examId, subjectId)
  const keysMissing = questions.filter(
    ({ type, key }) => isObjectiveType(type) && !isKeySet(key),
  ).length
  return {
    registered: attendance.registered,
    isOnline: mode === 3,
    isImported: mode === IMPORT_MODE,
    // Blanks and problem papers have lines of their own.
    unitsNotFinal: units.total - units.final - units.blankReview - units.problem,
    openExceptions:
      exceptions.positioning +
      exceptions.absence +
      exceptions.score +
      exceptions.to_upload +
      exceptions.to_verify,
    choicesUnresolved: exceptions.choice + exceptions.objective_box,
    pagesMissing: exceptions.missing_page,
    duplicates: exceptions.duplicate,
    blanksUnconfirmed: units.blankReview,
    problemsOpen: units.problem,
    identitiesUnmatched: exceptions.exam_no,
    // Scores of a table need no key.
    keysMissing: mode === IMPORT_MODE ? 0 : keysMissing,
    withoutRecord: attendance.noRecord,
    candidatesUnscored: attendance.present - attendance.scored,
    spotChecksShort: 0,
    nearLineUnsent: nearLine.unsent,
    nearLineUnfinished: nearLine.unfinished,
  }
}

/** A question that everyone gets, or nobody, needs no letters. */
const isKeySet = (key: ScoredQuestion['key']): boolean =>
  key !== null && (key.answer.length > 0 || key.rule.status !== 'normal')
