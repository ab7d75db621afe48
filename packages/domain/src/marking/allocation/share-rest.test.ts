import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignRest } from './share-rest.ts'

const paper = (id: number, free: number, ...closedTo: number[]) => ({
  id,
  free,
  closedTo: new Set(closedTo),
})

test.for([
  [
    [paper(1, 1), paper(2, 1)],
    [
      [10, 1],
      [11, 1],
    ],
    2,
    'one each',
  ],
  // Whoever takes the first that comes leaves 11 with a paper they have read.
  [
    [paper(1, 1), paper(2, 1, 11)],
    [
      [10, 1],
      [11, 1],
    ],
    2,
    'the other way round',
  ],
  [
    [paper(1, 2), paper(2, 1, 10)],
    [
      [10, 1],
      [11, 2],
    ],
    3,
    'two readings of one paper',
  ],
  [[paper(1, 2)], [[10, 2]], 1, 'nobody reads a paper twice'],
  [[paper(1, 1, 10), paper(2, 1, 10)], [[10, 2]], 0, 'nothing for who has read it all'],
  [
    [paper(1, 1)],
    [
      [10, 0],
      [11, 1],
    ],
    1,
    'not to who is through',
  ],
  [[], [[10, 3]], 0, 'nothing left'],
] as const)('%#: %s', ([papers, shares, expected]) => {
  const given = assignRest(
    papers,
    shares.map(([markerId, left]) => ({ markerId, left })),
  )
  expect([...given.values()].flat()).toHaveLength(expected)
})

test('shares that can be done are done, and nobody gets a paper that is closed to them', () => {
  const people = [10, 11, 12, 13]
  // What is left of a day in which everything came out: who is to read what is drawn first, then hidden.
  const rest = fc.array(
    fc.record({ readers: fc.subarray(people, { minLength: 1, maxLength: 2 }), read: fc.boolean() }),
    { minLength: 1, maxLength: 30 },
  )
  fc.assert(
    fc.property(rest, (drawn) => {
      const papers = drawn.map(({ readers, read }, id) => ({
        id,
        free: readers.length,
        // With one slot left, somebody else has read it.
        closedTo: new Set(
          read && readers.length === 1
            ? people.filter((one) => one !== readers[0]).slice(0, 1)
            : [],
        ),
      }))
      const shares = people.map((markerId) => ({
        markerId,
        left: drawn.filter(({ readers }) => readers.includes(markerId)).length,
      }))
      const given = assignRest(papers, shares)
      for (const { markerId, left } of shares) {
        const own = given.get(markerId) ?? []
        expect(own).toHaveLength(left)
        expect(new Set(own).size).toBe(left)
        expect(own.some((id) => papers[id]?.closedTo.has(markerId))).toBe(false)
      }
      for (const { id, free } of papers)
        expect([...given.values()].flat().filter((one) => one === id)).toHaveLength(free)
    }),
  )
})
