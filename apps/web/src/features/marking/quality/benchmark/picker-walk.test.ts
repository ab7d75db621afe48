import { expect, test } from 'vitest'
import { bandText, nextToPick, purposeOf } from './picker-walk.ts'

test.for([
  [1, [], 2, 'the next one'],
  [1, [2, 3], 4, 'past papers that are scripts'],
  [3, [4], null, 'none that follows'],
  [4, [], null, 'not back to what was passed over'],
] as const)('after %i, with scripts %o: %o (%s)', ([picked, scripts, next]) => {
  const isScript = (unitId: number) => (scripts as readonly number[]).includes(unitId)
  expect(nextToPick([1, 2, 3, 4], picked, isScript)).toBe(next)
})

test.for([
  [null, null, ''],
  [5000, null, '终评分 5 分及以上'],
  [null, 8500, '终评分 8.5 分及以下'],
  [5000, 8500, '终评分 5 到 8.5 分'],
  [0, 0, '终评分 0 分'],
] as const)('scores from %o to %o are 「%s」', ([low, high, text]) => {
  expect(bandText(low, high)).toBe(text)
})

test('what was kept and is no purpose any more is the usual one', () => {
  expect([purposeOf('calibration'), purposeOf(''), purposeOf('toString')]).toEqual([
    'calibration',
    'seed',
    'seed',
  ])
})
