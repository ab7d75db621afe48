import { countRows, type Db, isOneOf, type Tables, whereGiven } from '@hengjuan/db'
import type { Selectable } from 'kysely'
import { isAsAgreed } from './agreed-script.query.ts'

export type SeedEventRow = Selectable<Tables['seed_event']>

export interface SeedFilter {
  blockId: number
  markerId: number
  /** Classes and schools whose papers the marker does not read, and the only ones that they do. */
  avoidClassIds: readonly number[]
  avoidSchoolIds?: readonly number[]
  onlySchoolIds?: readonly number[] | null
  avoidCandidateIds?: readonly number[]
}

/**
 * Seeds of a block that a marker has not met, in trials neither, by unit. A paper that was decided otherwise since is
 * none, nor is one whose sheet was voided.
 */
export const selectSeedsFor = (
  db: Db,
  {
    blockId,
    markerId,
    avoidClassIds,
    avoidSchoolIds = [],
    onlySchoolIds = null,
    avoidCandidateIds = [],
  }: SeedFilter,
) =>
  db
    .selectFrom('benchmark_script')
    .innerJoin('unit', 'unit.id', 'benchmark_script.unit_id')
    .where('benchmark_script.block_id', '=', blockId)
    .where('benchmark_script.kind', '=', 'seed')
    .where('benchmark_script.state', '=', 'agreed')
    .where(isAsAgreed)
    .where(({ and, not, exists, selectFrom }) =>
      and(
        [
          selectFrom('reading')
            .select('reading.id')
            .whereRef('reading.unit_id', '=', 'unit.id')
            .where('reading.marker_id', '=', markerId)
            .where('reading.state', '<>', 'released'),
          selectFrom('seed_event')
            .select('seed_event.id')
            .whereRef('seed_event.script_id', '=', 'benchmark_script.id')
            .where('seed_event.marker_id', '=', markerId),
          selectFrom('trial_reading')
            .select('trial_reading.id')
            .whereRef('trial_reading.script_id', '=', 'benchmark_script.id')
            .where('trial_reading.marker_id', '=', markerId),
          selectFrom('benchmark_mark')
            .select('benchmark_mark.script_id as id')
            .whereRef('benchmark_mark.script_id', '=', 'benchmark_script.id')
            .where('benchmark_mark.leader_id', '=', markerId),
        ].map((met) => not(exists(met))),
      ),
    )
    .$if(avoidClassIds.length > 0, (query) => query.where('unit.class_id', 'not in', avoidClassIds))
    .$if(avoidSchoolIds.length > 0, (query) =>
      query.where('unit.school_id', 'not in', avoidSchoolIds),
    )
    .$if(onlySchoolIds !== null, (query) =>
      query.where(isOneOf(db, 'unit.school_id', onlySchoolIds ?? [])),
    )
    .$if(avoidCandidateIds.length > 0, (query) =>
      query.where('unit.candidate_id', 'not in', avoidCandidateIds),
    )
    .select(['benchmark_script.id', 'unit.id as unit_id'])
    .orderBy('benchmark_script.id')
    .execute()

/** What happened to the seeds of a block, of one marker when named, in order. */
export const selectSeedEvents = (
  db: Db,
  filter: { blockId: number; markerId?: number | undefined },
): Promise<SeedEventRow[]> =>
  db
    .selectFrom('seed_event')
    .selectAll()
    .where('block_id', '=', filter.blockId)
    .where((eb) => whereGiven(eb, { marker_id: filter.markerId }))
    .orderBy('id')
    .execute()

/** Readings that count and were submitted after a moment (all without one), the latest first. */
export const selectReadingsSince = (
  db: Db,
  on: { blockId: number; markerId: number; since: string | null },
) =>
  db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('reading.block_id', '=', on.blockId)
    .where('reading.marker_id', '=', on.markerId)
    .where('reading.state', '=', 'submitted')
    .where('reading.role', 'in', ['R1', 'R2', 'R3'])
    .$if(on.since !== null, (query) => query.where('reading.submitted_at', '>', on.since ?? ''))
    .select(['reading.id as reading_id', 'unit.id as unit_id', 'unit.secret_code', 'unit.state'])
    .select(['reading.total_milli', 'reading.submitted_at'])
    .orderBy('reading.submitted_at', 'desc')
    .orderBy('reading.id', 'desc')
    .execute()

interface Since {
  blockId: number
  markerId: number
  since: string
}

/** Papers that a marker handed in after a moment. */
export const countMarkedSince = (db: Db, on: Since) => countMarked(db, on, '>')

/** Papers that a marker was given to mark on a day: handed in since it began, and back in hand since or not. */
export const countSince = (db: Db, on: Since) => countMarked(db, on, '>=')

const countMarked = (db: Db, on: Since, after: '>' | '>=') =>
  countRows(
    db
      .selectFrom('reading')
      .where('block_id', '=', on.blockId)
      .where('marker_id', '=', on.markerId)
      .where('state', 'in', ['submitted', 'rejected', 'given', 'taken_back'])
      .where('role', '<>', 'ARB')
      .where('submitted_at', after, on.since),
  )

/** When a marker handed in the seed that they missed last, also by changing what they gave. */
export async function findMissedAt(
  db: Db,
  on: { blockId: number; markerId: number },
): Promise<string | null> {
  const missed = await db
    .selectFrom('seed_event')
    .innerJoin('reading', 'reading.id', 'seed_event.reading_id')
    .where('seed_event.block_id', '=', on.blockId)
    .where('seed_event.marker_id', '=', on.markerId)
    .where('seed_event.kind', '=', 'fail')
    .select('reading.submitted_at')
    .orderBy('reading.submitted_at', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  return missed?.submitted_at ?? null
}

/** @param behind the reading that it stands behind, 0 before all */
export const updateStanding = (db: Db, readingId: number, behind: number) =>
  db.updateTable('reading').set({ stands_behind: behind }).where('id', '=', readingId).execute()

/**
 * From now on it is worth looking for seeds when papers of the block are given out. Its row is left alone where that is
 * said already: who changes the block may wait for what the caller has locked.
 */
export const nameSeeds = (db: Db, blockId: number) =>
  db
    .updateTable('block')
    .set({ has_seeds: 1 })
    .where('id', '=', blockId)
    .where('has_seeds', '=', 0)
    .execute()
