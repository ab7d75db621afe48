import { expect, test } from 'vitest'
import { shareRemaining } from './share-remaining.ts'

const marker = (done: number, claimed: number, weight: number) => ({ done, claimed, weight })

test.for([
  [
    100,
    [
      [10, 0, 1],
      [30, 0, 1],
    ],
    [40, 60],
    'the rest is halved, what is done stays',
  ],
  [
    100,
    [
      [10, 5, 1],
      [30, 0, 1],
    ],
    [43, 57],
    'papers in hand stay too; the odd one goes to the first',
  ],
  [
    100,
    [
      [10, 0, 3],
      [30, 0, 1],
    ],
    [55, 45],
    'three parts to one',
  ],
  [
    100,
    [
      [10, 2, 0],
      [30, 0, 1],
    ],
    [12, 88],
    'who takes no more keeps what is in hand',
  ],
  [
    100,
    [
      [0, 0, 1],
      [60, 0, 1],
      [40, 0, 1],
    ],
    [0, 60, 40],
    'nothing is left',
  ],
  [
    50,
    [
      [30, 0, 1],
      [30, 0, 1],
    ],
    [30, 30],
    'more is done than there is',
  ],
  [
    100,
    [
      [10, 0, 0],
      [20, 0, 0],
    ],
    [10, 20],
    'nobody takes the rest',
  ],
  [
    10,
    [
      [0, 0, 1],
      [0, 0, 1],
      [0, 0, 1],
    ],
    [4, 3, 3],
    'ties by order',
  ],
] as const)('%i readings shared over %j give %j (%s)', ([readings, rows, targets]) => {
  expect(
    shareRemaining(
      readings,
      rows.map(([d, c, w]) => marker(d, c, w)),
      100,
    ),
  ).toEqual(targets)
})

test.for([
  [
    [
      [18, 0],
      [0, 0],
      [0, 0],
    ],
    [20, 10, 10],
    'what one cannot take is for the others',
  ],
  [
    [
      [19, 1],
      [18, 0],
      [1, 0],
    ],
    [20, 19, 1],
    'to the last one',
  ],
  [
    [
      [20, 0],
      [20, 0],
      [0, 0],
    ],
    [20, 20, 0],
    'also of two',
  ],
] as const)('40 readings of 20 papers over %j give %j (%s)', ([rows, targets]) => {
  const markers = rows.map(([done, claimed]) => marker(done, claimed, 1))
  expect(shareRemaining(40, markers, 20)).toEqual(targets)
})
