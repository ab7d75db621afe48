import { mayDo, type Permission, PERMISSIONS, rolesThatMay } from './permissions.ts'
import { type Role, roleLabel } from './role.ts'

/** Somebody who can help. */
export interface Helper {
  userId: number
  name: string
  role: Role
}

/** One dimension of a scope: whether what was asked about lies in it, and what does, in words. */
export interface ScopeFact {
  isWithin: boolean
  /** `高一(1)班、高一(2)班`; empty where nothing was given. */
  own: string
}

/** What is known when somebody asks why they cannot see something. Nothing of it tells what lies out of reach. */
export interface ExplainFacts {
  /** Null: not signed in. */
  role: Role | null
  /** Further roles of the person. */
  otherRoles: readonly Role[]
  permission: Permission
  school?: ScopeFact
  grade?: ScopeFact
  class?: ScopeFact
  subject?: ScopeFact
  /** Of an exam within reach. */
  exam?: { isReleased: boolean; needsRelease: boolean }
  /** What the school keeps from this role, and who set it so, when, in words. */
  kept?: { label: string; setBy: string | null }
  /** The school shows ranks to this role; who set it otherwise, and when, in words. */
  ranks?: { isShown: boolean; setBy: string | null; isPolicy: boolean }
  /** Who gives roles and scopes in the school, who releases scores, and who sets reports. */
  managers: readonly Helper[]
  publishers: readonly Helper[]
  configurers: readonly Helper[]
}

export const EXPLAIN_CODES = [
  'SIGN_IN',
  'OTHER_ROLE',
  'NO_PERMISSION',
  'SCHOOL',
  'GRADE',
  'CLASS',
  'SUBJECT',
  'NOT_RELEASED',
  'SCHOOL_SETTING',
  'POLICY',
] as const

export type ExplainCode = (typeof EXPLAIN_CODES)[number]

export interface WhyReason {
  code: ExplainCode
  text: string
  /** Who can change it, and what they would do. */
  who: readonly Helper[]
  action: string
  /** Another identity of the person that would do. */
  role?: Role
}

/**
 * Every reason why somebody does not see or may not do something, from the nearest at hand to the farthest: sign in,
 * another identity, the permission, the scope, the state of the exam, the school's settings, the policy.
 *
 * @source platform 3.7
 */
export function explain(facts: ExplainFacts): WhyReason[] {
  const { role, permission, managers } = facts
  const { label } = PERMISSIONS[permission]
  if (role === null)
    return [{ code: 'SIGN_IN', text: '您还没有登录，或登录已过期', who: [], action: '登录' }]
  const reasons: WhyReason[] = []
  if (!mayDo(role, permission)) {
    const other = facts.otherRoles.find((one) => mayDo(one, permission))
    if (other)
      reasons.push({
        code: 'OTHER_ROLE',
        text: `当前身份是${roleLabel(role)}；您还有${roleLabel(other)}身份，切换后可用`,
        who: [],
        action: `在右上角切换为${roleLabel(other)}`,
        role: other,
      })
    else
      reasons.push({
        code: 'NO_PERMISSION',
        text: `${roleLabel(role)}身份不含「${label}」；${rolesWith(permission)}可以`,
        who: managers,
        action: '增加身份',
      })
  }
  if (facts.kept)
    reasons.push({
      code: 'SCHOOL_SETTING',
      text: `学校设置不向${roleLabel(role)}显示「${facts.kept.label}」${facts.kept.setBy === null ? '' : `（${facts.kept.setBy}）`}`,
      who: managers,
      action: '在学校管理的权限中恢复',
    })
  for (const { code, fact, name } of [
    { code: 'SCHOOL' as const, fact: facts.school, name: '学校' },
    { code: 'GRADE' as const, fact: facts.grade, name: '年级' },
    { code: 'CLASS' as const, fact: facts.class, name: '班级' },
    { code: 'SUBJECT' as const, fact: facts.subject, name: '学科' },
  ])
    if (fact && !fact.isWithin)
      reasons.push({
        code,
        text:
          fact.own === ''
            ? `您当前身份还没有分配${name}`
            : `您的${name}范围是${fact.own}，不含所查内容`,
        who: managers,
        action: `调整${name}范围`,
      })
  if (facts.exam?.needsRelease && !facts.exam.isReleased)
    reasons.push({
      code: 'NOT_RELEASED',
      text: '成绩尚未发布',
      who: facts.publishers,
      action: '发布成绩',
    })
  if (facts.ranks && !facts.ranks.isShown) {
    const audience = role === 'student' ? '学生' : '教师'
    if (facts.ranks.isPolicy)
      reasons.push({
        code: 'POLICY',
        text: `一至九年级默认不向${audience}显示排名`,
        who: facts.configurers,
        action: '写明理由后在报表设置中开启',
      })
    else
      reasons.push({
        code: 'SCHOOL_SETTING',
        text: `学校设置不向${audience}显示排名${facts.ranks.setBy === null ? '' : `（${facts.ranks.setBy}）`}`,
        who: facts.configurers,
        action: '修改报表设置',
      })
  }
  return reasons
}

/** The first few roles that hold a permission, in words. */
function rolesWith(permission: Permission): string {
  const roles = rolesThatMay(permission)
  const named = roles.slice(0, 3).map((role) => roleLabel(role))
  return roles.length > named.length ? `${named.join('、')}等` : named.join('、')
}
