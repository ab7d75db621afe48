import { isRegionalRole, type Role, ROLE_CODES, roleLabel } from '@hengjuan/domain'

/** Roles that a school gives; heads of school only by who manages accounts. */
export const givenRoles = (mayGiveHeads: boolean) =>
  ROLE_CODES.filter(
    (role) =>
      role !== 'student' && !isRegionalRole(role) && (mayGiveHeads || !HEADS.includes(role)),
  ).map((role) => ({ value: role, label: roleLabel(role) }))

const HEADS: readonly Role[] = ['school_admin', 'principal', 'vice_principal', 'academic_director']
const BY_GRADE: readonly string[] = ['grade_director', 'grade_group_leader', 'prep_leader']
const BY_SUBJECT: readonly string[] = ['subject_leader', 'prep_leader']
const BY_CLASS: readonly string[] = ['class_teacher']

/** What has to be said with a role: which grades, subjects or classes. Lessons say it for the others. */
export const needsOf = (role: string) => ({
  grades: BY_GRADE.includes(role),
  subjects: BY_SUBJECT.includes(role),
  classes: BY_CLASS.includes(role),
})
