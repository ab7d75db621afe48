import type { Db } from '@hengjuan/db'
import {
  AppError,
  DEFAULT_RATE_THRESHOLDS,
  defaultTolerance,
  formatMilli,
  type Milli,
  type NamedLine,
  type SecondReading,
} from '@hengjuan/domain'
import type { BlockRow } from '../../marking-core/index.ts'

/** Column `exam_subject.near_line`. @source domain rules 3.6 */
export interface NearLineRule {
  lines: readonly NamedLine[]
  windowMilli: Milli
  /** How two readings of a paper are settled whose block is read once. */
  singleMode: SecondReading['mode']
  /** The blocks whose papers are read again; null for all. */
  blockIds: readonly number[] | null
}

/** A subject as far as the rule concerns it. */
export async function selectNearLineSubject(db: Db, examId: number, subjectId: number) {
  const row = await db
    .selectFrom('exam_subject')
    .innerJoin('exam', 'exam.id', 'exam_subject.exam_id')
    .where('exam_subject.exam_id', '=', examId)
    .where('exam_subject.subject_id', '=', subjectId)
    .select(['exam_subject.near_line', 'exam_subject.full_milli', 'exam.published_snapshot_id'])
    .executeTakeFirstOrThrow()
  return {
    rule: row.near_line === null ? null : (JSON.parse(row.near_line) as NearLineRule),
    fullMilli: row.full_milli,
    isPublished: row.published_snapshot_id !== null,
  }
}

/** @throws AppError MARKING_LINE_INVALID, MARKING_BLOCK_NOT_FOUND */
export async function saveNearLineRule(
  db: Db,
  examId: number,
  subjectId: number,
  rule: NearLineRule | null,
): Promise<void> {
  const { fullMilli } = await selectNearLineSubject(db, examId, subjectId)
  for (const { name, totalMilli } of rule?.lines ?? [])
    if (totalMilli > fullMilli)
      throw new AppError('MARKING_LINE_INVALID', { line: name, full: formatMilli(fullMilli) })
  const known = new Set((await selectSubjectBlocks(db, examId, subjectId)).map(({ id }) => id))
  if (rule?.blockIds?.some((id) => !known.has(id))) throw new AppError('MARKING_BLOCK_NOT_FOUND')
  await db
    .updateTable('exam_subject')
    .set({ near_line: rule === null ? null : JSON.stringify(rule) })
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .execute()
}

export const selectSubjectBlocks = (db: Db, examId: number, subjectId: number) =>
  db
    .selectFrom('block')
    .selectAll()
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .orderBy('sort')
    .execute()

/** How the two readings of a paper of a block are settled. */
export const settlingOf = (
  block: Pick<BlockRow, 'mark_mode' | 'tolerance_milli' | 'full_milli'>,
  { singleMode }: Pick<NearLineRule, 'singleMode'>,
): SecondReading =>
  block.mark_mode === 0
    ? {
        mode: singleMode,
        toleranceMilli: block.tolerance_milli || defaultTolerance(block.full_milli),
      }
    : {
        mode: block.mark_mode as SecondReading['mode'],
        toleranceMilli: block.tolerance_milli,
      }

const USUAL_LINES = { excellent: '优秀线', good: '良好线', pass: '及格线' } as const

/** The lines of the usual rates in a subject with this full mark. */
export const usualLines = (fullMilli: Milli): NamedLine[] =>
  (['excellent', 'good', 'pass'] as const).map((rate) => ({
    name: USUAL_LINES[rate],
    totalMilli: Math.round((fullMilli * DEFAULT_RATE_THRESHOLDS[rate]) / 100),
  }))
