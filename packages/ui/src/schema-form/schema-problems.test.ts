import { CallError } from '@hengjuan/client'
import { expect, test } from 'vitest'
import {
  type FieldKind,
  fieldProblem,
  type FieldSchema,
  serverProblems,
} from './schema-problems.ts'

test.for<[unknown, FieldKind, FieldSchema, string | null]>([
  ['', 'text', {}, '请填写名称'],
  ['  ', 'text', {}, '请填写名称'],
  ['', 'choice', {}, '请选择名称'],
  ['', 'date', {}, '请选择名称'],
  [[], 'many', {}, '请至少选择一个名称'],
  [[1], 'many', { minItems: 2 }, '名称至少选择 2 个'],
  [[1, 2], 'many', { maxItems: 1 }, '名称最多选择 1 个'],
  ['一二三', 'text', { maxLength: 2 }, '名称最多 2 个字，现在有 3 个'],
  ['一', 'textarea', { minLength: 2 }, '名称至少 2 个字'],
  ['ab', 'text', { pattern: '^\\d+$' }, '名称的格式不正确，请检查后重新填写'],
  ['x', 'number', {}, '名称请填写数字'],
  ['１２', 'number', { minimum: 13 }, '名称不能小于 13'],
  ['1.5', 'number', { type: 'integer' }, '名称请填写整数'],
  ['7.5', 'scores', { type: 'integer', maximum: 7000 }, '名称不能大于 7'],
  ['7.2345', 'scores', {}, '名称请填写分数，最多三位小数'],
  ['7.5', 'scores', { type: 'integer', maximum: 8000 }, null],
  [3, 'choice', {}, null],
])('%o as %s under %o: %s', ([value, kind, schema, problem]) => {
  expect(fieldProblem(value, schema, { label: '名称', kind, isRequired: true })).toBe(problem)
})

test('what is not required may be left out', () => {
  expect(fieldProblem('', {}, { label: '备注', kind: 'text', isRequired: false })).toBeNull()
})

test('what the server refuses stands at its field, the rest below the form', () => {
  const init = { status: 400, code: 'INPUT_INVALID', message: '提交的内容有误' } as const
  const refused = new CallError({
    ...init,
    fields: [
      { path: 'body.name', msg: '太长' },
      { path: 'other.0', msg: '不认识' },
    ],
  })
  expect(serverProblems(refused, ['name'])).toEqual({ name: '太长', '': '不认识' })
  const taken = new CallError({ ...init, code: 'EXAM_NAME_TAKEN', message: '已有同名考试' })
  expect(serverProblems(taken, ['name'], { EXAM_NAME_TAKEN: 'name' })).toEqual({
    name: '已有同名考试',
  })
  expect(serverProblems(taken, ['name'])).toEqual({ '': '已有同名考试' })
})
