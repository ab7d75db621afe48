import { expect, test } from 'vitest'
import { automationEvidence, automationSignals, withoutLulls } from './automation.ts'

const MINUTE = 60_000
/** All scores from 0 to 10 points, equally often. */
const pool = Array.from({ length: 110 }, (_, index) => (index % 11) * 1000)

/** `count` readings; the gap before each and its score, in minutes and points. */
function readings(
  count: number,
  gapOf: (index: number) => number,
  scoreOf: (index: number) => number,
) {
  let at = 0
  return Array.from({ length: count }, (_, index) => {
    at += gapOf(index) * MINUTE
    return { at, scoreMilli: scoreOf(index) * 1000 }
  })
}
const human = (index: number) => [0.1, 0.3, 0.2, 0.6, 0.15][index % 5]!
const spread = (index: number) => (index * 7) % 11

test.for([
  [60, human, spread, [], 'a person'],
  [60, () => 0.2, spread, ['regular'], 'every twelve seconds'],
  [60, human, () => 6, ['monotonous'], 'always six points'],
  [60, () => 0.2, () => 6, ['regular', 'monotonous'], 'a program'],
  [90, (i: number) => (i < 60 ? 0.2 : human(i)), spread, ['regular'], 'a program that then waits'],
  [
    120,
    (i: number) => (i % 40 === 39 ? 900 : 0.2),
    spread,
    [],
    'as even between nights, but never for fifty',
  ],
  [50, () => 0.2, spread, [], 'fifty readings have 49 intervals'],
  [49, human, () => 6, [], 'too few to say'],
  [300, (i: number) => 0.5 + (i % 3), spread, ['tireless'], 'seven hours without a pause'],
  [300, (i: number) => (i % 100 === 99 ? 30 : 0.5 + (i % 3)), spread, [], 'with pauses'],
] as const)('%#: %s', ([count, gapOf, scoreOf, signals]) => {
  expect(automationSignals(readings(count, gapOf, scoreOf), pool)).toEqual(signals)
})

test('where everybody gives the same score, giving it says nothing', () => {
  expect(
    automationSignals(
      readings(60, human, () => 6),
      pool.map(() => 6000),
    ),
  ).toEqual([])
})

test('nothing is said of nobody', () => {
  expect(automationSignals([], pool)).toEqual([])
})

test('a program that waits is regular for whoever looks back, not for whoever looks now', () => {
  const own = readings(90, (index) => (index < 60 ? 0.2 : human(index)), spread)
  expect(automationSignals(own, pool, { spell: 'last' })).toEqual([])
})

test('what the marking page saw counts with the rest', () => {
  const own = readings(60, () => 0.2, spread)
  expect(automationSignals(own, pool, { page: ['synthetic'] })).toEqual(['regular', 'synthetic'])
})

test('the leader reads the figures behind each signal', () => {
  const texts = (...given: Parameters<typeof readings>) =>
    automationEvidence(readings(...given), pool, { page: ['synthetic'] }).map(({ text }) => text)
  expect(
    texts(
      60,
      () => 0.2,
      () => 6,
    ),
  ).toEqual([
    '提交间隔过于均匀（连续 50 个间隔只相差 0%，一般在 15% 以上）',
    '给分过于单一（最近 50 份只有 1 种分数，分散程度为全体的 0%）',
    '按键和点击由脚本产生',
  ])
  expect(texts(300, (i) => 0.5 + (i % 3), spread)[0]).toBe(
    '连续评阅超过 4 小时没有停顿（最长 7 小时 29 分）',
  )
})

test.for([
  ['half of it in another block', (i: number) => i % 2 === 0, ['tireless'], '，含其他题块'],
  ['all but one in another block', (i: number) => i === 40, ['tireless'], '，含其他题块'],
  ['all of it here', () => true, ['tireless'], ''],
  ['nothing here', () => false, [], ''],
] as const)('seven hours without a pause, %s', ([, isHere, signals, where]) => {
  const work = readings(300, (i) => 0.5 + (i % 3), spread)
  const own = work.filter((_, index) => isHere(index))
  const elsewhere = work.flatMap(({ at }, index) => (isHere(index) ? [] : [at]))
  const found = automationEvidence(own, pool, { elsewhere })
  expect(found.map(({ signal }) => signal)).toEqual(signals)
  if (signals.length > 0)
    expect(found[0]?.text).toBe(`连续评阅超过 4 小时没有停顿（最长 7 小时 29 分${where}）`)
})

test('a stretch in another block that ended before this one was begun is not of this one', () => {
  const elsewhere = readings(300, (i) => 0.5 + (i % 3), spread).map(({ at }) => at)
  const after = (elsewhere.at(-1) ?? 0) + 10 * MINUTE
  const own = readings(60, human, spread).map((one) => ({ ...one, at: one.at + after }))
  expect(automationSignals(own, pool, { elsewhere })).toEqual([])
})

test.for([
  [[], []],
  [[7], [7]],
  // Five minutes are a pause, less is none.
  [
    [0, 5, 10],
    [0, 5, 10],
  ],
  [
    [3, 0, 1, 2, 4],
    [0, 4],
  ],
  [
    [0, 1, 4, 6, 8, 9, 20, 21, 22],
    [0, 4, 8, 9, 20, 22],
  ],
])(
  'of work at the minutes %o those are kept that tell its pauses: %o',
  ([given = [], left = []]) => {
    const kept = withoutLulls(given.map((minute) => minute * MINUTE))
    expect(kept).toEqual(left.map((minute) => minute * MINUTE))
  },
)

test.for([1, 2, 3, 4, 6, 7])('stretches are as long without the moments between, %i', (seed) => {
  const work = readings(400, (i) => ((i * i * seed) % 97) / 17, spread)
  const own = work.filter((_, index) => (index * seed) % 5 < 2)
  const elsewhere = work.filter((_, index) => (index * seed) % 5 >= 2).map(({ at }) => at)
  const fewer = withoutLulls(elsewhere)
  expect(fewer.length).toBeLessThan(elsewhere.length)
  expect(automationEvidence(own, pool, { elsewhere: fewer })).toEqual(
    automationEvidence(own, pool, { elsewhere }),
  )
})
