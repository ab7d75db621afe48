import { isoNow } from '../../clock.ts'
import { defineJob, type Job } from '../../jobs/index.ts'
import type { Services } from '../../services.ts'
import {
  type Outgoing,
  SendError,
  sendEmail,
  sendSms,
  smsSettings,
  smtpSettings,
} from './channels.ts'
import { leaseDeliveries, selectDue } from './notice.query.ts'

const TRIES = 3
/** After the first and the second try. */
const AGAIN_MS = [60_000, 300_000]
const LEASE_MS = 120_000
const AT_A_TIME = 200
/** What a node left behind that ended in the middle, and what is tried again. */
const LOOK_MS = 60_000

type Channel = 'email' | 'sms'
type Due = Awaited<ReturnType<typeof selectDue>>[number]

/** One job for each channel: a mail server that hangs holds up no SMS. */
export const sendJobs: Record<Channel, Job<object>> = {
  email: defineJob(
    'notice.email',
    { title: '发送邮件通知', queue: 'notice.email', everyMs: LOOK_MS },
    async ({ services, signal }) => {
      await drain(services, 'email', signal)
    },
  ),
  sms: defineJob(
    'notice.sms',
    { title: '发送短信通知', queue: 'notice.sms', everyMs: LOOK_MS },
    async ({ services, signal }) => {
      await drain(services, 'sms', signal)
    },
  ),
}

/** Sends what is due by a channel; what one person gets by then goes together. */
export async function drain(
  services: Services,
  channel: Channel,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = services
  for (;;) {
    signal.throwIfAborted()
    const now = isoNow(clock)
    const due = await selectDue(db, channel, now, AT_A_TIME)
    if (due.length === 0) return
    const until = new Date(clock.now().getTime() + LEASE_MS).toISOString()
    const ids = due.map(({ id }) => id)
    const taken = new Set(await leaseDeliveries(db, ids, now, until))
    const mine = due.filter(({ id }) => taken.has(id))
    if (mine.length === 0) return
    for (const together of Map.groupBy(mine, ({ address }) => address).values()) {
      signal.throwIfAborted()
      await sendTogether(services, channel, together)
    }
  }
}

async function sendTogether(services: Services, channel: Channel, rows: Due[]): Promise<void> {
  try {
    await sendNow(services, channel, outgoingOf(rows))
    await settle(services, rows, { state: 'sent', error: null })
  } catch (error) {
    if (!(error instanceof SendError)) throw error
    const tries = Math.max(...rows.map((row) => row.tries)) + 1
    const isOver = error.isFinal || tries >= TRIES
    if (!isOver) {
      const wait = AGAIN_MS[tries - 1] ?? LOOK_MS
      const dueAt = new Date(services.clock.now().getTime() + wait).toISOString()
      await settle(services, rows, { state: 'waiting', error: error.message, due_at: dueAt })
      return
    }
    await settle(services, rows, { state: 'failed', error: error.message })
    await tellOfFailure(services, channel, rows, error.message)
  }
}

/** @throws SendError */
export async function sendNow(
  { db, secrets }: Services,
  channel: Channel,
  outgoing: Outgoing,
): Promise<void> {
  if (channel === 'email') {
    const smtp = await smtpSettings(db)
    if (!smtp.enabled) throw new SendError('邮件没有启用', true)
    return sendEmail({ ...smtp, password: secrets.open(smtp.password) }, outgoing)
  }
  const sms = await smsSettings(db)
  if (!sms.enabled) throw new SendError('短信没有启用', true)
  return sendSms({ ...sms, secret: secrets.open(sms.secret) }, outgoing)
}

function outgoingOf(rows: readonly Due[]): Outgoing {
  const [first] = rows
  if (!first) throw new Error('nothing to send')
  const idem = `hj-${rows.map(({ id }) => id).join('-')}`.slice(0, 100)
  const { kind, link } = first
  const to = first.address ?? ''
  if (rows.length === 1) return { to, kind, title: first.title, text: first.text, link, idem }
  return {
    to,
    kind: 'digest',
    title: `${rows.length} 条通知：${first.title} 等`,
    text: rows.map(({ title, text }) => `${title}\n${text}`).join('\n\n'),
    link: '/MainPage/notifications',
    idem,
  }
}

async function settle(
  { db }: Services,
  rows: readonly Due[],
  outcome: { state: string; error: string | null; due_at?: string },
): Promise<void> {
  await db
    .updateTable('delivery')
    .set((eb) => ({ ...outcome, tries: eb('tries', '+', 1), lease_until: null }))
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}

/** The person, and whoever sent it, find in their lists that the address does not work. */
async function tellOfFailure(
  { db, clock }: Services,
  channel: Channel,
  rows: readonly Due[],
  error: string,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const at = isoNow(clock)
  const senders = rows.flatMap(({ from_id }) => (from_id === null ? [] : [from_id]))
  const { name } = await db
    .selectFrom('user')
    .select('name')
    .where('id', '=', first.user_id)
    .executeTakeFirstOrThrow()
  const what = channel === 'email' ? '邮箱' : '手机号'
  await db.transaction().execute(async (db) => {
    for (const userId of new Set([first.user_id, ...senders])) {
      const isOwn = userId === first.user_id
      const { id } = await db
        .insertInto('message')
        .values({
          kind: 'system',
          title: isOwn ? `${what}可能有误` : `${name} 没有收到「${first.title}」`,
          text: `${isOwn ? '发给您的' : '发出的'}「${first.title}」没有送达${what} ${first.address ?? ''}：${error}`,
          link: isOwn ? '/MainPage/notifications?view=settings' : null,
          at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('delivery')
        .values({
          message_id: id,
          user_id: userId,
          channel: 'inbox',
          state: 'sent',
          address: null,
          due_at: at,
          at,
        })
        .execute()
    }
  })
}
