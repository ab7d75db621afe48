import { expect, test } from 'vitest'
import { AUDIT_ACTIONS, AUDIT_OBJECTS, auditFields } from './audit-labels.ts'

test('audit: every label is Chinese', () => {
  const labels = [...Object.values(AUDIT_ACTIONS), ...Object.values(AUDIT_OBJECTS)]
  expect(labels.filter((label) => !/[\u4e00-\u9fff]/.test(label))).toEqual([])
})

test.for([
  [undefined, { name: '期中' }, '名称：→期中'],
  [{ name: '期中' }, { name: '期末' }, '名称：期中→期末'],
  [{ name: '期中', low: 30 }, { name: '期中', low: 40 }, '低分线：30→40'],
  [{ enabled: false }, { enabled: true }, '启用：否→是'],
  [[1, 2], undefined, '内容：1、2→'],
  [{ odd_field: 1 }, { odd_field: 2 }, 'odd_field：1→2'],
  [{ types: ['school'] }, { types: ['school'] }, ''],
  [undefined, undefined, ''],
  [{ note: '' }, {}, ''],
] as const)('audit fields of %o and %o: %s', ([before, after, expected]) => {
  const words = auditFields(before, after).map(
    (field) => `${field.label}：${field.before ?? ''}→${field.after ?? ''}`,
  )
  expect(words.join('；')).toBe(expected)
})
