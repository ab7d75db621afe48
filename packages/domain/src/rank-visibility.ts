import { isCompulsoryEducation } from './grade-subject.ts'
import { LEADERSHIP_ROLES, SCHOOL_MANAGEMENT_ROLES } from './role.ts'
import type { Role } from './role.ts'

/** Sets of candidates that a rank is given in. */
export const RANK_TYPES = {
  joint: '联考排名',
  city: '市排名',
  district: '区县排名',
  school: '校排名',
  class: '班级排名',
} as const

export type RankType = keyof typeof RANK_TYPES

/** A school's setting: `user_visible.teacher`, `type_visible`, and ours for students. */
export interface RankVisibility {
  teacher: boolean
  types: readonly RankType[]
  student: boolean
}

/**
 * The setting that a school starts with. Grades 1 to 9 show ranks to no student; the school admin may
 * override it, with a reason.
 *
 * @source domain rules 18
 */
export const defaultRankVisibility = (gradeId: number): RankVisibility => ({
  teacher: true,
  types: ['school', 'class'],
  student: !isCompulsoryEducation(gradeId),
})

/**
 * The ranks that a role may see. Leadership and management see all; teachers only the types that are
 * visible to teachers; students only where the setting lets them, and never more than teachers.
 *
 * Filter with this in the API, not only on the page.
 *
 * @source specification, section 5; domain rules 18
 */
export function visibleRankTypes(role: Role, setting: RankVisibility): RankType[] {
  const all = Object.keys(RANK_TYPES) as RankType[]
  if (LEADERSHIP_ROLES.includes(role) || SCHOOL_MANAGEMENT_ROLES.includes(role)) return all
  if (role === 'scan_operator') return []
  const allowed = role === 'student' ? setting.student : setting.teacher
  return allowed ? all.filter((type) => setting.types.includes(type)) : []
}

/**
 * Kinds of rank that a role sees of an exam: what the setting leaves it, and in grades 1 to 9 none for teachers unless
 * the school said why. @source reports 2.2
 */
export const rankTypesFor = (
  role: Role,
  {
    ranks,
    policyReason,
    profile,
  }: { ranks: RankVisibility; policyReason: string; profile: string },
): RankType[] =>
  profile === 'compulsory' && policyReason === '' && !LEADERSHIP_ROLES.includes(role)
    ? []
    : visibleRankTypes(role, ranks)
