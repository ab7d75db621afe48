import { type Random, randomOf } from '../demo/random.ts'

/** What is planted in a marker; nothing in a good one. */
export type Fault = 'severe' | 'lenient' | 'careless' | 'drifting' | 'automated'

/** How a simulated person marks. Shares are of the full mark. */
export interface Temperament {
  fault: Fault | null
  /** Given on top of what the paper is worth. */
  bias: number
  /** Standard deviation of a judgement. */
  noise: number
  /** Share of papers that are hardly looked at and given anything. */
  guesses: number
  /** How far the bias moves from the first to the last paper of the day. */
  drift: number
  /** Typical time for a paper over what is usual, and standard deviation of its logarithm. */
  pace: number
  unevenness: number
  /** Time between two breaks; infinite for who takes none. */
  stretchMs: number
  /** Gives the same to nearly every paper. */
  isMonotonous: boolean
}

const MINUTE_MS = 60_000

/** Good people differ: a little severe or lenient, quick or slow, more or less careful. */
const goodOne = (random: Random): Temperament => ({
  fault: null,
  bias: Math.max(-0.025, Math.min(0.025, 0.012 * random.normal())),
  noise: 0.03 + 0.03 * random.next(),
  guesses: 0,
  drift: 0,
  pace: 0.75 + 0.6 * random.next(),
  unevenness: 0.35 + 0.15 * random.next(),
  stretchMs: (50 + 50 * random.next()) * MINUTE_MS,
  isMonotonous: false,
})

const FAULTS: Record<Fault, (nth: number) => Partial<Temperament>> = {
  severe: () => ({ bias: -0.15 }),
  lenient: () => ({ bias: 0.15 }),
  careless: () => ({ guesses: 0.4, noise: 0.09 }),
  drifting: (nth) => ({ bias: 0, drift: nth % 2 === 0 ? -0.2 : 0.2 }),
  // One program gives one score and pauses, the next guesses sensibly and never rests.
  automated: (nth) => ({
    unevenness: 0.04,
    ...(nth % 2 === 0 ? { isMonotonous: true } : { stretchMs: Infinity, pace: 1.2 }),
  }),
}

/**
 * Bad people by block. Carelessness is not planted where papers are read once: nothing but a spot check or
 * a seed can see it there.
 */
const PLANTED: readonly (readonly Fault[])[] = [
  ['severe', 'drifting'],
  ['careless', 'automated'],
  ['lenient', 'automated'],
  ['careless', 'drifting'],
  ['severe', 'drifting'],
]

/** The people of a block: the planted ones first, the others good. */
export function peopleOf(block: number, count: number, seed: string): Temperament[] {
  const planted = PLANTED[block % PLANTED.length] ?? []
  // Never more than a quarter, or they would be what is usual.
  const bad = planted.slice(0, Math.floor(count / 4))
  return Array.from({ length: count }, (_, index) => {
    const good = goodOne(randomOf(`${seed}-${block}-${index}`))
    const fault = bad[index]
    return fault === undefined ? good : { ...good, bias: 0, ...FAULTS[fault](block), fault }
  })
}

/** What a paper is worth, as a share of the full mark: the same for everybody who reads it. */
export function worthOf(unitId: number, seed: string): number {
  const value = 0.58 + 0.2 * randomOf(`${seed}-unit-${unitId}`).normal()
  return Math.max(0, Math.min(1, value))
}

export interface BlockShape {
  fullMilli: number
  stepMilli: number
}

/** The nearest legal score. */
export function scoreOn({ fullMilli, stepMilli }: BlockShape, share: number): number {
  const score = Math.round((share * fullMilli) / stepMilli) * stepMilli
  return Math.max(0, Math.min(fullMilli, score))
}

/** @param progress 0 at the first paper of the day, 1 at the last */
export function judge(
  person: Temperament,
  worth: number,
  shape: BlockShape,
  progress: number,
  random: Random,
): number {
  if (person.isMonotonous) return scoreOn(shape, random.chance(0.9) ? 0.5 : 0.58)
  if (random.chance(person.guesses)) return scoreOn(shape, random.next())
  const shift = person.bias + person.drift * (progress - 0.5)
  return scoreOn(shape, worth + shift + person.noise * random.normal())
}

const HOUR_MS = 3_600_000
const WORKING_HOURS = 5
const [QUICKEST_MS, SLOWEST_MS] = [12_000, 120_000]

/** Usual time for a paper with which the share of one person fills a day, within what is natural. */
export const usualTime = (papers: number): number =>
  Math.min(SLOWEST_MS, Math.max(QUICKEST_MS, (WORKING_HOURS * HOUR_MS) / Math.max(1, papers)))

/** How long a paper takes. */
export const timeFor = (
  { pace, unevenness }: Temperament,
  usualMs: number,
  random: Random,
): number => usualMs * pace * Math.exp(unevenness * random.normal())
