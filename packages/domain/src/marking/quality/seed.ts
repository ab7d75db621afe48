import { MILLI_PER_POINT } from '../../milli.ts'
import type { Milli } from '../../milli.ts'
import { hash32 } from '../allocation/order.ts'
import type { BestOf } from '../unit/best-of.ts'
import { pairGap } from '../unit/settle.ts'
import { defaultTolerance } from '../unit/tolerance.ts'

/** Blocks of at least ten points get a seed about every 20 papers, smaller ones every 40. @source domain rules 7.3 */
export const defaultSeedEvery = (fullMilli: Milli): number =>
  fullMilli >= 10 * MILLI_PER_POINT ? 20 : 40

/** How far from the middle a seed may come, in percent of the distance. */
const JITTER_PERCENT = 40
const HASH_VALUES = 2 ** 32

/**
 * How many ordinary papers come before the next seed: `every`, give or take 40 %. The same for ever for
 * one block, marker and number of seeds served, so a restart changes nothing, and no two markers agree.
 *
 * @returns at least 1
 */
export function seedGap(
  every: number,
  blockSalt: string,
  markerId: number,
  served: number,
): number {
  const draw = hash32(`${markerId}/${served}`, blockSalt) / HASH_VALUES
  const factor = 1 + ((2 * draw - 1) * JITTER_PERCENT) / 100
  return Math.max(1, Math.round(every * factor))
}

/** After a failed seed the second comes within so many papers. */
const SECOND_WITHIN = 5

/**
 * How many papers are marked between a failed seed and the second one: 0 to 4, the same for ever for one
 * block, marker and number of seeds served.
 *
 * @source domain rules 7.3
 */
export const secondSeedPlace = (blockSalt: string, markerId: number, served: number): number =>
  hash32(`second/${markerId}/${served}`, blockSalt) % SECOND_WITHIN

interface SeedBlock {
  mode: number
  fullMilli: Milli
  /** Smallest step of its points. */
  stepMilli: Milli
  toleranceMilli: Milli
}

/**
 * How far a seed may be marked from its definitive score: the tolerance of the block, where it is marked
 * once the usual one of its full mark, and never less than one step.
 *
 * @source domain rules 7.3
 */
export function seedTolerance({ mode, fullMilli, stepMilli, toleranceMilli }: SeedBlock): Milli {
  const tolerance =
    mode === 0 ? Math.max(toleranceMilli, defaultTolerance(fullMilli)) : toleranceMilli
  return Math.max(tolerance, stepMilli)
}

/**
 * Is a seed passed? Its total may lie up to and including the tolerance from the agreed one; where the
 * block says so, each of its points as well. Where the best questions count, these are compared alone, as of two
 * readings.
 *
 * @param pointMilli how far each point may lie; 0 looks at the total only
 * @source domain rules 7.3
 */
export function isSeedPassed(
  given: readonly Milli[],
  definitive: readonly Milli[],
  by: { toleranceMilli: Milli; pointMilli: Milli; bestOf?: BestOf | null },
): boolean {
  const { toleranceMilli, pointMilli, bestOf = null } = by
  const gap = pairGap({ scores: given }, { scores: definitive }, { bestOf })
  return (
    gap.totalMilli <= toleranceMilli &&
    (pointMilli === 0 || gap.pointsMilli.every((milli) => milli <= pointMilli))
  )
}

/** Seeds that a day may begin with. @source domain rules 7.2 */
export const MOST_DAY_SEEDS = 3

/** While there are signs of a program, seeds come so much more often. @source domain rules 7.6 */
export const ALERT_SEED_RATE = 3

/** When a marker is told the agreed score of a seed. */
export const SEED_FEEDBACKS = {
  never: '不告知',
  after_two: '两份不合格后告知',
  each: '每份评后告知',
} as const
export type SeedFeedback = keyof typeof SEED_FEEDBACKS

export const SEED_STATES = {
  ok: '正常',
  second: '等待第二份种子卷',
  warned: '待组长确认',
  suspended: '已暂停分配',
} as const
export type SeedState = keyof typeof SEED_STATES

/** What happened to a marker's seeds, in order. `clear`: a leader let them go on. */
export type SeedEvent = 'pass' | 'fail' | 'clear'

/**
 * Where a marker stands: after one failed seed a second comes soon, after two a leader must clear before
 * there is more work, after three the marker is suspended. A passed seed ends the count, but only a leader
 * clears. Who was cleared after two fails and fails the next is suspended.
 *
 * @source domain rules 7.3
 */
export function seedState(events: readonly SeedEvent[]): SeedState {
  let fails = 0
  let state: SeedState = 'ok'
  for (const event of events)
    if (event === 'clear') {
      if (state === 'suspended') fails = 0
      state = 'ok'
    } else if (event === 'fail') {
      fails++
      if (state !== 'suspended') state = stateAfter(fails)
    } else {
      fails = 0
      if (state === 'second') state = 'ok'
    }
  return state
}

/** Is a marker given nothing, and nothing taken from them, until a leader has looked? @source domain rules 7.3 */
export const isSeedStopped = (state: SeedState): boolean =>
  state === 'warned' || state === 'suspended'

/**
 * Where a marker stands after what they gave a seed: what their seeds say, but whoever is stopped stays so.
 * The seed that stopped them was their last paper, and they can change what they gave it.
 */
export function seedStateOn(before: SeedState, events: readonly SeedEvent[]): SeedState {
  const now = seedState(events)
  if (!isSeedStopped(before)) return now
  return before === 'warned' && now === 'suspended' ? now : before
}

const stateAfter = (fails: number): SeedState =>
  fails === 1 ? 'second' : fails === 2 ? 'warned' : 'suspended'
