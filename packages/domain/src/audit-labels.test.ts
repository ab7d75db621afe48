import { expect, test } from 'vitest'
import { AUDIT_FIELDS } from './audit-field-labels.ts'
import { AUDIT_REPORTS, auditFields } from './audit-fields.ts'
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from './audit-labels.ts'

test('audit: every label is Chinese', () => {
  const labels = [AUDIT_ACTIONS, AUDIT_OBJECTS, AUDIT_FIELDS, AUDIT_REPORTS].flatMap((one) =>
    Object.values(one),
  )
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
  [undefined, { filters: { exam_id: 3, state: 'open' } }, '筛选条件：→考试 3，状态 open'],
  [undefined, { roles: ['school_admin', 'principal'] }, '身份：→学校管理员、校长'],
  [undefined, { report: 'rubric-use', rows: 4 }, '报表：→给分依据；行数：→4'],
  [undefined, { entries: [{ name: '甲' }, { name: '乙' }] }, '条目：→名称 甲、名称 乙'],
  [undefined, { filters: {} }, ''],
  [undefined, undefined, ''],
  [{ note: '' }, {}, ''],
] as const)('audit fields of %o and %o: %s', ([before, after, expected]) => {
  const words = auditFields(before, after).map(
    (field) => `${field.label}：${field.before ?? ''}→${field.after ?? ''}`,
  )
  expect(words.join('；')).toBe(expected)
})
