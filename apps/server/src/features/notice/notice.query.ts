import type { Db } from '@hengjuan/db'
import type { NoticeChannel, NoticePrefs } from '@hengjuan/domain'
import { USUAL_PREFS } from '@hengjuan/domain'

/** Where people are reached and what they chose. Who chose nothing is absent. */
export async function selectNoticeSettings(db: Db, userIds: readonly number[]) {
  if (userIds.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('notice_setting')
    .selectAll()
    .where('user_id', 'in', [...userIds])
    .execute()
  return new Map(
    rows.map(({ prefs, ...row }) => [
      row.user_id,
      { ...row, prefs: { ...USUAL_PREFS, ...(JSON.parse(prefs) as Partial<NoticePrefs>) } },
    ]),
  )
}

/** Messages in a person's list, the newest first. */
export async function selectNotices(
  db: Db,
  filter: { userId: number; unread: boolean; kind: string | undefined },
  { limit, offset }: { limit: number; offset: number },
) {
  const own = db
    .selectFrom('delivery')
    .innerJoin('message', 'message.id', 'delivery.message_id')
    .where('delivery.user_id', '=', filter.userId)
    .where('delivery.channel', '=', 'inbox')
  const shown = own
    .$if(filter.unread, (query) => query.where('delivery.read_at', 'is', null))
    .$if(filter.kind !== undefined, (query) => query.where('message.kind', '=', filter.kind ?? ''))
  const count = async (query: typeof own) =>
    Number((await query.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)
  const list = await shown
    .leftJoin('exam', 'exam.id', 'message.exam_id')
    .leftJoin('user', 'user.id', 'message.from_id')
    .select([
      'delivery.id',
      'delivery.message_id',
      'delivery.read_at',
      'message.kind',
      'message.title',
      'message.text',
      'message.link',
      'message.at as created_at',
      'exam.name as exam_name',
      'user.name as from_name',
    ])
    .orderBy('delivery.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const sent =
    list.length === 0
      ? []
      : await db
          .selectFrom('delivery')
          .select(['message_id', 'channel', 'state', 'error'])
          .where('user_id', '=', filter.userId)
          .where('channel', '<>', 'inbox')
          .where(
            'message_id',
            'in',
            list.map((row) => row.message_id),
          )
          .execute()
  return {
    list: list.map((row) => ({
      ...row,
      sent: sent.filter(({ message_id }) => message_id === row.message_id),
    })),
    total: await count(shown),
    unread: await count(own.where('delivery.read_at', 'is', null)),
  }
}

/** Why the last message that a person's addresses were tried with did not arrive; null where it did, or none was sent. */
export async function selectAddressProblems(
  db: Db,
  userId: number,
  addresses: { email: string | null; sms: string | null },
): Promise<{ email: string | null; sms: string | null }> {
  const problemOf = async (channel: 'email' | 'sms') => {
    const last = await db
      .selectFrom('delivery')
      .select(['state', 'error'])
      .where('user_id', '=', userId)
      .where('channel', '=', channel)
      .where('address', '=', addresses[channel] ?? '')
      .where('state', 'in', ['sent', 'failed'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return last?.state === 'failed' ? last.error : null
  }
  return { email: await problemOf('email'), sms: await problemOf('sms') }
}

/** Marks what lies in a person's own list as read. */
export async function markRead(
  db: Db,
  userId: number,
  ids: readonly number[] | 'all',
  at: string,
): Promise<number> {
  if (ids !== 'all' && ids.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('delivery')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('channel', '=', 'inbox')
    .where('read_at', 'is', null)
    .$if(ids !== 'all', (query) => query.where('id', 'in', ids === 'all' ? [] : [...ids]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What is due by a channel and nobody else has in hand. */
export const selectDue = (db: Db, channel: NoticeChannel, now: string, limit: number) =>
  db
    .selectFrom('delivery')
    .innerJoin('message', 'message.id', 'delivery.message_id')
    .where('delivery.state', '=', 'waiting')
    .where('delivery.channel', '=', channel)
    .where('delivery.due_at', '<=', now)
    .where((eb) =>
      eb.or([eb('delivery.lease_until', 'is', null), eb('delivery.lease_until', '<', now)]),
    )
    .select([
      'delivery.id',
      'delivery.user_id',
      'delivery.address',
      'delivery.tries',
      'message.kind',
      'message.title',
      'message.text',
      'message.link',
      'message.from_id',
    ])
    .orderBy('delivery.id')
    .limit(limit)
    .execute()

/** Takes deliveries for this node. @returns those that no other one took meanwhile */
export async function leaseDeliveries(
  db: Db,
  ids: readonly number[],
  now: string,
  until: string,
): Promise<number[]> {
  const rows = await db
    .updateTable('delivery')
    .set({ lease_until: until })
    .where('id', 'in', [...ids])
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
