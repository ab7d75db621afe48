import { type Db, isOneOf } from '@hengjuan/db'
import { sql } from 'kysely'

/** A teacher and a candidate to be kept apart. */
export interface NewPair {
  markerId: number
  candidateId: number
  relation: string
}

/** The pairs of an exam that hold, with how many papers were read across them, by teacher. */
export const selectPairs = (db: Db, examId: number) =>
  db
    .selectFrom('avoided_pair')
    .innerJoin('user', 'user.id', 'avoided_pair.user_id')
    .innerJoin('user as adder', 'adder.id', 'avoided_pair.added_by')
    .innerJoin('candidate', 'candidate.id', 'avoided_pair.candidate_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .innerJoin('school', 'school.id', 'candidate.school_id')
    .leftJoin('school as home', 'home.id', 'user.school_id')
    .where('avoided_pair.exam_id', '=', examId)
    .where('avoided_pair.removed_at', 'is', null)
    .select(['avoided_pair.id as pair_id', 'avoided_pair.relation', 'avoided_pair.added_at'])
    .select(['user.id as marker_id', 'user.name as marker_name', 'user.account'])
    .select(['candidate.id as candidate_id', 'candidate.name as candidate_name'])
    .select(['candidate.exam_no', 'class.name as class_name'])
    .select(['school.name as candidate_school', 'home.name as marker_school'])
    .select('adder.name as added_by')
    .select(
      sql<number>`(select count(*) from unit inner join reading on reading.unit_id = unit.id
        where unit.exam_id = avoided_pair.exam_id
          and unit.candidate_id = avoided_pair.candidate_id
          and reading.marker_id = avoided_pair.user_id
          and reading.state in ('submitted', 'rejected'))`.as('read'),
    )
    .orderBy('user.name_pinyin')
    .orderBy('user.id')
    .orderBy('candidate.exam_no')
    .execute()

/** Pairs of an exam, those that were taken away among them. */
export const selectAllPairs = (db: Db, examId: number) =>
  db
    .selectFrom('avoided_pair')
    .select(['id', 'user_id', 'candidate_id', 'removed_at'])
    .where('exam_id', '=', examId)
    .execute()

/** Whom pairs keep from candidates. */
export async function selectMarkersOf(db: Db, pairIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('avoided_pair')
    .select('user_id')
    .where(isOneOf(db, 'id', pairIds))
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Writes pairs; one that was taken away holds again. @returns their ids */
export async function insertPairs(
  db: Db,
  examId: number,
  pairs: readonly NewPair[],
  by: { userId: number; at: string },
): Promise<number[]> {
  const ids: number[] = []
  for (const { markerId, candidateId, relation } of pairs) {
    const { id } = await db
      .insertInto('avoided_pair')
      .values({
        exam_id: examId,
        user_id: markerId,
        candidate_id: candidateId,
        relation,
        added_by: by.userId,
        added_at: by.at,
        removed_by: null,
        removed_at: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['exam_id', 'user_id', 'candidate_id']).doUpdateSet({
          relation,
          added_by: by.userId,
          added_at: by.at,
          removed_by: null,
          removed_at: null,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  return ids
}

/** Takes pairs away or puts them back. @returns those that changed */
export async function updateRemoved(
  db: Db,
  on: { examId: number; pairIds: readonly number[] },
  removed: { userId: number; at: string } | null,
): Promise<number[]> {
  const rows = await db
    .updateTable('avoided_pair')
    .set({ removed_by: removed?.userId ?? null, removed_at: removed?.at ?? null })
    .where('exam_id', '=', on.examId)
    .where(isOneOf(db, 'id', on.pairIds))
    .where('removed_at', removed ? 'is' : 'is not', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Tells the blocks of an exam whether there are pairs to look for. */
export async function updateHasRelatives(db: Db, examId: number): Promise<void> {
  const any = await db
    .selectFrom('avoided_pair')
    .select('id')
    .where('exam_id', '=', examId)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  await db
    .updateTable('block')
    .set({ has_relatives: any ? 1 : 0 })
    .where('exam_id', '=', examId)
    .execute()
}

/** Papers in the hands of somebody who must not read them. */
export const selectClaimsOfPairs = (db: Db, pairIds: readonly number[]) =>
  db
    .selectFrom('avoided_pair')
    .innerJoin('unit', (join) =>
      join
        .onRef('unit.exam_id', '=', 'avoided_pair.exam_id')
        .onRef('unit.candidate_id', '=', 'avoided_pair.candidate_id'),
    )
    .innerJoin('reading', (join) =>
      join
        .onRef('reading.unit_id', '=', 'unit.id')
        .onRef('reading.marker_id', '=', 'avoided_pair.user_id'),
    )
    .where(isOneOf(db, 'avoided_pair.id', pairIds))
    .where('avoided_pair.removed_at', 'is', null)
    .where('reading.state', '=', 'claimed')
    .select(['reading.id', 'reading.unit_id'])
    .orderBy('reading.id')
    .execute()

/** The people who are kept from each of these candidates of an exam. */
export async function selectRelativesOf(
  db: Db,
  examId: number,
  candidateIds: readonly number[],
): Promise<Map<number, number[]>> {
  if (candidateIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('avoided_pair')
    .select(['user_id', 'candidate_id'])
    .where('exam_id', '=', examId)
    .where(isOneOf(db, 'candidate_id', candidateIds))
    .where('removed_at', 'is', null)
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ candidate_id }) => candidate_id)].map(([id, list]) => [
      id,
      list.map(({ user_id }) => user_id),
    ]),
  )
}
