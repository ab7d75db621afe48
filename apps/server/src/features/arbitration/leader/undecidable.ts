import type { Db } from '@hengjuan/db'
import { hasRead, isBarredArbitrator, mayDo, ROLE_CODES } from '@hengjuan/domain'
import { relativesOfPapers } from '../../marking-setup/index.ts'
import {
  factsOf,
  papersIn,
  selectBlockRules,
  selectUnitReadings,
  unitStateOf,
} from '../../marking-core/index.ts'
import { arbitrationClaim } from './leader-view.ts'

/** What leaders decide. */
const DECIDED = ['ARBITRATION', 'PROBLEM'] as const
export type Decided = (typeof DECIDED)[number]

const LEADING_ROLES = ROLE_CODES.filter((role) => mayDo(role, 'marking.arbitrate'))

/** A paper that waits for leaders none of whom may decide about it. */
export interface Undecidable {
  unitId: number
  secretCode: string
  since: string
  /** Leaders who read it; the others are kept from it. */
  readers: { user_id: number; name: string }[]
}

/** Leaders of blocks who can sign in as such. */
const selectLeaders = (db: Db, blockIds: readonly number[]) =>
  db
    .selectFrom('block_marker')
    .innerJoin('user', 'user.id', 'block_marker.user_id')
    .where('block_marker.block_id', 'in', blockIds)
    .where('block_marker.duty', '=', 'leader')
    .where('user.disabled_at', 'is', null)
    .where('user.id', 'in', (query) =>
      query.selectFrom('user_role').where('role', 'in', LEADING_ROLES).select('user_role.user_id'),
    )
    .select(['block_marker.block_id', 'block_marker.user_id', 'user.name'])
    .orderBy('block_marker.user_id')
    .execute()

/**
 * Papers of a block that wait while every leader of the block has read them or is kept from them; longest waiting
 * first. What a leader has in hand is not among them.
 *
 * @source domain rules 3.3: an arbitrator is no previous reader; 4.4 (5): nobody decides about a relative's paper
 */
export async function undecidable(db: Db, blockId: number, state: Decided): Promise<Undecidable[]> {
  const rows = await papersIn(db, blockId, state).selectAll('unit').orderBy('place.ord').execute()
  if (rows.length === 0) return []
  const rules = await selectBlockRules(db, blockId)
  const leaders = await selectLeaders(db, [blockId])
  const readings = Map.groupBy(
    await selectUnitReadings(
      db,
      rows.map(({ id }) => id),
    ),
    ({ unit_id }) => unit_id,
  )
  const isRelative = await relativesOfPapers(db, rules, rows)
  return rows
    .flatMap((row): Undecidable[] => {
      const unit = unitStateOf(row, readings.get(row.id) ?? [])
      const able = leaders.filter(({ user_id }) => !isRelative(row, user_id))
      const holderId = arbitrationClaim(unit)?.markerId
      // Their own claim counts among the readings: who has the paper in hand is no previous reader.
      const mayDecide = (userId: number) =>
        state === 'PROBLEM' || userId === holderId || !isBarredArbitrator(unit, userId)
      if (able.some(({ user_id }) => mayDecide(user_id))) return []
      return [
        {
          unitId: row.id,
          secretCode: row.secret_code,
          since: factsOf(row).since,
          readers: able
            .filter(({ user_id }) => hasRead(unit, user_id))
            .map(({ user_id, name }) => ({ user_id, name })),
        },
      ]
    })
    .toSorted((a, b) => a.since.localeCompare(b.since))
}

/** How many papers of an exam no leader may decide about, by block and what they wait for. */
export async function undecidableOf(
  db: Db,
  examId: number,
): Promise<Map<number, Partial<Record<Decided, number>>>> {
  const waiting = await db
    .selectFrom('unit_queue as place')
    .innerJoin('block', 'block.id', 'place.block_id')
    .where('block.exam_id', '=', examId)
    .where('place.queue', 'in', DECIDED)
    .groupBy(['place.block_id', 'place.queue', 'block.has_relatives'])
    .select(['place.block_id', 'place.queue', 'block.has_relatives'])
    .execute()
  const found = new Map<number, Partial<Record<Decided, number>>>()
  if (waiting.length === 0) return found
  const blockIds = [...new Set(waiting.map(({ block_id }) => block_id))]
  const leaders = Map.groupBy(await selectLeaders(db, blockIds), ({ block_id }) => block_id)
  const readers = await db
    .selectFrom('reading_tally')
    .innerJoin('block_marker', (join) =>
      join
        .onRef('block_marker.block_id', '=', 'reading_tally.block_id')
        .onRef('block_marker.user_id', '=', 'reading_tally.marker_id'),
    )
    .where('reading_tally.block_id', 'in', blockIds)
    .where('block_marker.duty', '=', 'leader')
    .select('reading_tally.block_id')
    .distinct()
    .execute()
  const isRead = new Set(readers.map(({ block_id }) => block_id))
  for (const { block_id, queue, has_relatives } of waiting) {
    const state = queue as Decided
    // Papers are looked at one by one only where something may keep a leader from them.
    const isOpen = (leaders.get(block_id)?.length ?? 0) > 0 && has_relatives === 0
    if (isOpen && (state === 'PROBLEM' || !isRead.has(block_id))) continue
    const { length } = await undecidable(db, block_id, state)
    if (length > 0) found.set(block_id, { ...found.get(block_id), [state]: length })
  }
  return found
}
