import { expect, test } from 'vitest'
import {
  AUTHORITY_ITEMS,
  hiddenItem,
  hiddenProblem,
  rolesOfItem,
  withoutHidden,
} from './authority.ts'
import { mayDo, permissionsOf } from './permissions.ts'

test('authority: an item can be kept from roles that have it, and never from the administrator', () => {
  for (const item of AUTHORITY_ITEMS) {
    const roles = rolesOfItem(item)
    expect(
      roles.every((role) => mayDo(role, item.permission)),
      item.code,
    ).toBe(true)
    expect(roles).not.toContain('school_admin')
  }
  expect(new Set(AUTHORITY_ITEMS.map(({ code }) => code)).size).toBe(AUTHORITY_ITEMS.length)
})

test.for([
  [['report.read'], '/v1/scorereport/basic/analysis', '成绩报表（全部）'],
  [['report.student'], '/v1/scorereport/student/list', '学生成绩表'],
  [['report.student'], '/v1/scorereport/average/class', null],
  [['report.examples'], '/v1/scorereport/little/examples', '样卷图像'],
  [['report.examples'], '/v1/scorereport/little/list', null],
  [[], '/v1/scorereport/student/list', null],
] as const)('authority: %o keep %s from a class teacher as %s', ([codes, path, label]) => {
  const hidden = { class_teacher: codes }
  const call = { permission: 'report.read' as const, path }
  expect(hiddenItem(hidden, 'class_teacher', call)?.label ?? null).toBe(label)
  expect(hiddenItem(hidden, 'subject_teacher', call)).toBeNull()
})

test('authority: whole items take the permission away, single pages do not', () => {
  const own = permissionsOf('class_teacher')
  const after = (codes: string[]) => withoutHidden(own, 'class_teacher', { class_teacher: codes })
  expect(after(['report.student'])).toEqual(own)
  expect(after(['report.export'])).toEqual(own.filter((one) => one !== 'report.export'))
})

test.for([
  [{ class_teacher: ['report.export'] }, null],
  [{ class_teacher: ['odd'] }, '没有「odd」这一项'],
  [{ scan_operator: ['report.read'] }, '扫描员不能设置「成绩报表（全部）」'],
  [{ school_admin: ['report.read'] }, '学校管理员不能设置「成绩报表（全部）」'],
] as const)('authority: %o is refused with %s', ([hidden, problem]) => {
  expect(hiddenProblem(hidden)).toBe(problem)
})
