import { expect, test } from 'vitest'
import { doneAfter, ownScoresLine } from './own-scores.ts'

const distribution = [
  { score_milli: 7500, count: 30 },
  { score_milli: 4000, count: 19 },
]

test.for([
  [49, 'normal', '已评 50 份。您给得最多的是：4 分 19 份，7.5 分 30 份', 'the fiftieth'],
  [49, 'taken_back', '已评 50 份。您给得最多的是：4 分 19 份，7.5 分 30 份', 'counted no more'],
  [48, 'normal', null, 'not yet'],
  [50, 'normal', null, 'told before'],
  [49, 'rejected', null, 'counted when it was first given'],
  [50, 'rejected', null, 'told when it was first given'],
] as const)('after %s papers and a %s one: %s (%s)', ([done, kind, line]) => {
  expect(ownScoresLine({ done, distribution }, kind)).toBe(line)
})

test('of the scores that are given most the line has eight, in their order', () => {
  const many = Array.from({ length: 10 }, (_, score) => ({
    score_milli: 1000 * score,
    count: score,
  }))
  const line = ownScoresLine({ done: 99, distribution: many }, 'normal')
  expect(line?.match(/\d+ 分/g)).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((score) => `${score} 分`))
})

test('what was sent back is no further paper', () => {
  expect([doneAfter(7, 'normal'), doneAfter(7, 'rejected')]).toEqual([8, 7])
})
