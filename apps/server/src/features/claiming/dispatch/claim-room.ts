import type { Db } from '@hengjuan/db'
import { CLAIMS, roomToday, startOfDay } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import type { BlockAllocation, ClaimAsk, NothingNew } from '../../marking-setup/index.ts'
import { type Assignment, type BlockRules, isReady } from '../../marking-core/index.ts'
import { countSince } from '../../quality/index.ts'

/**
 * How many papers may be given to a marker now, or why none.
 *
 * @param inHand papers that the marker has and has not handed in
 */
export async function roomOf(
  db: Db,
  services: Services,
  { rules, markerId, want }: ClaimAsk,
  own: Assignment,
  inHand: number,
): Promise<number | { nothing: NothingNew }> {
  // Told whatever is in hand: of whom seeds stop, it is about to go back.
  const stop = stoppedBySeeds(own)
  if (stop) return { nothing: stop }
  const room = Math.min(want, CLAIMS.maxLimit) - inHand
  if (room <= 0) return 0
  const left = await leftFor(db, services, { rules, markerId }, own, inHand)
  return typeof left === 'number' ? Math.min(room, left) : left
}

/**
 * How many papers a marker may be given until the day ends, however many are free; or why none.
 *
 * @param inHand papers that the marker has and has not handed in
 * @returns Infinity where nothing limits it
 * @source domain rules 4.4 (2), 7.2, 7.3, 7.5
 */
export async function leftFor(
  db: Db,
  services: Services,
  { rules, markerId }: Pick<ClaimAsk, 'rules' | 'markerId'>,
  own: Assignment,
  inHand: number,
): Promise<number | { nothing: Exclude<NothingNew, null> }> {
  const { block } = rules
  if (block.status !== 'open') return { nothing: block.status as 'paused' | 'closed' | 'setup' }
  if (block.is_drawing === 1) return { nothing: 'drawing' }
  if (own.suspended_at !== null) return { nothing: 'suspended' }
  const stop = stoppedBySeeds(own)
  if (stop) return { nothing: stop }
  if (!(await isReady(db, rules, markerId, own))) return { nothing: 'unqualified' }
  const today = await leftToday(db, services, rules, markerId, inHand)
  return today === 0 ? { nothing: 'daily_cap' } : today
}

const stoppedBySeeds = ({ seed_state }: Assignment): 'suspended' | 'warned' | null =>
  seed_state === 'suspended' || seed_state === 'warned' ? seed_state : null

/** How many more papers the daily cap of the block leaves a marker; no question asked where there is none. */
async function leftToday(
  db: Db,
  services: Services,
  { block, settings }: BlockRules,
  markerId: number,
  inHand: number,
): Promise<number> {
  if (settings.dailyCap === 0) return Infinity
  const since = startOfDay(services.clock.now())
  const done = await countSince(db, { blockId: block.id, markerId, since })
  return roomToday(settings.dailyCap, done + inHand)
}

/** How many first and second readings a marker's target leaves; no limit without one. */
export function roomUnderTarget({ people }: BlockAllocation, markerId: number): number {
  const person = people.find(({ userId }) => userId === markerId)
  if (!person || person.target === null || person.allowExceed) return Infinity
  return Math.max(0, person.target - person.work.done - person.work.claimedBase)
}
