import { type Db, isOneOf, lockRows, rowWrite, writeRows } from '@hengjuan/db'
import type { Attendance } from '@hengjuan/domain'
import type { Editor, ImportPlace, RowState } from '../../import/define-import.ts'
import { listed } from '../school/index.ts'
import type { ImportedSubject } from './imported-subject.query.ts'
import { type ScoreRow, selectScores } from './known-scores.query.ts'
import type { Standing } from './read-scores.ts'

/** Where scores come from, and when. */
export interface ScoreSource {
  batchId: number | null
  byId: number
  at: string
}

/** What is stored of a candidate in a subject. */
type StoredScore = Omit<ScoreRow, 'batch_id' | 'imported_by' | 'imported_at'>

export function storedScore(
  candidateId: number,
  subject: ImportedSubject,
  { attendance, isMisconduct, total, items }: Standing,
): StoredScore {
  const isWhole =
    subject.questions.length > 0 && subject.questions.every(({ id }) => items[id] !== undefined)
  const sumOf = (objective: boolean) =>
    subject.questions
      .filter(({ isObjective }) => isObjective === objective)
      .reduce((sum, { id }) => sum + (items[id] ?? 0), 0)
  return {
    candidate_id: candidateId,
    subject_id: subject.id,
    attendance: attendance satisfies Attendance,
    attendance_source: 'person',
    special_flag: isMisconduct ? 'misconduct' : null,
    item_scores: JSON.stringify(items),
    objective_milli: isWhole ? sumOf(true) : null,
    subjective_milli: isWhole ? sumOf(false) : null,
    total_milli: total,
  }
}

/** Stores scores as they are given, and notes where they come from. */
export const storeScores = (
  db: Db,
  examId: number,
  scores: readonly StoredScore[],
  source: ScoreSource,
): Promise<void> =>
  storeFrom(
    db,
    examId,
    scores.map((score) => ({ score, source })),
  )

async function storeFrom(
  db: Db,
  examId: number,
  rows: readonly { score: StoredScore; source: ScoreSource | null }[],
): Promise<void> {
  const scores = rows.map(({ score }) => score)
  await writeStored(db, scores)
  await forgetSources(db, scores)
  const sources = rows.flatMap(({ score: { candidate_id, subject_id }, source }) =>
    source === null
      ? []
      : [
          {
            exam_id: examId,
            subject_id,
            candidate_id,
            batch_id: source.batchId,
            by_id: source.byId,
            at: source.at,
          },
        ],
  )
  await writeRows(db, [rowWrite({ table: 'imported_score', rows: sources, types: SOURCE })])
}

const SOURCE = {
  exam_id: 'integer',
  subject_id: 'integer',
  candidate_id: 'integer',
  batch_id: 'integer',
  by_id: 'integer',
  at: 'text',
} as const

const writeStored = (db: Db, rows: readonly StoredScore[]) =>
  writeRows(db, [
    rowWrite({
      table: 'candidate_subject',
      rows,
      types: {
        candidate_id: 'integer',
        subject_id: 'integer',
        attendance: 'integer',
        attendance_source: 'text',
        special_flag: 'text',
        item_scores: 'text',
        objective_milli: 'bigint',
        subjective_milli: 'bigint',
        total_milli: 'bigint',
      },
      where: { candidate_id: 'candidate_id', subject_id: 'subject_id' },
    }),
  ])

async function forgetSources(
  db: Db,
  rows: readonly Pick<StoredScore, 'candidate_id' | 'subject_id'>[],
): Promise<void> {
  for (const [subjectId, own] of Map.groupBy(rows, ({ subject_id }) => subject_id))
    await db
      .deleteFrom('imported_score')
      .where('subject_id', '=', subjectId)
      .where(
        isOneOf(
          db,
          'candidate_id',
          own.map(({ candidate_id }) => candidate_id),
        ),
      )
      .execute()
}

/** Scores of candidates in subjects as they stand, to be compared and restored. One text a subject. */
export async function scoreStates(
  db: Db,
  examId: number,
  subjectIds: readonly number[],
  ids: readonly number[],
): Promise<Map<number, RowState>> {
  const rows = await selectScores(db, examId, subjectIds, ids)
  return new Map(
    [...Map.groupBy(rows, ({ candidate_id }) => candidate_id)].map(([id, own]) => [
      id,
      Object.fromEntries(own.map((row) => [`subject-${row.subject_id}`, JSON.stringify(row)])),
    ]),
  )
}

/** Puts scores back as they were, with where they had come from. */
export const restoreScores = (
  db: Db,
  examId: number,
  rows: readonly { before: RowState | null }[],
): Promise<void> =>
  storeFrom(
    db,
    examId,
    rows.flatMap(({ before }) =>
      Object.values(before ?? {}).map((text) => {
        const { batch_id, imported_by, imported_at, ...score } = JSON.parse(
          String(text),
        ) as ScoreRow
        const source =
          imported_at === null || imported_by === null
            ? null
            : { batchId: batch_id, byId: imported_by, at: imported_at }
        return { score, source }
      }),
    ),
  )

/** Nobody else writes scores of these subjects, or releases them, until the transaction ends. */
export async function lockSubjects(
  db: Db,
  examId: number,
  subjectIds: readonly number[],
): Promise<{ published_snapshot_id: number | null }> {
  const exam = await lockRows(
    db,
    db.selectFrom('exam').where('id', '=', examId).select('published_snapshot_id'),
  ).executeTakeFirstOrThrow()
  await lockRows(
    db,
    db
      .selectFrom('exam_subject')
      .where('exam_id', '=', examId)
      .where('subject_id', 'in', listed(subjectIds))
      .orderBy('subject_id')
      .select('subject_id'),
  ).execute()
  return exam
}

/** Who set attendance by hand since then, by candidate. */
export async function scoreEditors(
  db: Db,
  { on }: ImportPlace,
  since: string,
): Promise<Map<number, Editor>> {
  const rows = await db
    .selectFrom('imported_score')
    .innerJoin('user', 'user.id', 'imported_score.by_id')
    .where('imported_score.exam_id', '=', on?.exam.id ?? 0)
    .where('imported_score.at', '>', since)
    .select(['imported_score.candidate_id', 'imported_score.at', 'user.name'])
    .orderBy('imported_score.at')
    .execute()
  return new Map(rows.map(({ candidate_id, at, name }) => [candidate_id, { name, at }]))
}
