import { meanOf, sdOf } from './moments.ts'

/** Mean and spread of a named scope (school, district, joint). Never mix Z scores of two scopes. */
export interface Reference {
  mean: number
  sd: number
}

/** The reference of a set of scores, population form; null for nobody. */
export function referenceOf(values: ArrayLike<number>): Reference | null {
  const [mean, sd] = [meanOf(values), sdOf(values)]
  return mean === null || sd === null ? null : { mean, sd }
}

/** (x − mean) / sd; 0 for everyone where nobody differs. @source domain rules 12 */
export const zScore = (value: number, { mean, sd }: Reference): number =>
  sd === 0 ? 0 : (value - mean) / sd

/** 50 + 10 Z, not clipped. */
export const tScore = (z: number): number => 50 + 10 * z

/** 500 + 100 Z, not clipped. */
export const hundredScore = (z: number): number => 500 + 100 * z

/** T for display, 0 to 100. */
export const shownTScore = (z: number): number => Math.min(100, Math.max(0, tScore(z)))

/** Weighted sum of Z scores of several subjects; standardise it again before calling it T. */
export const compositeZ = (parts: readonly { z: number; weight: number }[]): number =>
  parts.reduce((sum, { z, weight }) => sum + z * weight, 0)
