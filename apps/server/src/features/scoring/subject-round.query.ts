import type { Db } from '@hengjuan/db'
import { type Milli, roundSubjectTotal, type SubjectRound } from '@hengjuan/domain'
import type { ScoredQuestion } from './scored-question.query.ts'

/** How the totals of a subject are rounded at the end, and the full mark as its sheet gives it. */
export async function selectSubjectRound(
  db: Db,
  examId: number,
  subjectId: number,
): Promise<SubjectRound & { fullMilli: Milli }> {
  const row = await db
    .selectFrom('exam_subject')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .select(['round_step_milli', 'round_mode', 'full_milli'])
    .executeTakeFirstOrThrow()
  return {
    stepMilli: row.round_step_milli,
    mode: row.round_mode as SubjectRound['mode'],
    fullMilli: row.full_milli,
  }
}

/** Rounds exact totals as the subject wants it; what is void is not part of the full mark. */
export async function subjectRounding(
  db: Db,
  examId: number,
  subjectId: number,
  questions: readonly ScoredQuestion[],
): Promise<(exactMilli: Milli) => Milli> {
  const { fullMilli, ...round } = await selectSubjectRound(db, examId, subjectId)
  const full = questions.reduce(
    (left, { key, fullMilli: own }) => (key?.rule.status === 'void' ? left - own : left),
    fullMilli,
  )
  return (exactMilli) => roundSubjectTotal(exactMilli, full, round)
}
