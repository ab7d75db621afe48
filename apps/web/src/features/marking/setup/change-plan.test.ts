import { expect, test } from 'vitest'
import { type Allocation, bodyOf, type Change, planChange } from './change-plan.ts'

const row = (marker_id: number, done: number, claimed: number, over: object = {}) => ({
  marker_id,
  name: `教师${marker_id}`,
  duty: 'marker',
  quota: null,
  weight: 1,
  allow_exceed: 0,
  suspended: 0,
  target: 50,
  done,
  third_done: 0,
  claimed,
  rejected: 0,
  ...over,
})
const allocation = (alloc_mode: number): Allocation => ({
  block_id: 7,
  block_name: '第17题',
  alloc_mode,
  quotas_are_weights: 0,
  units: 100,
  readings: 100,
  markers_needed: 1,
  list: [row(1, 20, 4), row(2, 40, 0), row(9, 0, 0, { duty: 'leader', target: null })],
  problems: [],
  mark_scope: 'mixed',
  parts: null,
  school_gaps: [],
})
const replaced = new Map<number, Change>([[1, { kind: 'replace', byId: 3, byName: '新教师' }]])

test('who leaves keeps what is done, who comes takes an even share of the rest', () => {
  const people = planChange(allocation(3), replaced, 'even')
  expect(people.map(({ markerId, isStopped, after }) => [markerId, isStopped, after])).toEqual([
    [1, true, 20],
    [2, false, 60],
    [3, false, 20],
  ])
})

test('by pace whoever has done more takes more', () => {
  const people = planChange(allocation(2), new Map(), 'pace')
  expect(people.map(({ after }) => after)).toEqual([36, 64])
})

test('an even sharing is left alone, whoever has the odd one', () => {
  const shared = {
    ...allocation(3),
    list: [row(1, 20, 4, { target: 41 }), row(2, 40, 0, { target: 59 })],
  }
  expect(planChange(shared, new Map(), 'even').map(({ after }) => after)).toEqual([41, 59])
})

test('where everybody takes what there is nobody has a target', () => {
  expect(planChange(allocation(1), replaced, 'even').map(({ after }) => after)).toEqual([
    null,
    null,
    null,
  ])
  expect(bodyOf(allocation(1), planChange(allocation(1), replaced, 'even'))).toMatchObject({
    alloc_mode: 1,
    markers: [
      { marker_id: 1, suspended: 1 },
      { marker_id: 2, suspended: 0 },
      { marker_id: 3, suspended: 0 },
      { marker_id: 9, duty: 'leader' },
    ],
  })
})

test('the targets that were shown are what is sent', () => {
  const people = planChange(allocation(3), replaced, 'even')
  expect(bodyOf(allocation(3), people).markers.map(({ quota }) => quota)).toEqual([
    20,
    60,
    20,
    undefined,
  ])
})

test('where schools read their own papers, work stays within the school', () => {
  const part = (school: number, ids: number[], readings: number) => ({
    name: `学校${school}`,
    school_ids: [school],
    marker_ids: ids,
    units: readings,
    readings,
  })
  const joint: Allocation = {
    ...allocation(2),
    mark_scope: 'own_school',
    parts: [part(10, [1], 60), part(20, [2], 40)],
    list: [row(1, 20, 0, { target: 60 }), row(2, 10, 0, { target: 40 })],
  }
  const targets = (schoolId: number) =>
    planChange(joint, replaced, 'even', new Map([[3, schoolId]])).map(({ after }) => after)
  // Who takes over is of the same school, or of the other: then nobody of the first is left.
  expect(targets(10)).toEqual([20, 40, 40])
  expect(targets(20)).toEqual([20, 25, 15])
})
