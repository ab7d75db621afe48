import { MILLI_PER_POINT } from '../milli.ts'
import type { Milli } from '../milli.ts'
import { roundTo } from '../rounding.ts'

/** The modes in which a subject total can be rounded, as people read them. */
export const SUBJECT_ROUND_MODES = {
  half_up: '四舍五入',
  ceil: '向上取整',
  floor: '向下取整',
} as const

/** How the totals of a subject are rounded at the end. */
export interface SubjectRound {
  /** 0 keeps totals exact; 500 rounds to half points, 1000 to whole points. */
  stepMilli: Milli
  mode: keyof typeof SUBJECT_ROUND_MODES
}

/**
 * What the scores of the questions of a subject add up to, where rounding its blocks and its total has made something
 * else of it; null where they add up. Where a question has no score of its own, only less than a point is rounding.
 */
export function sumBeforeRounding(
  items: readonly (Milli | null)[],
  totalMilli: Milli,
): Milli | null {
  const sum = items.reduce<Milli>((all, score) => all + (score ?? 0), 0)
  const isRounding = !items.includes(null) || Math.abs(totalMilli - sum) < MILLI_PER_POINT
  return sum !== totalMilli && isRounding ? sum : null
}

/**
 * Rounds the exact total of a subject. Rounding up stops at the full mark.
 *
 * @source domain rules 3.4
 */
export function roundSubjectTotal(
  exactMilli: Milli,
  fullMilli: Milli,
  { stepMilli, mode }: SubjectRound,
): Milli {
  if (stepMilli === 0) return exactMilli
  const rounded = Number(roundTo(BigInt(exactMilli), 1n, BigInt(stepMilli), mode))
  return rounded > exactMilli ? Math.max(exactMilli, Math.min(rounded, fullMilli)) : rounded
}
