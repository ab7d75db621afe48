import type { Db } from '@hengjuan/db'
import { spotCheckTarget } from '@hengjuan/domain'
import { type Expression, sql, type SqlBool } from 'kysely'
import { beside } from '../../beside/beside.ts'
import { isOutOfReach, isStandingCheck } from '../marking/index.ts'

/** How far the checking of a marker in a block is. */
export interface CheckProgress {
  block_id: number
  marker_id: number
  name: string
  /** Given, of papers that can be checked. */
  readings: number
  /** Of what stands, readings that were checked at least once, in all and today. */
  checked: number
  checked_today: number
  /** Readings that were sent back, or corrected, at least once. */
  rejected: number
  corrected: number
}

/** Readings with a check of this kind, each once. */
const countOf = (isMeant: Expression<SqlBool>) =>
  sql<number>`count(distinct case when ${isMeant} then spot_check.reading_id end)`

interface CheckFilter {
  examId: number
  subjectId?: number
  blockId?: number | undefined
  /** Checks since then count as today's. */
  today: string
}

/** What was checked of each marker of whom something was, by block: of one, of a subject or of all of an exam. */
export async function selectChecks(
  db: Db,
  { examId, subjectId, blockId, today }: CheckFilter,
): Promise<Omit<CheckProgress, 'readings'>[]> {
  const rows = await db
    .selectFrom('spot_check')
    .innerJoin('user', 'user.id', 'spot_check.marker_id')
    .innerJoin('block', 'block.id', 'spot_check.block_id')
    .where('spot_check.exam_id', '=', examId)
    .where(isStandingCheck)
    .$if(subjectId !== undefined, (query) => query.where('block.subject_id', '=', subjectId ?? 0))
    .$if(blockId !== undefined, (query) => query.where('spot_check.block_id', '=', blockId ?? 0))
    .groupBy(['spot_check.block_id', 'spot_check.marker_id', 'user.name'])
    .select(['spot_check.block_id', 'spot_check.marker_id', 'user.name'])
    .select(({ fn, eb }) => [
      // A reading that was checked twice counts once.
      fn.count('spot_check.reading_id').distinct().as('checked'),
      countOf(eb('spot_check.is_rejected', '=', 1)).as('rejected'),
      countOf(eb('spot_check.is_marked', '=', 1)).as('corrected'),
      countOf(eb('spot_check.checked_at', '>=', today)).as('today'),
    ])
    .execute()
  return rows.map(({ today: sinceThen, ...row }) => ({
    ...row,
    checked: Number(row.checked),
    checked_today: Number(sinceThen),
    rejected: Number(row.rejected),
    corrected: Number(row.corrected),
  }))
}

/** One row for each marker with readings or checks, by block. */
async function selectCheckProgress(db: Db, filter: CheckFilter): Promise<CheckProgress[]> {
  const readings = await db
    .selectFrom('reading')
    .innerJoin('block', 'block.id', 'reading.block_id')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .innerJoin('user', 'user.id', 'reading.marker_id')
    .where('block.exam_id', '=', filter.examId)
    .where('reading.state', 'in', ['submitted', 'rejected'])
    .where('reading.role', 'in', ['R1', 'R2', 'R3'])
    .where(({ not }) => not(isOutOfReach))
    .$if(filter.blockId !== undefined, (query) => query.where('block.id', '=', filter.blockId ?? 0))
    .$if(filter.subjectId !== undefined, (query) =>
      query.where('block.subject_id', '=', filter.subjectId ?? 0),
    )
    .groupBy(['reading.block_id', 'reading.marker_id', 'user.name'])
    .select(['reading.block_id', 'reading.marker_id', 'user.name'])
    .select(({ fn }) => fn.countAll().as('count'))
    .execute()
  const checks = await selectChecks(db, filter)
  const rows = new Map<string, CheckProgress>()
  const rowOf = (key: { block_id: number; marker_id: number; name: string }): CheckProgress => {
    const id = `${key.block_id} ${key.marker_id}`
    const row = rows.get(id) ?? {
      block_id: key.block_id,
      marker_id: key.marker_id,
      name: key.name,
      readings: 0,
      checked: 0,
      checked_today: 0,
      rejected: 0,
      corrected: 0,
    }
    rows.set(id, row)
    return row
  }
  for (const row of readings) rowOf(row).readings = Number(row.count)
  for (const row of checks) Object.assign(rowOf(row), row)
  // The databases group in whatever order suits them.
  return [...rows.values()].toSorted((a, b) => a.block_id - b.block_id || a.marker_id - b.marker_id)
}

/** The same, away from those who mark: it looks at every reading. */
export const checkProgress = beside(
  import.meta.url,
  'checkProgress',
  ({ db }, filter: CheckFilter) => selectCheckProgress(db, filter),
)

/** How many readings of a subject are still to be checked, by what each marker's sample asks for. */
export async function countChecksShort(
  db: Db,
  subject: { examId: number; subjectId: number },
): Promise<number> {
  const rows = await selectCheckProgress(db, { ...subject, today: '' })
  return rows.reduce(
    (sum, { readings, checked }) => sum + Math.max(0, spotCheckTarget(readings) - checked),
    0,
  )
}

/** Progress of several markers together; the target is the sum of what each one's sample asks for. */
export function summedChecks(rows: readonly CheckProgress[]) {
  const sum = (key: 'readings' | 'checked' | 'checked_today' | 'rejected' | 'corrected') =>
    rows.reduce((total, row) => total + row[key], 0)
  const [checked, rejected] = [sum('checked'), sum('rejected')]
  return {
    readings: sum('readings'),
    checked,
    checked_today: sum('checked_today'),
    target: rows.reduce((total, { readings }) => total + spotCheckTarget(readings), 0),
    rejected,
    corrected: sum('corrected'),
    pass: { num: checked - rejected, den: checked },
  }
}
