import { expect, test } from 'vitest'
import { meanOnGrid } from './mean-on-grid.ts'

const points = (...steps: number[]) =>
  steps.map((stepMilli, index) => ({ name: `(${index})`, fullMilli: 10_000, stepMilli }))

test.for([
  [[1000], [[4000], [8000]], [6000], 'a mean on the grid stays'],
  [[1000], [[4000], [7000]], [6000], 'between two, the candidate gets the higher'],
  [[500], [[4000], [7000]], [5500], 'half steps hold the half'],
  [
    [1000, 1000],
    [
      [3000, 4000],
      [4000, 5000],
    ],
    [3000, 5000],
    'two halves make one whole point',
  ],
] as const)('%j %j → %j (%s)', ([steps, readings, mean]) => {
  expect(meanOnGrid(points(...steps), readings)).toEqual(mean)
})

test.for([
  [
    [
      [3000, 4000],
      [4000, 2000],
    ],
    [0],
    [4000, 3000],
    'the half point goes to the question that counts',
  ],
  [
    [
      [3000, 4000],
      [3000, 3000],
    ],
    [0],
    [3000, 3000],
    'the half of one that does not count goes to none',
  ],
  [
    [
      [2000, 4000],
      [3000, 5000],
    ],
    [1],
    [2000, 5000],
    'also where the first does not count',
  ],
] as const)('%j, of which %j count, → %j (%s)', ([readings, counted, mean]) => {
  expect(meanOnGrid(points(1000, 1000), readings, counted)).toEqual(mean)
})
