import { describe, expect, test } from 'vitest'
import { visibleMenus } from './menu.ts'
import { isSuperAdmin, mayDo, PERMISSION_CODES, PERMISSIONS, permissionsOf } from './permissions.ts'
import type { Permission } from './permissions.ts'
import {
  isRegionalRole,
  isRole,
  LEADERSHIP_ROLES,
  ROLE_CODES,
  roleKey,
  roleOfKey,
  SCHOOL_MANAGEMENT_ROLES,
  TEACHING_ROLES,
} from './role.ts'
import type { Role } from './role.ts'
import { effectiveScope, scopeAllows, scopeIds, withinScope } from './scope.ts'

describe('roles', () => {
  test('there are the fifteen of the specification and two of ours', () => {
    expect(ROLE_CODES).toHaveLength(17)
  })

  test.for([
    ['grade_director', 'grade_master'],
    ['subject_leader', 'subject_master'],
    ['prep_leader', 'grade_subject_master'],
    ['class_teacher', 'class_master'],
    ['subject_teacher', 'class_teacher'],
  ] as const)('%s has the key %s, and back', ([role, key]) => {
    expect(roleKey(role)).toBe(key)
    expect(roleOfKey(key)).toBe(role)
  })

  test('unknown codes are no roles', () => {
    expect(isRole('toString')).toBe(false)
    expect(roleOfKey('nobody')).toBeNull()
  })

  test('groups are those of the specification', () => {
    expect(SCHOOL_MANAGEMENT_ROLES).toHaveLength(6)
    expect(TEACHING_ROLES).toHaveLength(5)
    expect(LEADERSHIP_ROLES).toHaveLength(5)
    expect(ROLE_CODES.filter(isRegionalRole)).toEqual([
      'marking_admin',
      'regional_admin',
      'researcher',
      'research_leader',
    ])
  })
})

describe('permissions', () => {
  const table: [Permission, Role, boolean][] = [
    ['marking.mark', 'marking_teacher', true],
    ['marking.mark', 'scan_operator', false],
    ['marking.setup', 'marking_teacher', false],
    ['marking.setup', 'prep_leader', true],
    ['marking.supervise', 'marking_teacher', false],
    ['scan.operate', 'scan_operator', true],
    ['exception.handle', 'marking_teacher', false],
    ['score.publish', 'academic_director', true],
    ['score.publish', 'class_teacher', false],
    ['report.read', 'class_teacher', true],
    ['report.read', 'student', false],
    ['student.score', 'student', true],
    ['student.score', 'school_admin', false],
    ['account.manage', 'principal', false],
  ]
  test.for(table)('%s for %s: %s', ([permission, role, allowed]) => {
    expect(mayDo(role, permission)).toBe(allowed)
  })

  test('a student may do nothing but see the own account and scores, and answer online exams', () => {
    expect(permissionsOf('student')).toEqual(['account.self', 'pad.answer', 'student.score'])
  })

  test.for(PERMISSION_CODES)('%s names known roles, none twice', (permission) => {
    const roles: readonly string[] = PERMISSIONS[permission].roles
    expect(roles.every(isRole)).toBe(true)
    expect(new Set(roles).size).toBe(roles.length)
  })

  test('the super admin is known by id, and nobody is when none is configured', () => {
    expect(isSuperAdmin(7, 7)).toBe(true)
    expect(isSuperAdmin(8, 7)).toBe(false)
    expect(isSuperAdmin(null, null)).toBe(false)
  })
})

describe('scope', () => {
  const lists = { grades: [10], classes: [101], subjects: [2] }

  test.for([
    ['school_admin', 'all', 'all', 'all'],
    ['principal', 'all', 'all', 'all'],
    ['vice_principal', 'all', 'all', 'all'],
    ['academic_director', 'all', 'all', 'all'],
    ['grade_director', [10], 'all', 'all'],
    ['subject_leader', [10], 'all', [2]],
    ['prep_leader', [10], 'all', [2]],
    ['class_teacher', [10], [101], [2]],
    ['subject_teacher', [10], [101], [2]],
    ['marking_teacher', [10], [101], [2]],
    ['student', [], [], []],
  ] as const)('%s sees grades %o, classes %o, subjects %o', ([role, grades, classes, subjects]) => {
    expect(effectiveScope(role, lists)).toEqual({ grades, classes, subjects })
  })

  test.for([
    [4, { schoolId: 's' }],
    [3, { districtId: 'd' }],
    [2, { cityId: 'c' }],
    [1, { cityId: 'c', provinceId: 'p' }],
  ] as const)('level %i sends %o and nothing else', ([level, sent]) => {
    const ids = { provinceId: 'p', cityId: 'c', districtId: 'd', schoolId: 's' }
    expect(scopeIds(level, ids)).toEqual(sent)
  })

  test('an empty list allows nothing, "all" everything', () => {
    expect(scopeAllows([], 2)).toBe(false)
    expect(scopeAllows('all', 2)).toBe(true)
    expect(withinScope([2, 3], [1, 2, 3, 4])).toEqual([2, 3])
  })
})

describe('menus', () => {
  test.for([
    [
      'prep_leader',
      999,
      ['examManage', 'markingTasks', 'answerSheets', 'markingSupervision', 'staffInfo'],
    ],
    ['prep_leader', 1, ['markingTasks', 'markingSupervision', 'staffInfo']],
    ['class_teacher', 1, ['markingTasks', 'markingSupervision']],
    [
      'marking_teacher',
      1,
      [
        'home',
        'markingTasks',
        'markingSupervision',
        'reports',
        'learningAnalysis',
        'paperComposition',
        'staffInfo',
      ],
    ],
    ['researcher', 1, ['learningAnalysis', 'paperComposition', 'staffInfo']],
    ['student', 1, []],
  ] as const)('%s of type %i sees %o', ([role, userType, menus]) => {
    expect(visibleMenus(role, userType)).toEqual(menus)
  })

  test('the exception center shows to whoever handles exceptions', () => {
    expect(visibleMenus('scan_operator', 1)).toContain('exceptionCenter')
    expect(visibleMenus('subject_teacher', 1)).not.toContain('exceptionCenter')
  })
})
