import { markerStatistics, type MarkerReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { trafficLight } from './traffic-light.ts'

const block = { fullMilli: 10_000, toleranceMilli: 1000 }
const pool = { meanMilli: 6000, medianMs: 4000 }
const readings = (count: number, own: Partial<MarkerReading> = {}): MarkerReading[] =>
  Array.from({ length: count }, (_, index) => ({
    scoreMilli: 6000 + (index % 2 === 0 ? 500 : -500),
    activeMs: 4000,
    finalMilli: 6000,
    partnerMilli: null,
    wentToThird: false,
    wentToArbitration: false,
    combined: null,
    ...own,
  }))
const lightOf = (own: MarkerReading[]) => trafficLight(markerStatistics(own, pool, block))

test.for([
  [readings(19), 'grey', /仅 19 份/, 'too few to judge'],
  [readings(20), 'green', /^$/, 'nothing to say'],
  [readings(20, { scoreMilli: 8000, finalMilli: 8000 }), 'amber', /偏松/, 'gives more than others'],
  [readings(20, { activeMs: 500 }), 'amber', /过快给分 20 份/, 'faster than one can read'],
  [
    readings(20, { scoreMilli: 3000, finalMilli: 6000 }),
    'red',
    /偏严.*一致率 0%/,
    'severe and far from the final marks',
  ],
] as const)('%#: %s', ([own, light, reasons]) => {
  const judged = lightOf([...own])
  expect(judged.light).toBe(light)
  expect(judged.reasons.join('；')).toMatch(reasons)
})
