import { expect, test } from 'vitest'
import { type AllocationPlan, checkAllocation, steadyTargets } from './allocation.ts'
import type { EligibilityPolicy } from './eligibility.ts'
import { schoolParts } from './share-parts.ts'

const [NORTH, SOUTH, WEST] = [10, 20, 30]
const policy = (over: Partial<EligibilityPolicy>): EligibilityPolicy => ({
  scope: 'own_school',
  avoidOwnClass: false,
  markerCount: 0,
  avoidOwnSchool: null,
  isJoint: true,
  groups: [],
  ...over,
})
/** With as many of the papers read twice as are said. */
const schools = (...twice: number[]) =>
  [100, 20, 30].map((units, index) => ({
    schoolId: [NORTH, SOUTH, WEST][index] ?? 0,
    units,
    readings: units + (twice[index] ?? 0),
  }))
const marker = (id: number, schoolId: number, stoppedDone = 0) => ({
  id,
  schoolIds: [schoolId],
  stoppedDone,
})
const group = (schoolIds: number[], markerIds: number[]) => ({ name: '组', schoolIds, markerIds })

test.for([
  ['everybody reads anything', { scope: 'mixed' }, [], null],
  [
    'each school its own',
    {},
    [],
    [
      [[NORTH], [1, 2], 100],
      [[SOUTH], [3], 20],
      [[WEST], [], 30],
    ],
  ],
  [
    'all papers read twice',
    {},
    [100, 20, 30],
    [
      [[NORTH], [1, 2], 200],
      [[SOUTH], [3], 40],
      [[WEST], [], 60],
    ],
  ],
  [
    'some read twice, as many as there are in each part',
    {},
    [9, 4, 2],
    [
      [[NORTH], [1, 2], 109],
      [[SOUTH], [3], 24],
      [[WEST], [], 32],
    ],
  ],
  [
    'groups',
    { scope: 'group', groups: [group([NORTH, WEST], [1]), group([SOUTH], [2, 3])] },
    [],
    [
      [[NORTH, WEST], [1], 130],
      [[SOUTH], [2, 3], 20],
    ],
  ],
  [
    'groups with a marker in common are one',
    { scope: 'group', groups: [group([NORTH], [1, 2]), group([SOUTH], [2, 3])] },
    [],
    [
      [[NORTH, SOUTH], [1, 2, 3], 120],
      [[WEST], [], 30],
    ],
  ],
] as const)('%s', ([, over, twice, parts]) => {
  const people = [marker(1, NORTH), marker(2, NORTH), marker(3, SOUTH)]
  const found = schoolParts(policy(over), schools(...twice), people)
  expect(
    found?.map(({ schoolIds, markerIds, readings }) => [schoolIds, markerIds, readings]) ?? null,
  ).toEqual(parts)
})

test('what somebody did before they stopped is done in their part', () => {
  const people = [marker(1, NORTH), marker(2, NORTH, 15), marker(3, SOUTH)]
  const found = schoolParts(policy({}), schools(), people)
  expect(found?.map(({ readings }) => readings)).toEqual([85, 20, 30])
})

const plan = (over: Partial<AllocationPlan>): AllocationPlan => ({
  mode: 2,
  units: 120,
  readings: 120,
  markersNeeded: 1,
  markers: [
    { id: 1, name: '甲', done: 0, quota: null },
    { id: 2, name: '乙', done: 0, quota: null },
    { id: 3, name: '丙', done: 0, quota: null },
    { id: 4, name: '丁', done: 3, quota: null },
  ],
  parts: [
    { markerIds: [1, 2], units: 100, readings: 100 },
    { markerIds: [3], units: 20, readings: 20 },
  ],
  ...over,
})
const quotas = (...list: (number | null)[]) =>
  plan({}).markers.map((one, index) => ({ ...one, quota: list[index] ?? null }))

test.for([
  ['shared evenly within each part; who is in none keeps what is done', plan({}), [50, 50, 20, 3]],
  [
    'by weight within each part',
    plan({ mode: 3, quotasAreWeights: true, markers: quotas(3, 1, 9, 1) }),
    [75, 25, 20, 3],
  ],
  ['typed quotas stand', plan({ mode: 3, markers: quotas(60, 40, 20) }), [60, 40, 20, 3]],
  ['no targets', plan({ mode: 1 }), [null, null, null, null]],
] as const)('targets: %s', ([, given, targets]) => expect(steadyTargets(given)).toEqual(targets))

test.for([
  ['enough in each part', [60, 40, 20, 0], []],
  ['enough in all, too few in one part', [80, 30, 10, 0], [{ missing: 10 }]],
  ['more than a part has papers', [60, 40, 30, 0], [{ name: '丙', quota: 30, units: 20 }]],
] as const)('quotas: %s', ([, list, facts]) => {
  const found = checkAllocation(plan({ mode: 3, markers: quotas(...list) }))
  expect(found.map((one) => one.facts)).toEqual(facts)
})
