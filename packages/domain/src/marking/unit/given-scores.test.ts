import { expect, test } from 'vitest'
import type { CombineRule } from '../../mark-codes.ts'
import type { BestOf } from './best-of.ts'
import { givenScores } from './given-scores.ts'
import { standingOf } from './unit-status.ts'
import { newUnit, type BlockPolicy, type UnitDecision, type UnitState } from './unit.ts'

const BEST: BestOf = { choose: 1, questionOf: ['A', 'B'] }
const point = (name: string) => ({ name, fullMilli: 10_000, stepMilli: 1000 })

function unitOf(
  readings: readonly (readonly number[])[],
  over: { combine?: CombineRule; decision?: number[]; bestOf?: BestOf | null },
) {
  const { combine = 'mean', decision, bestOf = BEST } = over
  const policy: BlockPolicy = {
    mode: 2,
    toleranceMilli: 2000,
    combine,
    points: [point('A'), point('B')],
  }
  const decided: UnitDecision | null = decision
    ? { source: 'INSPECT', scores: decision, by: 'wu' }
    : null
  const unit: UnitState = {
    ...newUnit('u', readings.length > 1),
    imageReady: true,
    bestOf,
    decision: decided,
    readings: readings.map((scores, at) => ({
      id: at,
      role: at === 0 ? 'R1' : 'R2',
      markerId: `m${at}`,
      state: 'submitted',
      scores,
      revision: 1,
      rejections: 0,
      idemKey: null,
      supersededBy: null,
    })),
  }
  return givenScores({ ...unit, final: standingOf(unit, policy).final }, policy)
}

test.for([
  ['one reading gave it', [[5000, 3000]], {}, [5000, 3000]],
  [
    'the mean of two',
    [
      [5000, 3000],
      [6000, 4000],
    ],
    {},
    [5500, 3000],
  ],
  [
    'the later question counts',
    [
      [3000, 5000],
      [4000, 5000],
    ],
    {},
    [3000, 5000],
  ],
  ['a correction said it', [[5000, 3000]], { decision: [2000, 3000] }, [2000, 3000]],
  // The lower reading's 4 stand for the mark; 5 beside it would count in their place.
  [
    'it would count beside the lower',
    [
      [6000, 5000],
      [4000, 5000],
    ],
    { combine: 'lower' },
    [4000, 0],
  ],
  [
    'every point counts',
    [
      [5000, 3000],
      [6000, 4000],
    ],
    { bestOf: null },
    [5500, 3500],
  ],
  ['nobody has marked it', [], {}, null],
] as const)('given to questions that do not count: %s', ([, readings, over, given]) => {
  expect(unitOf(readings, over as Parameters<typeof unitOf>[1])).toEqual(given)
})
