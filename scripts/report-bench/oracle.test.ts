import { expect, test } from 'vitest'
import { checkAgainstDuck, ORACLE_PLANS } from './oracle-check.ts'

/**
 * One candidate alone; every kind of question with nobody absent; the same with equal scores; absences among classes of
 * many sizes. `npx pnpm bench report` checks all twenty.
 */
const SEEDS = [0, 1, 13, 4]

test.for(SEEDS)('another engine makes the same of the random exam %i', async (seed) => {
  const { cells, apart } = await checkAgainstDuck(ORACLE_PLANS[seed]!)
  expect(apart).toEqual([])
  expect(cells).toBeGreaterThan(100)
})
