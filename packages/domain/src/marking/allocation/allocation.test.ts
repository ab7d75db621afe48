import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAllocation, largestRemainder, markerTargets, steadyTargets } from './allocation.ts'
import type { AllocatedMarker, AllocationPlan } from './allocation.ts'

test.for([
  [1000, [3, 3, 1], [429, 428, 143]],
  [1003, [1, 1, 1, 1], [251, 251, 251, 250]],
  [10, [1, 1, 1], [4, 3, 3]],
  [0, [1, 2], [0, 0]],
  [10, [33.3, 66.7], [3, 7]],
] as const)('%i shared %o is %o', ([total, weights, shares]) => {
  expect(largestRemainder(total, weights)).toEqual(shares)
})

test('weights must be able to share', () => {
  expect(() => largestRemainder(10, [0, 0])).toThrow(RangeError)
  expect(() => largestRemainder(10, [2, -1])).toThrow(RangeError)
})

test('shares always add up and never stray a whole unit from the exact share', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), weights, (total, weights) => {
      const sum = weights.reduce((a, b) => a + b, 0)
      const shares = largestRemainder(total, weights)
      expect(shares.reduce((a, b) => a + b, 0)).toBe(total)
      for (const [index, share] of shares.entries())
        expect(Math.abs(share - (total * weights[index]!) / sum)).toBeLessThan(1)
    }),
  )
})

const marker = (id: number, quota: number | null = null, done = 0): AllocatedMarker => ({
  id,
  name: `教师${id}`,
  quota,
  done,
})
const plan = (over: Partial<AllocationPlan>): AllocationPlan => ({
  mode: 3,
  units: 100,
  markersNeeded: 2,
  readings: 200,
  markers: [],
  ...over,
})

describe('checking an allocation', () => {
  test.for([
    [[marker(1, 100), marker(2, 97)], ['MARKING_QUOTA_SHORT']],
    [[marker(1, 100), marker(2, 100)], []],
    [[marker(1, 100), marker(2, 100), marker(3, 50)], []],
    [[marker(1, 101), marker(2, 100)], ['MARKING_QUOTA_OVER']],
    // Who has done more than was asked for has done it.
    [[marker(1, 10, 60), marker(2, 100), marker(3, 40)], []],
    [[marker(1, 100)], ['MARKING_MARKERS_TOO_FEW', 'MARKING_QUOTA_SHORT']],
  ] as const)('quotas %o: %o', ([markers, codes]) => {
    expect(checkAllocation(plan({ markers })).map(({ code }) => code)).toEqual(codes)
  })

  test('a shortfall says how many are missing', () => {
    expect(checkAllocation(plan({ markers: [marker(1, 100), marker(2, 97)] }))[0]?.facts).toEqual({
      missing: 3,
    })
  })

  test('weights must be above zero', () => {
    const markers = [marker(1, 50), marker(2, 0)]
    expect(checkAllocation(plan({ quotasAreWeights: true, markers }))[0]?.code).toBe(
      'MARKING_WEIGHT_INVALID',
    )
  })

  test('dynamic and average only need enough markers', () => {
    expect(checkAllocation(plan({ mode: 1, markers: [marker(1), marker(2)] }))).toEqual([])
  })
})

describe('targets', () => {
  test('dynamic has none', () => {
    expect(markerTargets(plan({ mode: 1, markers: [marker(1)] }))).toEqual([null])
  })

  test('average shares equally', () => {
    const markers = [1, 2, 3, 4].map((id) => marker(id))
    expect(markerTargets(plan({ mode: 2, readings: 1003, markers }))).toEqual([251, 251, 251, 250])
  })

  test('a newcomer shares what remains, and nobody loses finished work', () => {
    const markers = [marker(1, null, 60), marker(2, null, 20), marker(3)]
    expect(markerTargets(plan({ mode: 2, readings: 200, markers }))).toEqual([100, 60, 40])
  })

  test('weights share what remains; typed quotas stand', () => {
    const weighted = [marker(1, 3, 10), marker(2, 1)]
    expect(
      markerTargets(plan({ quotasAreWeights: true, readings: 50, markers: weighted })),
    ).toEqual([40, 10])
    expect(markerTargets(plan({ markers: [marker(1, 80, 90), marker(2, 120)] }))).toEqual([90, 120])
  })
})

