import { expect, test } from 'vitest'
import { isInsignificant, overMeanRatio, progressOf } from './progress.ts'

test('DR 15 progress: ranks are taken anew among those who sat both exams', () => {
  const progress = progressOf([
    { before: 90, now: 60 },
    { before: 100, now: null },
    { before: 80, now: 70 },
    { before: null, now: 99 },
    { before: 70, now: 65 },
  ])
  expect(progress.map((one) => one && [one.rankBefore, one.rankNow, one.rankChange])).toEqual([
    [1, 3, -2],
    null,
    [2, 1, 1],
    null,
    [3, 2, 1],
  ])
  const changes = progress.flatMap((one) => (one ? one.zChange : []))
  expect(changes.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 12)
  expect(changes[0]).toBeCloseTo(-2.4495, 4)
})

test('DR 15 the ratio above the mean', () => {
  expect([overMeanRatio(66, 60), overMeanRatio(54, 60), overMeanRatio(1, 0)]).toEqual([
    0.1,
    -0.1,
    null,
  ])
})

test.for([
  [70, 72, true],
  [70, 76, false],
] as const)(
  'DR 15 caution: means of %i and %i from 40 each, sd 10, differ insignificantly: %s',
  ([a, b, grey]) => {
    expect(isInsignificant({ mean: a, sd: 10, n: 40 }, { mean: b, sd: 10, n: 40 })).toBe(grey)
  },
)
