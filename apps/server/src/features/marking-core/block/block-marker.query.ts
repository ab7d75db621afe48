import {
  countRows,
  type Db,
  isOneOf,
  isPostgres,
  lockRows,
  rowsOf,
  type RowWrite,
  rowWrite,
  type Tables,
} from '@hengjuan/db'
import { type Selectable, sql } from 'kysely'

export type Duty = 'marker' | 'leader'

/** Whether a person marks or leads a block; absent when not. */
export const findAssignment = (db: Db, blockId: number, userId: number, duty: Duty) =>
  db
    .selectFrom('block_marker')
    .selectAll()
    .where('block_id', '=', blockId)
    .where('user_id', '=', userId)
    .where('duty', '=', duty)
    .executeTakeFirst()

/** Blocks that a person leads. */
export async function selectLedIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('block_marker')
    .where('user_id', '=', userId)
    .where('duty', '=', 'leader')
    .select('block_id')
    .execute()
  return rows.map(({ block_id }) => block_id)
}

/** The same, locked: one marker's claims are made one after the other. */
export const findAssignmentForUpdate = (db: Db, blockId: number, userId: number) =>
  lockRows(
    db,
    db
      .selectFrom('block_marker')
      .selectAll()
      .where('block_id', '=', blockId)
      .where('user_id', '=', userId)
      .where('duty', '=', 'marker'),
  ).executeTakeFirst()

/**
 * Lets the batches of a block end that are under way, and holds up those that come: they read what holds then. Before
 * what they decide by is changed, and before what they did is counted or taken back; behind the lock of the block.
 *
 * @param markerIds only of these people
 */
export async function holdMarkers(
  db: Db,
  blockIds: readonly number[],
  markerIds?: readonly number[],
): Promise<void> {
  await lockRows(
    db,
    db
      .selectFrom('block_marker')
      .select('user_id')
      .where(isOneOf(db, 'block_id', blockIds))
      .$if(markerIds !== undefined, (query) => query.where(isOneOf(db, 'user_id', markerIds ?? [])))
      .where('duty', '=', 'marker')
      .orderBy('block_id')
      .orderBy('user_id'),
  ).execute()
}

/** A marker in a block. */
export interface Pair {
  block_id: number
  marker_id: number
}

export const PAIR = { block_id: 'integer', marker_id: 'integer' } as const

export type Assignment = Selectable<Tables['block_marker']>

/**
 * The assignments of several markers, locked: one marker's claims are made one after the other. In one order
 * everywhere: two transactions with the same markers wait instead of blocking each other.
 */
export const assignmentsForUpdate = (db: Db, pairs: readonly Pair[]) =>
  (isPostgres(db) ? assignmentsByLookup : assignmentsByJoin)(db, pairs)

const assignmentsByJoin = (db: Db, pairs: readonly Pair[]) =>
  db
    .selectFrom(rowsOf(db, pairs, PAIR))
    .innerJoin('block_marker', (join) =>
      join
        .onRef('block_marker.block_id', '=', 'v.block_id')
        .onRef('block_marker.user_id', '=', 'v.marker_id'),
    )
    .selectAll('block_marker')
    .where('block_marker.duty', '=', 'marker')

/**
 * With a limit, PostgreSQL looks each marker up. Left to choose, it goes through all markers of all blocks for each of
 * the pairs as long as its statistics say that there are few.
 */
const assignmentsByLookup = (db: Db, pairs: readonly Pair[]) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom(rowsOf(db, pairs, PAIR))
        .select(['block_id', 'marker_id'])
        .orderBy('block_id')
        .orderBy('marker_id')
        .as('pair'),
    )
    .innerJoinLateral(
      (inner) =>
        inner
          .selectFrom('block_marker')
          .selectAll()
          .whereRef('block_marker.block_id', '=', 'pair.block_id')
          .whereRef('block_marker.user_id', '=', 'pair.marker_id')
          .where('block_marker.duty', '=', 'marker')
          .limit(1)
          .forUpdate()
          .as('own'),
      (join) => join.onTrue(),
    )
    .selectAll('own')

/** Whose they are. */
export function assignmentsFrom(
  rows: readonly Assignment[],
): (blockId: number, userId: number) => Assignment | undefined {
  const known = new Map(rows.map((row) => [`${row.block_id} ${row.user_id}`, row]))
  return (blockId, userId) => known.get(`${blockId} ${userId}`)
}

/** Where a marker stands on the ring of a block; in a block with seeds, before the next one as well. */
export type MarkerPlace = Pick<Assignment, 'block_id' | 'user_id' | 'cursor_ord'> &
  Partial<SeedPlace>

/** What is to be remembered of a marker's seeds. */
export type SeedPlace = Pick<Assignment, 'seed_left' | 'seed_served' | 'seed_due' | 'seed_day'>

/** Remembers where markers stand. */
export const placeWrites = (places: readonly MarkerPlace[]): RowWrite[] => {
  const rows = places.map((place) => ({ ...place, duty: 'marker' }))
  const write = { table: 'block_marker', where: WHOSE } as const
  return [
    rowWrite({ ...write, rows: rows.filter(hasSeeds), types: SEEDED }),
    rowWrite({ ...write, rows: rows.filter((row) => !hasSeeds(row)), types: UNSEEDED }),
  ]
}

const hasSeeds = <Place extends MarkerPlace>(place: Place): place is Place & SeedPlace =>
  place.seed_left !== undefined

const WHOSE = { block_id: 'block_id', user_id: 'user_id', duty: 'duty' } as const
const UNSEEDED = {
  block_id: 'integer',
  user_id: 'integer',
  duty: 'text',
  cursor_ord: 'bigint',
} as const
const SEEDED = {
  ...UNSEEDED,
  seed_left: 'integer',
  seed_served: 'integer',
  seed_due: 'integer',
  seed_day: 'text',
} as const

/** The people of a block in the order in which remainders are shared. */
export const selectBlockMarkers = (db: Db, blockId: number) =>
  db
    .selectFrom('block_marker')
    .innerJoin('user', 'user.id', 'block_marker.user_id')
    .selectAll('block_marker')
    .select('user.name')
    .where('block_id', '=', blockId)
    .orderBy('duty', 'desc')
    .orderBy('user_id')
    .execute()

/**
 * May somebody have a paper in hand because of a reading? Written out as the index of these says it: it serves only
 * the same words.
 */
export const MAY_BE_IN_HAND = sql<boolean>`reading.state in ('claimed', 'held', 'rejected', 'taken_back')`

/**
 * The table of readings, to be read by the index of these. PostgreSQL takes it of itself; to SQLite, which counts no
 * rows, the index of all that a marker ever read looks as good.
 */
export const readingsInHand = (db: Db) =>
  sql<Selectable<Tables['reading']>>`reading`.as<'reading'>(
    isPostgres(db) ? sql`reading` : sql`reading indexed by reading_in_hand_idx`,
  )

/** Is it in somebody's hands since it was given out, and not because it came back? */
export const IS_IN_HAND = sql<boolean>`${MAY_BE_IN_HAND} and reading.state in ('claimed', 'held')`

/** Candidates who may have a sheet in the subject: registered, not absent. */
export async function countExpected(db: Db, examId: number, subjectId: number): Promise<number> {
  return countRows(
    db
      .selectFrom('candidate_subject')
      .where('exam_id', '=', examId)
      .where('subject_id', '=', subjectId)
      .where('attendance', 'in', [0, -1]),
  )
}
