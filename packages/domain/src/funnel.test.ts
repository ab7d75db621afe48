import { expect, test } from 'vitest'
import { funnelCurves, funnelLimits, funnelText } from './funnel.ts'

const ALL = { meanMilli: 80_000, sdMilli: 12_000 }

test.for([
  [36, 'inner', 76_080, 83_920],
  [144, 'inner', 78_040, 81_960],
  [36, 'outer', 73_820, 86_180],
] as const)('of %i people the %s limits are %i and %i', ([n, which, lo, hi]) => {
  const found = funnelLimits(ALL, n, which)
  expect(found.lo).toBeCloseTo(lo, 6)
  expect(found.hi).toBeCloseTo(hi, 6)
})

test.for([
  [36, 83_000, '95% 限内'],
  [36, 76_080, '95% 限内'],
  [144, 83_000, '高于 95% 限'],
  [400, 83_000, '高于 99.8% 限'],
  [36, 75_000, '低于 95% 限'],
  [36, 60_000, '低于 99.8% 限'],
  [0, 0, ''],
] as const)('a mean of %i people of %i is %s', ([n, meanMilli, text]) => {
  expect(funnelText(ALL, { n, meanMilli })).toBe(text)
})

test('the curves go from the smallest group to the largest, and narrow', () => {
  const curves = funnelCurves(ALL, [40, 160, 90])
  expect(curves.map(({ name }) => name)).toEqual(['99.8% 限', '99.8% 限', '95% 限', '95% 限'])
  for (const { points } of curves) {
    expect(points[0]?.x).toBe(40)
    expect(points.at(-1)?.x).toBeCloseTo(160, 9)
    const apart = points.map(({ y }) => Math.abs(y - ALL.meanMilli))
    expect(apart).toEqual(apart.toSorted((a, b) => b - a))
  }
})
