import { countIf, countRows, type Db, isOneOf, whereGiven } from '@hengjuan/db'
import { medianOf, MIXED_PARTS, type MixedPart } from '@hengjuan/domain'
import { sql } from 'kysely'
import { isNoRelative } from '../../marking-setup/index.ts'
import { isNoRisk } from '../../marking-core/index.ts'
import { hasWriting } from './written.query.ts'
import { DRAWN, isNear, mixedOf } from './mixed-sample.query.ts'
import type { Sample } from './spot-sample.ts'
import { isNotReadBy, isNotToBeReadBy } from './other-reader.query.ts'
import { isHeldByOther, isHeldFirst } from './spot-hold.query.ts'
import { isApartFromReader } from '../second-reader/score.query.ts'
import { isOutOfReach, isStandingCheck } from './standing-checks.query.ts'

/** Units that a checker may still act on. */
const CHECKABLE = ['MARKING', 'THIRD', 'ARBITRATION', 'REJECTED', 'FINAL']

/**
 * The first readings of each marker in that order, of papers that can be checked: a share that grows with their work,
 * checked or not.
 */
const shareOf = (db: Db, { blockId, percent }: Sample) =>
  db
    .selectFrom(
      db
        .selectFrom('reading')
        .innerJoin('unit', 'unit.id', 'reading.unit_id')
        .where('reading.block_id', '=', blockId)
        .where('reading.state', '=', 'submitted')
        .where('reading.role', '<>', 'ARB')
        .where(({ not }) => not(isOutOfReach))
        .select('reading.id')
        .select(
          sql<number>`row_number() over (partition by reading.marker_id order by ${DRAWN}, reading.id)`.as(
            'place',
          ),
        )
        .select(sql<number>`count(*) over (partition by reading.marker_id)`.as('given'))
        .as('drawn'),
    )
    .where(sql<boolean>`drawn.place * 100 < drawn.given * ${sql.lit(percent)} + 100`)
    .select('drawn.id')

/** Readings of a sample that nobody has checked yet, never of a paper that the checker read or may be given, nor of a relative's. */
function readingsIn(db: Db, sample: Sample, checkerId: number) {
  return db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('reading.block_id', '=', sample.blockId)
    .where('reading.state', '=', 'submitted')
    .where('reading.role', '<>', 'ARB')
    .where('reading.marker_id', '<>', checkerId)
    .where('unit.state', 'in', CHECKABLE)
    .where((eb) => eb.not(isOutOfReach))
    .$if(sample.isBlind, (query) => query.where('unit.state', '<>', 'ARBITRATION'))
    .where(isNoRisk)
    .where(isNotReadBy(checkerId))
    .where(isNotToBeReadBy(checkerId))
    .$if(sample.hasRelatives, (query) => query.where(isNoRelative(checkerId)))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('spot_check')
            .select('spot_check.id')
            .whereRef('spot_check.reading_id', '=', 'reading.id')
            .where('spot_check.withdrawn_at', 'is', null),
        ),
      ),
    )
    .where((eb) => whereGiven(eb, { 'reading.marker_id': sample.markerId }))
    .$if(sample.submittedFrom !== undefined, (query) =>
      query.where('reading.submitted_at', '>=', sample.submittedFrom ?? ''),
    )
    .$if(sample.submittedTo !== undefined, (query) =>
      query.where('reading.submitted_at', '<=', sample.submittedTo ?? ''),
    )
    .$if(sample.kind === 'random' && sample.percent < 100, (query) =>
      query.where('reading.id', 'in', shareOf(db, sample)),
    )
    .$if(sample.kind === 'zero', (query) =>
      // Nothing for nothing written is as it should be.
      query.where('reading.total_milli', '=', 0).where(hasWriting(db, sample.blankInk)),
    )
    .$if(sample.kind === 'full', (query) =>
      query.where('reading.total_milli', '=', sample.fullMilli),
    )
    .$if(sample.kind === 'fast', (query) => query.where('reading.active_ms', '<', sample.fastMs))
    .$if(sample.kind === 'band', (query) =>
      query
        .where('reading.total_milli', '>=', sample.lowMilli)
        .where('reading.total_milli', '<=', sample.highMilli),
    )
    .$if(sample.kind === 'near_line', (query) =>
      query.where(isNear(sample.line ?? { milli: 0, windowMilli: 0 })),
    )
    .$if(sample.kind === 'mixed', (query) =>
      query.where(sql<boolean>`reading.id in (select id from ${mixedOf(db, sample)} as mixed)`),
    )
    .$if(sample.kind === 'second_reader', (query) =>
      query.where(
        isApartFromReader(
          db,
          sample.secondReader?.id ?? 0,
          sample.secondReader?.gaps ?? { totalMilli: 0, pointsMilli: [] },
        ),
      ),
    )
    .$if(sample.kind === 'old_rubric', (query) =>
      query.where(
        sql<boolean>`coalesce(reading.rubric_version, ${sample.rubric.first}) < ${sample.rubric.version}`,
      ),
    )
    .$if(sample.kind === 'apart', (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('reading as other')
            .select('other.id')
            .whereRef('other.unit_id', '=', 'reading.unit_id')
            .whereRef('other.id', '<>', 'reading.id')
            .where('other.state', '=', 'submitted')
            .where('other.role', 'in', ['R1', 'R2', 'R3'])
            .where((own) =>
              own.or([
                own(
                  own('other.total_milli', '-', own.ref('reading.total_milli')),
                  '>',
                  sample.gapMilli,
                ),
                own(
                  own('reading.total_milli', '-', own.ref('other.total_milli')),
                  '>',
                  sample.gapMilli,
                ),
              ]),
            ),
        ),
      ),
    )
}

