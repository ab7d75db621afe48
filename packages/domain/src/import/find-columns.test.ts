import { expect, test } from 'vitest'
import type { ImportField } from './field.ts'
import { findColumns, findHeading, titleSet } from './find-columns.ts'
import type { ReadSheet } from './table.ts'

const FIELDS: readonly ImportField[] = [
  { field: 'no', label: '学号', aliases: ['学籍号', '学生编号'], required: true },
  { field: 'name', label: '姓名', aliases: ['学生姓名'], required: true },
  { field: 'class', label: '班级', aliases: ['行政班'] },
  { field: 'gender', label: '性别', guess: (value) => /^[男女]$/.test(value) },
]
const sheet = (...rows: string[][]): ReadSheet => ({
  name: '名单',
  rows: rows.map((cells, at) => ({ row: at + 1, cells })),
  hiddenRows: 0,
  hiddenColumns: 0,
})
const columns = (one: ReadSheet, at = 0, more = {}) =>
  Object.fromEntries(
    findColumns(one, at, FIELDS, more).map(({ field, column, how }) => [field, [column, how]]),
  )
const hints = { classKeys: new Set<string>(), studentNos: new Set<string>() }

test('findHeading: the heading may stand on any visible sheet, below a title', () => {
  const notes = sheet(['请按模板填写学生姓名'])
  const roster = sheet(['某校学生名单'], ['备注', '姓名*', '学 号（必填）'])
  expect(findHeading([notes, roster], FIELDS)).toEqual({ sheet: 1, at: 1 })
  expect(findHeading([notes], FIELDS)).toBeNull()
})

test.for([
  [['学号', '姓名', '班级', '性别']],
  [['学籍号', '学生姓名', '行政班', '性别']],
  [['学生编号', '姓名（必填）', '行政班', '性别*']],
  [[' 学 号', '姓　名', '班级：', '性别']],
  [['【必填】学号', '学生姓名', '行政班级', '性别']],
] as const)('findColumns: finds those of %s', ([titles]) => {
  const found = columns(sheet([...titles]))
  expect([found['no']?.[0], found['name']?.[0], found['gender']?.[0]]).toEqual([0, 1, 3])
})

test('findColumns: what was chosen before wins over words, and what is chosen now over both', () => {
  const one = sheet(['学号', '学籍号', '姓名'])
  expect(columns(one)['no']).toEqual([0, 'name'])
  expect(columns(one, 0, { learned: { no: '学籍号' } })['no']).toEqual([1, 'learned'])
  expect(columns(one, 0, { learned: { no: '学籍号' }, hand: { no: 0 } })['no']).toEqual([0, 'hand'])
})

test('findColumns: a column without a title is guessed by what stands in it, where one alone looks like it', () => {
  const one = sheet(['学号', '姓名', ''], ['1', '甲', '男'], ['2', '乙', '女'])
  expect(columns(one, 0, { hints })['gender']).toEqual([2, 'content'])
  const two = sheet(['学号', '', ''], ['1', '男', '男'])
  expect(columns(two, 0, { hints })['gender']).toEqual([null, null])
})

test('titleSet: the order of columns makes no other table of it', () => {
  expect(titleSet(['姓名 ', '学号*'])).toBe(titleSet(['学号', '姓名']))
})
