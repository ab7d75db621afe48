import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { notify } from '../notice/index.ts'
import type { OutsidePerson } from './oidc.ts'
import type { ProviderId } from './provider-settings.ts'
import { makeTicket } from './ticket.ts'

const LINK_MINUTES = 10

interface Provider {
  id: ProviderId
  label: string
  /** What it says of accounts and phones is believed. */
  trusted: boolean
}

/**
 * Whose account an identity of elsewhere is. One that is new here belongs to the only active account that has its
 * number or its phone, where the provider is trusted; a name proves nothing.
 *
 * @throws AppError LINK_NEEDED with a ticket among its fields: the password proves it once
 */
export async function accountOf(
  services: Services,
  provider: Provider,
  person: OutsidePerson,
): Promise<number> {
  const { db } = services
  const linked = await db
    .selectFrom('outside_identity')
    .select('user_id')
    .where('provider', '=', provider.id)
    .where('subject', '=', person.subject)
    .executeTakeFirst()
  if (linked) return linked.user_id
  const fitting = provider.trusted ? await selectFitting(db, person) : []
  const [only] = fitting
  if (only && fitting.length === 1) {
    await db.transaction().execute((db) => link(services, db, provider, person.subject, only.id))
    return only.id
  }
  const facts = { provider: provider.id, subject: person.subject }
  const ticket = await makeTicket(services, 'link', { userId: null, facts, minutes: LINK_MINUTES })
  throw new AppError('LINK_NEEDED', { provider: provider.label }).withDetails([
    { path: 'ticket', message: ticket },
  ])
}

/** Active accounts with the number or the phone that a provider says. */
async function selectFitting(db: Db, { account, phone }: OutsidePerson) {
  if (account === null && phone === null) return []
  return db
    .selectFrom('user')
    .leftJoin('phone_binding', 'phone_binding.user_id', 'user.id')
    .where('user.disabled_at', 'is', null)
    .where((eb) =>
      eb.or([
        ...(account === null
          ? []
          : [eb('user.account', '=', account), eb('user.staff_no', '=', account)]),
        ...(phone === null ? [] : [eb('phone_binding.phone', '=', phone)]),
      ]),
    )
    .select('user.id')
    .limit(2)
    .execute()
}

/** Links an identity to an account, whose owner is told. @throws AppError LINK_TAKEN */
export async function link(
  services: Services,
  db: Db,
  provider: Pick<Provider, 'id' | 'label'>,
  subject: string,
  userId: number,
): Promise<void> {
  const others = await db
    .selectFrom('outside_identity')
    .select(['user_id', 'subject'])
    .where('provider', '=', provider.id)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('subject', '=', subject)]))
    .execute()
  if (others.length > 0) throw new AppError('LINK_TAKEN', { provider: provider.label })
  await db
    .insertInto('outside_identity')
    .values({ provider: provider.id, subject, user_id: userId, at: isoNow(services.clock) })
    .execute()
  await notify(db, services, {
    kind: 'account',
    to: [userId],
    title: `您的账号已关联${provider.label}`,
    text: '今后可以由此登录。不是您本人操作时，请立即修改密码并联系学校管理员。',
  })
}
