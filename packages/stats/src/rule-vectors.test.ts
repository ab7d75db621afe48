import { describe, expect, test } from 'vitest'
import { LEAST_PAIRS, normalCdf, standardIndex, valueAdded } from './index.ts'

const near = (actual: number | null | undefined, expected: number) =>
  expect(actual).toBeCloseTo(expected, 4)

const ENTRY = [
  [85, 78, 92, 66, 74, 81, 59, 88, 70, 77],
  [62, 71, 55, 80, 68, 75, 49, 83, 64, 73],
  [90, 86, 79, 95, 72, 84, 88, 76, 91, 69],
]
const NOW = [
  [88, 80, 94, 72, 77, 85, 66, 89, 76, 79],
  [60, 70, 50, 79, 64, 74, 45, 82, 60, 71],
  [89, 87, 78, 96, 70, 85, 90, 74, 90, 68],
]
const pairs = ENTRY.map((entry, group) =>
  entry.map((before, at) => ({ before, now: NOW[group]![at]! })),
)

describe('R5 value-added', () => {
  test('slope, spread between classes and how much of it is no chance', () => {
    const found = valueAdded(pairs)!
    near(found.slope, 0.9715)
    near(found.r2, 0.9439)
    expect(found.tau2).toBeCloseTo(0.053489, 6)
    expect(found.pairs).toBe(LEAST_PAIRS)
  })

  test.for([
    [0, 0.266, 0.2559, 0.1674, 0.3443],
    [1, -0.1834, -0.1764, -0.2649, -0.088],
    [2, -0.0826, -0.0794, -0.1679, 0.009],
  ] as const)('class %i: mean %f, estimate %f from %f to %f', ([at, mean, v, lo, hi]) => {
    const found = valueAdded(pairs)!.groups[at]!
    near(found.mean, mean)
    near(found.v, v)
    near(found.lo, lo)
    near(found.hi, hi)
  })

  test('with the entry exam reliable to 0.90 the second and the third class change order', () => {
    const found = valueAdded(pairs, 0.9)!
    near(found.slope, 1.0795)
    for (const [at, mean] of [0.2564, -0.1065, -0.1499].entries())
      near(found.groups[at]!.mean, mean)
  })

  test('fewer than thirty pairs, one group or equal scores say nothing; nobody is null', () => {
    expect(valueAdded([pairs[0]!, pairs[1]!, pairs[2]!.slice(1)])).toBeNull()
    expect(valueAdded([pairs.flat()])).toBeNull()
    expect(valueAdded(pairs.map((group) => group.map(({ before }) => ({ before, now: 5 }))))).toBe(
      null,
    )
    expect(valueAdded([...pairs, []])?.groups[3]).toBeNull()
  })
})

describe('R14 composite index', () => {
  const ROWS = [
    [0.25, 0.06, 0.03, 0.02],
    [-0.1, -0.03, 0, -0.01],
    [0.05, 0.01, -0.02, 0.01],
    [-0.2, -0.04, -0.01, -0.02],
  ]
  const WEIGHTS = [0.35, 0.25, 0.2, 0.2]
  const rowsWith = (se: number | null) => ROWS.map((row) => row.map((value) => ({ value, se })))

  test.for([
    [0, 64.7074],
    [1, 44.7659],
    [2, 50.7939],
    [3, 39.7328],
  ] as const)('row %i has %f', ([at, index]) => {
    near(standardIndex(rowsWith(null), WEIGHTS)[at]?.v, index)
  })

  test('less is better: a figure with the other sign gives the same index', () => {
    const turned = rowsWith(null).map((row) =>
      row.map((part, at) => (at === 3 ? { ...part, value: -part.value } : part)),
    )
    near(standardIndex(turned, [0.35, 0.25, 0.2, -0.2])[0]?.v, 64.7074)
  })

  test('fewer than four rows, or a figure missing: none; the missing row leaves the others', () => {
    expect(standardIndex(rowsWith(null).slice(1), WEIGHTS)).toEqual([null, null, null])
    expect(standardIndex([null, ...rowsWith(null).slice(1)], WEIGHTS)).toEqual([
      null,
      null,
      null,
      null,
    ])
    const five = standardIndex([...rowsWith(null), null], WEIGHTS)
    expect(five[4]).toBeNull()
    near(five[0]?.v, 64.7074)
  })

  test('equal figures of all rows count for nothing', () => {
    const equal = standardIndex(
      rowsWith(0.01).map((row) => row.map((part) => ({ ...part, value: 0.7 }))),
      WEIGHTS,
    )
    expect(equal.map((row) => row?.v)).toEqual([50, 50, 50, 50])
  })

  test('the band of one figure is the one that its numeric derivatives give', () => {
    const se = 0.02
    const one = ROWS.map(([value = 0]) => [{ value, se }])
    const [first] = standardIndex(one, [1])
    const step = 1e-6
    const variance = one.reduce((sum, _, moved) => {
      const shifted = one.map((row, at) =>
        row.map((part) => ({ ...part, value: part.value + (at === moved ? step : 0) })),
      )
      return sum + (((standardIndex(shifted, [1])[0]!.v - first!.v) / step) * se) ** 2
    }, 0)
    expect(first!.hi! - first!.v).toBeCloseTo(1.96 * Math.sqrt(variance), 4)
    expect(first!.v - first!.lo!).toBeCloseTo(first!.hi! - first!.v, 12)
    expect(standardIndex(rowsWith(null), WEIGHTS)[0]).toMatchObject({ lo: null, hi: null })
  })
})

describe('R12 error of persons, SEM 3.2', () => {
  test.for([
    [86, 82, 0.8116],
    [86, 85, 0.5874],
    [95, 82, 0.998],
  ] as const)('%i is truly above %i with a chance of %f', ([a, b, chance]) => {
    near(normalCdf((a - b) / (Math.SQRT2 * 3.2)), chance)
  })
})
