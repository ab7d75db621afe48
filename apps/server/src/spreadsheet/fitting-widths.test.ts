import { expect, test } from 'vitest'
import { fittingWidths } from './fitting-widths.ts'

test('a column is as wide as its widest text, in digits, and never so wide that it hides the others', () => {
  const head = ['科目', '已评', '最近活动', '说明']
  const rows = [
    ['语文', 12, '2026-11-27 19:02:59', '评'.repeat(80)],
    ['道德与法治', null, null, { percent: 95.13 }],
  ]
  expect(fittingWidths(head, rows)).toEqual([12, 8, 21, 48])
})
