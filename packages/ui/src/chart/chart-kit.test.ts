import type { ChartData } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { drawnValues, fittedRange } from './axis-range.ts'
import { labelled } from './point-labels.ts'
import { smallMultiples } from './small-multiples.ts'

test.for([
  [[82, 86], false, { min: 81.5, max: 86.5 }, 'means that lie close fill the axis'],
  [[2, 40], false, { min: 0, max: 45 }, 'what begins near zero is shown from zero'],
  [[0.9, 1], true, { min: 0.89, max: 1 }, 'no rate is beyond 100 %'],
  [[-0.3, 0.2], false, { min: -0.4, max: 0.3 }, 'below zero there is room too'],
  [[null], false, { min: 0, max: 1 }, 'without values'],
] as const)('axis of %o (rate: %s): %o, %s', ([values, isRate, range]) => {
  const fitted = fittedRange(values, isRate)
  expect(fitted.min).toBeCloseTo(range.min, 9)
  expect(fitted.max).toBeCloseTo(range.max, 9)
})

const DOTS: ChartData = {
  kind: 'dots',
  title: '均分',
  xTitle: '班级',
  yTitle: '均分',
  figure: 'milli',
  labels: ['1班'],
  series: [{ name: '均分', values: [5], lo: [3], hi: [9] }],
  references: [{ value: 12, label: '全年级' }],
}

test('axis: intervals and references are within it', () => {
  expect(drawnValues(DOTS)).toEqual([5, 3, 9, 12])
})

test('more than six series become a chart each, so that no colour means two of them', () => {
  const seven = {
    ...DOTS,
    series: [1, 2, 3, 4, 5, 6, 7].map((n) => ({ name: `${n}班`, values: [n] })),
  }
  expect(smallMultiples(seven).map(({ title, series }) => [title, series.length])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((n) => [`${n}班`, 1]),
  )
  expect(smallMultiples(DOTS)).toEqual([DOTS])
})

test('labels of a scatter that would cover another are left to the mouse', () => {
  expect(
    labelled([
      { x: 0, y: 0 },
      { x: 10, y: 5 },
      { x: 10, y: 20 },
      { x: 60, y: 0 },
    ]),
  ).toEqual([0, 2, 3])
})
