import { type Db, lockRows } from '@hengjuan/db'

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

export interface Work {
  /** First and second readings submitted; what targets count. */
  done: number
  thirdDone: number
  /** Claims of first and second readings. */
  claimedBase: number
  claimed: number
  rejected: number
}

export const NO_WORK: Work = { done: 0, thirdDone: 0, claimedBase: 0, claimed: 0, rejected: 0 }

/** What each person of a block has done and holds, or only the one named. */
export async function selectWork(
  db: Db,
  blockId: number,
  markerId?: number,
): Promise<Map<number, Work>> {
  const rows = await db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('state', 'in', ['claimed', 'submitted', 'rejected'])
    .$if(markerId !== undefined, (query) => query.where('marker_id', '=', markerId ?? 0))
    .groupBy(['marker_id', 'role', 'state'])
    .select(['marker_id', 'role', 'state', ({ fn }) => fn.countAll().as('count')])
    .execute()
  const work = new Map<number, Work>()
  for (const { marker_id, role, state, count } of rows) {
    const own = work.get(marker_id) ?? { ...NO_WORK }
    const isBase = role === 'R1' || role === 'R2'
    if (state === 'claimed' && role !== 'ARB') {
      own.claimed += Number(count)
      if (isBase) own.claimedBase += Number(count)
    }
    if (state !== 'claimed' && isBase) own.done += Number(count)
    if (state === 'submitted' && role === 'R3') own.thirdDone += Number(count)
    if (state === 'rejected') own.rejected += Number(count)
    work.set(marker_id, own)
  }
  return work
}

/** Classes that a person teaches in a subject. */
export async function selectOwnClasses(
  db: Db,
  userIds: readonly number[],
  subjectId: number,
): Promise<Map<number, number[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('teaching')
    .select(['user_id', 'class_id'])
    .where('user_id', 'in', userIds)
    .where('subject_id', '=', subjectId)
    .execute()
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map([...byUser].map(([id, list]) => [id, list.map(({ class_id }) => class_id)]))
}

/** Candidates who may have a sheet in the subject: registered, not absent. */
export async function countExpected(db: Db, examId: number, subjectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('candidate_subject')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('attendance', 'in', [0, -1])
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
