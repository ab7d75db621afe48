import { expect, test } from 'vitest'
import { milli } from '../milli.ts'
import { roundSubjectTotal, sumBeforeRounding } from './subject-round.ts'

test.for([
  [72.25, 0, 'half_up', 72.25],
  [72.25, 0.5, 'half_up', 72.5],
  [72.25, 0.5, 'ceil', 72.5],
  [72.25, 0.5, 'floor', 72],
  [72.5, 1, 'half_up', 73],
  [72.499, 1, 'half_up', 72],
  [72.001, 1, 'ceil', 73],
  [72.999, 1, 'floor', 72],
  [72, 1, 'ceil', 72],
  [0, 1, 'ceil', 0],
  [100, 1, 'ceil', 100],
] as const)('a total of %f of 100 in steps of %f, %s, is %f', ([exact, step, mode, rounded]) => {
  expect(roundSubjectTotal(milli(exact), milli(100), { stepMilli: milli(step), mode })).toBe(
    milli(rounded),
  )
})

test.for([
  [72.25, 'ceil', 72.5],
  [72.5, 'half_up', 72.5],
  [72.5, 'floor', 72],
] as const)('rounding %f of 72.5 to whole points, %s, stays within the full mark', (row) => {
  const [exact, mode, rounded] = row
  expect(roundSubjectTotal(milli(exact), milli(72.5), { stepMilli: 1000, mode })).toBe(
    milli(rounded),
  )
})

test.for([
  [[4, 9.75], 14, 13.75, 'a block was rounded up'],
  [[4, 9.75], 13.75, null, 'nothing was rounded'],
  [[4, null, 9.75], 14, 13.75, 'an optional question was not chosen'],
  [[4, null], 9, null, 'of a question only what its block got is known'],
  [[], 0, null, 'no questions'],
] as const)('%o with a total of %f: the sum that was rounded is %o (%s)', ([items, total, sum]) => {
  const scores = items.map((score) => (score === null ? null : milli(score)))
  expect(sumBeforeRounding(scores, milli(total))).toBe(sum === null ? null : milli(sum))
})
