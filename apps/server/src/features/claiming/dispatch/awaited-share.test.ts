import { expect, test } from 'vitest'
import { awaitedShare } from './awaited-share.ts'

const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)

test.each([
  {
    who: 'eight who mark again and again',
    rounds: [from(1, 8), from(1, 8), from(1, 8), from(1, 8)],
    lanes: 1,
    share: 8,
  },
  {
    who: 'sixteen, half in each of two rounds side by side',
    rounds: [from(1, 8), from(9, 8), from(1, 8), from(9, 8)],
    lanes: 2,
    share: 8,
  },
  {
    who: 'one in four rounds came again',
    rounds: [from(1, 8), from(1, 8), from(9, 8), from(17, 8)],
    lanes: 2,
    share: 12,
  },
  {
    who: 'more than a round takes',
    rounds: [from(1, 64), from(1, 64), from(1, 64), from(1, 64)],
    lanes: 1,
    share: 48,
  },
  {
    who: 'somebody else each time',
    rounds: [from(1, 8), from(9, 8), from(17, 8), from(25, 8)],
    lanes: 2,
    share: 0,
  },
  {
    who: 'hardly anybody again',
    rounds: [from(1, 8), from(9, 8), from(17, 8), from(23, 8)],
    lanes: 1,
    share: 0,
  },
  { who: 'the first round there is', rounds: [from(1, 8)], lanes: 1, share: 0 },
])('waited for is $share: $who', ({ rounds, lanes, share }) => {
  expect(awaitedShare(rounds, lanes, 48)).toBe(share)
})
