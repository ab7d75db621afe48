import { expect, test } from 'vitest'
import { exportRefusal } from './export-refusal.ts'

test('a list that was not read is not said to be on its way', () => {
  expect(exportRefusal({ isRead: false, hasFailed: true })).toContain('没有读取成功')
  expect(exportRefusal({ isRead: false, hasFailed: false })).toBe('正在读取任务')
  // Read before, and not again: what is known still holds.
  expect(exportRefusal({ isRead: true, hasFailed: true })).toBe('没有未完成的任务')
})
