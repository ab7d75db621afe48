import type { Interval95 } from './compare.ts'

/** Standing of one student in both exams, in any unit. */
export interface BeforeAndNow {
  before: number
  now: number
}

interface AddedByGroup extends Interval95 {
  v: number
  /** As it is, before it is drawn to 0. */
  mean: number
  n: number
}

export interface ValueAdded {
  pairs: number
  slope: number
  r2: number
  /** Variance between the groups that is not chance. */
  tau2: number
  /** Mean residual of each group, drawn to 0 as far as it may be chance; null for nobody. */
  groups: (AddedByGroup | null)[]
}

/** With fewer nothing is said. @source reports 2.3 */
export const LEAST_PAIRS = 30
const Z95 = 1.96

/**
 * What groups reached beyond what others with the same start reached: residuals of the regression of now on before over
 * all, its mean by group, shrunk by how much of the differences between groups is more than chance. Null for fewer than
 * thirty pairs, one group, or where nobody differs.
 *
 * @param reliability of the entry exam: what its error hides of the slope is given back; 1 as measured
 * @source reports R5; domain rules 15
 */
export function valueAdded(
  groups: readonly (readonly BeforeAndNow[])[],
  reliability = 1,
): ValueAdded | null {
  const all = groups.flat()
  const own = groups.filter(({ length }) => length > 0)
  if (all.length < LEAST_PAIRS || own.length < 2 || all.length <= own.length) return null
  const [before, now] = [
    standardised(all.map((one) => one.before)),
    standardised(all.map((one) => one.now)),
  ]
  if (!before || !now) return null
  // Of standardised scores the slope is the correlation and there is no intercept.
  const r = before.reduce((sum, x, at) => sum + x * now[at]!, 0) / all.length
  const slope = r / reliability
  let at = 0
  const residuals = groups.map((group) =>
    group.map(() => {
      const residual = now[at]! - slope * before[at]!
      at += 1
      return residual
    }),
  )
  const known = residuals.filter(({ length }) => length > 0)
  const within = known.reduce((sum, group) => {
    const mean = meanOf(group)
    return sum + group.reduce((part, one) => part + (one - mean) ** 2, 0)
  }, 0)
  const chance = within / (all.length - known.length)
  const means = known.map(meanOf)
  const middle = meanOf(means)
  const between = means.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (means.length - 1)
  const tau2 = Math.max(0, between - meanOf(known.map(({ length }) => chance / length)))
  return {
    pairs: all.length,
    slope,
    r2: r ** 2,
    tau2,
    groups: residuals.map((group) => {
      if (group.length === 0) return null
      const error2 = chance / group.length
      const total = tau2 + error2
      const share = total === 0 ? 1 : tau2 / total
      const mean = meanOf(group)
      const v = share * mean
      const half = Z95 * Math.sqrt(share * error2)
      return { v, lo: v - half, hi: v + half, mean, n: group.length }
    }),
  }
}

const meanOf = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0) / of.length

function standardised(values: readonly number[]): number[] | null {
  const mean = meanOf(values)
  const sd = Math.sqrt(meanOf(values.map((one) => (one - mean) ** 2)))
  return sd < 1e-12 * Math.max(1, Math.abs(mean)) ? null : values.map((one) => (one - mean) / sd)
}
