import { expect, test } from 'vitest'
import { type Extra, TODOS } from './todo-kinds.ts'
import type { BlockRow } from './use-live-progress.ts'

const NOTHING: Extra = {
  checks: new Map(),
  unqualified: new Map(),
  warned: new Map(),
  suspect: new Map(),
  automatic: new Map(),
}
const row = { stuck_count: 5, gone_count: 2, managed_by: '阅卷管理员' } as BlockRow

const todoOf = (key: string) => {
  const todo = TODOS.find((one) => one.key === key)
  if (!todo) throw new Error(`there is no to-do ${key}`)
  return todo
}

test('papers whose marker is gone are handed on by leaders, the others that nobody may read are not', () => {
  expect(todoOf('gone').countOf(row, NOTHING)).toBe(2)
  // It opens the block, where they are handed on.
  expect(todoOf('gone').next).toBeUndefined()
  expect(todoOf('stuck').countOf(row, NOTHING)).toBe(3)
  const next = (mayManageExam: boolean) =>
    todoOf('stuck').next?.({ examId: 7, blocks: [row], mayManageExam })
  expect(next(true)).toEqual({ to: '/stuck-papers?exam_id=7' })
  expect(next(false)).toEqual({ who: '由阅卷管理员处理' })
})
