import {
  factorBegin,
  factorConfirm,
  factorOff,
  factorReset,
  ownSecurity,
  secondFactor,
  secondFactorRule,
} from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, maskedPhone } from '@hengjuan/domain'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { assertManagesServer } from '../../http/server-manager.ts'
import { notify, smsSettings } from '../notice/index.ts'
import { settingAt } from '../setting/index.ts'
import { begin, isAdministrator } from './let-in.ts'
import { providerLabels } from './provider-settings.ts'
import { beginFactor, confirmFactor, dropFactor, takeFactor } from './second-factor.ts'
import { lookAtTicket, takeTicket } from './ticket.ts'

/** The number that an authenticator shows, asked for after the password. */
export function registerSecondFactor(target: ServeApp): void {
  serve(target, ownSecurity, async ({ services, session }) => {
    const { db } = services
    const { userId } = session
    const phone = await db
      .selectFrom('phone_binding')
      .select('phone')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    const factor = await factorOf(db, userId)
    const { left } = await db
      .selectFrom('recovery_code')
      .select(({ fn }) => fn.countAll().as('left'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    const links = await db
      .selectFrom('outside_identity')
      .select(['provider', 'at'])
      .where('user_id', '=', userId)
      .orderBy('provider')
      .execute()
    const labels = await providerLabels(services)
    const { value } = await settingAt(db, secondFactorRule, {})
    return {
      phone_masked: maskedPhone(phone?.phone ?? null),
      sms: (await smsSettings(db)).enabled,
      factor_on: factor !== null,
      recovery_left: Number(left),
      factor_required: value.required && isAdministrator(session.role),
      links: links.map(({ provider, at }) => ({
        provider: provider as keyof typeof labels,
        label: labels[provider as keyof typeof labels],
        at,
      })),
    }
  })

  serve(target, factorBegin, async ({ body, services, session }) => {
    const self = await takeTicket(services, services.db, 'self', body.ticket)
    if (self?.userId !== session.userId) throw new AppError('TICKET_EXPIRED')
    return beginFactor(services, session)
  })

  serve(target, factorConfirm, async (call) => {
    const { body, services, session } = call
    if (await factorOf(services.db, session.userId)) throw new AppError('SECOND_FACTOR_ON')
    await takeFactor(services, session, body.code)
    return services.db.transaction().execute(async (db) => {
      const recovery_codes = await confirmFactor(services, db, session.userId)
      await db
        .updateTable('session')
        .set({ held: null })
        .where('user_id', '=', session.userId)
        .where('held', '=', 'factor')
        .execute()
      await audit(db, call, { action: 'factor-on', object: `user:${session.userId}` })
      return { recovery_codes }
    })
  })

  serve(target, factorOff, async (call) => {
    const { body, services, session } = call
    if (!(await factorOf(services.db, session.userId))) throw new AppError('SECOND_FACTOR_OFF')
    const ticket = await lookAtTicket(services, 'self', body.ticket)
    if (ticket?.userId !== session.userId) throw new AppError('TICKET_EXPIRED')
    await takeFactor(services, session, body.code)
    await services.db.transaction().execute(async (db) => {
      await takeTicket(services, db, 'self', body.ticket)
      await dropFactor(db, session.userId)
      await audit(db, call, { action: 'factor-off', object: `user:${session.userId}` })
      await notify(db, services, {
        kind: 'account',
        to: [session.userId],
        title: '您的两步验证已关闭',
        text: '不是您本人操作时，请立即修改密码并联系学校管理员。',
        schoolId: session.schoolId,
      })
    })
    return { ok: true as const }
  })

  serve(target, factorReset, async (call) => {
    const { body, services, session } = call
    await assertManagesServer(services, session)
    await services.db.transaction().execute(async (db) => {
      const user = await db
        .selectFrom('user')
        .select(['id', 'school_id'])
        .where('id', '=', body.user_id)
        .executeTakeFirst()
      if (!user) throw new AppError('STAFF_NOT_FOUND')
      if (!(await dropFactor(db, user.id))) throw new AppError('SECOND_FACTOR_OFF')
      await db.deleteFrom('session').where('user_id', '=', user.id).execute()
      await notify(db, services, {
        kind: 'account',
        to: [user.id],
        title: '您的两步验证已被重置',
        text: `${session.userName} 重置了您的两步验证，登录后请重新设置。`,
        schoolId: user.school_id,
      })
      await audit(db, call, {
        action: 'factor-reset',
        object: `user:${user.id}`,
        after: { reason: body.reason.trim() },
        schoolId: user.school_id,
      })
    })
    return { ok: true as const }
  })

  serve(target, secondFactor, async (call) => {
    const { body, services } = call
    const ticket = await lookAtTicket(services, 'second-factor', body.ticket)
    if (!ticket || ticket.userId === null) throw new AppError('TICKET_EXPIRED')
    const { userId } = ticket
    const user = await services.db
      .selectFrom('user')
      .select(['account', 'disabled_at'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (user.disabled_at) throw new AppError('ACCOUNT_DISABLED')
    await takeFactor(services, { userId, account: user.account }, body.code)
    // Whoever is faster by the same ticket has it alone.
    if (!(await takeTicket(services, services.db, 'second-factor', body.ticket)))
      throw new AppError('TICKET_EXPIRED')
    const { userRoleId, isInitial } = ticket.facts
    return begin(call, { userId, userRoleId }, isInitial)
  })
}

/** Of somebody who has one that is on. */
const factorOf = async (db: Db, userId: number) =>
  (await db
    .selectFrom('second_factor')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()) ?? null
