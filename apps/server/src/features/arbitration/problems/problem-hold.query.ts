import { type Db, isOneOf, whereGiven } from '@hengjuan/db'

/** A problem paper in a leader's hands. */
export interface ProblemHold {
  userId: number
  /** UTC ISO text. */
  until: string
}

/** Who has which of these problem papers in hand at a time; those that are in nobody's are left out. */
export async function selectProblemHolds(
  db: Db,
  unitIds: readonly number[],
  at: string,
): Promise<Map<number, ProblemHold>> {
  if (unitIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('problem_hold')
    .selectAll()
    .where(isOneOf(db, 'unit_id', unitIds))
    .where('until', '>', at)
    .execute()
  return new Map(rows.map(({ unit_id, user_id, until }) => [unit_id, { userId: user_id, until }]))
}

export const storeProblemHold = (db: Db, unitId: number, { userId, until }: ProblemHold) =>
  db
    .insertInto('problem_hold')
    .values({ unit_id: unitId, user_id: userId, until })
    .onConflict((on) => on.column('unit_id').doUpdateSet({ user_id: userId, until }))
    .execute()

/** Takes a problem paper out of a leader's hands, or out of anybody's. @returns whether it was in some */
export async function deleteProblemHold(
  db: Db,
  unitId: number,
  { userId, at }: { userId?: number; at: string },
): Promise<boolean> {
  const rows = await db
    .deleteFrom('problem_hold')
    .where('unit_id', '=', unitId)
    .where((eb) => whereGiven(eb, { user_id: userId }))
    .returning('until')
    .execute()
  return rows.some(({ until }) => until > at)
}

/** What was decided under a key. */
export const findProblemDecision = (db: Db, idemKey: string) =>
  db.selectFrom('problem_decision').selectAll().where('idem_key', '=', idemKey).executeTakeFirst()

/** Who settled a problem paper last; absent where nobody did, or the machine. */
export const findLastSettler = (db: Db, unitId: number) =>
  db
    .selectFrom('problem_paper')
    .innerJoin('user', 'user.id', 'problem_paper.resolved_by')
    .where('problem_paper.unit_id', '=', unitId)
    .select('user.name')
    .orderBy('problem_paper.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Why and by whom the last problem of a unit was raised; absent when there was none. */
export const findLastProblem = (db: Db, unitId: number) =>
  db
    .selectFrom('problem_paper')
    .select(['id', 'flags', 'flag_note'])
    .where('unit_id', '=', unitId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
