import { expect, test } from 'vitest'
import type { Column } from './column.ts'
import { fittingColumns } from './fitting-columns.ts'

const column = (key: string, width: number, rank?: number): Column<string> => ({
  key,
  title: key,
  width,
  render: String,
  ...(rank === undefined ? {} : { rank }),
})
const columns = [column('name', 100), column('b', 50, 2), column('c', 80, 1), column('d', 20, 3)]

test.for([
  [250, null, ['name', 'b', 'c', 'd'], 'all'],
  [249, null, ['name', 'b', 'c'], 'the highest rank goes first'],
  [229, null, ['name', 'c'], 'none overtakes a wider one that is wanted more'],
  [10, null, ['name'], 'what has no rank stays'],
  [249, 'd', ['name', 'c', 'd'], 'what sorts stays, and takes its room'],
] as const)('%i pixels, sorted by %s: %o (%s)', ([width, needed, keys]) => {
  expect(fittingColumns(columns, width, needed).map(({ key }) => key)).toEqual(keys)
})
