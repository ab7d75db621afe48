import {
  changePassword,
  currentUser,
  currentUserRoles,
  getUserPermission2,
  login,
  logout,
  resetStudentPassword,
  switchUser,
} from '@hengjuan/contracts'
import { AppError, permissionsOf, type Role, withoutHidden } from '@hengjuan/domain'
import { selectHidden } from '../../http/authority.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { beginSession, endSession } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { changeOwnPassword } from './change-password.ts'
import { selectHeldRoles } from './held-role.query.ts'
import { recordFailedSignIn, recordSignIn } from './record-sign-in.ts'
import { placeOf, rememberPlace } from './sign-in-places.ts'
import { checkSignIn } from './sign-in.ts'
import { resetStudentAccount } from './student-account.ts'

export function registerAccount(target: ServeApp): void {
  serve(target, login, async ({ body, services, request, reply }) => {
    const place = placeOf(services, request)
    const attempt = {
      account: body.account,
      password: body.password,
      entry: body.entry ?? 'school',
      userRoleId: body.user_role_id,
      address: request.ip,
      place,
    }
    const who = await checkSignIn(services, attempt).catch(async (error: unknown) => {
      // What is refused unseen is not written again: nobody fills the disk by it.
      if (error instanceof AppError && error.code !== 'SIGN_IN_TOO_MANY')
        await recordFailedSignIn({ services, session: null, request }, attempt, error)
      throw error
    })
    const csrfToken = await services.db.transaction().execute(async (db) => {
      const token = await beginSession(services, db, reply, who)
      await rememberPlace(services, db, who.userId, place, reply)
      await recordSignIn(db, { services, request }, who, token)
      return token
    })
    return describeUser(services, { ...who, csrfToken })
  })

  serve(target, logout, async ({ services, session, reply }) => {
    await endSession(services, reply, session.idHash)
    return { ok: true as const }
  })

  serve(target, switchUser, async ({ body, services, session, reply }) => {
    const held = await selectHeldRoles(services.db, session.userId)
    if (!held.some((role) => role.id === body.user_role_id))
      throw new AppError('ROLE_NOT_HELD', { role: '所选' })
    await endSession(services, reply, session.idHash)
    const who = { userId: session.userId, userRoleId: body.user_role_id }
    const csrfToken = await beginSession(services, services.db, reply, who)
    return describeUser(services, { ...who, csrfToken })
  })

  serve(target, changePassword, async ({ body, services, session, request }) => {
    await changeOwnPassword({ services, session, request }, body)
    return { ok: true as const }
  })

  serve(target, currentUser, async ({ services, session }) => describeUser(services, session))

  serve(target, currentUserRoles, async ({ services, session }) =>
    selectHeldRoles(services.db, session.userId),
  )

  serve(target, resetStudentPassword, async ({ body, found, services, session, request }) =>
    resetStudentAccount({ services, session, request }, found.student, body.password),
  )

  serve(target, getUserPermission2, async ({ body, services, session }) => {
    // The id in the request is a filter, never an identity.
    if (body.F_user_id !== session.userId) throw new AppError('OUT_OF_SCOPE', { what: '该用户' })
    const held = await selectHeldRoles(services.db, session.userId)
    const current = held.find((role) => role.id === session.userRoleId)
    const school =
      session.schoolId === null || !current?.school_name
        ? []
        : [{ F_id: session.schoolId, F_name: current.school_name }]
    return {
      level: session.scopeLevel,
      role: session.role,
      province_list: [],
      city_list: [],
      county_list: [],
      school_list: school,
      grade_list: listOf(session.scope.grades),
      class_list: listOf(session.scope.classes),
      subject_list: listOf(session.scope.subjects),
    }
  })
}

const listOf = (list: 'all' | readonly number[]): 'all' | number[] =>
  list === 'all' ? 'all' : [...list]

async function describeUser(
  services: Services,
  who: { userId: number; userRoleId: number; csrfToken: string },
) {
  const user = await services.db
    .selectFrom('user')
    .leftJoin('school', 'school.id', 'user.school_id')
    .where('user.id', '=', who.userId)
    .select(['user.account', 'user.user_type', 'user.school_id', 'user.student_id'])
    .select((eb) => eb.fn.coalesce('user.own_name', 'user.name').as('name'))
    .select('school.name as school_name')
    .executeTakeFirstOrThrow()
  const roles = await selectHeldRoles(services.db, who.userId)
  const current = roles.find((role) => role.id === who.userRoleId)
  if (!current) throw new AppError('NO_ROLE')
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
    permissions: withoutHidden(
      permissionsOf(current.role as Role),
      current.role as Role,
      await selectHidden(services.db, current.school_id),
    ),
    csrf_token: who.csrfToken,
  }
}
