import type { Milli } from '../milli.ts'
import type { Fraction } from './agreement.ts'

/** A present candidate's subject and total score. */
export interface LineCandidate {
  subjectMilli: Milli
  totalMilli: Milli
}

/** A line in total and in one subject; at the line is on. */
export interface ScoreLine {
  totalMilli: Milli
  subjectMilli: Milli
}

export interface LineAnalysis {
  n: number
  /** On the total line 总分上线, on the subject line 单上线, on both 双上线. */
  totalOn: number
  subjectOn: number
  bothOn: number
  /** On in total, off in the subject 错位: the subject drags. */
  mismatched: number
  /** On in the subject only 浪费. */
  wasted: number
  totalRate: Fraction
  /** 命中率, both over subject. */
  hit: Fraction
  /** 贡献率, both over total. */
  contribution: Fraction
  /** 上线有效率, both over all. */
  effective: Fraction
}

/**
 * Who is on a line. The row of several groups is computed from all their candidates together, never by
 * averaging rates.
 *
 * @source domain rules 14
 */
export function analyseLine(candidates: readonly LineCandidate[], line: ScoreLine): LineAnalysis {
  const onTotal = (candidate: LineCandidate) => candidate.totalMilli >= line.totalMilli
  const onSubject = (candidate: LineCandidate) => candidate.subjectMilli >= line.subjectMilli
  const n = candidates.length
  const totalOn = candidates.filter(onTotal).length
  const subjectOn = candidates.filter(onSubject).length
  const bothOn = candidates.filter((candidate) => onTotal(candidate) && onSubject(candidate)).length
  return {
    n,
    totalOn,
    subjectOn,
    bothOn,
    mismatched: totalOn - bothOn,
    wasted: subjectOn - bothOn,
    totalRate: { num: totalOn, den: n },
    hit: { num: bothOn, den: subjectOn },
    contribution: { num: bothOn, den: totalOn },
    effective: { num: bothOn, den: n },
  }
}

/** How a subject line was drawn; a report prints it. */
export const EFFECTIVE_LINE_METHODS = {
  same_rate: '同率法',
  coefficient: '系数法',
  window_mean: '邻域均分法',
  manual: '手工设定',
} as const

export type EffectiveLineMethod = keyof typeof EFFECTIVE_LINE_METHODS

/**
 * The subject line that as many reach as reach the total line: the A-th highest subject score. Ties may
 * let more through. Null when nobody reaches the total line.
 *
 * @source domain rules 14.1 (1)
 */
export function sameRateLine(
  candidates: readonly LineCandidate[],
  totalLineMilli: Milli,
): Milli | null {
  const on = candidates.filter(({ totalMilli }) => totalMilli >= totalLineMilli).length
  const sorted = candidates.map(({ subjectMilli }) => subjectMilli).sort((a, b) => b - a)
  return sorted[on - 1] ?? null
}

/**
 * Mean subject score of those on the total line, scaled by line over their mean total. In thousandths,
 * not rounded. Null when nobody reaches the line.
 *
 * @source domain rules 14.1 (2)
 */
export function coefficientLine(
  candidates: readonly LineCandidate[],
  totalLineMilli: Milli,
): number | null {
  const on = candidates.filter(({ totalMilli }) => totalMilli >= totalLineMilli)
  const totals = on.reduce((sum, { totalMilli }) => sum + totalMilli, 0)
  const subjects = on.reduce((sum, { subjectMilli }) => sum + subjectMilli, 0)
  // The number of candidates cancels out of mean over mean.
  return totals === 0 ? null : (subjects * totalLineMilli) / totals
}

export type CriticalPlace = 'push' | 'hold' | null

/** How close to a line counts as critical, in thousandths; defaults for totals. @source domain rules 14.2 */
export const CRITICAL_BAND = { belowMilli: 20_000, aboveMilli: 10_000 } as const

/** 线下临界 (`push`) just below a line, 线上临界 (`hold`) just on it, null elsewhere. */
export function criticalPlace(
  scoreMilli: Milli,
  lineMilli: Milli,
  band: { belowMilli: Milli; aboveMilli: Milli } = CRITICAL_BAND,
): CriticalPlace {
  if (scoreMilli >= lineMilli) return scoreMilli < lineMilli + band.aboveMilli ? 'hold' : null
  return scoreMilli >= lineMilli - band.belowMilli ? 'push' : null
}
