import { DEFAULT_MARKER_LIMITS, markerStatistics, type MarkerReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { trafficLight } from './traffic-light.ts'

const block = { fullMilli: 10_000, stepMilli: 500, isRandom: true }
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
    toleranceMilli: 1000,
    ...own,
  }))
const lightOf = (own: MarkerReading[]) =>
  trafficLight({ stats: markerStatistics(own, pool, block) })

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
] as const)('traffic light of %#: %s', ([own, light, reasons]) => {
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
  [readings(20), seeds('second', 3, 1), 'amber', '种子卷 4 份中合格 3 份，不足 80%'],
  [readings(20), seeds('warned', 8, 2), 'red', '种子卷 2/10 份不合格，等待组长处理'],
  [readings(5), seeds('suspended', 0, 3), 'red', '种子卷 3/3 份不合格，已停评'],
  [readings(5), seeds('second', 0, 1), 'grey', '仅 5 份，满 20 份后才作判断'],
] as const)('traffic light: %#: seeds %o', ([own, record, light, reasons]) => {
  const judged = trafficLight({ stats: markerStatistics([...own], pool, block), seeds: record })
  expect([judged.light, judged.reasons.join('；')]).toEqual([light, reasons])
})

const drift = (deltaMilli: number, isFlagged: boolean) => ({
  deltaMilli,
  errorMilli: 100,
  slopeMilliPerHour: 0,
  isNotable: isFlagged,
  hasPartners: false,
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
] as const)(
  'traffic light: drift %o and signals %o are %s: %s',
  ([own, signals, light, reasons]) => {
    const judged = trafficLight({
      stats: markerStatistics(readings(20), pool, block),
      drift: own,
      automation: signals,
    })
    expect([judged.light, judged.reasons.join('；')]).toEqual([light, reasons])
  },
)

test('traffic light: a rate of fewer than twenty papers is no reason', () => {
  const far = (count: number) => [
    ...readings(count, { finalMilli: 9000 }),
    ...readings(40, { finalMilli: null }),
  ]
  expect(lightOf(far(19)).light).toBe('green')
  expect(lightOf(far(20)).reasons).toEqual(['与终评一致率 0%，低于 85%'])
})

test.for([
  [true, '宽严度超过 2 倍标准误，但同一批试卷的另一评也这样给分，是试卷本身的差别'],
  [false, '宽严度超过 2 倍标准误，但试卷不是随机分发，与题块均分不能直接比较'],
] as const)(
  'traffic light: papers at random %o: why a notable severity is no reason: %s',
  ([isRandom, note]) => {
    const own = readings(40, {
      scoreMilli: 8000,
      finalMilli: 8000,
      partnerMilli: isRandom ? 8000 : null,
    })
    const stats = markerStatistics(own, pool, { ...block, isRandom })
    expect(trafficLight({ stats, isRandom })).toEqual({
      light: 'green',
      reasons: [],
      notes: [note],
    })
  },
)

test.for([
  [true, '前后变化超过 2 倍标准误，但同一批试卷的另一评也这样变化，是试卷本身的差别'],
  [false, '前后变化超过 2 倍标准误，但没有另一评可以对照，趋势未到 3 倍标准误'],
] as const)(
  'traffic light: read twice %o: why a notable drift is no reason: %s',
  ([hasPartners, note]) => {
    const own = { ...drift(500, false), isNotable: true, hasPartners }
    const stats = markerStatistics(readings(20), pool, block)
    expect(trafficLight({ stats, drift: own }).notes).toEqual([note])
  },
)

test.for([
  [{}, 'red'],
  [{ fastPercent: 100 }, 'amber'],
  [{ fastPercent: 100, consistencyPercent: 0 }, 'green'],
] as const)('traffic light: an exam with the limits %o sees such a marker %s', ([own, light]) => {
  const limits = { ...DEFAULT_MARKER_LIMITS, ...own }
  const stats = markerStatistics(
    readings(20, { activeMs: 500, finalMilli: 9000 }),
    pool,
    block,
    limits,
  )
  expect(trafficLight({ stats, limits }).light).toBe(light)
})
