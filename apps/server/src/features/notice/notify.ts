import { noticeTimes } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  channelsOf,
  dueAt,
  NOTICE_KINDS,
  type NoticeKind,
  USUAL_PREFS,
  wayOf,
} from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { enqueue } from '../../jobs/index.ts'
import type { Services } from '../../services.ts'
import { settingAt } from '../setting/index.ts'
import { smsSettings, smtpSettings } from './channels.ts'
import { selectNoticeSettings } from './notice.query.ts'
import { sendJobs } from './send-jobs.ts'

export interface NoticeToSend {
  kind: NoticeKind
  /** User ids; each hears it once. */
  to: readonly number[]
  title: string
  text: string
  /** Address in the portal. */
  link?: string | null
  examId?: number | null
  schoolId?: number | null
  /** Who sends it, and is told of addresses that fail; null: the system. */
  fromId?: number | null
}

/**
 * Tells people something, each by the channels that they chose. In the caller's transaction: what is taken back with it
 * is told to nobody. E-mail and SMS leave afterwards, by jobs.
 *
 * @returns how many are told
 */
export async function notify(db: Db, services: Services, notice: NoticeToSend): Promise<number> {
  const to = [...new Set(notice.to)]
  if (to.length === 0) return 0
  const at = isoNow(services.clock)
  const settings = await selectNoticeSettings(db, to)
  const { isUrgent } = NOTICE_KINDS[notice.kind]
  const { value: times } = await settingAt(db, noticeTimes, { schoolId: notice.schoolId ?? null })
  const open = {
    inbox: true,
    email: (await smtpSettings(db)).enabled,
    sms: (await smsSettings(db)).enabled,
  }
  const { id } = await db
    .insertInto('message')
    .values({
      kind: notice.kind,
      title: notice.title,
      text: notice.text,
      link: notice.link ?? null,
      exam_id: notice.examId ?? null,
      school_id: notice.schoolId ?? null,
      from_id: notice.fromId ?? null,
      at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = to.flatMap((userId) => {
    const own = settings.get(userId)
    const prefs = own?.prefs ?? USUAL_PREFS
    const due = dueAt(
      services.clock.now().getTime(),
      { isUrgent, digest: prefs.digest },
      { quietFrom: times.quiet_from, quietTo: times.quiet_to, digests: times.digests },
    )
    const addresses = { inbox: null, email: own?.email ?? null, sms: own?.phone ?? null }
    return channelsOf(wayOf(notice.kind, prefs))
      .filter((channel) => open[channel] && (channel === 'inbox' || addresses[channel]))
      .map((channel) => ({
        message_id: id,
        user_id: userId,
        channel,
        state: channel === 'inbox' ? 'sent' : 'waiting',
        address: addresses[channel],
        due_at: channel === 'inbox' ? at : new Date(due).toISOString(),
        at,
      }))
  })
  const PIECE = 500
  for (let from = 0; from < rows.length; from += PIECE)
    await db
      .insertInto('delivery')
      .values(rows.slice(from, from + PIECE))
      .execute()
  const waiting = new Set(
    rows.flatMap(({ channel, due_at }) => (channel === 'inbox' ? [] : [`${channel} ${due_at}`])),
  )
  for (const one of waiting) {
    const [channel, runAt] = one.split(' ') as ['email' | 'sms', string]
    await enqueue(
      db,
      services,
      sendJobs[channel],
      {},
      {
        by: null,
        schoolId: null,
        runAt,
        // What is waiting for the same minute is sent together.
        dedupe: `notice:${channel}:${runAt.slice(0, 16)}`,
      },
    )
  }
  return new Set(rows.map(({ user_id }) => user_id)).size
}
