import type { Db } from '@hengjuan/db'
import {
  AppError,
  permissionsOf,
  permissionsOfGrant,
  type Role,
  withoutHidden,
} from '@hengjuan/domain'
import { selectHidden } from '../../http/authority.ts'
import { selectGrants } from '../../http/exam-grants.ts'
import type { Held } from '../../http/session.ts'
import { selectHeldRoles } from './held-role.query.ts'

/** The signed-in person, the current role and what it may do. */
export async function describeUser(
  db: Db,
  who: { userId: number; userRoleId: number; csrfToken: string; held: Held | null },
) {
  const user = await db
    .selectFrom('user')
    .leftJoin('school', 'school.id', 'user.school_id')
    .where('user.id', '=', who.userId)
    .select(['user.account', 'user.user_type', 'user.school_id', 'user.student_id'])
    .select((eb) => eb.fn.coalesce('user.own_name', 'user.name').as('name'))
    .select('school.name as school_name')
    .executeTakeFirstOrThrow()
  const roles = await selectHeldRoles(db, who.userId)
  const current = roles.find((role) => role.id === who.userRoleId)
  if (!current) throw new AppError('NO_ROLE')
  const role = current.role as Role
  const hidden = await selectHidden(db, current.school_id)
  const grants = await selectGrants(db, { userId: who.userId, schoolId: current.school_id })
  return {
    user_id: who.userId,
    user_name: user.name,
    account: user.account,
    user_type: user.user_type,
    school_id: user.school_id,
    school_name: user.school_name,
    student_id: user.student_id,
    current_role: current,
    roles,
    permissions: withoutHidden(permissionsOf(role), role, hidden),
    exam_grants: grants.map((grant) => ({
      exam_id: grant.examId,
      subject_ids: grant.subjects === 'all' ? ('all' as const) : [...grant.subjects],
      permissions: withoutHidden(permissionsOfGrant(grant), role, hidden),
    })),
    csrf_token: who.csrfToken,
    must_change: who.held === 'password',
    must_secure: who.held === 'factor',
  }
}
