import { DEGRADATION_NAMES } from '@hengjuan/scan-simulator'
import { expect, test } from 'vitest'
import { corpusDesigns } from './designs.ts'
import type { CorpusOrder } from './plan.ts'
import { cellCount, planSheet } from './plan.ts'
import { mustBeRead, stressCases } from './stress-cases.ts'

const order = (mode: CorpusOrder['mode']): CorpusOrder => ({
  mode,
  seed: 'test',
  degradation: null,
})
const sheets = (mode: CorpusOrder['mode'], count: number) =>
  Array.from({ length: count }, (_, index) => planSheet(order(mode), index))

test('a sheet depends on mode, seed and index alone', () => {
  expect(planSheet(order('ordinary'), 41)).toEqual(planSheet(order('ordinary'), 41))
  expect(planSheet({ ...order('ordinary'), seed: 'other' }, 41)).not.toEqual(
    planSheet(order('ordinary'), 41),
  )
})

test('the ordinary corpus is ordinary: no trouble beyond strength 1, most designs and many troubles', () => {
  const planned = sheets('ordinary', 600)
  const troubles = planned.flatMap(({ degradations }) => degradations)
  expect(Math.max(...troubles.map(({ strength }) => strength))).toBe(1)
  expect(new Set(planned.map(({ design }) => design)).size).toBe(
    corpusDesigns.filter(({ isMarked }) => !isMarked).length,
  )
  expect(new Set(troubles.map(({ name }) => name)).size).toBeGreaterThan(40)
  const pens = ['pencil', 'ballPen', 'gelPen', 'redPen', 'faintEverywhere']
  for (const { degradations } of planned)
    expect(degradations.filter(({ name }) => pens.includes(name)).length).toBeLessThan(2)
})

test('sheets that are marked before they are scanned are a corpus of their own', () => {
  const planned = sheets('marked', 200).map(({ design }) => corpusDesigns[design]!)
  expect(planned.every(({ isMarked }) => isMarked)).toBe(true)
  expect(new Set(planned.map(({ design }) => design.scoreEntry))).toEqual(
    new Set(['bars', 'digits']),
  )
})

test('the stress corpus holds the 27 troubles of the study and every degradation twice', () => {
  expect(stressCases).toHaveLength(27)
  expect(new Set(stressCases.map(({ id }) => id)).size).toBe(27)
  const count = cellCount(order('stress'))
  expect(count).toBe(1 + 27 + 2 * DEGRADATION_NAMES.length)
  const cells = sheets('stress', 2 * count).map(({ cell }) => cell)
  expect(new Set(cells).size).toBe(count)
})

test('the study lets only two marks missing be rejected', () => {
  expect(stressCases.filter((one) => !mustBeRead(one)).map(({ label }) => label)).toEqual([
    '缺两个定位点',
  ])
})

test('the extreme corpus goes to strength 3 and lets troubles meet', () => {
  const planned = sheets('extreme', cellCount(order('extreme')))
  expect(
    planned
      .filter(({ cell }) => cell === 'pairs')
      .every(({ degradations }) => degradations.length === 2),
  ).toBe(true)
  expect(
    planned
      .filter(({ cell }) => cell !== 'pairs')
      .every(({ degradations }) => degradations[0]?.strength === 3),
  ).toBe(true)
})
