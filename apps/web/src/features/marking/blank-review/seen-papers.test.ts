import { expect, test } from 'vitest'
import { NOTHING_SEEN, seeMore, type SeenPapers, type Sight, unseenOf } from './seen-papers.ts'

const PAPERS = [
  { unit_id: 1, images: [{ hash: 'a' }] },
  { unit_id: 2, images: [{ hash: 'b' }, { hash: 'c' }] },
  { unit_id: 3, images: [] },
]
const after = (...sights: Sight[]): SeenPapers =>
  sights.reduce((known, sight) => seeMore(PAPERS, known, sight), NOTHING_SEEN)
const unseen = (...sights: Sight[]): number[] =>
  unseenOf(PAPERS, after(...sights)).map(({ unit_id }) => unit_id)

const scrolled = (to: readonly number[], from: readonly number[] = []): Sight => ({
  kind: 'moved',
  in: to,
  out: from,
})
const drawn = (hash: string): Sight => ({ kind: 'drawn', hash })

test.each<[string, Sight[], number[]]>([
  ['nothing happened', [], [1, 2, 3]],
  ['in view without its picture', [scrolled([1])], [1, 2, 3]],
  ['in view, then drawn', [scrolled([1]), drawn('a')], [2, 3]],
  ['drawn, then in view', [drawn('a'), scrolled([1])], [2, 3]],
  [
    'scrolled away before its picture came',
    [scrolled([1]), scrolled([], [1]), drawn('a')],
    [1, 2, 3],
  ],
  ['one of two pictures', [scrolled([2]), drawn('b')], [1, 2, 3]],
  ['both pictures', [scrolled([2]), drawn('b'), drawn('c')], [1, 3]],
  ['seen is seen, wherever the list is', [scrolled([1]), drawn('a'), scrolled([3], [1])], [2]],
  ['without any picture', [scrolled([3])], [1, 2]],
  ['a picture that did not come', [scrolled([1]), { kind: 'failed', unitId: 1 }], [2, 3]],
])('%s', (_, sights, expected) => {
  expect(unseen(...sights)).toEqual(expected)
})

test('what failed waits again once it is asked for anew', () => {
  const failed: Sight[] = [
    scrolled([1, 2, 3]),
    drawn('b'),
    drawn('c'),
    { kind: 'failed', unitId: 1 },
  ]
  expect(unseen(...failed)).toEqual([])
  expect(unseen(...failed, { kind: 'retry' })).toEqual([1])
  expect(after(...failed, { kind: 'retry' }).attempt).toBe(1)
  expect(unseen(...failed, { kind: 'retry' }, drawn('a'))).toEqual([])
})
