import { userPermission } from '@hengjuan/contracts'
import {
  AppError,
  effectiveScope,
  type ExamGrant,
  grantFor,
  hiddenItem,
  mayDo,
  type Permission,
  PERMISSION_CODES,
  PERMISSIONS,
  type Role,
  roleLabel,
  rolesThatMay,
  type ScopeList,
} from '@hengjuan/domain'
import { serve, type ServeApp } from '../../http/serve.ts'
import { selectHidden } from '../../http/authority.ts'
import { selectGrants } from '../../http/exam-grants.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { selectHeldRoles } from '../account/index.ts'
import { explainFor, type Viewer } from './explain-for.ts'
import { grantsWords, grantWords } from './explain-grant.ts'

export function registerExplain(target: ServeApp): void {
  serve(target, userPermission, async ({ query, services, session }) => {
    const viewer = await viewerOf(services, session, query.user_id)
    const { role, scope, schoolId, schoolName } = viewer
    const hidden = await selectHidden(services.db, schoolId)
    const permissions = []
    for (const code of PERMISSION_CODES) permissions.push(await permissionOf(code))

    async function permissionOf(code: Permission) {
      const kept = mayDo(role, code)
        ? hiddenItem(hidden, role, { permission: code, path: '' })
        : null
      if (kept)
        return {
          code,
          label: PERMISSIONS[code].label,
          granted: false,
          because: `学校设置不向${roleLabel(role)}显示「${kept.label}」`,
        }
      const granted = mayDo(role, code)
      const named = granted
        ? []
        : await grantsWords(services.db, viewer.userId, viewer.grants, code)
      if (named.length > 0)
        return {
          code,
          label: PERMISSIONS[code].label,
          granted: true,
          because: `只在单场考试内：${named.join('；')}`,
        }
      return {
        code,
        label: PERMISSIONS[code].label,
        granted,
        because: granted
          ? `${roleLabel(role)}身份包含`
          : `需要${rolesThatMay(code)
              .slice(0, 3)
              .map((one) => roleLabel(one))
              .join('、')}等身份`,
      }
    }
    const listOf = (list: ScopeList<number>): 'all' | number[] =>
      list === 'all' ? 'all' : [...list]
    return {
      level: viewer.scopeLevel,
      role,
      role_name: roleLabel(role),
      province_list: [],
      city_list: [],
      county_list: [],
      school_list: schoolId === null ? [] : [{ F_id: schoolId, F_name: schoolName }],
      grade_list: listOf(scope.grades),
      class_list: listOf(scope.classes),
      subject_list: listOf(scope.subjects),
      permissions,
      ...(query.what === undefined
        ? {}
        : { answer: await answerOf(services, viewer, query.what, query) }),
    }
  })
}

async function answerOf(
  { db }: Services,
  viewer: Viewer & { userId: number; grants: readonly ExamGrant[] },
  what: string,
  asked: {
    exam_id?: number | undefined
    class_id?: number | undefined
    subject_id?: number | undefined
  },
) {
  const codes = what
    .split(',')
    .filter((code): code is Permission => Object.hasOwn(PERMISSIONS, code))
  // Of several that would do, the one that the role holds, else the first.
  const permission =
    codes.find((code) => mayDo(viewer.role, code)) ??
    codes.find((code) => asked.exam_id && grantFor(viewer.grants, code, asked.exam_id)) ??
    codes[0]
  if (permission === undefined)
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'what', message: '请给出要检查的权限' },
    ])
  const { exam_id: examId, class_id: classId, subject_id: subjectId } = asked
  const grant =
    examId === undefined ? undefined : grantFor(viewer.grants, permission, examId, subjectId)
  const reasons = grant
    ? []
    : await explainFor(db, viewer, permission, { examId, classId, subjectId })
  return {
    allowed: reasons.length === 0,
    because: grant ? await grantWords(db, viewer.userId, grant) : null,
    reasons: reasons.map(({ code, text, who, action, role: other }) => ({
      code,
      text,
      fix: {
        who: who.map(({ userId, name, role }) => ({
          user_id: userId,
          name,
          role_name: roleLabel(role),
        })),
        action,
        role: other ?? null,
      },
    })),
  }
}

/** The caller, or somebody of the caller's school. @throws AppError NOT_ALLOWED, STAFF_NOT_FOUND */
async function viewerOf(
  services: Services,
  session: Session,
  userId: number | undefined,
): Promise<Viewer & { scopeLevel: number; userId: number; grants: readonly ExamGrant[] }> {
  const isOwn = userId === undefined || userId === session.userId
  if (!isOwn && !mayDo(session.role, 'account.manage'))
    throw new AppError('NOT_ALLOWED', {
      role: roleLabel(session.role),
      action: PERMISSIONS['account.manage'].label,
    })
  const held = await selectHeldRoles(services.db, userId ?? session.userId)
  const current = isOwn
    ? held.find(({ id }) => id === session.userRoleId)
    : held.find(({ school_id }) => school_id === session.schoolId)
  if (!current) throw new AppError('STAFF_NOT_FOUND')
  const role = current.role as Role
  const ofUser = userId ?? session.userId
  return {
    role,
    userId: ofUser,
    grants: await selectGrants(services.db, { userId: ofUser, schoolId: current.school_id }),
    schoolId: current.school_id,
    schoolName: current.school_name ?? '',
    scopeLevel: current.scope_level,
    otherRoles: held.filter(({ id }) => id !== current.id).map((one) => one.role as Role),
    scope: effectiveScope(role, {
      grades: current.grade_ids,
      classes: current.class_ids,
      subjects: current.subject_ids,
    }),
  }
}
