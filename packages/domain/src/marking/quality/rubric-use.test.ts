import { expect, test } from 'vitest'
import { type PressedReadings, rubricUse } from './rubric-use.ts'
import type { RubricEntry } from './rubric.ts'

const entry = (id: string, milli = 2000, text = id): RubricEntry => ({
  id,
  point: '17(1)',
  text,
  milli,
})
const now = [entry('formula'), entry('result', 1000)]
const given = (
  markerId: number,
  pressed: string[],
  count: number,
  version = 2,
): PressedReadings => ({ markerId, version, pressed, count })

test('entries are counted for each marker and for all, of the readings that were given by any', () => {
  const { readings, byEntries, entries, markers } = rubricUse(now, new Map([[2, now]]), [
    given(1, ['formula', 'result'], 3),
    given(1, ['formula'], 2),
    given(1, [], 5),
    given(2, ['result'], 4),
  ])
  expect([readings, byEntries]).toEqual([14, 9])
  expect(entries).toEqual([
    { count: 5, of: 9 },
    { count: 7, of: 9 },
  ])
  expect(markers.map(({ markerId, readings: n, byEntries: by }) => [markerId, n, by])).toEqual([
    [1, 10, 5],
    [2, 4, 4],
  ])
  expect(markers[1]?.uses.map(({ count, of }) => [count, of])).toEqual([
    [0, 4],
    [4, 4],
  ])
})

test.for([
  [entry('formula'), [3, 5], 'said the same before'],
  [entry('formula', 3000), [2, 4], 'was worth something else'],
  [entry('formula', 2000, 'formula, with its unit'), [2, 4], 'was put otherwise'],
  [entry('other'), [2, 4], 'was not there'],
] as const)('an entry that %o in the version before: %o (%s)', ([before, expected]) => {
  const versions = new Map([
    [1, [before, entry('result', 1000)]],
    [2, now],
  ])
  const { entries } = rubricUse(now, versions, [
    given(1, ['formula'], 1, 1),
    given(1, ['formula'], 2),
    given(1, ['result'], 2),
  ])
  expect([entries[0]?.count, entries[0]?.of]).toEqual(expected)
})

test.for([
  [15, 20, 40, 100, 'more', 'three quarters where others have two fifths'],
  [3, 20, 40, 100, 'less', 'one in seven'],
  [10, 20, 40, 100, null, 'half is not far enough with twenty papers'],
  [15, 19, 40, 100, null, 'too few papers of one'],
  [15, 20, 4, 19, null, 'too few papers of the others'],
  [20, 20, 100, 100, null, 'everybody gives it always'],
] as const)('%i of %i beside %i of %i: %s (%s)', ([own, of, others, ofOthers, differs]) => {
  const { markers } = rubricUse(now, new Map([[2, now]]), [
    given(1, ['formula'], own),
    given(1, ['result'], of - own),
    given(2, ['formula'], others),
    given(2, ['result'], ofOthers - others),
  ])
  expect(markers[0]?.uses[0]?.differs).toBe(differs)
})
