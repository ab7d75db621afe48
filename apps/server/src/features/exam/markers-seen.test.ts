import { expect, test } from 'vitest'
import { wantedNow } from './markers-seen.ts'

test.for([
  ['not asked', [1, 2], undefined, [3], [1, 2]],
  ['nobody else changed it', [1, 2], [1], [1], [1, 2]],
  ['in another order', [1, 2, 3], [1, 2], [2, 1], [1, 2, 3]],
  ['somebody else changed it', [1, 2], [1], [1, 3], null],
  ['somebody else wanted the same', [1, 2], [1], [2, 1], [1, 2]],
  ['it is left as it was seen', [1], [1], [1, 3], [1, 3]],
  ['it is left empty as it was seen', [], [], [4], [4]],
] as const)('%s', ([, wanted, seen, now, expected]) => {
  expect(wantedNow(wanted, seen, now)).toEqual(expected)
})
