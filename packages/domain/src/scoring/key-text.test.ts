import { expect, test } from 'vitest'
import { keyText } from './key-text.ts'
import type { ItemStatus, ObjectiveRule } from './objective.ts'

const multiple: ObjectiveRule = {
  type: 2,
  missingScoreMilli: 0,
  acceptSets: [['A', 'B', 'D']],
}

test.for([
  [['B'], { type: 1 }, 'normal', 'B'],
  [['B'], { type: 1, accept: ['B', 'D'] }, 'normal', 'B 或 D'],
  [['A', 'B'], multiple, 'normal', 'AB 或 ABD'],
  [['A', 'B'], multiple, 'void', '作废'],
  [['B'], { type: 1 }, 'gift', '送分'],
  [['B'], { type: 1 }, 'gift_if_answered', 'B，作答即送分'],
  [[], { type: 1 }, 'gift_if_answered', '作答即送分'],
] as const satisfies readonly (readonly [readonly string[], ObjectiveRule, ItemStatus, string])[])(
  'key %o with %o, %s, is told as %s',
  ([key, scoring, status, expected]) => {
    expect(keyText(key, { scoring, status })).toBe(expected)
  },
)

test('a question without a key has none to tell', () => {
  expect(keyText([], null)).toBe('')
})
