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

const seeds = (
  state: 'ok' | 'second' | 'warned' | 'suspended',
  passed: number,
  failed: number,
) => ({
  state,
  passed,
  failed,
})

test.for([
  [readings(20), seeds('ok', 5, 1), 'green', ''],
  [readings(20), seeds('second', 3, 1), 'amber', '种子卷合格率 75%，低于 80%'],
  [readings(20), seeds('warned', 8, 2), 'red', '种子卷 2/10 份不合格，等待组长处理'],
  [readings(5), seeds('suspended', 0, 3), 'red', '种子卷 3/3 份不合格，已停评'],
  [readings(5), seeds('second', 0, 1), 'grey', '仅 5 份，满 20 份后才作判断'],
] as const)('%#: seeds %o', ([own, record, light, reasons]) => {
  const judged = trafficLight(markerStatistics([...own], pool, block), null, [], record)
  expect([judged.light, judged.reasons.join('；')]).toEqual([light, reasons])
})

const drift = (deltaMilli: number, isFlagged: boolean) => ({
  deltaMilli,
  errorMilli: 100,
  slopeMilliPerHour: 0,
  isFlagged,
})

test.for([
  [drift(500, true), [], 'amber', '给分前紧后松'],
  [drift(-500, true), [], 'amber', '给分前松后紧'],
  [drift(100, false), ['regular'], 'green', ''],
  [null, ['regular', 'monotonous'], 'amber', '疑似自动评阅：提交间隔过于均匀、给分过于单一'],
  [
    drift(500, true),
    ['regular', 'tireless'],
    'red',
    '给分前紧后松；疑似自动评阅：提交间隔过于均匀、连续评阅超过 4 小时没有停顿',
  ],
] as const)('drift %o and signals %o are %s: %s', ([own, signals, light, reasons]) => {
  const judged = trafficLight(markerStatistics(readings(20), pool, block), own, signals)
  expect([judged.light, judged.reasons.join('；')]).toEqual([light, reasons])
})
