import { expect, test } from 'vitest'
import { automationSignals } from './automation.ts'

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
