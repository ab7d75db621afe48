import { hasThirdReading } from '../../mark-codes.ts'
import type { CombineRule, CompareScope, MarkMode, NoMarkReason } from '../../mark-codes.ts'
import type { Milli } from '../../milli.ts'
import { roundTo } from '../../rounding.ts'
import type { RoundMode } from '../../rounding.ts'
import { fullOfPoints, type ScorePoint } from '../quality/grid.ts'
import { meanOnGrid } from '../quality/mean-on-grid.ts'
import { type BestOf, countedPlaces } from './best-of.ts'

/** One submitted reading, as far as settling needs it. `scores` has one entry per score point. */
export interface ScoredReading {
  scores: readonly Milli[]
}

export interface SettlePolicy {
  mode: MarkMode
  toleranceMilli: Milli
  /** Tolerance of each score point; only read when points are compared. */
  pointTolerancesMilli?: readonly Milli[]
  compareScope?: CompareScope
  combine?: CombineRule
  /** Rounding of the combined total. Null keeps the exact mean. */
  roundStepMilli?: Milli | null
  roundMode?: RoundMode
  /** Rounding up stops at what the points are worth together. */
  points?: readonly Pick<ScorePoint, 'fullMilli'>[]
  /** Only the best questions count, those of the readings that are settled together. */
  bestOf?: BestOf | null
}

export type FinalSource =
  | 'SINGLE'
  | 'COMBINED'
  | 'PAIR'
  | 'ARB'
  | 'SPOT'
  | 'PROBLEM'
  | 'BLANK'
  | 'INSPECT'
  | 'BENCHMARK'
  /** Marked by hand before the sheet was scanned. */
  | 'OFFLINE'

export interface UnitFinal {
  totalMilli: Milli
  /**
   * Means of the score points, each to a thousandth; for item analysis. A point of a question that does not
   * count has no entry: the array is sparse.
   */
  scores: readonly Milli[]
  source: FinalSource
  /**
   * `NR`: nothing written, as a person found. `ZERO`: written and worth nothing. `MISCONDUCT`, `VOID`: nothing by decision, of a
   * problem paper. Null above zero.
   */
  reason: 'NR' | 'ZERO' | NoMarkReason | null
  /** The readings combined lay over the tolerance (modes 2 and 4). */
  overTolerance: boolean
  /** Mode 4: the closest pair was over the tolerance and was taken all the same. */
  forcedPair: boolean
  /** `totalMilli` minus the sum of `scores`. */
  roundingResidualMilli: Milli
  /** Which of the given readings were combined, by index. */
  combined: readonly number[]
}

export type Settlement =
  | { kind: 'waiting' }
  | { kind: 'final'; final: UnitFinal }
  | { kind: 'third'; gapMilli: Milli }
  | { kind: 'arbitration'; gapMilli: Milli }

/**
 * What becomes of a unit whose readings R1, R2, R3 are given in that order.
 *
 * Up to and including the tolerance apart, two readings agree. Fewer readings than the mode needs:
 * `waiting`. More than it needs are ignored.
 *
 * @source domain rules 3.3 to 3.5
 */
export function settle(readings: readonly ScoredReading[], policy: SettlePolicy): Settlement {
  const [first, second, third] = readings
  if (!first) return { kind: 'waiting' }
  if (policy.mode === 0) return { kind: 'final', final: finalOfOne(first, 'SINGLE', policy.bestOf) }
  if (!second) return { kind: 'waiting' }

  const agree = !isOver(first, second, policy)
  if (agree || policy.mode === 2)
    return { kind: 'final', final: combineTwo(readings, [0, 1], policy, 'COMBINED', !agree) }
  const gapMilli = gapOf(first, second, policy)
  if (!hasThirdReading(policy.mode)) return { kind: 'arbitration', gapMilli }
  if (!third) return { kind: 'third', gapMilli }

  const [i, j] = closestPair(readings, policy)
  const over = isOver(readings[i]!, readings[j]!, policy)
  if (over && policy.mode === 3)
    return { kind: 'arbitration', gapMilli: gapOf(readings[i]!, readings[j]!, policy) }
  return { kind: 'final', final: combineTwo(readings, [i, j], policy, 'PAIR', over) }
}

