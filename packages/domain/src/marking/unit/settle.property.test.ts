import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COMBINE_RULES, type CombineRule, type MarkMode } from '../../mark-codes.ts'
import { settle } from './settle.ts'
import type { ScoredReading, SettlePolicy } from './settle.ts'

/** Two score points of 10, on a grid of quarter points. */
const reading: fc.Arbitrary<ScoredReading> = fc
  .tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 }))
  .map((quarters) => ({ scores: quarters.map((count) => count * 250) }))

const policy: fc.Arbitrary<SettlePolicy> = fc.record({
  mode: fc.constantFrom<MarkMode>(1, 2, 3, 4),
  toleranceMilli: fc.nat({ max: 20 }).map((points) => points * 500),
  combine: fc.constantFrom(...(Object.keys(COMBINE_RULES) as CombineRule[])),
  roundStepMilli: fc.constantFrom(null, 500, 1000),
  roundMode: fc.constantFrom('half_up', 'ceil', 'floor'),
  bestOf: fc.constantFrom(null, { choose: 1, questionOf: ['A', 'B'] }),
})

const readings = fc.array(reading, { minLength: 2, maxLength: 3 })

type Case = { readings: ScoredReading[]; policy: SettlePolicy }
const forAll = (check: (one: Case) => void) =>
  fc.assert(fc.property(fc.record({ readings, policy }), check), { numRuns: 3000 })

const finalOf = ({ readings, policy }: Case) => {
  const settlement = settle(readings, policy)
  return settlement.kind === 'final' ? settlement.final : null
}
const totalOf = ({ scores }: ScoredReading) => scores.reduce((sum, score) => sum + score, 0)

test('a combined mark lies between the readings that it combines, but for its rounding', () => {
  forAll((one) => {
    const final = finalOf(one)
    if (!final || one.policy.bestOf) return
    const totals = final.combined.map((index) => totalOf(one.readings[index]!))
    const step = one.policy.roundStepMilli ?? 0
    expect(final.totalMilli).toBeGreaterThan(Math.min(...totals) - Math.max(1, step))
    expect(final.totalMilli).toBeLessThan(Math.max(...totals) + Math.max(1, step))
  })
})

test('without rounding the mean is exact, and nothing is left over', () => {
  forAll((one) => {
    const exact = {
      ...one,
      policy: { ...one.policy, combine: 'mean', roundStepMilli: null } as const,
    }
    const final = finalOf(exact)
    if (!final) return
    expect(final.roundingResidualMilli).toBe(0)
    if (one.policy.bestOf) return
    const both = final.combined.map((index) => totalOf(one.readings[index]!))
    expect(final.totalMilli * 2).toBe(both.reduce((sum, total) => sum + total, 0))
  })
})

test('rounding moves a mark by less than its step, onto the step', () => {
  forAll((one) => {
    const { roundStepMilli } = one.policy
    const final = finalOf(one)
    if (!final || roundStepMilli == null) return
    expect(final.totalMilli % roundStepMilli).toBe(0)
    expect(Math.abs(final.roundingResidualMilli)).toBeLessThan(roundStepMilli)
  })
})

test('who read first matters to nobody, unless the first reading is to count', () => {
  forAll(({ readings: [a, b], policy }) => {
    if (!a || !b || policy.combine === 'first') return
    const [one, other] = [settle([a, b], policy), settle([b, a], policy)]
    expect(other.kind).toBe(one.kind)
    if (one.kind === 'final' && other.kind === 'final')
      expect(other.final.totalMilli).toBe(one.final.totalMilli)
  })
})

test('only the modes without arbitration settle what lies over the tolerance, and say so', () => {
  forAll((one) => {
    const final = finalOf(one)
    if (!final) return
    if (final.overTolerance) expect([2, 4]).toContain(one.policy.mode)
    expect(final.forcedPair).toBe(final.overTolerance && one.policy.mode === 4)
  })
})

test('a wider tolerance never sends more readings on', () => {
  const order = ['final', 'third', 'arbitration']
  forAll(({ readings, policy }) => {
    const [narrow, wide] = [0, 2000].map((more) =>
      settle(readings, { ...policy, toleranceMilli: policy.toleranceMilli + more }),
    )
    if (!narrow || !wide) return
    expect(order.indexOf(wide.kind)).toBeLessThanOrEqual(order.indexOf(narrow.kind))
  })
})
