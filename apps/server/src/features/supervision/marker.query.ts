import type { Db } from '@hengjuan/db'
import { hasMark } from '../marking/index.ts'

/** Standing readings of roles R1 to R3 of a block, with what became of their units. */
export const selectStandingReadings = (db: Db, blockId: number) =>
  db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('reading.block_id', '=', blockId)
    .where('reading.state', 'in', ['submitted', 'rejected'])
    .where('reading.role', 'in', ['R1', 'R2', 'R3'])
    .where('reading.total_milli', 'is not', null)
    .select([
      'reading.unit_id',
      'reading.marker_id',
      'reading.role',
      'reading.total_milli',
      'reading.active_ms',
      'reading.submitted_at',
      'reading.rejections',
      'unit.state as unit_state',
      'unit.final_source',
      'unit.facts',
    ])
    .select((eb) =>
      eb.case().when(hasMark).then(eb.ref('unit.final_milli')).end().as('final_milli'),
    )
    .execute()

export type StandingReading = Awaited<ReturnType<typeof selectStandingReadings>>[number]

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
export const selectSubmitTimes = (db: Db, blockId: number, since: string) =>
  db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('state', 'in', ['submitted', 'rejected'])
    .where('submitted_at', '>=', since)
    .select('submitted_at')
    .execute()

/** How long each reading of a block took, milliseconds. */
export async function selectActiveTimes(db: Db, blockId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('state', 'in', ['submitted', 'rejected'])
    .where('role', 'in', ['R1', 'R2', 'R3'])
    .where('total_milli', 'is not', null)
    .select('active_ms')
    .execute()
  return rows.flatMap(({ active_ms }) => active_ms ?? [])
}

/** When the first and the last reading of a block were submitted. */
export const selectSubmitRange = (db: Db, blockId: number) =>
  db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('state', 'in', ['submitted', 'rejected'])
    .where('role', 'in', ['R1', 'R2', 'R3'])
    .select(({ fn }) => [
      fn.min<string | null>('submitted_at').as('first_at'),
      fn.max<string | null>('submitted_at').as('last_at'),
    ])
    .executeTakeFirstOrThrow()

/** Scores given in a block and how often: by one marker, or by all. */
export async function selectGivenScores(
  db: Db,
  filter: {
    blockId: number
    markerId?: number
    since?: string | undefined
    until?: string | undefined
    /** Also what counts for nothing: seeds and papers served once more. */
    withAll?: boolean
  },
): Promise<{ score_milli: number; count: number }[]> {
  const { blockId, markerId, since, until, withAll = false } = filter
  const rows = await db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('state', 'in', withAll ? OWN_WORK : ['submitted', 'rejected'])
    .$if(!withAll, (query) => query.where('role', 'in', ['R1', 'R2', 'R3']))
    .where('role', '<>', 'ARB')
    .where('total_milli', 'is not', null)
    .$if(markerId !== undefined, (query) => query.where('marker_id', '=', markerId as number))
    .$if(since !== undefined, (query) => query.where('submitted_at', '>=', since as string))
    .$if(until !== undefined, (query) => query.where('submitted_at', '<', until as string))
    .groupBy('total_milli')
    .orderBy('total_milli')
    .select(['total_milli', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  return rows.map(({ total_milli, count }) => ({
    score_milli: total_milli ?? 0,
    count: Number(count),
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
export async function selectGivenByMarker(db: Db, blockId: number) {
  const rows = await db
    .selectFrom('reading')
    .innerJoin('user', 'user.id', 'reading.marker_id')
    .where('reading.block_id', '=', blockId)
    .where('reading.state', 'in', ['submitted', 'rejected'])
    .where('reading.role', 'in', ['R1', 'R2', 'R3'])
    .where('reading.total_milli', 'is not', null)
    .groupBy(['reading.marker_id', 'user.name', 'reading.total_milli'])
    .orderBy('reading.total_milli')
    .select(['reading.marker_id', 'user.name', 'reading.total_milli'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
  return rows.map(({ total_milli, count, ...marker }) => ({
    ...marker,
    score_milli: total_milli ?? 0,
    count: Number(count),
  }))
}

/** Final marks of a block and how often each was given. */
export async function selectFinalScores(db: Db, blockId: number) {
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
    count: Number(count),
  }))
}
