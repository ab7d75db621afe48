import { expect, test } from 'vitest'
import { shownDone } from './own-progress.ts'

test.for([
  // own, seeds, target, shown
  [7, 2, null, 9],
  [0, 1, 10, 1],
  [7, 2, 10, 9],
  [8, 2, 10, 9],
  [9, 4, 10, 9],
  [10, 4, 10, 10],
  // A target that was lowered after the work.
  [12, 4, 10, 12],
  [0, 0, 0, 0],
] as const)(
  '%i own readings and %i seeds of a target of %s are shown as %i',
  ([own, seeds, target, shown]) => {
    expect(shownDone(own, seeds, target)).toBe(shown)
  },
)
