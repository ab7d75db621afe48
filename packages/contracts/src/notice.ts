import { NOTICE_KIND_CODES, NOTICE_WAYS, type NoticeWay } from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, done, Id, listOf, nullable, paging, signedIn, Time } from './route.ts'

const Kind = Type.Enum(NOTICE_KIND_CODES)

const Notice = Type.Object({
  id: Id,
  kind: Kind,
  title: Type.String(),
  text: Type.String(),
  link: nullable(Type.String()),
  exam_name: nullable(Type.String()),
  /** Null: the system. */
  from_name: nullable(Type.String()),
  created_at: Time,
  read_at: nullable(Time),
  /** What became of it by e-mail and SMS. */
  sent: Type.Array(
    Type.Object({
      channel: Type.Enum(['email', 'sms']),
      state: Type.Enum(['waiting', 'sent', 'failed']),
      error: nullable(Type.String()),
    }),
  ),
})

export const notificationList = defineRoute({
  method: 'GET',
  path: '/v1/notification/list',
  summary: '本人的通知，新的在前；unread 为未读数，marking 为各考试未读的阅卷消息',
  area: 'help, home and tools',
  access: signedIn,
  query: Type.Object({
    unread: Type.Optional(Type.Boolean()),
    kind: Type.Optional(Kind),
    ...paging,
  }),
  reply: Type.Object({
    ...listOf(Notice).properties,
    unread: Type.Integer(),
    marking: Type.Array(
      Type.Object({ exam_id: Id, exam_name: Type.String(), unread: Type.Integer() }),
    ),
  }),
})

export const notificationRead = defineRoute({
  method: 'POST',
  path: '/v1/notification/read',
  summary: '把通知标为已读：给编号，或全部',
  area: 'help, home and tools',
  access: signedIn,
  body: Type.Object({
    ids: Type.Optional(Type.Array(Id, { maxItems: 500 })),
    all: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({ read: Type.Integer() }),
})

const Settings = Type.Object({
  email: Type.String({ maxLength: 200 }),
  phone: Type.String({ maxLength: 20 }),
  ways: Type.Record(Type.String(), Type.Enum(Object.keys(NOTICE_WAYS) as NoticeWay[])),
  digest: Type.Boolean(),
})

export const noticeSettingsGet = defineRoute({
  method: 'GET',
  path: '/v1/notification/settings',
  summary: '本人的通知偏好与接收地址；channels 为已开通的渠道',
  area: 'help, home and tools',
  access: signedIn,
  reply: Type.Object({
    ...Settings.properties,
    version: Type.Integer(),
    channels: Type.Object({ email: Type.Boolean(), sms: Type.Boolean() }),
    /** Why the last message to the address of today did not arrive; null where it did. */
    problems: Type.Object({ email: nullable(Type.String()), sms: nullable(Type.String()) }),
    digests: Type.Array(Type.String()),
    quiet: Type.String(),
  }),
})

export const noticeSettingsSave = defineRoute({
  method: 'POST',
  path: '/v1/notification/settings',
  summary: '保存本人的通知偏好与接收地址',
  area: 'help, home and tools',
  access: signedIn,
  body: Type.Object({ ...Settings.properties, version: Type.Integer({ minimum: 0 }) }),
  reply: Type.Object({ version: Type.Integer() }),
  errors: ['VERSION_CONFLICT', 'NOTICE_ADDRESS'],
})

export const noticeTest = defineRoute({
  method: 'POST',
  path: '/v1/notification/test',
  summary: '用已保存的渠道设置发送一条测试消息，立即回复是否送出',
  area: 'operations',
  access: can('server.manage'),
  body: Type.Object({
    channel: Type.Enum(['email', 'sms']),
    to: Type.String({ minLength: 3, maxLength: 200 }),
  }),
  reply: done,
  errors: ['SERVER_NOT_MANAGED', 'NOTICE_ADDRESS', 'NOTICE_CHANNEL_OFF', 'NOTICE_NOT_SENT'],
})
