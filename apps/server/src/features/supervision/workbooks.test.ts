import { expect, test } from 'vitest'
import { columnWidths } from './workbooks.ts'

test('columns are as wide as what is in them: times and reasons are read, numbers stay narrow', () => {
  const head = ['科目', '题块', '已评', '最近活动', '说明']
  const rows = [
    ['语文', '第13题', 8, '2026-11-27 19:02:58', '仅 8 份，满 20 份后才作判断'],
    ['语文', '第14题', null, '', '某'.repeat(100)],
  ]
  expect(columnWidths(head, rows)).toEqual([16, 16, 10, 21, 60])
  expect(columnWidths(head, [])).toEqual([16, 16, 10, 10, 10])
})
