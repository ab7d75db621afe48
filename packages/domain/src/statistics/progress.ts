import { ranksOf } from './rank.ts'
import { referenceOf, zScore } from './standard-score.ts'

/** A candidate's scores in two exams; null where not present, or only partly. */
export interface TwoScores {
  before: number | null
  now: number | null
}

export interface Progress {
  rankBefore: number
  rankNow: number
  /** Positive is up. */
  rankChange: number
  zChange: number
}

/**
 * Progress of everyone who is in both exams; null for the others.
 *
 * Both ranks and both Z scores are taken anew within the common population: ranks of different sets and
 * totals of different papers are not comparable.
 *
 * @source domain rules 15
 */
export function progressOf(candidates: readonly TwoScores[]): (Progress | null)[] {
  const common = (candidate: TwoScores) => candidate.before !== null && candidate.now !== null
  const before = candidates.map((one) => (common(one) ? one.before : null))
  const now = candidates.map((one) => (common(one) ? one.now : null))
  const [ranksBefore, ranksNow] = [ranksOf(before), ranksOf(now)]
  const [zBefore, zNow] = [zScoresOf(before), zScoresOf(now)]
  return candidates.map((_, index) => {
    const [rankBefore, rankNow] = [ranksBefore[index] ?? null, ranksNow[index] ?? null]
    if (rankBefore === null || rankNow === null) return null
    return {
      rankBefore,
      rankNow,
      rankChange: rankBefore - rankNow,
      zChange: zNow[index]! - zBefore[index]!,
    }
  })
}

function zScoresOf(scores: readonly (number | null)[]): number[] {
  const reference = referenceOf(scores.filter((score) => score !== null))
  return scores.map((score) => (score === null || !reference ? 0 : zScore(score, reference)))
}

/** A group's scores for comparison, in one unit. */
export interface GroupSpread {
  mean: number
  sd: number
  n: number
}

/** 超均率: how far a mean lies above a reference, as a share of it. Null for a reference of 0. */
export const overMeanRatio = (mean: number, reference: number): number | null =>
  reference === 0 ? null : (mean - reference) / reference

/** Less than two standard errors apart: 差异不显著, shown in grey. @source domain rules 15 */
export const isInsignificant = (a: GroupSpread, b: GroupSpread): boolean =>
  Math.abs(a.mean - b.mean) < 2 * Math.sqrt(a.sd ** 2 / a.n + b.sd ** 2 / b.n)
