/**
 * The fifteen roles of the specification, and two of ours (scan operator, student).
 *
 * `key` is the specification's role-to-key mapping. Mind the trap: the role `class_teacher` (班主任)
 * has the key `class_master`, and the key `class_teacher` belongs to the role `subject_teacher` (任课教师).
 *
 * @source specification, section 6
 */
export const ROLES = {
  school_admin: { label: '学校管理员', key: 'school_admin' },
  principal: { label: '校长', key: 'principal' },
  vice_principal: { label: '副校长', key: 'vice_principal' },
  academic_director: { label: '教务主任', key: 'academic_director' },
  grade_director: { label: '年级主任', key: 'grade_master' },
  grade_group_leader: { label: '年级组长', key: 'grade_group_leader' },
  subject_leader: { label: '学科组长', key: 'subject_master' },
  prep_leader: { label: '备课组长', key: 'grade_subject_master' },
  class_teacher: { label: '班主任', key: 'class_master' },
  subject_teacher: { label: '任课教师', key: 'class_teacher' },
  marking_teacher: { label: '阅卷教师', key: 'marking_teacher' },
  marking_admin: { label: '阅卷管理员', key: 'marking_admin' },
  regional_admin: { label: '区域管理员', key: 'regional_admin' },
  researcher: { label: '教研员', key: 'researcher' },
  research_leader: { label: '教研组长', key: 'research_leader' },
  scan_operator: { label: '扫描员', key: 'scan_operator' },
  student: { label: '学生', key: 'student' },
} as const

export type Role = keyof typeof ROLES
export type RoleKey = (typeof ROLES)[Role]['key']

export const ROLE_CODES = Object.keys(ROLES) as Role[]

export const isRole = (code: string): code is Role => Object.hasOwn(ROLES, code)

export const roleLabel = (role: Role): string => ROLES[role].label

export const roleKey = (role: Role): RoleKey => ROLES[role].key

/** The role behind a key of the specification; null for an unknown key. */
export const roleOfKey = (key: string): Role | null =>
  ROLE_CODES.find((role) => ROLES[role].key === key) ?? null

export const SCHOOL_MANAGEMENT_ROLES: readonly Role[] = [
  'school_admin',
  'principal',
  'vice_principal',
  'academic_director',
  'marking_admin',
  'regional_admin',
]

export const TEACHING_ROLES: readonly Role[] = [
  'grade_director',
  'subject_leader',
  'prep_leader',
  'class_teacher',
  'subject_teacher',
]

export const LEADERSHIP_ROLES: readonly Role[] = [
  'grade_director',
  'academic_director',
  'principal',
  'vice_principal',
  'school_admin',
]

/** Roles that may not enter through the single-school sign-in; they use the regional entry. */
export const REGIONAL_ROLES: readonly Role[] = [
  'marking_admin',
  'regional_admin',
  'researcher',
  'research_leader',
]

export const isRegionalRole = (role: Role): boolean => REGIONAL_ROLES.includes(role)

/** The numeric role of an account that means marking teacher; not to be mixed up with `ScopeLevel` 4. */
export const USER_ROLE_CODE_MARKING_TEACHER = 4

/** User type of an account that administers marking in full; a flag of the account, not a role. */
export const FULL_MARKING_USER_TYPE = 999
