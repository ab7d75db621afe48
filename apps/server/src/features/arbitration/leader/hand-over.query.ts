import type { leaderList, ReplyOf } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import type { Selectable } from 'kysely'
import type { Leader } from './leader.query.ts'
import { factsOf, type UnitRow } from '../../marking-core/index.ts'

export type HandOver = Selectable<Tables['arbitration_hand_over']>
type Row = ReplyOf<typeof leaderList>['list'][number]

/** The last hand-over of each paper of a block, by paper; also of those that wait no more. */
export async function selectHandOvers(db: Db, blockId: number): Promise<Map<number, HandOver>> {
  const rows = await db
    .selectFrom('arbitration_hand_over')
    .selectAll()
    .where('block_id', '=', blockId)
    .execute()
  return new Map(rows.map((row) => [row.unit_id, row]))
}

/**
 * To whom a paper is handed over now: what was handed over before it came here for the last time is past, and
 * so is a hand-over to somebody who may not arbitrate it any more.
 */
export function handOverFor(
  last: HandOver | undefined,
  unit: UnitRow,
  about: {
    eligible: readonly Leader[]
    userId: number
    people: ReadonlyMap<number, string>
  },
): Row['handed_over'] {
  if (!last || last.at < factsOf(unit).since) return null
  const to = about.eligible.find(({ id }) => id === last.to_id)
  if (!to) return null
  return {
    to_name: to.name,
    is_own: to.id === about.userId,
    by_name: about.people.get(last.by_id) ?? '',
  }
}

/** The others of those who could arbitrate a paper. */
export const colleaguesOf = (leaders: readonly Leader[], userId: number): Row['colleagues'] =>
  leaders
    .filter(({ id }) => id !== userId)
    .map(({ id, name, isOnline }) => ({ user_id: id, name, is_online: isOnline }))

/** @param toId - undefined takes a hand-over back: whoever comes first */
export async function storeHandOver(
  db: Db,
  unit: UnitRow,
  { toId, byId, at }: { toId: number | undefined; byId: number; at: string },
): Promise<void> {
  await db.deleteFrom('arbitration_hand_over').where('unit_id', '=', unit.id).execute()
  if (toId === undefined) return
  await db
    .insertInto('arbitration_hand_over')
    .values({ unit_id: unit.id, block_id: unit.block_id, to_id: toId, by_id: byId, at })
    .execute()
}
