import type { MarkQueue } from '@hengjuan/contracts'
import { type Db, hasAny, isOneOf, type Listed, readTogether } from '@hengjuan/db'
import type { UnitStatus } from '@hengjuan/domain'
import type { Static } from 'typebox'
import type { Services } from '../../../services.ts'
import {
  type BlockRules,
  heldOf,
  heldTallies,
  inServedOrder,
  type Pair,
  type ReadingRow,
  talliesFrom,
  talliesOf,
  type TallyRow,
  taskViewer,
  type UnitLedger,
  type UnitRow,
} from '../../marking-core/index.ts'
import type { NothingNew, SeenTarget } from '../../marking-setup/index.ts'
import { progressOfAll } from '../hand-in/own-progress.ts'

export type Queue = Static<typeof MarkQueue>

/** A marker whose hands are to be shown. */
export interface Hand {
  rules: BlockRules
  markerId: number
  reason: NothingNew
  seen: SeenTarget
}

/** What tells what markers hold and have done: readings in any order, counts of what was judged. */
export interface HandRows {
  held: readonly ReadingRow[]
  tallies: readonly TallyRow[]
}

/** The queries of these rows. */
export const handQueries = (db: Db, pairs: Listed<Pair>) => ({
  held: hasAny(pairs) ? heldOf(db, pairs) : undefined,
  tallies: hasAny(pairs) ? talliesOf(db, pairs) : undefined,
})

/**
 * What the rows are once the events of a ledger are stored, so that they need not be read again.
 *
 * @param read the rows as they were before
 */
export function handsAfter(ledger: UnitLedger, read: HandRows): HandRows {
  const held = heldNow(ledger, read.held).filter(
    ({ unit_id, role }) => MEASURING.includes(role) || !ledger.has(unit_id),
  )
  const tallies = [...read.tallies]
  const count = (row: ReadingRow | null, by: 1 | -1) => {
    if (row && JUDGED.includes(row.state))
      tallies.push({ ...row, total_milli: row.total_milli ?? -1, count: by })
  }
  for (const { before, after, status } of ledger.readings()) {
    if (isInHand(after, status)) held.push(after)
    if (before === after) continue
    count(before, -1)
    count(after, 1)
  }
  for (const { before, after } of ledger.measures()) {
    count(before, -1)
    count(after, 1)
  }
  return { held, tallies }
}

/** What is held once papers that measure their markers are served and taken; with all others as they were read. */
export function heldNow(ledger: UnitLedger, held: readonly ReadingRow[]): ReadingRow[] {
  const measures = ledger.measures()
  const changed = new Set(measures.map(({ after }) => after.id))
  return [
    ...held.filter(({ id }) => !changed.has(id)),
    ...measures.flatMap(({ after }) => (MEASURES_IN_HAND.includes(after.state) ? [after] : [])),
  ]
}

/** Seeds and own papers served again are no readings of their unit. */
const MEASURING: readonly string[] = ['SEED', 'SELF']
const MEASURES_IN_HAND: readonly string[] = ['held', 'taken_back']
const JUDGED: readonly string[] = ['submitted', 'rejected', 'given']

const isInHand = ({ role, state }: ReadingRow, status: UnitStatus): boolean =>
  role !== 'ARB' && (state === 'claimed' || (state === 'rejected' && status === 'REJECTED'))

/**
 * All that is in the hands of some markers, each of another block or person.
 *
 * @param papers that were just read
 * @param rows theirs, perhaps among others; read where they are not given
 */
export async function queuesOf(
  services: Services,
  hands: readonly Hand[],
  papers: readonly UnitRow[],
  rows: HandRows | null,
): Promise<Queue[]> {
  const { db } = services
  if (hands.length === 0) return []
  const pairs = hands.map(({ rules, markerId }) => ({
    block_id: rules.block.id,
    marker_id: markerId,
  }))
  const read = rows ?? (await readTogether(db, handQueries(db, pairs)))
  const shown = new Set(pairs.map(keyOf))
  const held = inServedOrder(read.held.filter((reading) => shown.has(keyOf(reading))))
  const progress = await progressOfAll(
    db,
    services,
    hands,
    talliesFrom([...read.tallies, ...heldTallies(held)]),
  )
  const known = new Set(papers.map(({ id }) => id))
  const missing = held.map(({ unit_id }) => unit_id).filter((id) => !known.has(id))
  const units = missing.length === 0 ? papers : [...papers, ...(await selectUnits(db, missing))]
  const view = await taskViewer(db, services, held, { units })
  const byHand = Map.groupBy(held, keyOf)
  return hands.flatMap(({ rules, markerId, reason }, index) => {
    const mine = progress[index]
    const own = byHand.get(keyOf({ block_id: rules.block.id, marker_id: markerId })) ?? []
    return mine ? [{ tasks: own.flatMap((reading) => view(rules, reading)), reason, mine }] : []
  })
}

const keyOf = ({ block_id, marker_id }: Pair): string => `${block_id} ${marker_id}`

const selectUnits = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('unit')
    .selectAll()
    .where(isOneOf(db, 'id', [...new Set(ids)]))
    .execute()
