/** A mean this many standard errors from that of all is beyond chance in 5 of 100 cases, and in 2 of 1,000. */
const SIGNS = { inner: 1.96, outer: 3.09 } as const

interface Whole {
  meanMilli: number
  sdMilli: number
}

/** Between which the mean of so many people lies that were drawn from all by lot. @source reports P14 */
export function funnelLimits({ meanMilli, sdMilli }: Whole, n: number, which: keyof typeof SIGNS) {
  const half = (SIGNS[which] * sdMilli) / Math.sqrt(n)
  return { lo: meanMilli - half, hi: meanMilli + half }
}

/** What a mean says beside its limits; of the few that a mean is not told of, nothing. */
export function funnelText(whole: Whole, of: { meanMilli: number; n: number }): string {
  if (of.n === 0) return ''
  const side = of.meanMilli < whole.meanMilli ? '低于' : '高于'
  const isBeyond = (which: keyof typeof SIGNS): boolean => {
    const { lo, hi } = funnelLimits(whole, of.n, which)
    return of.meanMilli < lo || of.meanMilli > hi
  }
  if (isBeyond('outer')) return `${side} 99.8% 限`
  return isBeyond('inner') ? `${side} 95% 限` : '95% 限内'
}

/** Places of a curve between the smallest and the largest group. */
const PLACES = 32

/** The four limits as curves over the number of people. */
export function funnelCurves(whole: Whole, sizes: readonly number[]) {
  const ends = [Math.min(...sizes), Math.max(...sizes)] as const
  // Groups that are all of one size still stand between lines.
  const [least, most] = ends[0] === ends[1] ? [ends[0] * 0.8, ends[1] * 1.25] : ends
  // Limits are steep where few are: there the places stand closer.
  const places = Array.from(
    { length: PLACES + 1 },
    (_, at) => least * (most / least) ** (at / PLACES),
  )
  return (['outer', 'inner'] as const).flatMap((which) =>
    (['lo', 'hi'] as const).map((end) => ({
      name: which === 'inner' ? '95% 限' : '99.8% 限',
      points: places.map((x) => ({ x, y: funnelLimits(whole, x, which)[end] })),
    })),
  )
}
