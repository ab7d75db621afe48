import { expect, test } from 'vitest'
import { isNoteShown, tagOfProblem } from './abnormal-sheet.ts'

test.for([
  ['unclear_image', 'unclear_image', true],
  ['wrong_order', 'wrong_order', true],
  ['other', 'other', true],
  // Nobody who cuts a sheet learns from it that its writer is in danger.
  ['emotional_or_risk', 'other', false],
  ['identical', 'other', false],
  ['same_after_reject', 'other', false],
] as const)('a problem %s comes under %s, its note shown: %s', ([reason, tag, shown]) => {
  expect(tagOfProblem(reason)).toBe(tag)
  expect(isNoteShown(reason)).toBe(shown)
})
