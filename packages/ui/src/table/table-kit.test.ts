import { createElement } from 'react'
import { expect, test } from 'vitest'
import {
  type Arrangement,
  arranged,
  AS_GIVEN,
  moved,
  readArrangement,
  resized,
  showing,
} from './arrangement.ts'
import { copiedText } from './cell-range.ts'
import { layoutOf } from './column-layout.ts'
import { columnRangeAt } from './column-range.ts'
import { type Column, nextSorts, type Sort, sortRows } from './column.ts'
import { heatMark } from './heat.ts'
import { pagesNear } from './pages-near.ts'

interface Row {
  name: string
  score: number | null
}

const column = (key: string, more: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  title: key,
  width: 100,
  render: ({ name }) => name,
  ...more,
})
const keys = (columns: readonly Column<Row>[]) => columns.map(({ key }) => key)

const COLUMNS = [
  column('name', { frozen: true }),
  column('a', { group: '语文', sortBy: ({ score }) => score }),
  column('b', { group: '语文', sortBy: ({ name }) => name }),
  column('c', { group: '数学' }),
  column('d'),
]

test('layout: neighbours of one group share a title, others stand alone', () => {
  expect(layoutOf(COLUMNS, false).groups).toEqual([
    { name: '', first: 0, last: 0 },
    { name: '语文', first: 1, last: 2 },
    { name: '数学', first: 3, last: 3 },
    { name: '', first: 4, last: 4 },
  ])
})

test('layout: columns out of view leave a gap of their width, frozen ones are drawn', () => {
  const layout = layoutOf(COLUMNS, true, { start: 3, end: 3 })
  expect(layout.shape.gridTemplateColumns).toBe('40px 100px 200px 100px 100px minmax(0, 1fr)')
  expect(layout.drawn).toEqual([0, 3])
  expect(layout.lines.get(3)).toBe(4)
  expect(layout.groups.map(({ name }) => name)).toEqual(['', '数学'])
})

test.for([
  [0, { start: 0, end: 6 }],
  [950, { start: 6, end: 18 }],
] as const)('columns in view from %i pixels on: %o', ([left, range]) => {
  const many = Array.from({ length: 40 }, (_, at) =>
    column(String(at), at === 0 ? { frozen: true } : {}),
  )
  expect(columnRangeAt(many, false, left, 400)).toEqual(range)
})

test('arrangement: moved, hidden and dragged columns; frozen ones stay first', () => {
  const swapped = moved(COLUMNS, AS_GIVEN, 'c', -1)
  expect(keys(arranged(COLUMNS, swapped))).toEqual(['name', 'a', 'c', 'b', 'd'])
  expect(moved(COLUMNS, AS_GIVEN, 'a', -1)).toBe(AS_GIVEN)
  const hidden: Arrangement = { ...swapped, hidden: ['name', 'a'] }
  expect(keys(arranged(COLUMNS, hidden))).toEqual(['name', 'c', 'b', 'd'])
  expect(arranged(COLUMNS, resized(AS_GIVEN, 'd', 3)).at(-1)?.width).toBe(48)
})

test('arrangement: extra columns are shown when ticked; what another page of the table has stays as it was', () => {
  const columns = [...COLUMNS.slice(0, 3), column('more', { extra: true })]
  expect(keys(arranged(columns, AS_GIVEN))).toEqual(['name', 'a', 'b'])
  const elsewhere = { ...AS_GIVEN, hidden: ['d'], shown: ['other'] }
  const ticked = showing(columns, elsewhere, ['name', 'b', 'more'])
  expect(ticked).toMatchObject({ hidden: ['d', 'a'], shown: ['other', 'more'] })
  expect(keys(arranged(columns, ticked))).toEqual(['name', 'b', 'more'])
  expect(showing(columns, ticked, ['a', 'b'])).toMatchObject({ hidden: ['d'], shown: ['other'] })
})

test('arrangement: a column that the page got later stands where the page has it', () => {
  const kept = moved(COLUMNS.slice(0, 4), AS_GIVEN, 'c', -1)
  expect(
    keys(arranged([...COLUMNS.slice(0, 2), column('new'), ...COLUMNS.slice(2)], kept)),
  ).toEqual(['name', 'a', 'new', 'c', 'd', 'b'])
})

test.for([null, '{', '{"hidden":3,"widths":{"a":"x","b":2}}'])(
  'arrangement: what makes no sense is as given (%s)',
  (text) => {
    expect(readArrangement(text)).toEqual(AS_GIVEN)
  },
)

const ROWS: Row[] = [
  { name: '王一', score: 5 },
  { name: '李二', score: null },
  { name: '赵三', score: 5 },
]

test('sort: a second key orders what the first leaves equal, the absent come last', () => {
  const sorts: Sort[] = [
    { key: 'a', isAscending: true },
    { key: 'b', isAscending: false },
  ]
  expect(sortRows(ROWS, COLUMNS, sorts).map(({ name }) => name)).toEqual(['赵三', '王一', '李二'])
})

test('sort: Shift adds a key and turns it, a plain click leaves only its own', () => {
  const one = nextSorts([], 'a', false)
  const two = nextSorts(one, 'b', true)
  expect(two.map(({ key }) => key)).toEqual(['a', 'b'])
  expect(nextSorts(two, 'b', true)[1]).toEqual({ key: 'b', isAscending: true })
  expect(nextSorts(two, 'd', false)).toEqual([{ key: 'd', isAscending: false }])
})

test('copy: the titles of a range with their groups, then its cells', () => {
  const text = copiedText(COLUMNS, ROWS, { top: 1, bottom: 2, left: 0, right: 1 })
  expect(text).toBe('name\t语文 a\n李二\t李二\n赵三\t赵三')
})

test('copy: words within what a cell is drawn of, and what its column says where a component draws it', () => {
  const Tag = () => null
  const columns = [
    column('link', {
      render: ({ name }) => createElement('a', null, createElement('b', null, name), ' ', 3),
    }),
    column('tag', { render: () => createElement(Tag), text: () => '已发布' }),
    column('none', { render: () => createElement(Tag), sortBy: ({ score }) => score }),
  ]
  const text = copiedText(columns, [{ name: '李二', score: 7 }], {
    top: 0,
    bottom: 0,
    left: 0,
    right: 2,
  })
  expect(text).toBe('link\ttag\tnone\n李二 3\t已发布\t7')
})

test.for([
  [0.9, ''],
  [1, '+'],
  [-2.4, '−−'],
] as const)('heat: %s standard deviations are marked "%s"', ([z, mark]) => {
  expect(heatMark(z)).toBe(mark)
})

test.for([
  [1, 1, [1]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [3, 5, [1, 2, 3, 4, 5]],
] as const)('pager: on page %i of %i it offers %o', ([page, last, pages]) => {
  expect(pagesNear(page, last)).toEqual(pages)
})
