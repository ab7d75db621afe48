import { expect, test } from 'vitest'
import { schoolLabel } from './school-label.ts'

test.for([
  [0, 'A校'],
  [25, 'Z校'],
  [26, 'AA校'],
  [51, 'AZ校'],
  [52, 'BA校'],
  [701, 'ZZ校'],
  [702, 'AAA校'],
] as const)('school label: place %i is %s', ([place, label]) => {
  expect(schoolLabel(place)).toBe(label)
})
