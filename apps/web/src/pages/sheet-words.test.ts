import { expect, test } from 'vitest'
import { fixedReason, savedText } from './sheet-words.ts'

const OPEN = { published: false }
const sheet = (is: Partial<NonNullable<Parameters<typeof fixedReason>[1]>> = {}) => ({
  locked: false,
  locked_by: null,
  scanned_sheets: 0,
  ...is,
})
const LOCKED = { locked: true, locked_by: '教务员' }

test.for([
  [OPEN, null, 1, null, 'one that is begun'],
  [OPEN, sheet(), 1, null, 'laid out here'],
  [OPEN, sheet({ scanned_sheets: 9 }), 1, null, 'what was scanned keeps its version'],
  [OPEN, sheet(), 3, null, 'without paper'],
  [OPEN, sheet({ scanned_sheets: 9 }), 3, '已有 9 张扫描件使用这份版面', 'in use'],
  [OPEN, sheet(), 2, '题目和版面来自导入的文件', 'imported'],
  [OPEN, sheet({ scanned_sheets: 9 }), 2, '已有 9 张扫描件使用这份版面', 'imported, and in use'],
  [OPEN, sheet({ ...LOCKED, scanned_sheets: 9 }), 2, '版面已由 教务员 锁定', 'locked'],
  [{ published: true }, sheet(LOCKED), 1, '成绩已发布', 'after the results'],
  [{ published: true }, null, 1, '成绩已发布', 'nor is one begun then'],
] as const)('%o, %o, of type %s: %s (%s)', ([exam, of, type, reason]) => {
  expect(fixedReason(exam, of, type)).toBe(reason)
})

test.for([
  [2, 0, '已保存第 3 版，共 2 面'],
  [0, 0, '已保存第 3 版'],
  [2, 40, '已保存第 3 版；已扫描的 40 张保持原来的版面'],
] as const)('%s pages, %s scanned before: %s', ([page_count, kept_scanned, text]) => {
  const saved = { sheet_id: 1, version: 3, page_count, kept_scanned }
  expect(savedText(saved as Parameters<typeof savedText>[0])).toBe(text)
})
