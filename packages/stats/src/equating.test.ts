import { expect, test } from 'vitest'
import { anchoredGroup, tuckerEquating } from './equating.ts'
import { testVersion } from './testing/test-version.ts'

test('R13: Tucker linear equating with weights of a half', () => {
  const found = tuckerEquating(
    { n: 300, mean: 72, sd: 14, anchorMean: 14.2, anchorSd: 3.6, cov: 42 },
    { n: 300, mean: 68.5, sd: 15, anchorMean: 13.5, anchorSd: 3.9, cov: 49 },
  )
  expect(found?.slope).toBeCloseTo(1.0131, 4)
  expect(found?.intercept).toBeCloseTo(-2.1631, 3)
  expect(found?.r[0]).toBeCloseTo(0.8333, 4)
  expect(found?.r[1]).toBeCloseTo(0.8376, 4)
  for (const [x, y] of [
    [60, 58.62],
    [72, 70.7766],
    [100, 99.1421],
  ] as const)
    expect((found?.slope ?? 0) * x + (found?.intercept ?? 0)).toBeCloseTo(y, 2)
})

test('R13: papers of the same people and the same questions are worth the same', () => {
  const version = testVersion({
    fulls: [2000, 4000, 6000],
    rows: [[2000, 1000, 6000], [0, 3000, 2000], 'absent', [1000, 4000, 3000], [2000, 0, 0]],
  })
  const group = anchoredGroup(version, 0, [0, 1], { runs: [{ from: 0, to: 5 }] })
  expect(group).toMatchObject({ n: 4, mean: 6000, anchorMean: 3250 })
  const same = tuckerEquating(group, group)
  expect(same?.slope).toBeCloseTo(1, 12)
  expect(same?.intercept).toBeCloseTo(0, 6)
  expect(tuckerEquating(group, { ...group, anchorSd: 0 })).toBeNull()
})
