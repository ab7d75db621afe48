import type { Db } from '@hengjuan/db'

/** Events by which people decide over readings. */
const LEADER_EVENTS = [
  'arbitrate',
  'resolve_problem',
  'spot_correct',
  'reject',
  'reject_withdrawn',
  'escalate',
  'reopen',
  'allow_arbitrator',
] as const

const leaderEvents = (db: Db, blockId: number) =>
  db
    .selectFrom('mark_event')
    .innerJoin('unit', 'unit.id', 'mark_event.unit_id')
    .where('unit.block_id', '=', blockId)
    .where('mark_event.type', 'in', LEADER_EVENTS)

/** What was decided in a block, newest first. */
export const selectLeaderEvents = (
  db: Db,
  blockId: number,
  page: { limit: number; offset: number },
) =>
  leaderEvents(db, blockId)
    .innerJoin('user', 'user.id', 'mark_event.actor_id')
    .select([
      'mark_event.id as event_id',
      'mark_event.unit_id',
      'mark_event.seq',
      'mark_event.type',
      'mark_event.payload',
      'mark_event.at',
      'user.name as actor_name',
      'unit.secret_code',
      'unit.state',
      'unit.version',
      'unit.final_milli',
      'unit.final_source',
    ])
    .orderBy('mark_event.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

/** How often each person decided what. */
export const countLeaderEvents = (db: Db, blockId: number) =>
  leaderEvents(db, blockId)
    .innerJoin('user', 'user.id', 'mark_event.actor_id')
    .groupBy(['mark_event.actor_id', 'user.name', 'mark_event.type'])
    .select(['mark_event.actor_id as user_id', 'user.name', 'mark_event.type'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()

/** Of what each person sent back, how much was taken back. */
export async function countWithdrawnRejections(
  db: Db,
  blockId: number,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('spot_check')
    .where('block_id', '=', blockId)
    .where('return_id', 'is not', null)
    .where('withdrawn_at', 'is not', null)
    .groupBy('checker_id')
    .select('checker_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
  return new Map(rows.map(({ checker_id, count }) => [checker_id, count]))
}

/** The last decision of each unit: an earlier one of the same unit does not stand any more. */
export async function selectLastDecisions(
  db: Db,
  unitIds: readonly number[],
): Promise<Map<number, number>> {
  if (unitIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('mark_event')
    .where('unit_id', 'in', unitIds)
    .where('type', 'in', LEADER_EVENTS)
    .groupBy('unit_id')
    .select(['unit_id', ({ fn }) => fn.max('id').as('id')])
    .execute()
  return new Map(rows.map(({ unit_id, id }) => [unit_id, id]))
}

/** What checkers wrote, by the reading that they checked. */
export async function selectComments(
  db: Db,
  unitIds: readonly number[],
): Promise<Map<number, string>> {
  if (unitIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('spot_check')
    .where('unit_id', 'in', unitIds)
    .where('comment', '<>', '')
    .select(['reading_id', 'comment'])
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ reading_id, comment }) => [reading_id, comment]))
}
