import type { allocationSet, InputOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { PlannedMarker } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { allocateMarkers } from './allocate-markers.ts'
import { lockAllocation, NO_WORK, selectBlockRules } from '../../marking-core/index.ts'
import { type AllocatedPerson, allocationOf } from '../shares/allocation-plan.ts'
import { tellMoved } from './tell-moved.ts'

/**
 * Saves an allocation and tells everybody whose work it changes, once the block has been opened: before that
 * nobody has begun, and leaders try one allocation after another.
 *
 * Who is stopped keeps what is in hand and may still hand it in.
 *
 * @throws AppError what `allocateMarkers` finds
 * @source domain rules 4.3, features 77
 */
export async function allocateAndTell(
  db: Db,
  services: Services,
  input: InputOf<typeof allocationSet>['body'],
): Promise<void> {
  await lockAllocation(db, input.block_id)
  const rules = await selectBlockRules(db, input.block_id)
  if (rules.block.status === 'setup') return allocateMarkers(db, services, input)
  const before = new Map(
    (await allocationOf(db, rules)).people.map((person) => [person.userId, person]),
  )
  await allocateMarkers(db, services, input)
  const changed = await selectBlockRules(db, input.block_id)
  const { people } = await allocationOf(db, changed)
  const isActive = (id: number) => before.get(id)?.suspended === false
  await tellMoved(
    db,
    services,
    changed.block,
    people.map((person) => changeOf(person, before.get(person.userId))),
    {
      // Who is let go on after a stop hears of it as a newcomer does.
      known: new Set([...before.keys()].filter(isActive)),
      leaving: new Set(
        people.flatMap(({ userId, suspended }) => (suspended && isActive(userId) ? [userId] : [])),
      ),
      hasRecalled: false,
    },
  )
}

/** Null before for whoever is new; nothing changes for whoever was stopped and still is. */
function changeOf(person: AllocatedPerson, before: AllocatedPerson | undefined): PlannedMarker {
  const { done, claimed } = before?.work ?? NO_WORK
  return {
    markerId: person.userId,
    name: person.name,
    done,
    claimed,
    isStopped: person.suspended,
    before: before?.target ?? null,
    after: person.target,
  }
}
