import { expect, test } from 'vitest'
import { tightestShare } from './share-room.ts'

test.each([
  // 20 papers, each with one slot left; the first has read 6 of them and is to take 10 more.
  {
    open: 20,
    shares: [
      [1, 10, 6],
      [2, 4, 0],
    ],
    expected: { markerId: 1, room: 4 },
  },
  // Who has most left is not always the first in danger.
  {
    open: 20,
    shares: [
      [1, 12, 0],
      [2, 8, 10],
    ],
    expected: { markerId: 2, room: 2 },
  },
  { open: 9, shares: [[1, 12, 0]], expected: { markerId: 1, room: -3 } },
  // A share that is done is in no danger.
  {
    open: 3,
    shares: [
      [1, 0, 3],
      [2, 1, 0],
    ],
    expected: { markerId: 2, room: 2 },
  },
  { open: 3, shares: [[1, 0, 0]], expected: null },
  { open: 0, shares: [], expected: null },
])('$open open papers, shares $shares: $expected', ({ open, shares, expected }) => {
  const given = shares.map(([markerId = 0, left = 0, closed = 0]) => ({ markerId, left, closed }))
  expect(tightestShare(open, given)).toEqual(expected)
})
