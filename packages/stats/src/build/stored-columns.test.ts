import { expect, test } from 'vitest'
import { testVersion } from '../testing/test-version.ts'
import { decodeColumns, encodeColumns } from './stored-columns.ts'

const { columns } = testVersion({
  fulls: [2000, 3000, 90_000],
  rows: [[2000, 1500, 88_500], 'absent', [0, 3000, 70_000], 'not selected', 'no record'],
  answers: [['A'], [], ['BD'], [], []],
  classes: 2,
})

test('columns are read as they were written', () => {
  const bytes = encodeColumns(columns)
  expect(decodeColumns(Uint8Array.from(bytes))).toEqual(columns)
})

test('an exam that nobody sat too', () => {
  const { columns: none } = testVersion({ fulls: [2000], rows: [] })
  expect(decodeColumns(Uint8Array.from(encodeColumns(none)))).toEqual(none)
})

test('numbers are read in place, and what is one column stays one', () => {
  const bytes = Uint8Array.from(encodeColumns(columns))
  const read = decodeColumns(bytes)
  expect(read.candidateId.buffer).toBe(bytes.buffer)
  expect(read.subjects[0]?.items[2]?.values.buffer).toBe(bytes.buffer)
  expect(read.countedTotalMilli === read.totalMilli).toBe(
    columns.countedTotalMilli === columns.totalMilli,
  )
})