const totalOf = (reading: ScoredReading): Milli =>
  reading.scores.reduce((sum, score) => sum + score, 0)

/** What of some readings counts, with the policy for that; and the places of these points. */
function counted(
  readings: readonly ScoredReading[],
  policy: SettlePolicy,
): { readings: ScoredReading[]; policy: SettlePolicy; places: readonly number[] } {
  const places = countedPlaces(
    readings.map(({ scores }) => scores),
    policy.bestOf,
  )
  const { pointTolerancesMilli: tolerances, points } = policy
  return {
    places,
    readings: readings.map(({ scores }) => ({ scores: places.map((place) => scores[place] ?? 0) })),
    policy: {
      ...policy,
      ...(tolerances && { pointTolerancesMilli: places.map((place) => tolerances[place] ?? 0) }),
      ...(points && { points: places.flatMap((place) => points[place] ?? []) }),
    },
  }
}

/** Scores of the points that count, each in its place among all points. */
function inPlace(
  scores: readonly Milli[],
  places: readonly number[],
  length: number,
): readonly Milli[] {
  if (places.length === length) return scores
  const all: Milli[] = []
  all.length = length
  for (const [index, place] of places.entries()) all[place] = scores[index] ?? 0
  return all
}

function gapOf(a: ScoredReading, b: ScoredReading, policy: SettlePolicy): Milli {
  const [x, y] = counted([a, b], policy).readings
  return Math.abs(totalOf(x!) - totalOf(y!))
}

/**
 * How far two readings lie apart: in what counts of them, and in each of their points; 0 in points that do not count.
 */
export function pairGap(
  a: ScoredReading,
  b: ScoredReading,
  { bestOf }: Pick<SettlePolicy, 'bestOf'>,
): { totalMilli: Milli; pointsMilli: Milli[] } {
  const places = countedPlaces([a.scores, b.scores], bestOf)
  const gaps = a.scores.map((score, point) => score - (b.scores[point] ?? 0))
  return {
    totalMilli: Math.abs(places.reduce((sum, place) => sum + (gaps[place] ?? 0), 0)),
    pointsMilli: gaps.map((gap, point) => (places.includes(point) ? Math.abs(gap) : 0)),
  }
}

/** Do two readings lie further apart than allowed? Equal to the tolerance is accepted. */
export function isOver(a: ScoredReading, b: ScoredReading, policy: SettlePolicy): boolean {
  const scope = policy.compareScope ?? 'total'
  const totalOver = gapOf(a, b, policy) > policy.toleranceMilli
  if (scope === 'total') return totalOver
  const pair = counted([a, b], policy)
  const pointOver = disagreeingPoints(pair.readings, pair.policy).some(Boolean)
  return scope === 'both' ? totalOver || pointOver : pointOver
}

/** For each score point, whether the readings lie further apart than its own tolerance. */
export function disagreeingPoints(
  readings: readonly ScoredReading[],
  policy: Pick<SettlePolicy, 'pointTolerancesMilli'>,
): boolean[] {
  return (readings[0]?.scores ?? []).map((_, point) => {
    const scores = readings.map((reading) => reading.scores[point] ?? 0)
    const tolerance = policy.pointTolerancesMilli?.[point] ?? 0
    return Math.max(...scores) - Math.min(...scores) > tolerance
  })
}

/**
 * What the arbitration page starts from: where the readings agree on a point their mean, as scores that may be
 * given; null where the arbitrator must decide. Where they agree on every point, and only the sum is too far apart,
 * that is all of them: one press of a key would hand in what is in dispute.
 *
 * @source domain rules 3.5
 */
