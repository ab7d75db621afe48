import { expect, test } from 'vitest'
import { changeText } from './edit-words.ts'

test.for([
  [{ answer: 'B', before_milli: 0, after_milli: 3000 }, '作答 B，0 → 3'],
  [{ answer: null, before_milli: 2500, after_milli: null }, '2.5 → 无'],
  [{ answer: null, before_milli: null, after_milli: 1000 }, '无 → 1'],
] as const)('%o is told as %s', ([edit, expected]) => {
  expect(changeText(edit)).toBe(expected)
})
