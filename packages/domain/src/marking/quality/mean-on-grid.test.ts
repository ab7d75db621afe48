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
