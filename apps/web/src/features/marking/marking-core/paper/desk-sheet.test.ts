import { expect, test } from 'vitest'
import { focusAfter, neighbour, sheetAfter, sheetMakingRoom, viewAfter } from './desk-sheet.ts'

test.for([
  [[], [1, 2, 3], [1, 2, 3], 'fewer than five are all there'],
  [[], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5], 'five under each other'],
  [[1, 2, 3, 4, 5], [2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5], 'what was handed in keeps its place'],
  [[1, 2, 3, 4, 5], [6, 7], [6, 7], 'the next sheet when all are handed in'],
  [[1, 2], [2, 3], [1, 2, 3], 'papers that arrive fill up'],
  [[1, 2], [], [], 'nothing in hand'],
] as [number[], number[], number[], string][])(
  '%j of %j shows %j (%s)',
  ([sheet, queue, shown]) => {
    expect(sheetAfter(sheet, queue, 'strip')).toEqual(shown)
  },
)

test.for([
  [2, [1, 2, 3], 2, 'stays while it is in hand'],
  [2, [1, 3], 3, 'goes down when it is handed in'],
  [3, [1, 2], 1, 'goes to what was left out above'],
  [null, [2, 3], 2, 'begins at the first'],
  [3, [], null, 'nowhere to go'],
] as [number | null, number[], number | null, string][])(
  'from %s with %j in hand to %s (%s)',
  ([focus, queue, next]) => {
    expect(focusAfter([1, 2, 3], queue, focus)).toBe(next)
  },
)

test('keys move between the papers that can still be marked', () => {
  expect(neighbour([1, 2, 3], [1, 3], 1, 1)).toBe(3)
  expect(neighbour([1, 2, 3], [1, 3], 3, 1)).toBe(3)
  expect(neighbour([1, 2, 3], [1, 3], 3, -1)).toBe(1)
  expect(neighbour([1, 2, 3], [1, 3], 1, -1)).toBe(1)
})

test.for([
  [1, 1, 3],
  [5, -1, 3],
  [5, 1, 3],
  [1, -1, 3],
] as const)('from %d, which was handed in, by %d to %d', ([from, by, next]) => {
  expect(neighbour([1, 3, 5], [3], from, by)).toBe(next)
})

test.for([
  [1, 3, 4],
  [4, 3, 7],
  [6, 3, 6],
  [7, 3, 7],
  [7, -3, 4],
  [2, -3, 2],
] as const)('in rows of three, from %d by %d to %d', ([focus, by, next]) => {
  const tiles = [1, 2, 3, 4, 5, 6, 7]
  expect(neighbour(tiles, tiles, focus, by)).toBe(next)
})

test.for([
  [
    'strip',
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5, 9],
    [9],
    [1],
    [1, 2, 3, 4, 9],
    'the last not begun goes',
  ],
  [
    'strip',
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5, 9],
    [9],
    [1, 5],
    [1, 2, 3, 9, 5],
    'what is begun stays',
  ],
  ['strip', [1, 2, 3, 4, 5], [2, 3, 4, 5, 9], [9], [2], [1, 2, 3, 4, 5], 'it comes soon enough'],
  ['strip', [1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [], [1], [1, 2, 3, 4, 5], 'nothing urgent'],
  [
    'strip',
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5, 9],
    [9],
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
    'all begun',
  ],
  [
    'grid',
    [1, 2, 3, 4, 5, 6],
    [1, 2, 3, 4, 5, 6, 9],
    [9],
    [1],
    [1, 2, 3, 4, 5, 6],
    'room for more',
  ],
  ['single', [1], [1, 9], [9], [], [1], 'one at a time'],
] as const)(
  'a %s of %j with %j in hand and %j urgent, %j fixed, becomes %j (%s)',
  ([view, sheet, queue, soon, fixed, shown]) => {
    const isFixed = (id: number) => (fixed as readonly number[]).includes(id)
    expect(sheetMakingRoom(sheet, queue, view, soon, isFixed)).toEqual(shown)
  },
)

test('the key of the views turns to each of them and back', () => {
  expect((['single', 'strip', 'grid'] as const).map(viewAfter)).toEqual(['strip', 'grid', 'single'])
})