/**
 * The middle of what all readings of a block took, milliseconds; null without any.
 *
 * @source domain rules 8: the pool that fast outliers are measured by
 */
export async function selectPoolMedianMs(db: Db, blockId: number): Promise<number | null> {
  const timed = db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('state', 'in', ['submitted', 'rejected'])
    .where('role', 'in', ['R1', 'R2', 'R3'])
    .where('active_ms', 'is not', null)
  const count = await countRows(timed)
  const middle = await timed
    .select('active_ms')
    .orderBy('active_ms')
    .offset(Math.max(0, Math.ceil(count / 2) - 1))
    .limit(2 - (count % 2))
    .execute()
  return medianOf(middle.map(({ active_ms }) => active_ms ?? 0))
}

/** Readings of a sample that nobody has checked, and those of them that other checkers have on the table. */
export async function countSample(
  db: Db,
  sample: Sample,
  checkerId: number,
  now: string,
): Promise<{ remaining: number; held: number }> {
  const { remaining, held } = await readingsIn(db, sample, checkerId)
    .select(({ fn }) => [
      fn.countAll<number>().as('remaining'),
      countIf(isHeldByOther(checkerId, now)).as('held'),
    ])
    .executeTakeFirstOrThrow()
  return { remaining, held }
}

/** How many readings of a mixed sample are drawn for what, in the order of the names; 0 for none. */
export async function countMixed(db: Db, sample: Sample, checkerId: number) {
  const rows = await readingsIn(db, sample, checkerId)
    .innerJoin(mixedOf(db, sample).as('mixed'), (join) => join.onRef('mixed.id', '=', 'reading.id'))
    .select('mixed.part')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('mixed.part')
    .execute()
  return (Object.keys(MIXED_PARTS) as MixedPart[]).map((part) => ({
    part,
    count: rows.find((row) => row.part === part)?.count ?? 0,
  }))
}

/**
 * The next readings of a sample that no other checker has on the table, in an order that neither marker nor time of
 * marking foretells; first of all the one that this checker has there.
 */
export async function selectNextOfSample(
  db: Db,
  sample: Sample,
  checkerId: number,
  { now, most }: { now: string; most: number },
): Promise<number[]> {
  const rows = await readingsIn(db, sample, checkerId)
    .where((eb) => eb.not(isHeldByOther(checkerId, now)))
    .select('reading.id')
    .orderBy(isHeldFirst(checkerId))
    .orderBy(DRAWN)
    .orderBy('reading.id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Of readings that were drawn a moment ago, those that still are to be checked, in no order. */
export const selectStillToCheck = (
  db: Db,
  sample: Sample,
  checkerId: number,
  ids: readonly number[],
) =>
  // What they were drawn for is not looked for again: that takes a look at all readings of the block.
  readingsIn(db, { ...sample, kind: 'random', percent: 100 }, checkerId)
    .where(isOneOf(db, 'reading.id', ids))
    .selectAll('reading')
    .execute()

/** Readings that were checked since then, of what stands; one that was checked twice is one. */
export async function countChecksSince(
  db: Db,
  filter: { blockId: number; markerId: number | undefined; since: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('spot_check')
    .where('block_id', '=', filter.blockId)
    .where('checked_at', '>=', filter.since)
    .where(isStandingCheck)
    .where((eb) => whereGiven(eb, { marker_id: filter.markerId }))
    .select(({ fn }) => fn.count<number>('reading_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
