import type { PageReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { lookDistance, lookOf } from './look.ts'

const pageOf = (coverages: number[], ink = 0.05) =>
  ({
    fields: coverages.map((coverage, at) => ({
      id: `choice:${at + 1}`,
      bubbles: [
        { value: 'A', column: 0, filled: 0.99, coverage },
        { value: 'B', column: 0, filled: 0.01, coverage: 0.1 },
      ],
    })),
    regions: [{ id: 'block:1:0', blockKey: '1', inkRatio: ink }],
  }) as unknown as PageReading

const STEADY = [0.8, 0.82, 0.79, 0.81, 0.8, 0.83]

test.for<[a: number[], b: number[], distance: number, why: string]>([
  [STEADY, STEADY, 0, 'the same measurements'],
  [STEADY, STEADY.map((c) => c + 0.01), 0.857, 'one percent on every bubble, the area alike'],
  [STEADY, [0.6, 0.95, 0.7, 0.9, 0.65, 0.99], 11.714, 'another hand'],
  [STEADY, [0.8, 0.8], Number.POSITIVE_INFINITY, 'too little to tell'],
])('%o and %o are %d apart: %s', ([a, b, distance]) => {
  expect(lookDistance(lookOf(pageOf(a)), lookOf(pageOf(b)))).toBeCloseTo(distance, 2)
})
