import { expect, test } from 'vitest'
import { type Column, nextSort, sortRows } from './column.ts'

interface Row {
  id: number
  score: number | null
  name: string
}
const columns: Column<Row>[] = [
  { key: 'score', title: '得分', width: 80, render: String, sortBy: (row) => row.score },
  { key: 'name', title: '姓名', width: 80, render: String, sortBy: (row) => row.name },
  { key: 'id', title: '编号', width: 80, render: String },
]
const rows: Row[] = [
  { id: 1, score: null, name: '高二10班' },
  { id: 2, score: 90, name: '高二2班' },
  { id: 3, score: 95, name: '高二2班' },
]

const order = (key: string, isAscending: boolean) =>
  sortRows(rows, columns, { key, isAscending }).map(({ id }) => id)

test.for([
  ['score', true, [2, 3, 1], 'the absent come last'],
  ['score', false, [3, 2, 1], 'the absent come last descending too'],
  ['name', true, [2, 3, 1], 'numbers in names count as numbers, equals keep their order'],
  ['id', true, [1, 2, 3], 'a column that cannot be sorted changes nothing'],
] as const)('sorted by %s, ascending %s: %o (%s)', ([key, isAscending, ids]) => {
  expect(order(key, isAscending)).toEqual(ids)
})

test('a title goes from descending to ascending to none', () => {
  const first = nextSort(null, 'score')
  const second = nextSort(first, 'score')
  expect([first, second, nextSort(second, 'score')]).toEqual([
    { key: 'score', isAscending: false },
    { key: 'score', isAscending: true },
    null,
  ])
  expect(nextSort(second, 'name')).toEqual({ key: 'name', isAscending: false })
})