describe('targets while work goes on', () => {
  const plan = (done: number[], over: Partial<AllocationPlan> = {}): AllocationPlan => ({
    mode: 2,
    units: 40,
    markersNeeded: 2,
    readings: 80,
    markers: done.map((one, index) => ({ id: index, name: `${index}`, done: one, quota: null })),
    ...over,
  })

  test.for([
    [
      [0, 0, 0],
      [27, 27, 26],
    ],
    [
      [20, 3, 0],
      [27, 27, 26],
    ],
    [
      [40, 0, 0],
      [40, 20, 20],
    ],
    [
      [40, 30, 0, 0],
      [40, 30, 5, 5],
    ],
  ] as const)('done %j: targets %j', ([done, targets]) => {
    expect(steadyTargets(plan([...done]))).toEqual(targets)
  })

  test.for([
    [[60, 20, 0], [60, 20, 0], 200, 300, [100, 60, 40], 'as the rule says when the newcomer comes'],
    [[75, 20, 9], [60, 20, 0], 200, 300, [100, 60, 40], 'and the same while work goes on'],
    [[60, 20, 0], [0, 0, 0], 200, 300, [67, 67, 66], 'without sharing anew'],
    [[60, 20, 55], [60, 20, 0], 200, 300, [93, 52, 55], 'who is beyond a share keeps what is done'],
    [[90, 20, 0], [90, 20, 0], 200, 100, [100, 60, 40], 'nobody reads more papers than there are'],
  ] as const)('done %j, shared anew at %j of %i: %j', ([done, base, readings, units, targets]) => {
    const markers = done.map((one, index) => ({ ...marker(index, null, one), base: base[index]! }))
    expect(steadyTargets(plan([], { readings, units, markers }))).toEqual(targets)
  })

  test('weights that would give somebody more papers than there are leave the rest to others', () => {
    const markers = [8, 1, 1].map((weight, index) => marker(index, weight))
    const weighted = plan([], { mode: 3, quotasAreWeights: true, markers })
    expect(steadyTargets(weighted)).toEqual([40, 20, 20])
  })

  test('targets add up to the readings whatever was done, where enough people share them', () => {
    const people = fc.array(fc.record({ base: fc.nat(30), more: fc.nat(20) }), {
      minLength: 2,
      maxLength: 8,
    })
    fc.assert(
      fc.property(people, fc.integer({ min: 100, max: 400 }), (people, units) => {
        const markers = people.map(({ base, more }, index) => ({
          ...marker(index, null, base + more),
          base,
        }))
        const targets = steadyTargets(plan([], { units, readings: units * 2, markers }))
        const done = markers.reduce((sum, one) => sum + one.done, 0)
        const total = targets.reduce<number>((sum, target) => sum + (target ?? 0), 0)
        expect(total).toBe(Math.max(units * 2, done))
        for (const [index, one] of markers.entries()) {
          expect(targets[index]).toBeGreaterThanOrEqual(one.done)
          expect(targets[index]).toBeLessThanOrEqual(units)
        }
      }),
    )
  })

  test('dynamic allocation has none, typed quotas stand', () => {
    expect(steadyTargets(plan([1, 2], { mode: 1 }))).toEqual([null, null])
    const typed = plan([1, 50], { mode: 3 })
    const markers = typed.markers.map((marker) => ({ ...marker, quota: 45 }))
    expect(steadyTargets({ ...typed, markers })).toEqual([45, 50])
  })
})
