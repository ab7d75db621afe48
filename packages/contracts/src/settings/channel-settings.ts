import Type from 'typebox'
import { defineSetting } from './define-setting.ts'

export const smtpChannel = defineSetting(
  'channel.smtp',
  Type.Object({
    enabled: Type.Boolean(),
    host: Type.String({ maxLength: 200 }),
    port: Type.Integer({ minimum: 1, maximum: 65535 }),
    security: Type.Enum(['tls', 'starttls', 'none']),
    user: Type.String({ maxLength: 200 }),
    password: Type.String({ maxLength: 200 }),
    from: Type.String({ maxLength: 200 }),
  }),
  {
    enabled: false,
    host: '',
    port: 465,
    security: 'tls',
    user: '',
    password: '',
    from: '',
  },
  {
    label: '邮件（SMTP）',
    group: 'channel',
    scopes: ['server'],
    permission: 'server.manage',
    secrets: ['password'],
    sentTo: ['host', 'user'],
    check: ({ enabled, host, from }) =>
      enabled && (host.trim() === '' || !from.includes('@'))
        ? '启用邮件前请填写服务器地址和发件人邮箱'
        : null,
  },
)

export const smsChannel = defineSetting(
  'channel.sms',
  Type.Object({
    enabled: Type.Boolean(),
    url: Type.String({ maxLength: 500 }),
    secret: Type.String({ maxLength: 200 }),
  }),
  { enabled: false, url: '', secret: '' },
  {
    label: '短信与群消息（Webhook）',
    group: 'channel',
    scopes: ['server'],
    permission: 'server.manage',
    secrets: ['secret'],
    sentTo: ['url'],
    check: ({ enabled, url }) =>
      enabled && !/^https?:\/\/\S+$/.test(url)
        ? '启用短信前请填写接收地址，以 http:// 或 https:// 开头'
        : null,
  },
)

const Clock = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })

export const noticeTimes = defineSetting(
  'notice.times',
  Type.Object({
    quiet_from: Clock,
    quiet_to: Clock,
    digests: Type.Array(Clock, { minItems: 1, maxItems: 6 }),
  }),
  { quiet_from: '22:00', quiet_to: '07:00', digests: ['07:30', '17:30'] },
  {
    label: '免打扰与汇总时间',
    group: 'notice',
    scopes: ['server', 'school'],
    permission: 'school.manage',
    check: ({ digests }) => (new Set(digests).size < digests.length ? '汇总时间不能重复' : null),
  },
)
