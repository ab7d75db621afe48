import { expect, test } from 'vitest'
import { lineByPart } from './line-by-part.ts'

const under = [
  { x: 0, y: 0 },
  { x: 0, y: 212 },
  { x: 0, y: 424 },
]
const beside = [
  { x: 0, y: 0 },
  { x: 812, y: 0 },
]

test.for([
  [under, [10, 10, 20, 100], [{ part: 0, points: [10, 10, 20, 100] }], 'within one part'],
  [
    under,
    [10, 112, 30, 312],
    [
      { part: 0, points: [10, 112, 20, 212] },
      { part: 1, points: [20, 0, 30, 100] },
    ],
    'down to the next',
  ],
  [
    under,
    [30, 312, 10, 112, 8, 100],
    [
      { part: 1, points: [30, 100, 20, 0] },
      { part: 0, points: [20, 212, 10, 112, 8, 100] },
    ],
    'up to the one before',
  ],
  [
    under,
    [0, 112, 0, 524],
    [
      { part: 0, points: [0, 112, 0, 212] },
      { part: 1, points: [0, 0, 0, 212] },
      { part: 2, points: [0, 0, 0, 100] },
    ],
    'over a part in one go',
  ],
  [
    beside,
    [712, 0, 912, 100],
    [
      { part: 0, points: [712, 0, 812, 50] },
      { part: 1, points: [0, 50, 100, 100] },
    ],
    'to the one beside',
  ],
  [under, [5, 6], [{ part: 0, points: [5, 6] }], 'a dot'],
] as const)('%j %j → %j (%s)', ([offsets, line, pieces]) => {
  expect(lineByPart(offsets, line)).toEqual(pieces)
})
