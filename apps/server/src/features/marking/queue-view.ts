import type { MarkQueue } from '@hengjuan/contracts'
import type { Static } from 'typebox'
import type { Services } from '../../services.ts'
import type { BlockRules } from './block-rules.query.ts'
import { selectHeldOf } from './in-hand.query.ts'
import type { NothingNew, SeenTarget } from './claim-turn.ts'
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

/** All that is in the hands of some markers, each of another block or person. */
export async function queuesOf(services: Services, hands: readonly Hand[]): Promise<Queue[]> {
  const { db } = services
  const progressing = progressOfAll(db, services, hands)
  // Whoever waits for it is told; nobody else hears of it before.
  progressing.catch(() => undefined)
  const held = await selectHeldOf(
    db,
    hands.map(({ rules, markerId }) => ({ block_id: rules.block.id, marker_id: markerId })),
  )
  const view = await taskViewer(db, services, held)
  const progress = await progressing
  const byHand = Map.groupBy(held, ({ block_id, marker_id }) => `${block_id} ${marker_id}`)
  return hands.flatMap(({ rules, markerId, reason }, index) => {
    const mine = progress[index]
    const own = byHand.get(`${rules.block.id} ${markerId}`) ?? []
    return mine ? [{ tasks: own.flatMap((reading) => view(rules, reading)), reason, mine }] : []
  })
}
