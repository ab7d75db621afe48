import { expect, test } from 'vitest'
import { trendOf, trendSentence } from './trend.ts'

const Z = [-0.42, -0.3, -0.35, 0.02, 0.15]
const ALPHA = [0.9, 0.86, 0.92, 0.88, 0.91]
const points = Z.map((z, at) => ({ z, error: Math.sqrt(1 - (ALPHA[at] ?? 0)) }))

test('R6 trend: the vector is no significant change', () => {
  const change = trendOf(points)
  expect(change?.slope).toBeCloseTo(0.1471, 4)
  expect(change?.se).toBeCloseTo(0.1002, 4)
  expect((change?.slope ?? 0) / (change?.se ?? 1)).toBeCloseTo(1.4684, 3)
  expect(trendSentence(change)).toBe('近 5 次无显著变化')
})

test.each([
  [[-1, -0.5, 0, 0.5], '近 4 次上升'],
  [[1, 0.5, 0, -0.5], '近 4 次下降'],
  [[-1, null, 0, 0.5, 1], '近 4 次上升'],
  [[-1, 0, 1], null],
  [[], null],
])('R6 trend: of %o it says %s', (values, sentence) => {
  const change = trendOf(values.map((z) => ({ z, error: 0.3 })))
  expect(trendSentence(change)).toBe(sentence)
})

test('trend: exams whose error is unknown are not counted', () => {
  const some = points.map((point, at) => (at < 2 ? { ...point, error: null } : point))
  expect(trendOf(some)?.exams).toBe(3)
  expect(trendSentence(trendOf(some))).toBeNull()
})
