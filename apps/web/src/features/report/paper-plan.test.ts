import { expect, test } from 'vitest'
import { readPlan } from './paper-plan.ts'

test.for([
  ['3:5:2', '3:5:2'],
  [' 30：50：20 ', '30:50:20'],
  ['3∶5∶2', '3:5:2'],
  ['3 5 2', '3:5:2'],
  ['6/3/1', '6:3:1'],
  ['10:0:0', '10:0:0'],
  ['0:0:0', null],
  ['3:5', null],
  ['3:5:2:1', null],
  ['3:5:-2', null],
  ['三:五:二', null],
  ['101:1:1', null],
  ['', null],
])('a plan written as %s is read as %s', ([typed, plan]) => {
  expect(readPlan(typed ?? '')).toBe(plan)
})
