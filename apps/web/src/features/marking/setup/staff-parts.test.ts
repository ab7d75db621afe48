import { expect, test } from 'vitest'
import { partsWith } from './staff-parts.ts'

const [NORTH, SOUTH] = [10, 20]
const parts = [
  { name: '一中', school_ids: [NORTH], marker_ids: [1], units: 60, readings: 60 },
  { name: '二中', school_ids: [SOUTH], marker_ids: [2], units: 40, readings: 40 },
]
const members = [
  { id: 1, schoolId: NORTH },
  { id: 2, schoolId: null },
  { id: 3, schoolId: SOUTH },
]

test.for([
  ['mixed', null, null],
  ['own_school', parts, [[1], [2, 3]]],
  ['group', parts, [[1], [2]]],
] as const)('%s: who is new comes to the part of the school', ([mark_scope, given, ids]) => {
  const found = partsWith({ mark_scope, parts: given && [...given] }, members)
  expect(found?.map(({ markerIds }) => markerIds) ?? null).toEqual(ids)
})
