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
import { AppError, type ErrorCode, maskedPhone } from '@hengjuan/domain'
import { serve, type ServeApp } from '../../http/serve.ts'
import { beginSession, endSession } from '../../http/session.ts'
import { changeOwnPassword } from './change-password.ts'
import { selectHeldRoles } from './held-role.query.ts'
import { describeUser } from './describe-user.ts'
import { factorHold, letIn } from './let-in.ts'
import { registerGuarded } from './guarded-accounts.ts'
import { checkPhone } from './phone-code.ts'
import { registerPhone } from './phone.routes.ts'
import { registerProviders } from './providers.routes.ts'
import { registerSecondFactor } from './second-factor.routes.ts'
import { recordFailedSignIn } from './record-sign-in.ts'
import { placeOf } from './sign-in-places.ts'
import { checkSignIn } from './sign-in.ts'
import { resetStudentAccount } from './student-account.ts'

const UNWRITTEN: readonly ErrorCode[] = [
  'SIGN_IN_TOO_MANY',
  'SECOND_FACTOR_NEEDED',
  'PHONE_INVALID',
  'CODE_EXPIRED',
]

export function registerAccount(target: ServeApp): void {
  registerPhone(target)
  registerSecondFactor(target)
  registerProviders(target)
  registerGuarded(target)

  serve(target, login, async (call) => {
    const { body, services, request } = call
    const { entry = 'school', user_role_id: userRoleId, account = '', password = '' } = body
    const isPhone = body.phone !== undefined
    if (!isPhone && (account === '' || password === ''))
      throw new AppError('INPUT_INVALID').withDetails([
        { path: account === '' ? 'account' : 'password', message: '必须填写' },
      ])
    const place = placeOf(services, request)
    try {
      const userId = isPhone
        ? await checkPhone(services, { phone: body.phone ?? '', code: body.code ?? '' })
        : await checkSignIn(services, { account, password, place })
      const proof = isPhone ? 'phone' : 'password'
      return await letIn(call, { userId, proof, entry, userRoleId })
    } catch (error) {
      // What is refused unseen is not written again: nobody fills the disk by it.
      if (error instanceof AppError && !UNWRITTEN.includes(error.code)) {
        const named = isPhone ? maskedPhone(body.phone ?? '') : account
        const attempt = { account: named, address: request.ip }
        await recordFailedSignIn({ services, session: null, request }, attempt, error)
      }
      throw error
    }
  })

  serve(target, logout, async ({ services, session, reply }) => {
    await endSession(services, reply, session.idHash)
    return { ok: true as const }
  })

  serve(target, switchUser, async ({ body, services, session, reply }) => {
    const { db } = services
    const selected = await selectHeldRoles(db, session.userId)
    if (!selected.some((role) => role.id === body.user_role_id))
      throw new AppError('ROLE_NOT_HELD', { role: '所选' })
    const who = { userId: session.userId, userRoleId: body.user_role_id }
    const held = session.held === 'password' ? 'password' : await factorHold(db, who)
    await endSession(services, reply, session.idHash)
    const csrfToken = await beginSession(services, db, reply, { ...who, held })
    return describeUser(db, { ...who, csrfToken, held })
  })

  serve(target, changePassword, async ({ body, services, session, request }) => {
    await changeOwnPassword({ services, session, request }, body)
    return { ok: true as const }
  })

  serve(target, currentUser, async ({ services, session }) => describeUser(services.db, session))

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
