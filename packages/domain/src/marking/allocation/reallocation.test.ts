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
