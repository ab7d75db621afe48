import { expect, test } from 'vitest'
import { WEIGHT_RANGE, shareNumber } from './share-number.ts'

const WRONG = '应为 1 到 10000 的整数'

test.for([
  ['', null, null, 'nothing yet'],
  ['3', 3, null, 'a whole number'],
  ['０３', 3, null, 'in full width'],
  ['10000', 10_000, null, 'the largest'],
  // Read as 15 it would be ten times what was meant.
  ['1.5', null, WRONG, 'a fraction'],
  ['1.', null, WRONG, 'a fraction that is being typed'],
  ['0', null, WRONG, 'no share at all'],
  ['-5', null, WRONG, 'below zero'],
  ['1e3', null, WRONG, 'another way to write a number'],
  ['10001', null, WRONG, 'more than the server takes'],
] as const)('%s is %s, wrong: %s (%s)', ([text, value, wrong]) => {
  expect(shareNumber(text, WEIGHT_RANGE)).toEqual({ value, wrong })
})
