import { describe, expect, test } from 'vitest'
import { milli } from '../../milli.ts'
import {
  acceptKey,
  changesText,
  checkScorePoint,
  checkScores,
  closeEntry,
  legalScores,
  pointChanges,
  pointsText,
  spreadTotal,
  stepOfTotals,
} from './grid.ts'
import type { KeyOutcome } from './grid.ts'

const point = (full: number, step: number, name = '(1)') => ({
  name,
  fullMilli: milli(full),
  stepMilli: milli(step),
})
const accepted = (points: number): KeyOutcome => ({ kind: 'accepted', scoreMilli: milli(points) })
const waiting = (buffer: string): KeyOutcome => ({ kind: 'waiting', buffer })
const refused: KeyOutcome = { kind: 'refused' }

test('legal scores run from zero to full in steps', () => {
  expect(legalScores(point(2, 0.5))).toEqual([0, 500, 1000, 1500, 2000])
})

test.for([
  [[[2, 0.5]], 0.5, 'one point'],
  [
    [
      [4, 1],
      [60, 1],
    ],
    1,
    'whole points alone',
  ],
  [
    [
      [4, 1],
      [3, 0.5],
    ],
    0.5,
    'one of them in halves',
  ],
  [
    [
      [4, 2],
      [6, 3],
    ],
    1,
    'twos and threes make any whole total',
  ],
  [
    [
      [4, 2],
      [4, 2],
    ],
    2,
    'twos alone',
  ],
] as const)('totals of %o lie %s apart (%s)', ([points, step]) => {
  expect(stepOfTotals(points.map(([full, own]) => point(full, own)))).toBe(milli(step))
})

test('scores are read out with the names of their points', () => {
  expect(pointsText([point(20, 1, '内容'), point(20, 0.5, '表达')], [15_000, 16_500])).toBe(
    '内容 15、表达 16.5',
  )
})

test.for([
  [[4000, 2500], [3000, 3500], '(1) 4 → 3、(2) 2.5 → 3.5', 'the total stays'],
  [[4000, 2500], [4000, 2000], '(2) 2.5 → 2', 'one of them'],
  [[6500], [4000, 2000], '', 'of one of the marks only the total is known'],
] as const)('from %o to %o: %s (%s)', ([before, after, text]) => {
  expect(changesText(pointChanges([point(4, 0.5), point(4, 0.5, '(2)')], before, after))).toBe(text)
})

test('a step must divide the full mark', () => {
  expect(checkScorePoint(point(4, 0.5))).toBeNull()
  expect(checkScorePoint(point(4, 1.5))?.code).toBe('MARKING_STEP_INVALID')
  expect(checkScorePoint({ name: 'x', fullMilli: 4000, stepMilli: 0 })?.code).toBe(
    'MARKING_STEP_INVALID',
  )
})

describe('checking scores', () => {
  const points = [point(4, 0.5, '(1)'), point(60, 1, '作文')]
  test.for([
    [[3.5, 48], null],
    [[0, 0], null],
    [[3.5], 'MARKING_POINT_COUNT'],
    [[3.5, null], 'MARKING_EMPTY_POINT'],
    [[4.5, 48], 'MARKING_SCORE_OUT_OF_RANGE'],
    [[-1, 48], 'MARKING_SCORE_OUT_OF_RANGE'],
    [[NaN, 48], 'MARKING_SCORE_OUT_OF_RANGE'],
    [[3.25, 48], 'MARKING_OFF_GRID'],
    [[3, 48.5], 'MARKING_OFF_GRID'],
  ] as const)('%o: %s', ([scores, code]) => {
    const inMilli = scores.map((score) => (score === null ? null : score * 1000))
    expect(checkScores(points, inMilli)?.code ?? null).toBe(code)
  })

  test('the refusal lists what is allowed', () => {
    expect(checkScores([point(2, 0.5)], [250])?.facts).toEqual({
      point: '(1)',
      score: '0.25',
      allowed: '0、0.5、1、1.5、2',
    })
    expect(checkScores([point(60, 1)], [500])?.facts['allowed']).toBe('0 到 60 分，每 1 分一档')
  })
})

describe('typing a score', () => {
  test.for([
    [12, 1, '', '7', accepted(7), 'only 7 begins with 7'],
    [12, 1, '', '1', waiting('1'), '1, 10, 11 and 12 are possible'],
    [12, 1, '1', '2', accepted(12), ''],
    [12, 1, '1', '3', refused, '13 is over full'],
    [12, 1, '', '0', accepted(0), ''],
    [12, 0.5, '', '7', waiting('7'), '7 or 7.5'],
    [12, 0.5, '7', '.', accepted(7.5), 'the stop adds a half'],
    [12, 0.5, '7', ';', accepted(7.5), 'so does the semicolon'],
    [12, 0.5, '', '.', accepted(0.5), ''],
    [12, 0.5, '12', '.', refused, '12.5 is over full'],
    [4, 0.25, '3', '.', waiting('3.'), 'three decimals are possible'],
    [4, 0.25, '3.', '2', accepted(3.25), ''],
    [4, 0.25, '3.', ';', refused, ''],
    [12, 1, '', '.', refused, 'no decimals on a whole grid'],
    [12, 1, '', 'x', refused, ''],
    [20, 10, '', '1', accepted(10), 'completed at once'],
  ] as const)('full %d, step %d, "%s" then "%s"', ([full, step, buffer, key, outcome]) => {
    expect(acceptKey(buffer, key, legalScores(point(full, step)))).toEqual(outcome)
  })

  test('Enter closes an ambiguous text', () => {
    const legal = legalScores(point(12, 1))
    expect(closeEntry('1', legal)).toEqual(accepted(1))
    expect(closeEntry('', legal)).toEqual(refused)
  })
})

describe('spreading a corrected total', () => {
  const points = [point(4, 0.5, '(1)'), point(4, 1, '(2)')]
  test.for([
    [[3, 2], 6.5, [3.5, 3]],
    [[4, 4], 6, [4, 2]],
    [[1, 1], 8, [4, 4]],
    [[1, 1], 0, [0, 0]],
    [[0, 4], 3.5, [0.5, 3]],
    [[4, 3], 7.5, [3.5, 4]],
    [[3, 2], 6.25, null],
    [[3, 2], 9, null],
  ] as const)('%o to %d becomes %o', ([from, total, scores]) => {
    expect(spreadTotal(points, from.map(milli), milli(total))).toEqual(scores?.map(milli) ?? null)
  })

  test.for([
    [[0, 0], 4, [4, 0], 'twos alone'],
    [[0, 0], 5, [2, 3], 'one of both'],
    [[4, 0], 3, [0, 3], 'against each other'],
    [[4, 6], 9, null, 'nothing makes it'],
  ] as const)('twos and threes: %o to %d becomes %o (%s)', ([from, total, scores]) => {
    const coarse = [point(4, 2, '(1)'), point(6, 3, '(2)')]
    expect(spreadTotal(coarse, from.map(milli), milli(total))).toEqual(scores?.map(milli) ?? null)
  })
})
