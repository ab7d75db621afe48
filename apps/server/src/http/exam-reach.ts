import { grantFor, mayDo, type Permission, scopeAllows, type ScopeList } from '@hengjuan/domain'
import type { Session } from './session.ts'
import type { Row } from './target-rows.ts'

/**
 * May the caller do this in an exam, and in a subject of it, by their role or because they were named for it (阅卷
 * 管理员)? Of an exam that was looked up for somebody who may have been let in by a duty instead.
 */
export const reachesExam = (
  session: Session,
  permission: Permission,
  exam: Pick<Row<'exam'>, 'id' | 'school_id' | 'grade_id'>,
  subjectId?: number,
): boolean =>
  roleReaches(session, permission, exam, subjectId) ||
  grantFor(session.grants, permission, exam.id, subjectId) !== undefined

/** By the role alone: to what somebody was named for, other permissions of their role do not reach. */
function roleReaches(
  { role, schoolId, scope, roleScope = scope }: Session,
  permission: Permission,
  exam: Pick<Row<'exam'>, 'school_id' | 'grade_id'>,
  subjectId?: number,
): boolean {
  return (
    mayDo(role, permission) &&
    exam.school_id === schoolId &&
    scopeAllows(roleScope.grades, exam.grade_id) &&
    (subjectId === undefined || scopeAllows(roleScope.subjects, subjectId))
  )
}

/**
 * The session as it reaches an exam with this permission: of somebody who was named for the exam, to the subjects that
 * they were named for, and to those of the role where that has the permission there as well.
 */
export function sessionIn(
  session: Session,
  permission: Permission,
  exam: Pick<Row<'exam'>, 'id' | 'school_id' | 'grade_id'> | undefined,
): Session {
  const grant = exam && grantFor(session.grants, permission, exam.id)
  if (!grant) return session
  const byRole = roleReaches(session, permission, exam)
  const subjects: ScopeList<number> = byRole ? session.scope.subjects : []
  return {
    ...session,
    roleScope: session.scope,
    scope: {
      grades: [exam.grade_id],
      classes: 'all',
      subjects: together(subjects, grant.subjects),
    },
  }
}

const together = (a: ScopeList<number>, b: ScopeList<number>): ScopeList<number> =>
  a === 'all' || b === 'all' ? 'all' : [...new Set([...a, ...b])]
