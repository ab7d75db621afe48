import { type Db, isOneOf } from '@hengjuan/db'
import { ABSENT, NO_RECORD, NOT_SELECTED, PRESENT } from '@hengjuan/domain'
import { selectImportedSubjects } from './imported-subject.query.ts'

/** Subjects whose scores come by a table, with how many candidates have one. */
export async function selectImportedCounts(
  db: Db,
  exam: { id: number; grade_id: number },
  subjectIds?: readonly number[],
) {
  const subjects = await selectImportedSubjects(db, exam, subjectIds)
  const rows = await db
    .selectFrom('candidate_subject')
    .where('exam_id', '=', exam.id)
    .where(
      isOneOf(
        db,
        'subject_id',
        subjects.map(({ id }) => id),
      ),
    )
    .groupBy(['subject_id', 'attendance'])
    .select(['subject_id', 'attendance'])
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.count<number>('total_milli').as('scored'),
    ])
    .execute()
  return subjects.map((subject) => {
    const of = (code: number) =>
      rows.find((row) => row.subject_id === subject.id && row.attendance === code)
    const count = (code: number): number => Number(of(code)?.count ?? 0)
    const scored = Number(of(PRESENT)?.scored ?? 0)
    return {
      subject_id: subject.id,
      name: subject.name,
      full_milli: subject.fullMilli,
      has_items: subject.questions.length > 0,
      status: subject.status,
      registered: count(PRESENT) + count(ABSENT) + count(NO_RECORD),
      scored,
      partial: count(PRESENT) - scored,
      absent: count(ABSENT),
      no_record: count(NO_RECORD),
      not_selected: count(NOT_SELECTED),
      finished: subject.isFinished,
    }
  })
}

export async function selectCandidatesWithoutRecord(
  db: Db,
  examId: number,
  subjectId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('candidate_subject')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('attendance', '=', NO_RECORD)
    .select('candidate_id')
    .execute()
  return rows.map(({ candidate_id }) => candidate_id)
}

/** Candidates whose scores in a subject came by a table, or whose absence there was noted. */
export async function countImportedScores(
  db: Db,
  examId: number,
  subjectId: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('imported_score')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
