import { examMessages, sendMarkingNotice, sendScanNotice } from '@hengjuan/contracts'
import { transact } from '@hengjuan/db'
import { AppError, MARKING_NOTICES, NOTICE_PAUSE_MINUTES, SCAN_NOTICES } from '@hengjuan/domain'
import { isoNow, minutesFrom } from '../../clock.ts'
import { type Act, audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { notify } from '../notice/index.ts'
import { lastTold, selectMarkers, selectMessages, selectOperators } from './exam-notice.query.ts'

/** Reminders of an exam, and what became of them. @source platform 4.8 */
export function registerExamNotice(target: ServeApp): void {
  serve(target, sendMarkingNotice, async (call) => {
    const { body, found, services } = call
    const to = await selectMarkers(services.db, {
      examId: body.exam_id,
      subjectId: body.subject_id,
      to: body.to,
    })
    const { label, text } = MARKING_NOTICES[body.kind]
    return send(call, found.exam, body, {
      to,
      title: `「${found.exam.name}」${label}`,
      text,
      link: '/MainPage/markPaper/markPage/unfinishList',
      nobody: body.to === 'unfinished' ? '各题块都已评完' : '还没有安排人员',
    })
  })

  serve(target, sendScanNotice, async (call) => {
    const { body, found, services } = call
    const { label, text } = SCAN_NOTICES[body.kind]
    return send(call, found.exam, body, {
      to: await selectOperators(services.db, found.exam),
      title: `「${found.exam.name}」${label}`,
      text,
      link: null,
      nobody: '参加学校没有扫描员账号',
    })
  })

  serve(target, examMessages, async ({ query, services }) =>
    selectMessages(services.db, query.exam_id, query.message_id),
  )
}

const MINUTE_MS = 60_000

/** @throws AppError NOTICE_NOBODY, NOTICE_RECENT */
async function send(
  call: Act,
  exam: { id: number; name: string; school_id: number },
  asked: { text?: string; force?: boolean },
  notice: { to: number[]; title: string; text: string; link: string | null; nobody: string },
) {
  const { services, session } = call
  const { to, title } = notice
  if (to.length === 0) throw new AppError('NOTICE_NOBODY', { why: notice.nobody })
  return transact(services.db, async (db) => {
    const since = minutesFrom(services.clock, -NOTICE_PAUSE_MINUTES)
    const recent = await lastTold(db, { examId: exam.id, title, to, since })
    if (recent && asked.force !== true) {
      const passed = Date.parse(isoNow(services.clock)) - Date.parse(recent.at)
      throw new AppError('NOTICE_RECENT', {
        minutes: Math.max(1, Math.round(passed / MINUTE_MS)),
        count: recent.count,
      })
    }
    const told = await notify(db, services, {
      kind: 'marking',
      to,
      title,
      text: [notice.text, asked.text?.trim()].filter(Boolean).join('\n'),
      link: notice.link,
      examId: exam.id,
      schoolId: exam.school_id,
      fromId: session.userId,
    })
    const { id } = await db
      .selectFrom('message')
      .where('exam_id', '=', exam.id)
      .where('from_id', '=', session.userId)
      .where('title', '=', title)
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await audit(db, call, {
      action: 'exam-notice',
      object: `exam:${exam.id}`,
      after: { title, recipients: told },
    })
    const silent = to.length - told
    return {
      message_id: id,
      recipients: told,
      skipped: silent > 0 ? [{ reason: '本人关闭了此类通知', count: silent }] : [],
    }
  })
}
