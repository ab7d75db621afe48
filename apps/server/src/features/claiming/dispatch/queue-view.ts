import type { MarkQueue } from '@hengjuan/contracts'
import { readTogether } from '@hengjuan/db'
import type { Static } from 'typebox'
import type { Services } from '../../../services.ts'
import {
  type BlockRules,
  heldOf,
  heldTallies,
  inServedOrder,
  type Pair,
  talliesFrom,
  talliesOf,
  taskViewer,
} from '../../marking-core/index.ts'
import type { NothingNew, SeenTarget } from '../../marking-setup/index.ts'
import { progressOfAll } from '../hand-in/own-progress.ts'

export type Queue = Static<typeof MarkQueue>

/** A marker whose hands are to be shown. */
interface Hand {
  rules: BlockRules
  markerId: number
  reason: NothingNew
  seen: SeenTarget
}

/** All that is in the hands of some markers, each of another block or person. */
export async function queuesOf(services: Services, hands: readonly Hand[]): Promise<Queue[]> {
  const { db } = services
  if (hands.length === 0) return []
  const pairs = hands.map(({ rules, markerId }) => ({
    block_id: rules.block.id,
    marker_id: markerId,
  }))
  const read = await readTogether(db, { held: heldOf(db, pairs), tallies: talliesOf(db, pairs) })
  const held = inServedOrder(read.held)
  const progress = await progressOfAll(
    db,
    services,
    hands,
    talliesFrom([...read.tallies, ...heldTallies(held)]),
  )
  const view = await taskViewer(db, services, held)
  const byHand = Map.groupBy(held, keyOf)
  return hands.flatMap(({ rules, markerId, reason }, index) => {
    const mine = progress[index]
    const own = byHand.get(keyOf({ block_id: rules.block.id, marker_id: markerId })) ?? []
    return mine ? [{ tasks: own.flatMap((reading) => view(rules, reading)), reason, mine }] : []
  })
}

const keyOf = ({ block_id, marker_id }: Pair): string => `${block_id} ${marker_id}`
