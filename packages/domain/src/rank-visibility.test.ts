import { expect, test } from 'vitest'
import { defaultRankVisibility, visibleRankTypes } from './rank-visibility.ts'

const senior = defaultRankVisibility(10)
const junior = defaultRankVisibility(8)
const all = ['joint', 'city', 'district', 'school', 'class']

test.for([
  ['principal', junior, all],
  ['marking_admin', junior, all],
  ['class_teacher', senior, ['school', 'class']],
  ['class_teacher', { ...senior, teacher: false }, []],
  ['class_teacher', { ...senior, types: ['class'] }, ['class']],
  ['student', senior, ['school', 'class']],
  ['student', junior, []],
  ['scan_operator', senior, []],
] as const)('%s under %o sees %o', ([role, setting, types]) => {
  expect(visibleRankTypes(role, setting)).toEqual(types)
})
