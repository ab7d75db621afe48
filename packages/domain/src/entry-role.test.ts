import { expect, test } from 'vitest'
import { type Door, enteredRole } from './entry-role.ts'
import type { Role } from './role.ts'

const held = (id: number, role: Role, isBound = true) => ({ id, role, isBound })
const teacher = held(1, 'subject_teacher')
const bureau = held(2, 'regional_admin')

test.for<[string, ReturnType<typeof held>[], Door, number | undefined, object]>([
  ['nobody', [], 'school', undefined, { warning: 'NO_ROLE' }],
  ['nobody', [], 'region', undefined, { warning: 'NO_ROLE' }],
  ['a teacher', [teacher], 'school', undefined, { id: 1 }],
  ['a teacher', [teacher], 'region', undefined, { warning: 'NO_REGION_PERMISSION' }],
  ['a bureau', [bureau], 'school', undefined, { warning: 'NO_SCHOOL_PERMISSION' }],
  ['a bureau', [bureau], 'region', undefined, { id: 2 }],
  ['both', [bureau, teacher], 'school', undefined, { id: 1 }],
  ['both', [teacher, bureau], 'region', undefined, { id: 2 }],
  ['the role of the other door', [teacher, bureau], 'region', 1, { warning: 'NO_REGION_BOUND' }],
  [
    'one without a school',
    [held(1, 'principal', false)],
    'school',
    undefined,
    { warning: 'NO_SCHOOL_BOUND' },
  ],
  [
    'one without a bureau',
    [held(2, 'researcher', false)],
    'region',
    undefined,
    { warning: 'NO_REGION_BOUND' },
  ],
  ['a bureau', [bureau], 'either', undefined, { id: 2 }],
  ['both', [bureau, teacher], 'either', undefined, { id: 1 }],
  ['nobody', [], 'either', undefined, { warning: 'NO_ROLE' }],
  ['the second of two', [teacher, held(3, 'principal')], 'school', 3, { id: 3 }],
])('entry: %s with %j through %s, asking for %s', ([, roles, entry, wanted, entered]) => {
  expect(enteredRole(roles, entry, wanted)).toEqual(entered)
})
