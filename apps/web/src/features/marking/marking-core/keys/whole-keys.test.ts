import { expect, test } from 'vitest'
import { wholeKey } from './whole-keys.ts'

test.for([
  ['Esc', 'clearAll', 'whole'],
  ['W', 'whole', 'whole'],
  ['5', undefined, 'score'],
  ['.', undefined, 'score'],
  ['F', 'full', 'score'],
  ['X', 'zero', 'score'],
  ['Enter', 'submit', 'score'],
  ['Ctrl+Enter', 'submitExcellent', 'score'],
  ['B', 'blank', 'score'],
  ['?', 'help', 'help'],
  ['M', 'message', 'message'],
  ['Q', 'problem', 'problem'],
  ['S', 'rubric', 'rubric'],
  // These scroll the sheet, or do nothing.
  ['Space', 'scrollDown', null],
  ['PageUp', 'previous', null],
  ['↓', 'down', null],
  ['V', 'view', null],
  ['Ctrl+Z', 'undo', null],
  ['Y', undefined, null],
] as const)('over the whole sheet %s (%s) means %s', ([name, action, meaning]) => {
  expect(wholeKey(name, action)).toBe(meaning)
})
