import type { Services } from '../../../services.ts'
import {
  type Assignment,
  type BlockRules,
  heldTallies,
  talliesFrom,
  type TallyRow,
} from '../../marking-core/index.ts'
import type { AllocatedPerson, BlockAllocation } from './allocation-plan.ts'

/** How long what was found of a block holds, and for how many papers that this process gives out meanwhile. */
const KEPT_MS = 2_000
const KEPT_PAPERS = 250
/** Several processes share what may be given out before it has to be looked at again. */
const PROCESSES = 4
/** Papers that are left to a marker who is far from the end of their share. */
const FAR = 50

/** A marker's share of a block while its end is far. */
interface FarShare {
  target: number
  /** First and second readings that are left to the marker. */
  left: number
}

/** What a marker's place says of their share. */
type Share = Pick<AllocatedPerson, 'target' | 'allowExceed' | 'quota' | 'weight' | 'base'>

interface Kept {
  /** Of the block, when it was counted. */
  stamp: number
  until: number
  papers: number
  shares: ReadonlyMap<number, Share>
}

/**
 * The shares of blocks as they were counted last. Counting goes through all that was marked in a block, so it is not
 * done for each batch: as long as a marker is far from the end of their share, and nobody has to leave papers to others,
 * it does not matter whether their target is some papers more or less. Near either it is counted each time, and met
 * exactly.
 *
 * What a marker did is not kept, and neither is their place: it is compared.
 */
class QuotaCache {
  readonly #kept = new Map<number, Kept>()

  /**
   * Remembers shares that were just counted, where they will do for a while.
   *
   * @param calm papers of the block that may be given before somebody has to leave some to others
   */
  keep(rules: BlockRules, allocation: BlockAllocation, calm: number): void {
    this.#kept.set(rules.block.id, {
      stamp: rules.block.rules_stamp,
      until: performance.now() + KEPT_MS,
      papers: Math.min(KEPT_PAPERS, Math.floor(calm / PROCESSES)),
      shares: new Map(
        allocation.people.flatMap((one) => (one.suspended ? [] : [[one.userId, one]])),
      ),
    })
  }

  /**
   * The share of a marker who asks for papers; null where it is to be counted.
   *
   * @param own their place, locked
   * @param taken first and second readings that they did or have in hand
   */
  of(rules: BlockRules, own: Assignment, taken: number, want: number): FarShare | null {
    const kept = this.#kept.get(rules.block.id)
    const share = kept?.shares.get(own.user_id)
    if (kept?.stamp !== rules.block.rules_stamp || !share || share.target === null) return null
    const isSame =
      share.quota === own.quota &&
      share.weight === own.weight &&
      share.base === own.base_done &&
      share.allowExceed === (own.allow_exceed === 1)
    const left = share.allowExceed ? Infinity : share.target - taken
    if (!isSame || left < FAR || kept.papers < want || kept.until < performance.now()) return null
    kept.papers -= want
    return { target: share.target, left }
  }
}

const caches = new WeakMap<Services, QuotaCache>()

/** What a process knows of the shares of its blocks. */
export function quotaCache(services: Services): QuotaCache {
  const cache = caches.get(services) ?? new QuotaCache()
  caches.set(services, cache)
  return cache
}

/** First and second readings that markers did or have in hand, as far as they are stored. */
export function takenFrom({
  held,
  tallies,
}: {
  held: Parameters<typeof heldTallies>[0]
  tallies: readonly TallyRow[]
}) {
  const known = talliesFrom([...tallies, ...heldTallies(held)])
  return (blockId: number, markerId: number): number =>
    known(blockId, markerId).reduce(
      (sum, { role, state, count }) =>
        BASE.includes(role) && TAKEN.includes(state) ? sum + count : sum,
      0,
    )
}

const BASE = ['R1', 'R2']
const TAKEN = ['submitted', 'rejected', 'claimed']
