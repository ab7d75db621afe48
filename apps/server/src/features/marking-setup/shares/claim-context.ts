import type { NothingNewCode } from '@hengjuan/contracts'
import type { Assignment, BlockRules, PoolFilter, SeedPlace } from '../../marking-core/index.ts'
import type { Static } from 'typebox'
import type { BlockAllocation } from './allocation-plan.ts'
import type { Reserve } from './reserve-quotas.ts'

/** Why a marker is given nothing new; null when something was given or nothing was asked for. */
export type NothingNew = Static<typeof NothingNewCode> | null

/** The target of a marker, absent while nobody computed it. */
export interface SeenTarget {
  target?: number | null
}

/** Somebody who asks for papers until `want` are in their hands. */
export interface ClaimAsk {
  rules: BlockRules
  markerId: number
  /** 1 to 10 papers in hand. */
  want: number
  /** Told the marker's target where it had to be computed: that counts the whole block. */
  seen?: SeenTarget
}

/** A marker for whom papers are looked for, once it is settled that something may be given. */
export interface ClaimContext {
  ask: ClaimAsk
  own: Assignment
  pool: Omit<PoolFilter, 'slot'>
  until: string
  /** Does the marker hold a paper that measures them? Then there is no other, but for a second seed. */
  isMeasured: boolean
  /** Does the marker hold a seed? */
  isSeedHeld: boolean
  /** Do third readings wait in the block? */
  hasThirds: boolean
  /** First and second readings that the marker did or has in hand; 0 where no block of the batch is shared. */
  taken: number
  /** Papers that may still be given. */
  room: number
  /** Of first and second readings. */
  taking: number
  given: number
  thirds: number
  /** Place on the ring where the next search begins. */
  at: number
  /** Did the marker find there only what others of the batch were faster to take? */
  isCrowded: boolean
  /** Was a seed served, and the place to remember; null in a block without seeds. */
  seed: { served: boolean; place: (SeedPlace & { seed_left: number }) | null }
  allocation: BlockAllocation | null
  left: number
  /** What this marker takes first, for everybody's share; null where any paper will do. */
  reserve: Reserve | null
}
