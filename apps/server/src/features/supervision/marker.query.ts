import { type Db, whereGiven } from '@hengjuan/db'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import { hasMark, hasOwnTolerance } from '../marking-core/index.ts'
import { isStandingCheck } from '../quality/index.ts'
import { sql } from 'kysely'

/** Readings of a block that were handed in. */
const handedIn = (db: Db, blockId: number) =>
  db
    .selectFrom('reading')
    .where('reading.block_id', '=', blockId)
    .where('reading.state', 'in', ['submitted', 'rejected'])

/** Those of roles R1 to R3. */
const byMarkers = (db: Db, blockId: number) =>
  handedIn(db, blockId).where('reading.role', 'in', ['R1', 'R2', 'R3'])

/** Standing readings of roles R1 to R3 of a block, with what became of their units. */
export const selectStandingReadings = (db: Db, blockId: number) =>
  byMarkers(db, blockId)
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('reading.total_milli', 'is not', null)
    .select([
      'reading.id',
      'reading.unit_id',
      'reading.marker_id',
      'reading.role',
      'reading.total_milli',
      'reading.active_ms',
      'reading.submitted_at',
      'reading.rejections',
      'unit.state as unit_state',
      'unit.final_source',
    ])
    // Most papers' facts say nothing that is asked for, and a block has tens of thousands of them.
    .select((eb) =>
      eb
        .case()
        .when(eb.or([eb('unit.final_source', '=', 'PAIR'), hasOwnTolerance]))
        .then(eb.ref('unit.facts'))
        .else(sql<string>`'{}'`)
        .end()
        .as('facts'),
    )
    .select((eb) =>
      eb.case().when(hasMark).then(eb.ref('unit.final_milli')).end().as('final_milli'),
    )
    .execute()

export type StandingReading = Awaited<ReturnType<typeof selectStandingReadings>>[number]

/** Readings of a block that a checker agreed with. */
export async function selectAgreed(db: Db, blockId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('spot_check')
    .where('block_id', '=', blockId)
    .where('is_rejected', '=', 0)
    .where('is_marked', '=', 0)
    .where(isStandingCheck)
    .select('reading_id')
    .distinct()
    .execute()
  return new Set(rows.map(({ reading_id }) => reading_id))
}

/** Units of a block that went to a third reader or to arbitration. */
export async function selectEscalated(
  db: Db,
  blockId: number,
): Promise<{ third: Set<number>; arbitration: Set<number> }> {
  const rows = await db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('role', 'in', ['R3', 'ARB'])
    .where('state', 'in', ['claimed', 'submitted', 'rejected'])
    .select(['unit_id', 'role'])
    .execute()
  const waiting = await db
    .selectFrom('unit_queue')
    .where('block_id', '=', blockId)
    .where('queue', 'in', ['THIRD', 'ARBITRATION'])
    .select(['unit_id', 'queue'])
    .execute()
  const of = (role: string, state: string) =>
    new Set([
      ...rows.filter((row) => row.role === role).map(({ unit_id }) => unit_id),
      ...waiting.filter(({ queue }) => queue === state).map(({ unit_id }) => unit_id),
    ])
  return { third: of('R3', 'THIRD'), arbitration: of('ARB', 'ARBITRATION') }
}

