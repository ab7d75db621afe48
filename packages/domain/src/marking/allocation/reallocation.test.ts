import { expect, test } from 'vitest'
import type { AllocMode } from '../../mark-codes.ts'
import {
  type MarkerChange,
  partsWithMembers,
  planChange,
  type SharedBlock,
} from './reallocation.ts'

const [NORTH, SOUTH] = [10, 20]
const marker = (id: number, done: number, claimed: number, over: object = {}) => ({
  id,
  name: `教师${id}`,
  done,
  claimed,
  claimedBase: claimed,
  isStopped: false,
  target: 50,
  ...over,
})
const block = (allocMode: AllocMode): SharedBlock => ({
  allocMode,
  units: 100,
  readings: 100,
  scope: 'mixed',
  parts: null,
  markers: [marker(1, 20, 4), marker(2, 40, 0)],
})
const part = (school: number, markerIds: number[], readings: number) => ({
  schoolIds: [school],
  markerIds,
  units: readings,
  readings,
})
const replaced = new Map<number, MarkerChange>([
  [1, { kind: 'replace', byId: 3, byName: '新教师' }],
])

test('who leaves keeps what is done, who comes takes an even share of the rest', () => {
  const people = planChange(block(3), replaced, 'even')
  expect(people.map(({ markerId, isStopped, after }) => [markerId, isStopped, after])).toEqual([
    [1, true, 20],
    [2, false, 60],
    [3, false, 20],
  ])
})

test('by pace whoever has done more takes more', () => {
  expect(planChange(block(2), new Map(), 'pace').map(({ after }) => after)).toEqual([36, 64])
})

test('an even sharing is left alone, whoever has the odd one', () => {
  const markers = [marker(1, 20, 4, { target: 41 }), marker(2, 40, 0, { target: 59 })]
  const people = planChange({ ...block(3), markers }, new Map(), 'even')
  expect(people.map(({ after }) => after)).toEqual([41, 59])
})

test('where everybody takes what there is nobody has a target', () => {
  expect(planChange(block(1), replaced, 'even').map(({ after }) => after)).toEqual([
    null,
    null,
    null,
  ])
})

test.for([
  // Who takes over is of the same school, or of the other: then nobody of the first is left.
  [NORTH, [20, 40, 40]],
  [SOUTH, [20, 25, 15]],
] as const)(
  'where schools read their own papers, work stays within school %i',
  ([school, targets]) => {
    const joint: SharedBlock = {
      ...block(2),
      scope: 'own_school',
      parts: [part(NORTH, [1], 60), part(SOUTH, [2], 40)],
      markers: [marker(1, 20, 0, { target: 60 }), marker(2, 10, 0, { target: 40 })],
    }
    const people = planChange(joint, replaced, 'even', new Map([[3, school]]))
    expect(people.map(({ after }) => after)).toEqual(targets)
  },
)

test.for([
  ['own_school', [[1], [2, 3]]],
  ['group', [[1], [2]]],
] as const)('%s: who is new comes to the part of the school', ([scope, ids]) => {
  const found = partsWithMembers([part(NORTH, [1], 60), part(SOUTH, [2], 40)], scope, [
    { id: 1, schoolId: NORTH },
    { id: 2, schoolId: null },
    { id: 3, schoolId: SOUTH },
  ])
  expect(found.map(({ markerIds }) => markerIds)).toEqual(ids)
})

test('who has read nearly every paper gets no more than there are, and the others get the rest', () => {
  const markers = [marker(1, 9, 0), marker(2, 1, 0), marker(3, 3, 0)]
  const twice = { ...block(3), units: 10, readings: 20, markers }
  const stopped = new Map<number, MarkerChange>([[3, { kind: 'stop' }]])
  for (const sharing of ['pace', 'even'] as const) {
    const after = planChange(twice, stopped, sharing).map((one) => one.after)
    expect(after).toEqual([10, 7, 3])
  }
})

test('a third reading in hand is no part of what is shared', () => {
  const markers = [marker(1, 10, 4, { claimedBase: 0 }), marker(2, 10, 0)]
  const people = planChange({ ...block(3), readings: 60, markers }, new Map(), 'even')
  expect(people.map(({ after }) => after)).toEqual([30, 30])
})

const stopping = (...ids: number[]) =>
  new Map<number, MarkerChange>(ids.map((id) => [id, { kind: 'stop' }]))
const taking = (id: number) =>
  new Map<number, MarkerChange>([[id, { kind: 'replace', byId: 9, byName: '新教师' }]])

test.for([
  [
    'nobody leaves',
    { targets: [60, 30, 10], done: [5, 5, 5], readings: 100 },
    new Map<number, MarkerChange>(),
    [60, 30, 10],
  ],
  [
    'who leaves: two parts to one, as before',
    { targets: [60, 30, 10], done: [5, 5, 1], readings: 100 },
    stopping(3),
    [66, 33, 1],
  ],
  [
    'who takes over has what was left to do',
    { targets: [60, 30, 10], done: [5, 5, 1], readings: 100 },
    taking(3),
    [60, 30, 1, 9],
  ],
  [
    'a surplus is enough for who leaves: nobody gets less, nobody more',
    { targets: [60, 60, 30], done: [10, 10, 10], readings: 100 },
    stopping(3),
    [60, 60, 10],
  ],
  [
    'a surplus that is not enough',
    { targets: [60, 20, 40], done: [0, 0, 0], readings: 100 },
    stopping(3),
    [75, 25, 0],
  ],
  [
    'a quota above what is left: who takes over gets what is left',
    { targets: [100, 100], done: [30, 50], readings: 100 },
    taking(1),
    [30, 100, 20],
  ],
  [
    'papers that came since are shared as the targets are',
    { targets: [40, 20], done: [0, 0], readings: 90 },
    new Map<number, MarkerChange>(),
    [60, 30],
  ],
  [
    'nobody is to read more than there are',
    { targets: [90, 10, 50], done: [0, 0, 0], readings: 150 },
    stopping(3),
    [100, 50, 0],
  ],
  [
    'nobody else had a target',
    { targets: [0, 0, 100], done: [0, 0, 40], readings: 100 },
    stopping(3),
    [30, 30, 40],
  ],
] as const)('targets are kept: %s', ([, { targets, done, readings }, changes, after]) => {
  const markers = targets.map((target, at) => marker(at + 1, done[at] ?? 0, 0, { target }))
  const people = planChange({ ...block(3), readings, markers }, changes, 'keep')
  expect(people.map((one) => one.after)).toEqual(after)
})

test('targets are kept within the school: who comes from another takes nothing over', () => {
  const joint: SharedBlock = {
    ...block(3),
    scope: 'own_school',
    parts: [part(NORTH, [1, 4], 60), part(SOUTH, [2], 40)],
    markers: [
      marker(1, 20, 0, { target: 40 }),
      marker(2, 10, 0, { target: 40 }),
      marker(4, 0, 0, { target: 20 }),
    ],
  }
  const after = (school: number) =>
    planChange(joint, replaced, 'keep', new Map([[3, school]])).map((one) => one.after)
  expect(after(NORTH)).toEqual([20, 40, 20, 20])
  expect(after(SOUTH)).toEqual([20, 40, 40, 0])
})
