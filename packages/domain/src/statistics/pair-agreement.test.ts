import { expect, test } from 'vitest'
import { pairAgreement } from './pair-agreement.ts'

const human = [0, 1, 2, 3, 3, 4, 5, 5, 2, 1]
const other = [0, 1, 2, 3, 4, 4, 5, 4, 2, 2]

test.for([
  [1000, 5000, null, 'one class a point'],
  [10_000, 50_000, null, 'the scale of the grid does not matter'],
] as const)('the vector on a grid of %i of %i (%s)', ([step, full]) => {
  const pairs = human.map((score, index) => [score * step, other[index]! * step] as const)
  const agreement = pairAgreement(pairs, { fullMilli: full, stepMilli: step })
  expect(agreement.qwk?.toFixed(4)).toBe('0.9383')
  expect(agreement.smd?.toFixed(4)).toBe('0.0642')
  expect([agreement.n, agreement.bandMilli]).toEqual([10, null])
})

test.for([
  [12_000, 1000, 2000, '13 classes are halved'],
  [11_000, 1000, null, '12 classes stand'],
  [20_000, 500, 2000, '41 classes, four steps a band'],
  [60_000, 1000, 6000, 'an essay'],
] as const)('of full %i and step %i kappa is taken of bands of %o (%s)', ([full, step, band]) => {
  expect(pairAgreement([], { fullMilli: full, stepMilli: step }).bandMilli).toBe(band)
})

test('where nothing varies nothing is said', () => {
  expect(pairAgreement([[2000, 2000]], { fullMilli: 5000, stepMilli: 1000 })).toMatchObject({
    qwk: null,
    smd: null,
  })
})