export function arbitrationDraft(
  readings: readonly ScoredReading[],
  policy: Pick<SettlePolicy, 'pointTolerancesMilli' | 'bestOf'>,
  points: readonly ScorePoint[],
): (Milli | null)[] {
  const disagree = disagreeingPoints(readings, policy)
  if (!disagree.includes(true)) return points.map(() => null)
  const agreed = points.flatMap((point, at) => (disagree[at] ? [] : [{ point, at }]))
  const places = countedPlaces(
    readings.map(({ scores }) => scores),
    policy.bestOf,
  )
  const means = meanOnGrid(
    agreed.map(({ point }) => point),
    readings.map(({ scores }) => agreed.map(({ at }) => scores[at] ?? 0)),
    agreed.flatMap(({ at }, index) => (places.includes(at) ? [index] : [])),
  )
  return points.map((_, at) => means[agreed.findIndex((one) => one.at === at)] ?? null)
}

const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const

/**
 * The two of three readings with the smallest gap in total; on a tie the pair with the higher sum,
 * which favours the candidate. A pair that agrees comes before one that does not, which matters only
 * where points are compared.
 */
export function closestPair(
  readings: readonly ScoredReading[],
  policy: SettlePolicy,
): readonly [number, number] {
  const ranked = PAIRS.map(([i, j]) => {
    const [a, b] = [readings[i]!, readings[j]!]
    const over = isOver(a, b, policy) ? 1 : 0
    const sum = counted([a, b], policy).readings.reduce((all, one) => all + totalOf(one), 0)
    return { pair: [i, j] as const, over, gap: gapOf(a, b, policy), sum }
  }).sort((a, b) => a.over - b.over || a.gap - b.gap || b.sum - a.sum)
  return ranked[0]!.pair
}

/** A final mark that one reading decides alone. */
export function finalOfOne(
  reading: ScoredReading,
  source: FinalSource,
  bestOf?: BestOf | null,
): UnitFinal {
  const places = countedPlaces([reading.scores], bestOf)
  const scores = places.map((place) => reading.scores[place] ?? 0)
  const totalMilli = totalOf({ scores })
  return {
    totalMilli,
    scores: inPlace(scores, places, reading.scores.length),
    source,
    reason: totalMilli === 0 ? (source === 'BLANK' ? 'NR' : 'ZERO') : null,
    overTolerance: false,
    forcedPair: false,
    roundingResidualMilli: 0,
    combined: [0],
  }
}

function combineTwo(
  readings: readonly ScoredReading[],
  pair: readonly [number, number],
  policy: SettlePolicy,
  source: 'COMBINED' | 'PAIR',
  over: boolean,
): UnitFinal {
  const both = [readings[pair[0]]!, readings[pair[1]]!]
  const { readings: parts, places, policy: own } = counted(both, policy)
  const [a, b] = [parts[0]!, parts[1]!]
  const chosen = chosenReading(a, b, policy.combine ?? 'mean')
  const scores = chosen
    ? chosen.scores
    : a.scores.map((score, point) => mean([score, b.scores[point] ?? 0]))
  const [num, den] = chosen ? [totalOf(chosen), 1] : [totalOf(a) + totalOf(b), 2]
  const step = policy.roundStepMilli ?? null
  const mode = step === null ? 'exact' : (policy.roundMode ?? 'half_up')
  const rounded = Number(roundTo(BigInt(num), BigInt(den), BigInt(step ?? 1), mode))
  const totalMilli = own.points ? Math.min(rounded, fullOfPoints(own.points)) : rounded
  return {
    totalMilli,
    scores: inPlace(scores, places, both[0]!.scores.length),
    source,
    reason: totalMilli === 0 ? 'ZERO' : null,
    overTolerance: over,
    forcedPair: over && source === 'PAIR',
    roundingResidualMilli: totalMilli - scores.reduce((sum, score) => sum + score, 0),
    combined: pair,
  }
}

/** The one reading that counts under the rule; null when both do. */
function chosenReading(a: ScoredReading, b: ScoredReading, rule: CombineRule) {
  if (rule === 'mean') return null
  if (rule === 'first') return a
  const aIsHigher = totalOf(a) >= totalOf(b)
  return (rule === 'higher') === aIsHigher ? a : b
}

const mean = (scores: readonly Milli[]): Milli =>
  Number(roundTo(BigInt(scores.reduce((a, b) => a + b, 0)), BigInt(scores.length), 1n, 'exact'))
