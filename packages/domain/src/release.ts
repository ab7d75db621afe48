import type { Role } from './role.ts'

/** Whom released scores reach, in the order in which they may. @source platform 7.3 */
export const RELEASE_AUDIENCES = {
  leaders: '学校领导与管理人员',
  teachers: '教师',
  students: '学生与家长',
} as const

export type ReleaseAudience = keyof typeof RELEASE_AUDIENCES

/** What has a release of its own: the result for each audience, and the book of wrong questions. @source domain rules 9 (7) */
export const RELEASE_TARGETS = { ...RELEASE_AUDIENCES, book: '学生错题本' } as const

export type ReleaseTarget = keyof typeof RELEASE_TARGETS

export const RELEASE_STATES = {
  scheduled: '已排定',
  released: '已发布',
  withdrawn: '已撤回',
  cancelled: '已取消',
  missed: '已错过，请重新安排',
} as const

export type ReleaseState = keyof typeof RELEASE_STATES

const TEACHERS: readonly Role[] = ['class_teacher', 'subject_teacher', 'marking_teacher']

export const audienceOf = (role: Role): ReleaseAudience =>
  role === 'student' ? 'students' : TEACHERS.includes(role) ? 'teachers' : 'leaders'

/** A release that the server could not carry out in time is carried out so much later, and no later. */
export const LATE_RELEASE_MS = 24 * 3_600_000
