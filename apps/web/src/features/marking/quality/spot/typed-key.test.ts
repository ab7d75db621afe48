import { expect, test } from 'vitest'
import { afterTypedKey } from './typed-key.ts'

test.for([
  ['', '7', '7'],
  ['1', '0', '10'],
  ['7', '.', '7.'],
  ['7.', '.', '7.'],
  // As on the marking page.
  ['7', ';', '7.5'],
  ['', ';', '0.5'],
  ['7.5', ';', '7.5'],
  ['7.5', 'Backspace', '7.'],
  ['7', 'F', null],
  ['7', '+', null],
] as const)('%j and the key %s make %j', ([score, key, after]) => {
  expect(afterTypedKey(score, key)).toBe(after)
})
