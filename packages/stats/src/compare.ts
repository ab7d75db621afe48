import type { Ratio } from './figures.ts'
import { twoSidedP } from './distributions.ts'

/** Two-sided 95 %. */
const Z95 = 1.96
/** In groups smaller than this a difference is never marked. @source reports 2.3 */
const LEAST_COMPARED = 20

/** A group for comparison: mean and population standard deviation in one unit. */
export interface GroupMean {
  n: number
  mean: number
  sd: number
}

/** A difference with its error. @source reports 2.4 */
export interface Delta {
  v: number | null
  se: number | null
  z: number | null
  /** After Holm over the rows of the table. */
  pAdjusted: number | null
  /** 0 within error, 1 beyond it taken alone, 2 also among all the rows. */
  sig: 0 | 1 | 2
}

export const NO_DELTA: Delta = { v: null, se: null, z: null, pAdjusted: null, sig: 0 }

/**
 * Each group against the rest of all. The difference shown is to the mean of all, the test is against those who are not
 * in the group: a mean that contains the group moves with it.
 *
 * @param groups null for one without scores
 * @param shown what the difference that is printed is to
 * @source reports R7
 */
export function againstRest(
  groups: readonly (GroupMean | null)[],
  all: GroupMean | null,
  shown: 'all' | 'rest' = 'all',
): Delta[] {
  const tested = groups.map((group) => {
    if (!group || !all) return null
    const rest = without(all, group)
    if (!rest)
      return shown === 'rest' ? null : { v: group.mean - all.mean, se: null, z: null, n: group.n }
    const se = welchError(group, rest)
    const z = se === 0 ? null : (group.mean - rest.mean) / se
    const beside = shown === 'rest' ? rest : all
    return { v: group.mean - beside.mean, se, z, n: Math.min(group.n, rest.n) }
  })
  return judge(tested)
}

/** Two groups without a common member, one pair a row. */
export const differences = (pairs: readonly (readonly [GroupMean, GroupMean] | null)[]): Delta[] =>
  judge(
    pairs.map((pair) => {
      if (!pair) return null
      const [a, b] = pair
      const se = welchError(a, b)
      const v = a.mean - b.mean
      return { v, se, z: se === 0 ? null : v / se, n: Math.min(a.n, b.n) }
    }),
  )

/** Share of the sums that they are taken from. */
const ROUNDING = 1e-12

/** All but those of a group; null for nobody. */
function without(all: GroupMean, group: GroupMean): GroupMean | null {
  const n = all.n - group.n
  if (n <= 0) return null
  const mean = (all.n * all.mean - group.n * group.mean) / n
  // Around the mean of all, so that large means lose no digits.
  const ofAll = all.n * all.sd ** 2
  const ofGroup = group.n * (group.sd ** 2 + (group.mean - all.mean) ** 2)
  const variance = (ofAll - ofGroup) / n - (mean - all.mean) ** 2
  // What is left of rounding is no spread: others who all have one score.
  const isNone = variance <= (ROUNDING * (ofAll + ofGroup)) / n
  return { n, mean, sd: isNone ? 0 : Math.sqrt(variance) }
}

const welchError = (a: GroupMean, b: GroupMean): number =>
  Math.sqrt(a.sd ** 2 / a.n + b.sd ** 2 / b.n)

function judge(
  rows: readonly ({ v: number; se: number | null; z: number | null; n: number } | null)[],
): Delta[] {
  const adjusted = holm(rows.map((row) => (row?.z == null ? null : twoSidedP(row.z))))
  return rows.map((row, index) => {
    if (!row) return NO_DELTA
    const { v, se, z, n } = row
    const p = adjusted[index] ?? null
    const isBeyond = z !== null && n >= LEAST_COMPARED && Math.abs(z) > Z95
    return { v, se, z, pAdjusted: p, sig: !isBeyond ? 0 : p !== null && p < 0.05 ? 2 : 1 }
  })
}

/** Chances of error made good for how many are looked at. Null where nothing was tested. */
export function holm(ps: readonly (number | null)[]): (number | null)[] {
  const order = [...ps.keys()].filter((index) => ps[index] !== null)
  order.sort((a, b) => ps[a]! - ps[b]!)
  const adjusted: (number | null)[] = ps.map(() => null)
  let least = 0
  for (const [position, index] of order.entries()) {
    least = Math.max(least, Math.min(1, ps[index]! * (order.length - position)))
    adjusted[index] = least
  }
  return adjusted
}

export interface Interval95 {
  lo: number
  hi: number
}

/** Wilson interval of a share; null for nobody. @source reports R8 */
export function wilson({ num, den }: Ratio): Interval95 | null {
  if (den === 0) return null
  const p = num / den
  const squared = Z95 ** 2
  const middle = p + squared / (2 * den)
  const half = Z95 * Math.sqrt((p * (1 - p)) / den + squared / (4 * den ** 2))
  const scale = 1 + squared / den
  // Exactly 0 and 1 at the ends, where the roots differ by rounding.
  return {
    lo: num === 0 ? 0 : Math.max(0, (middle - half) / scale),
    hi: num === den ? 1 : Math.min(1, (middle + half) / scale),
  }
}

/** Newcombe's interval of the difference of two shares; null where one is of nobody. @source reports R8 */
export function newcombe(a: Ratio, b: Ratio): (Interval95 & { v: number }) | null {
  const [ofA, ofB] = [wilson(a), wilson(b)]
  if (!ofA || !ofB) return null
  const [p, q] = [a.num / a.den, b.num / b.den]
  return {
    v: p - q,
    lo: p - q - Math.hypot(p - ofA.lo, ofB.hi - q),
    hi: p - q + Math.hypot(ofA.hi - p, q - ofB.lo),
  }
}
