import { expect, test } from 'vitest'
import { dealByCombo, dealStudents, type SplitStudent } from './class-split.ts'

const made = (count: number, of: (at: number) => Partial<SplitStudent>): SplitStudent[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    gender: at % 2 === 0 ? '女' : '男',
    totalMilli: (count - at) * 1000,
    combo: null,
    ...of(at),
  }))

test.for([
  [40, 4],
  [41, 4],
  [43, 3],
  [5, 7],
  [0, 2],
] as const)(
  'split: %i students in %i classes differ by one, everybody once',
  ([count, classes]) => {
    const dealt = dealStudents(
      made(count, () => ({})),
      classes,
    )
    const sizes = dealt.map((ids) => ids.length)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
    expect(dealt.flat().sort((a, b) => a - b)).toEqual(
      Array.from({ length: count }, (_, at) => at + 1),
    )
  },
)

test('split: girls and means are level over the classes', () => {
  const students = made(160, (at) => ({ totalMilli: (700 - at) * 1000 }))
  const dealt = dealStudents(students, 4)
  const girls = dealt.map((ids) => ids.filter((id) => id % 2 === 1).length)
  expect(girls).toEqual([20, 20, 20, 20])
  const means = dealt.map((ids) => ids.reduce((sum, id) => sum + (700 - id + 1), 0) / ids.length)
  expect(Math.max(...means) - Math.min(...means)).toBeLessThan(1)
})

test('split: combinations stay together, few of one are spread over the smallest', () => {
  const students = made(92, (at) => ({ combo: at < 45 ? '4,5,6' : at < 90 ? '7,8,9' : '4,5,9' }))
  const dealt = dealByCombo(students, 2)
  expect(dealt.map((ids) => ids.length)).toEqual([46, 46])
  const combos = dealt.map((ids) => new Set(ids.map((id) => students[id - 1]?.combo)))
  expect(combos.map((one) => one.size)).toEqual([2, 2])
  expect(dealt.flat()).toHaveLength(92)
})

test('split: without scores the order of ids decides, and nobody is lost', () => {
  const dealt = dealStudents(
    made(6, () => ({ totalMilli: null, gender: '' })),
    2,
  )
  expect(dealt).toEqual([
    [1, 4, 5],
    [2, 3, 6],
  ])
})
