import { expect, test } from 'vitest'
import { waitForPaper } from './wait-for-paper.ts'

const feeder = (...states: ('loaded' | 'empty' | 'unknown')[]) => ({
  status: async () => ({ feeder: states.shift() ?? 'empty' }),
})

test.for([
  ['paper that is there', ['loaded'], 60, 'paper'],
  ['paper that comes', ['empty', 'loaded'], 60, 'paper'],
  ['a scanner that cannot tell', ['unknown'], 60, 'paper'],
  ['no paper in time', ['empty', 'empty'], 0, 'none'],
] as const)('%s', async ([, states, seconds, outcome]) => {
  expect(await waitForPaper(feeder(...states), seconds, () => false)).toBe(outcome)
})

test('who calls it off is not kept waiting', async () => {
  expect(await waitForPaper(feeder(), 3600, () => true)).toBe('cancelled')
})
