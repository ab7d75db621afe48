import type { MarkQueue } from '@hengjuan/contracts'
import { readTogether } from '@hengjuan/db'
import type { Static } from 'typebox'
import type { Services } from '../../services.ts'
import type { BlockRules } from './block-rules.query.ts'
import { talliesFrom, talliesOf } from './block-marker.query.ts'
import { heldOf, heldPapersOf, heldTallies, inServedOrder } from './in-hand.query.ts'
import type { NothingNew, SeenTarget } from './claim-turn.ts'
import type { UnitRow } from './unit-facts.ts'
import { taskViewer } from './mark-task.ts'
import { progressOfAll } from './own-progress.ts'

export type Queue = Static<typeof MarkQueue>

/** A marker whose hands are to be shown. */
export interface Hand {
  rules: BlockRules
  markerId: number
  reason: NothingNew
  seen: SeenTarget
}

/**
 * All that is in the hands of some markers, each of another block or person.
 *
 * @param known papers that were just read
 */
export async function queuesOf(
  services: Services,
  hands: readonly Hand[],
  known: readonly UnitRow[],
): Promise<Queue[]> {
  const { db } = services
  const pairs = hands.map(({ rules, markerId }) => ({
    block_id: rules.block.id,
    marker_id: markerId,
  }))
  if (pairs.length === 0) return []
  const read = await readTogether(db, {
    tallies: talliesOf(db, pairs),
    held: heldOf(db, pairs),
    papers: heldPapersOf(
      db,
      pairs,
      known.map(({ id }) => id),
    ),
  })
  const held = inServedOrder(read.held)
  const progress = await progressOfAll(
    db,
    services,
    hands,
    talliesFrom([...read.tallies, ...heldTallies(held)]),
  )
  const view = await taskViewer(db, services, held, { units: [...known, ...read.papers] })
  const byHand = Map.groupBy(held, ({ block_id, marker_id }) => `${block_id} ${marker_id}`)
  return hands.flatMap(({ rules, markerId, reason }, index) => {
    const mine = progress[index]
    const own = byHand.get(`${rules.block.id} ${markerId}`) ?? []
    return mine ? [{ tasks: own.flatMap((reading) => view(rules, reading)), reason, mine }] : []
  })
}
