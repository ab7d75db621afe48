import type { ImportProblem } from '@hengjuan/contracts'
import { describe, expect, test } from 'vitest'
import {
  columnLetters,
  effectText,
  problemGroups,
  reasonAgainst,
  valuesOf,
} from './import-rules.ts'

test.for([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
] as const)('column %i is %s', ([column, letters]) => {
  expect(columnLetters(column)).toBe(letters)
})

test.for([
  [{ added: 12, changed: 3 }, 0, '新增 12 人、修改 3 人'],
  [{ added: 0, changed: 3 }, 2, '修改 3 人、移出 2 人'],
  [{ added: 0, changed: 0 }, 0, ''],
] as const)('%o and %i taken out: %s', ([counts, removed, text]) => {
  expect(effectText(counts, removed, '人')).toBe(text)
})

const problem = (cell: string, value: string, meant?: string): ImportProblem => ({
  cell,
  row: Number(cell.slice(1)),
  field: 'class',
  value,
  code: 'UNKNOWN',
  message: '没有这个班级',
  ...(meant === undefined ? {} : { fix: { value: meant, text: `${value} → ${meant}` } }),
})

describe('problems', () => {
  test('equal cells stand together, and one answer mends them', () => {
    const groups = problemGroups([
      problem('D3', '高一1', '高一(1)班'),
      problem('D4', '九班'),
      problem('D7', '高一1', '高一(1)班'),
    ])
    expect(groups.map(({ cells }) => cells)).toEqual([['D3', 'D7'], ['D4']])
    expect(valuesOf([{ field: 'class', value: '高一1', meant: '高一(1)班' }])).toEqual({
      class: { 高一1: '高一(1)班' },
    })
  })

  test('the same text with another thing wrong is another line', () => {
    const other = { ...problem('D5', '高一1'), message: '与学号不符' }
    expect(problemGroups([problem('D3', '高一1'), other])).toHaveLength(2)
  })
})

describe('what stands against an import', () => {
  const counts = {
    rows: 5,
    added: 2,
    changed: 1,
    back: 0,
    unchanged: 1,
    missing: 0,
    errors: 0,
    bad_rows: 0,
    warnings: 0,
  }
  const number = { field: 'no', label: '学号', required: true, column: 0, how: 'name' as const }
  const report = { state: 'checked' as const, columns: [number], counts, to_accept: [] }
  const chosen = { onlyGood: false, removed: 0, accepted: new Set<string>() }
  const withErrors = { ...report, counts: { ...counts, errors: 3, bad_rows: 2 } }
  const nothing = { ...report, counts: { ...counts, added: 0, changed: 0 } }
  const guessed = { ...report, to_accept: [{ ack: 'guess:no', message: '' }] }

  test.for([
    ['no table', null, {}, '请先选择表格文件'],
    ['under way', { ...report, state: 'checking' as const }, {}, '表格还没有核对完'],
    [
      'a required column is absent',
      { ...report, columns: [{ ...number, column: null, how: null }] },
      {},
      '还没有找到「学号」所在的列，请在上面选择',
    ],
    ['errors', withErrors, {}, '还有 3 处错误没有改正'],
    ['only the good rows', withErrors, { onlyGood: true }, null],
    ['a guess', guessed, {}, '还有 1 项没有确认'],
    ['an accepted guess', guessed, { accepted: new Set(['guess:no']) }, null],
    ['nothing new', nothing, {}, '与系统中的相同，没有要导入的'],
    ['nothing but rows to take out', nothing, { removed: 1 }, null],
    ['a good table', report, {}, null],
  ] as const)('%s', ([, found, choice, reason]) => {
    expect(reasonAgainst(found as typeof report | null, { ...chosen, ...choice })).toBe(reason)
  })
})
