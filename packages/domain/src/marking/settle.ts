import { hasThirdReading } from '../mark-codes.ts'
import type { CombineRule, CompareScope, MarkMode } from '../mark-codes.ts'
import type { Milli } from '../milli.ts'
import { roundTo } from '../rounding.ts'
import type { RoundMode } from '../rounding.ts'

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
  /** Means of the score points, each to a thousandth; for item analysis. */
  scores: readonly Milli[]
  source: FinalSource
  /** `NR`: nothing written. `ZERO`: written and worth nothing. Null above zero. */
  reason: 'NR' | 'ZERO' | null
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
  if (policy.mode === 0) return { kind: 'final', final: finalOfOne(first, 'SINGLE') }
  if (!second) return { kind: 'waiting' }

  const agree = !isOver(first, second, policy)
  if (agree || policy.mode === 2)
    return { kind: 'final', final: combineTwo(readings, [0, 1], policy, 'COMBINED', !agree) }
  const gapMilli = gapOf(first, second)
  if (!hasThirdReading(policy.mode)) return { kind: 'arbitration', gapMilli }
  if (!third) return { kind: 'third', gapMilli }

  const [i, j] = closestPair(readings, policy)
  const over = isOver(readings[i]!, readings[j]!, policy)
  if (over && policy.mode === 3)
    return { kind: 'arbitration', gapMilli: gapOf(readings[i]!, readings[j]!) }
  return { kind: 'final', final: combineTwo(readings, [i, j], policy, 'PAIR', over) }
}

const totalOf = (reading: ScoredReading): Milli =>
  reading.scores.reduce((sum, score) => sum + score, 0)

const gapOf = (a: ScoredReading, b: ScoredReading): Milli => Math.abs(totalOf(a) - totalOf(b))

/** Do two readings lie further apart than allowed? Equal to the tolerance is accepted. */
export function isOver(a: ScoredReading, b: ScoredReading, policy: SettlePolicy): boolean {
  const scope = policy.compareScope ?? 'total'
  const totalOver = gapOf(a, b) > policy.toleranceMilli
  if (scope === 'total') return totalOver
  const pointOver = disagreeingPoints([a, b], policy).some(Boolean)
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
 * What the arbitration page starts from: the mean where the readings agree on a point, null where the
 * arbitrator must decide.
 *
 * @source domain rules 3.5
 */
export function arbitrationDraft(
  readings: readonly ScoredReading[],
  policy: Pick<SettlePolicy, 'pointTolerancesMilli'>,
): (Milli | null)[] {
  return disagreeingPoints(readings, policy).map((disagree, point) =>
    disagree ? null : mean(readings.map((reading) => reading.scores[point] ?? 0)),
  )
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
    return { pair: [i, j] as const, over, gap: gapOf(a, b), sum: totalOf(a) + totalOf(b) }
  }).sort((a, b) => a.over - b.over || a.gap - b.gap || b.sum - a.sum)
  return ranked[0]!.pair
}

/** A final mark that one reading decides alone. */
export function finalOfOne(reading: ScoredReading, source: FinalSource): UnitFinal {
  const totalMilli = totalOf(reading)
  return {
    totalMilli,
    scores: reading.scores,
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
  const [a, b] = [readings[pair[0]]!, readings[pair[1]]!]
  const chosen = chosenReading(a, b, policy.combine ?? 'mean')
  const scores = chosen
    ? chosen.scores
    : a.scores.map((score, point) => mean([score, b.scores[point] ?? 0]))
  const [num, den] = chosen ? [totalOf(chosen), 1] : [totalOf(a) + totalOf(b), 2]
  const step = policy.roundStepMilli ?? null
  const mode = step === null ? 'exact' : (policy.roundMode ?? 'half_up')
  const totalMilli = Number(roundTo(BigInt(num), BigInt(den), BigInt(step ?? 1), mode))
  return {
    totalMilli,
    scores,
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
