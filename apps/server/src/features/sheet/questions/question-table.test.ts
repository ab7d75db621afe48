import { expect, test } from 'vitest'
import type { ImportTable } from '../../../spreadsheet/index.ts'
import { checkQuestionTable, type QuestionTable } from './question-table.ts'

const COLUMNS = [
  '大题',
  '题号',
  '题型',
  '分值',
  '选项数',
  '答案',
  '漏选得分',
  '题块',
  '给分点',
  '空数',
  '格数',
  '高度',
  '知识点',
]
type Cells =
  Parameters<ImportTable<never>['address']> extends never ? never : Record<string, string>

/** A table of the given rows; columns that a row leaves out are empty. */
const tableOf = (...rows: Partial<Cells>[]): QuestionTable =>
  ({
    rows: rows.map((cells, at) => ({
      row: at + 2,
      cells: Object.fromEntries(COLUMNS.map((column) => [column, cells[column] ?? ''])),
    })),
    address: (row: number, column: string) => `${column}${row}`,
    sheetName: '',
    hiddenRows: 0,
    has: () => true,
    tellProblems: () => undefined,
  }) as unknown as QuestionTable

test.for([
  [
    'a range with its answers',
    { 题号: '1-3', 题型: '单选题', 分值: '5', 答案: 'ACD' },
    { 1: ['A'], 2: ['C'], 3: ['D'] },
  ],
  [
    'true and false as marks',
    { 题号: '1～2', 题型: '判断题', 分值: '2', 答案: '√×' },
    { 1: ['A'], 2: ['B'] },
  ],
  [
    'several letters apart',
    { 题号: '1至2', 题型: '多选', 分值: '6', 答案: 'AC、BD' },
    { 1: ['A', 'C'], 2: ['B', 'D'] },
  ],
  ['five options', { 题号: '1', 题型: '1', 分值: '2.5', 选项数: '5', 答案: 'e' }, { 1: ['E'] }],
] as const)('%s', ([, row, keys]) => {
  const checked = checkQuestionTable(tableOf(row))
  expect(checked.errors).toEqual([])
  expect(checked.keys).toEqual(keys)
})

test.for([
  [{ 题号: '', 题型: '单选题', 分值: '5' }, '题号2', '请填写题号'],
  [{ 题号: '9-3', 题型: '单选题', 分值: '5' }, '题号2', '从小到大'],
  [{ 题号: '1', 题型: '选填题', 分值: '5' }, '题型2', '不认识题型'],
  [{ 题号: '1', 题型: '单选题', 分值: '五' }, '分值2', '应为 0 到'],
  [{ 题号: '1', 题型: '单选题', 分值: '5', 答案: 'E' }, '答案2', '不在 A 到 D 之内'],
  [{ 题号: '1-3', 题型: '单选题', 分值: '5', 答案: 'AC' }, '答案2', '有 3 题，答案却有 2 个'],
  [{ 题号: '1', 题型: '多选题', 分值: '5', 漏选得分: '6' }, '漏选得分2', '应在 0 到 5'],
  [{ 题号: '1', 题型: '解答题', 分值: '12', 给分点: '(1)4、(2)7' }, '给分点2', '合计 11 分'],
] as const)('%o is reported at its cell', ([row, path, message]) => {
  const { errors } = checkQuestionTable(tableOf(row))
  expect(errors[0]?.path).toBe(path)
  expect(errors[0]?.message).toContain(message)
})

test('a number twice is reported with the row that had it first', () => {
  const row = { 题型: '单选题', 分值: '5' }
  const { errors } = checkQuestionTable(tableOf({ ...row, 题号: '1-3' }, { ...row, 题号: '2' }))
  expect(errors).toEqual([{ path: '题号3', message: '题号 2 与第 2 行重复，请改成不同的题号' }])
})

test('questions of one row are one block, with score points and steps', () => {
  const { sections } = checkQuestionTable(
    tableOf(
      { 大题: '填空', 题号: '13-14', 题型: '填空题', 分值: '5' },
      { 题号: '15', 题型: '解答题', 分值: '6', 给分点: '(1)2.5、(2)3.5' },
    ),
  )
  expect(sections).toMatchObject([
    {
      title: '填空',
      questions: [
        { blockKey: '13-14' },
        { blockKey: '13-14' },
        { blockKey: '15', scorePoints: [{ name: '(1)' }, {}] },
      ],
    },
  ])
  expect(sections[0]?.questions[2]?.scorePoints?.map(({ stepMilli }) => stepMilli)).toEqual([
    500, 500,
  ])
})
