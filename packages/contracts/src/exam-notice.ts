import {
  MARKING_NOTICES,
  type MarkingNotice,
  SCAN_NOTICES,
  type ScanNotice,
} from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, Id, nullable, Time } from './route.ts'

const common = {
  exam_id: Id,
  /** Behind the usual sentence. */
  text: Type.Optional(Type.String({ maxLength: 300 })),
  /** Also who was reminded a short time ago. */
  force: Type.Optional(Type.Boolean()),
}
const Sent = Type.Object({
  message_id: Id,
  recipients: Type.Integer(),
  skipped: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() })),
})

export const sendMarkingNotice = defineRoute({
  method: 'POST',
  path: '/v1/exams/send/marking/notification',
  summary: '通知阅卷教师或题块负责人：开始、提醒、临近截止',
  area: 'exam',
  access: can('exam.manage', { exam: 'body.exam_id' }),
  body: Type.Object({
    ...common,
    subject_id: Type.Optional(Id),
    to: Type.Enum(['all', 'unfinished', 'leaders']),
    kind: Type.Enum(Object.keys(MARKING_NOTICES) as MarkingNotice[]),
  }),
  reply: Sent,
  errors: ['NOTICE_RECENT', 'NOTICE_NOBODY'],
})

export const sendScanNotice = defineRoute({
  method: 'POST',
  path: '/v1/exams/send/scan/notification',
  summary: '通知参加学校的扫描员：可以扫描、进度落后、缺少答题卡',
  area: 'exam',
  access: can('exam.manage', { exam: 'body.exam_id' }),
  body: Type.Object({
    ...common,
    to: Type.Enum(['operators']),
    kind: Type.Enum(Object.keys(SCAN_NOTICES) as ScanNotice[]),
  }),
  reply: Sent,
  errors: ['NOTICE_RECENT', 'NOTICE_NOBODY'],
})

export const examMessages = defineRoute({
  method: 'GET',
  path: '/v1/exams/send/messages/status',
  summary: '一场考试发出的通知与送达、已读情况；message_id 时列出每个人',
  area: 'exam',
  access: can('exam.manage', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id, message_id: Type.Optional(Id) }),
  reply: Type.Array(
    Type.Object({
      message_id: Id,
      title: Type.String(),
      text: Type.String(),
      sent_at: Time,
      by_name: nullable(Type.String()),
      recipients: Type.Integer(),
      /** In the list of the portal, or by e-mail or SMS. */
      delivered: Type.Integer(),
      read: Type.Integer(),
      failed: Type.Integer(),
      waiting: Type.Integer(),
      people: Type.Array(
        Type.Object({
          user_id: Id,
          name: Type.String(),
          channel: Type.Enum(['inbox', 'email', 'sms']),
          state: Type.Enum(['waiting', 'sent', 'failed']),
          error: nullable(Type.String()),
          at: Time,
          read_at: nullable(Time),
        }),
      ),
    }),
  ),
})
