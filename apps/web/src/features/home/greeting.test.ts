import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'

test.for([
  [0, '夜深了'],
  [5, '夜深了'],
  [6, '早上好'],
  [10, '早上好'],
  [11, '中午好'],
  [13, '下午好'],
  [17, '下午好'],
  [18, '晚上好'],
  [23, '晚上好'],
] as const)('at %i o’clock one says %s', ([hour, greeting]) => {
  expect(greetingAt(hour)).toBe(greeting)
})
