import type { ResultVersion } from './columns.ts'
import type { Interval95 } from './compare.ts'
import { betaQuantile } from './distributions.ts'
import type { GroupFigures } from './figures.ts'
import { groupWeights } from './item-members.ts'
import { forEachMember, type Members } from './members.ts'

/**
 * How much better the upper 27 % of the exam's total do in a subject than the lower 27 %, as a share of its full mark;
 * equal totals share the cut. Null for fewer than ten.
 *
 * @source domain rules 11
 */
export function subjectDiscrimination(
  { manifest, columns }: Pick<ResultVersion, 'manifest' | 'columns'>,
  subject: number,
  members: Members,
): number | null {
  const { totalMilli } = columns.subjects[subject]!
  const totals = columns.countedTotalMilli
  const found: number[] = []
  forEachMember(members, (place) => {
    if (totals[place]! >= 0 && totalMilli[place]! >= 0) found.push(place)
  })
  if (found.length < LEAST) return null
  const places = Int32Array.from(found)
  const sorted = Int32Array.from(places, (place) => totals[place]!).sort()
  const { top, bottom, size } = groupWeights(totals, places, sorted)
  let gap = 0
  for (const [index, place] of places.entries())
    gap += (top[index]! - bottom[index]!) * totalMilli[place]!
  return gap / size / manifest.subjects[subject]!.fullMilli
}

const LEAST = 10

/** 95 % interval of Cronbach's α by Feldt. @param k items @source reports P13 */
export function feldtInterval(alpha: number, n: number, k: number): Interval95 | null {
  if (n < LEAST || k < 2) return null
  const [d1, d2] = [n - 1, (n - 1) * (k - 1)]
  const f = (share: number): number => {
    const x = betaQuantile(share, d1 / 2, d2 / 2)
    return (d2 * x) / (d1 * (1 - x))
  }
  return { lo: 1 - (1 - alpha) * f(0.975), hi: 1 - (1 - alpha) * f(0.025) }
}

/**
 * Share of the variance that lies between groups, from one-way analysis; not below 0. Null for fewer than two groups.
 *
 * @source reports P14
 */
export function icc(
  groups: readonly Pick<GroupFigures, 'present' | 'meanMilli' | 'sdMilli'>[],
): number | null {
  const known = groups.filter(({ present }) => present > 0)
  const k = known.length
  const n = known.reduce((sum, { present }) => sum + present, 0)
  if (k < 2 || n <= k) return null
  const mean = known.reduce((sum, one) => sum + one.present * (one.meanMilli ?? 0), 0) / n
  const between = known.reduce(
    (sum, one) => sum + one.present * ((one.meanMilli ?? 0) - mean) ** 2,
    0,
  )
  const within = known.reduce((sum, one) => sum + one.present * (one.sdMilli ?? 0) ** 2, 0)
  const size = (n - known.reduce((sum, one) => sum + one.present ** 2, 0) / n) / (k - 1)
  const [above, below] = [between / (k - 1), within / (n - k)]
  const all = above + (size - 1) * below
  return all <= 0 ? null : Math.max(0, (above - below) / all)
}
