import {
  notificationList,
  notificationRead,
  noticeSettingsGet,
  noticeSettingsSave,
  noticeTest,
  noticeTimes,
} from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  isEmail,
  isMobile,
  NOTICE_KIND_CODES,
  type NoticeKind,
  USUAL_PREFS,
  wayOf,
} from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { assertManagesServer } from '../../http/server-manager.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { unreadIn } from '../marking-messages/index.ts'
import {
  markRead,
  selectAddressProblems,
  selectNotices,
  selectNoticeSettings,
  SendError,
  sendNow,
  smsSettings,
  smtpSettings,
} from '../notice/index.ts'
import { settingAt } from '../setting/index.ts'

export function registerNotifications(target: ServeApp): void {
  serve(target, notificationList, async ({ query, services, session }) => {
    const { page = 1, limit = 20, unread = false, kind } = query
    const notices = await selectNotices(
      services.db,
      { userId: session.userId, unread, kind },
      { limit, offset: (page - 1) * limit },
    )
    const marking = await markingUnread(services, session)
    return {
      list: notices.list.map((row) => ({
        id: row.id,
        kind: row.kind as NoticeKind,
        title: row.title,
        text: row.text,
        link: row.link,
        exam_name: row.exam_name,
        from_name: row.from_name,
        created_at: row.created_at,
        read_at: row.read_at,
        sent: row.sent.map(({ channel, state, error }) => ({
          channel: channel as 'email' | 'sms',
          state: state as 'waiting' | 'sent' | 'failed',
          error,
        })),
      })),
      total: notices.total,
      page,
      page_size: limit,
      unread: notices.unread,
      marking,
    }
  })

  serve(target, notificationRead, async ({ body, services, session }) => {
    const ids = body.all ? 'all' : (body.ids ?? [])
    const { db, clock } = services
    return { read: await markRead(db, session.userId, ids, isoNow(clock)) }
  })

  serve(target, noticeSettingsGet, async ({ services, session }) => {
    const { db } = services
    const own = (await selectNoticeSettings(db, [session.userId])).get(session.userId)
    const prefs = own?.prefs ?? USUAL_PREFS
    const { value: times } = await settingAt(db, noticeTimes, { schoolId: session.schoolId })
    return {
      email: own?.email ?? '',
      phone: own?.phone ?? '',
      ways: Object.fromEntries(NOTICE_KIND_CODES.map((kind) => [kind, wayOf(kind, prefs)])),
      digest: prefs.digest,
      version: own?.version ?? 0,
      channels: {
        email: (await smtpSettings(db)).enabled,
        sms: (await smsSettings(db)).enabled,
      },
      problems: await selectAddressProblems(db, session.userId, {
        email: own?.email ?? null,
        sms: own?.phone ?? null,
      }),
      digests: times.digests,
      quiet: `${times.quiet_from}–${times.quiet_to}`,
    }
  })

  serve(target, noticeSettingsSave, async (call) => {
    const { body, services, session } = call
    const [email, phone] = [body.email.trim(), body.phone.trim()]
    if (email !== '' && !isEmail(email)) throw new AppError('NOTICE_ADDRESS', { what: '邮箱' })
    if (phone !== '' && !isMobile(phone)) throw new AppError('NOTICE_ADDRESS', { what: '手机号' })
    const values = {
      email: email || null,
      phone: phone || null,
      prefs: JSON.stringify({ ways: body.ways, digest: body.digest }),
      version: body.version + 1,
      at: isoNow(services.clock),
    }
    await services.db.transaction().execute(async (db) => {
      if (!(await write(db, session.userId, body.version, values)))
        throw new AppError('VERSION_CONFLICT', { what: '您的通知偏好' })
      await audit(db, call, {
        action: 'notice-settings',
        object: `user:${session.userId}`,
        after: { ...body.ways, digest: body.digest },
      })
    })
    return { version: values.version }
  })

  serve(target, noticeTest, async (call) => {
    const { body, services, session } = call
    await assertManagesServer(services, session)
    const to = body.to.trim()
    const isEmailChannel = body.channel === 'email'
    if (!(isEmailChannel ? isEmail(to) : isMobile(to)))
      throw new AppError('NOTICE_ADDRESS', { what: isEmailChannel ? '邮箱' : '手机号' })
    const { enabled } = await (isEmailChannel ? smtpSettings : smsSettings)(services.db)
    if (!enabled)
      throw new AppError('NOTICE_CHANNEL_OFF', { channel: isEmailChannel ? '邮件' : '短信' })
    await sendNow(services, body.channel, {
      to,
      kind: 'system',
      title: '衡卷测试消息',
      text: `${session.userName} 正在测试发送。收到这条消息，说明设置正确。`,
      link: null,
      idem: `hj-test-${call.request.id}`,
    }).catch((error: unknown) => {
      if (error instanceof SendError)
        throw new AppError('NOTICE_NOT_SENT', { problem: error.message }).withCause(error)
      throw error
    })
    await audit(services.db, call, {
      action: 'notice-test',
      object: 'notice',
      after: { channel: body.channel },
    })
    return { ok: true as const }
  })
}

async function write(
  db: Db,
  userId: number,
  seen: number,
  values: {
    email: string | null
    phone: string | null
    prefs: string
    version: number
    at: string
  },
): Promise<boolean> {
  if (seen === 0) {
    const added = await db
      .insertInto('notice_setting')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .returning('user_id')
      .executeTakeFirst()
    return added !== undefined
  }
  const { numUpdatedRows } = await db
    .updateTable('notice_setting')
    .set(values)
    .where('user_id', '=', userId)
    .where('version', '=', seen)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How far back marking is looked at: who marked for years is not asked about all of it. */
const EXAMS_MOST = 10

/** Unread marking messages of the exams that the caller marks or leads now. */
async function markingUnread(services: Services, session: Session) {
  const exams = await services.db
    .selectFrom('exam')
    .select(['exam.id', 'exam.name'])
    .where('exam.deleted_at', 'is', null)
    .where('exam.published_snapshot_id', 'is', null)
    .where('exam.id', 'in', (inner) =>
      inner
        .selectFrom('block_marker')
        .innerJoin('block', 'block.id', 'block_marker.block_id')
        .where('block_marker.user_id', '=', session.userId)
        .select('block.exam_id'),
    )
    .orderBy('exam.id', 'desc')
    .limit(EXAMS_MOST)
    .execute()
  const counted = []
  for (const { id, name } of exams) {
    const { list } = await unreadIn(services, session, id)
    const unread = list.reduce((sum, block) => sum + block.unread, 0)
    if (unread > 0) counted.push({ exam_id: id, exam_name: name, unread })
  }
  return counted
}
