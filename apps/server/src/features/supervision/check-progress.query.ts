import { type Db, whereGiven } from '@hengjuan/db'
import { spotCheckTarget } from '@hengjuan/domain'
import { type Expression, sql, type SqlBool } from 'kysely'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import type { Services } from '../../services.ts'
import { isOutOfReach, isStandingCheck } from '../quality/index.ts'
import { ttlCachePerServer } from './ttl-cache.ts'

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
  return db
    .selectFrom('spot_check')
    .innerJoin('user', 'user.id', 'spot_check.marker_id')
    .innerJoin('block', 'block.id', 'spot_check.block_id')
    .where('spot_check.exam_id', '=', examId)
    .where(isStandingCheck)
    .where((eb) =>
      whereGiven(eb, { 'block.subject_id': subjectId, 'spot_check.block_id': blockId }),
    )
    .groupBy(['spot_check.block_id', 'spot_check.marker_id', 'user.name'])
    .select(['spot_check.block_id', 'spot_check.marker_id', 'user.name'])
    .select(({ fn, eb }) => [
      // A reading that was checked twice counts once.
      fn.count<number>('spot_check.reading_id').distinct().as('checked'),
      countOf(eb('spot_check.is_rejected', '=', 1)).as('rejected'),
      countOf(eb('spot_check.is_marked', '=', 1)).as('corrected'),
      countOf(eb('spot_check.checked_at', '>=', today)).as('checked_today'),
    ])
    .execute()
}

type Filter = Omit<CheckFilter, 'today'>

/** Readings by block and marker. */
type Counts = { block_id: number; marker_id: number; count: number }[]

/** How many readings stand, as they are kept, of papers that can be checked and of others. */
async function selectGivenCounts(db: Db, { examId, blockId, subjectId }: Filter) {
  return db
    .selectFrom('reading_tally as tally')
    .innerJoin('block', 'block.id', 'tally.block_id')
    .innerJoin('user', 'user.id', 'tally.marker_id')
    .where('block.exam_id', '=', examId)
    .where('tally.state', 'in', ['submitted', 'rejected'])
    .where('tally.role', 'in', ['R1', 'R2', 'R3'])
    .where((eb) => whereGiven(eb, { 'block.id': blockId, 'block.subject_id': subjectId }))
    .groupBy(['tally.block_id', 'tally.marker_id', 'user.name'])
    .select(['tally.block_id', 'tally.marker_id', 'user.name'])
    .select(({ fn }) => fn.sum<number>('tally.count').as('count'))
    .execute()
}

/** How many of them are of papers that nobody can check any more: it looks at every paper, and finds few. */
async function selectUncheckable(db: Db, { examId, blockId, subjectId }: Filter): Promise<Counts> {
  return db
    .selectFrom('unit')
    .innerJoin('reading', 'reading.unit_id', 'unit.id')
    .where('unit.exam_id', '=', examId)
    .where(isOutOfReach)
    .where('reading.state', 'in', ['submitted', 'rejected'])
    .where('reading.role', 'in', ['R1', 'R2', 'R3'])
    .where((eb) => whereGiven(eb, { 'unit.block_id': blockId, 'unit.subject_id': subjectId }))
    .groupBy(['reading.block_id', 'reading.marker_id'])
    .select(['reading.block_id', 'reading.marker_id'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
}

/** One row for each marker with readings or checks, by block. */
function progressOf(
  given: Awaited<ReturnType<typeof selectGivenCounts>>,
  uncheckable: Counts,
  checks: Awaited<ReturnType<typeof selectChecks>>,
): CheckProgress[] {
  const keyOf = (row: { block_id: number; marker_id: number }) => `${row.block_id} ${row.marker_id}`
  const without = new Map(uncheckable.map((row) => [keyOf(row), row.count]))
  const rows = new Map<string, CheckProgress>()
  const rowOf = (key: { block_id: number; marker_id: number; name: string }): CheckProgress => {
    const id = keyOf(key)
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
  for (const row of given) {
    const readings = row.count - (without.get(keyOf(row)) ?? 0)
    if (readings > 0) rowOf(row).readings = readings
  }
  for (const row of checks) Object.assign(rowOf(row), row)
  // The databases group in whatever order suits them.
  return [...rows.values()].toSorted((a, b) => a.block_id - b.block_id || a.marker_id - b.marker_id)
}

/** What is counted without looking at papers, away from those who mark. */
export const takeCheckCounts = runInWorker(
  import.meta.url,
  'takeCheckCounts',
  async ({ db }, filter: CheckFilter) => ({
    // Of the whole exam: by how many there are it is told how long what is counted of them stands.
    given: await selectGivenCounts(db, { examId: filter.examId }),
    checks: await selectChecks(db, filter),
  }),
)

export const takeUncheckable = runInWorker(
  import.meta.url,
  'takeUncheckable',
  ({ db }, examId: number): Promise<Counts> => selectUncheckable(db, { examId }),
)

const cacheOf = ttlCachePerServer<Counts>()

/**
 * How far checking is in an exam. What was given and checked is as new as the call; of many readings, how many of them
 * cannot be checked any more stands for a while, for all who watch.
 */
export async function checkProgress(
  services: Services,
  filter: Omit<CheckFilter, 'subjectId'>,
): Promise<CheckProgress[]> {
  const { given, checks } = await takeCheckCounts(services, filter)
  const uncheckable = await cacheOf(services.db).get(
    filter.examId,
    {
      stamp: '',
      readings: given.reduce((sum, { count }) => sum + count, 0),
      nowMs: services.clock.now().getTime(),
    },
    () => takeUncheckable(services, filter.examId),
  )
  const { blockId } = filter
  return progressOf(
    given.filter(({ block_id }) => blockId === undefined || block_id === blockId),
    uncheckable,
    checks,
  )
}

/** How many readings of a subject are still to be checked, by what each marker's sample asks for. */
export async function countChecksShort(
  db: Db,
  subject: { examId: number; subjectId: number },
): Promise<number> {
  const rows = progressOf(
    await selectGivenCounts(db, subject),
    await selectUncheckable(db, subject),
    await selectChecks(db, { ...subject, today: '' }),
  )
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