/** Those of a block whose account is out of use. */
export async function selectDisabled(db: Db, blockId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('block_marker')
    .innerJoin('user', 'user.id', 'block_marker.user_id')
    .where('block_id', '=', blockId)
    .where('user.disabled_at', 'is not', null)
    .select('user_id')
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Who arbitrates a block; markers come with the allocation. */
export const selectLeaders = (db: Db, blockId: number) =>
  db
    .selectFrom('block_marker')
    .innerJoin('user', 'user.id', 'block_marker.user_id')
    .where('block_id', '=', blockId)
    .where('duty', '=', 'leader')
    .select(['user_id', 'user.name', 'suspended_at'])
    .execute()

/** When readings of a block were submitted since a time. */
export const submitTimes = runInWorker(
  import.meta.url,
  'submitTimes',
  ({ db }, blockId: number, since: string) =>
    handedIn(db, blockId).where('submitted_at', '>=', since).select('submitted_at').execute(),
)

/** How long each reading of a block took, milliseconds. */
export const activeTimes = runInWorker(
  import.meta.url,
  'activeTimes',
  async ({ db }, blockId: number) => {
    const rows = await byMarkers(db, blockId)
      .where('total_milli', 'is not', null)
      .select('active_ms')
      .execute()
    return rows.flatMap(({ active_ms }) => active_ms ?? [])
  },
)

/** When the first and the last reading of a block were submitted. */
const selectSubmitRange = (db: Db, blockId: number) =>
  byMarkers(db, blockId)
    .select(({ fn }) => [
      fn.min<string | null>('submitted_at').as('first_at'),
      fn.max<string | null>('submitted_at').as('last_at'),
    ])
    .executeTakeFirstOrThrow()

interface GivenFilter {
  blockId: number
  markerId?: number
  since?: string | undefined
  until?: string | undefined
  /** Also what counts for nothing: seeds and papers served once more. */
  withAll?: boolean
}

/** Scores given in a block and how often: by one marker, or by all. */
async function selectGivenScores(
  db: Db,
  filter: GivenFilter,
): Promise<{ score_milli: number; count: number }[]> {
  const { blockId, markerId, since, until, withAll = false } = filter
  const rows = await db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('state', 'in', withAll ? OWN_WORK : ['submitted', 'rejected'])
    .$if(!withAll, (query) => query.where('role', 'in', ['R1', 'R2', 'R3']))
    .where('role', '<>', 'ARB')
    .where('total_milli', 'is not', null)
    .where((eb) => whereGiven(eb, { marker_id: markerId }))
    .$if(since !== undefined, (query) => query.where('submitted_at', '>=', since as string))
    .$if(until !== undefined, (query) => query.where('submitted_at', '<', until as string))
    .groupBy('total_milli')
    .orderBy('total_milli')
    .select(['total_milli', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  return rows.map(({ total_milli, count }) => ({
    score_milli: total_milli ?? 0,
    count,
  }))
}

/**
 * What a marker handed in in a block and nobody has again, seeds and papers served once more among it:
 * what its marker takes for the own work.
 */
export const selectOwnWork = (
  db: Db,
  { blockId, markerId }: { blockId: number; markerId: number },
) =>
  db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('marker_id', '=', markerId)
    .where('state', 'in', OWN_WORK)
    .where('role', '<>', 'ARB')
    .where('total_milli', 'is not', null)
    .select(['total_milli', 'active_ms', 'submitted_at'])
    .execute()

/** States of what was handed in, also of what no rule of papers knows. */
const OWN_WORK = ['submitted', 'rejected', 'given']

/** Scores given in a block and how often, by who gave them, in the order of scores. */
async function selectGivenByMarker(db: Db, blockId: number) {
  return db
    .selectFrom('reading_tally as tally')
    .innerJoin('user', 'user.id', 'tally.marker_id')
    .where('tally.block_id', '=', blockId)
    .where('tally.state', 'in', ['submitted', 'rejected'])
    .where('tally.role', 'in', ['R1', 'R2', 'R3'])
    .where('tally.total_milli', '>=', 0)
    .where('tally.count', '>', 0)
    .groupBy(['tally.marker_id', 'user.name', 'tally.total_milli'])
    .orderBy('tally.total_milli')
    .select(['tally.marker_id', 'user.name', 'tally.total_milli as score_milli'])
    .select(({ fn }) => fn.sum<number>('tally.count').as('count'))
    .execute()
}

/** Final marks of a block and how often each was given. */
async function selectFinalScores(db: Db, blockId: number) {
  const rows = await db
    .selectFrom('unit')
    .where('block_id', '=', blockId)
    .where('final_milli', 'is not', null)
    .where(hasMark)
    .groupBy('final_milli')
    .orderBy('final_milli')
    .select(['final_milli', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  return rows.map(({ final_milli, count }) => ({
    score_milli: final_milli ?? 0,
    count,
  }))
}

/** The scores of a block: final ones, and what each marker gave. */
export const scoresOfBlock = runInWorker(
  import.meta.url,
  'scoresOfBlock',
  async ({ db }, blockId: number) => ({
    finals: await selectFinalScores(db, blockId),
    given: await selectGivenByMarker(db, blockId),
  }),
)

/** The scores of one marker and of all, within a time, and when the block's first and last were given. */
export const curveOf = runInWorker(
  import.meta.url,
  'curveOf',
  async ({ db }, { markerId, ...window }: GivenFilter & { markerId: number }) => ({
    pool: await selectGivenScores(db, window),
    marker: await selectGivenScores(db, { ...window, markerId }),
    range: await selectSubmitRange(db, window.blockId),
  }),
)
