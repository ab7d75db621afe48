import { expect, test } from 'vitest'
import { cardsInPlace, type HeldCards } from './held-cards.ts'

const rowsOf = (counts: Record<number, number>) =>
  Object.entries(counts)
    .map(([id, count]) => ({ block_id: Number(id), count }))
    .toSorted((a, b) => b.count - a.count)

const cardOf = (key: string, counts: Record<number, number>) => ({
  key,
  count: Object.values(counts).reduce((sum, count) => sum + count, 0),
  countOf: ({ count }: { count: number }) => count,
  blocks: rowsOf(counts),
})

const shown = (cards: ReturnType<typeof cardOf>[], held: HeldCards | null) =>
  cardsInPlace(cards, held).map(({ key, blocks }) => [
    key,
    ...blocks.map(({ block_id }) => block_id),
  ])

test('cards and blocks with something to do are shown, those with most first', () => {
  const cards = [cardOf('a', { 1: 2, 2: 5, 3: 0 }), cardOf('b', { 1: 0 }), cardOf('c', { 3: 1 })]
  expect(shown(cards, null)).toEqual([
    ['a', 2, 1],
    ['c', 3],
  ])
})

test('under the pointer nothing changes its place: what is done stays, what is new follows', () => {
  const held = new Map([
    ['a', [2, 1]],
    ['c', [3]],
  ])
  const cards = [cardOf('a', { 1: 9, 2: 0, 3: 4 }), cardOf('b', { 1: 1 }), cardOf('c', { 3: 0 })]
  expect(shown(cards, held)).toEqual([
    ['a', 2, 1, 3],
    ['c', 3],
    ['b', 1],
  ])
})
