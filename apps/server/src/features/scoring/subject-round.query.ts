import { type Db, rowsOf, type Tables } from '@hengjuan/db'
import { type Milli, roundSubjectTotal, type SubjectRound } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import type { ScoredQuestion, SubjectPlace } from './scored-question.query.ts'

/** How the totals of some subjects are rounded at the end, and the full marks as their sheets give them. */
export const subjectRoundsOf = (db: Db, places: readonly SubjectPlace[]) =>
  db
    .selectFrom(rowsOf(db, places, { exam_id: 'integer', subject_id: 'integer' }))
    .innerJoin('exam_subject', (join) =>
      join
        .onRef('exam_subject.exam_id', '=', 'v.exam_id')
        .onRef('exam_subject.subject_id', '=', 'v.subject_id'),
    )
    .select([
      'exam_subject.exam_id',
      'exam_subject.subject_id',
      'exam_subject.round_step_milli',
      'exam_subject.round_mode',
      'exam_subject.full_milli',
      'exam_subject.mode',
    ])

type RoundRow = Pick<
  Selectable<Tables['exam_subject']>,
  'round_step_milli' | 'round_mode' | 'full_milli'
>

/** How the totals of a subject are rounded at the end, and the full mark as its sheet gives it. */
export async function selectSubjectRound(
  db: Db,
  examId: number,
  subjectId: number,
): Promise<SubjectRound & { fullMilli: Milli }> {
  const places = [{ exam_id: examId, subject_id: subjectId }]
  return roundOf(await subjectRoundsOf(db, places).executeTakeFirstOrThrow())
}

const roundOf = (row: RoundRow): SubjectRound & { fullMilli: Milli } => ({
  stepMilli: row.round_step_milli,
  mode: row.round_mode as SubjectRound['mode'],
  fullMilli: row.full_milli,
})

/** Rounds exact totals as the subject wants it; what is void is not part of the full mark. */
export async function subjectRounding(
  db: Db,
  examId: number,
  subjectId: number,
  questions: readonly ScoredQuestion[],
): Promise<(exactMilli: Milli) => Milli> {
  const places = [{ exam_id: examId, subject_id: subjectId }]
  return roundingOf(await subjectRoundsOf(db, places).executeTakeFirstOrThrow(), questions)
}

/** The same where the row of the subject is known. */
export function roundingOf(
  row: RoundRow,
  questions: readonly ScoredQuestion[],
): (exactMilli: Milli) => Milli {
  const { fullMilli, ...round } = roundOf(row)
  const full = questions.reduce(
    (left, { key, fullMilli: own }) => (key?.rule.status === 'void' ? left - own : left),
    fullMilli,
  )
  return (exactMilli) => roundSubjectTotal(exactMilli, full, round)
}
