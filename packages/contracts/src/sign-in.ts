import Type from 'typebox'
import { SessionUser } from './account.ts'
import { INT_MOST } from './bounded.ts'
import {
  anyone,
  can,
  defineRoute,
  done,
  Id,
  listOf,
  nullable,
  paging,
  signedIn,
  Time,
} from './route.ts'

/** Eleven digits; what else was typed is told in words. */
const Phone = Type.String({ maxLength: 20 })
const Code = Type.String({ maxLength: 40 })
const Ticket = Type.String({ maxLength: 100 })
const Password = Type.String({ minLength: 1, maxLength: 200 })
const Provider = Type.Enum(['oidc', 'ldap', 'partner'])
const FACTOR_ERRORS = ['SECOND_FACTOR_WRONG', 'SECOND_FACTOR_TOO_MANY'] as const
const CODE_ERRORS = ['PHONE_INVALID', 'CODE_WRONG', 'CODE_EXPIRED'] as const
const ENTRY_ERRORS = [
  'ACCOUNT_DISABLED',
  'SECOND_FACTOR_NEEDED',
  'NO_ROLE',
  'NO_SCHOOL_PERMISSION',
  'NO_SCHOOL_BOUND',
  'NO_REGION_PERMISSION',
  'NO_REGION_BOUND',
] as const

export const signInOptions = defineRoute({
  method: 'GET',
  path: '/v1/auth/options',
  summary: '登录页可用的登录方式',
  area: 'auth',
  access: anyone('登录之前没有会话'),
  reply: Type.Object({
    sms: Type.Boolean(),
    providers: Type.Array(Type.Object({ id: Type.Enum(['oidc', 'ldap']), label: Type.String() })),
  }),
})

export const sendPhoneCode = defineRoute({
  method: 'POST',
  path: '/v1/auth/sendPhoneCode',
  summary: '发送短信验证码：号码是否存在，回复都一样',
  area: 'auth',
  access: anyone('登录和找回密码之前没有会话'),
  body: Type.Object({ phone: Phone, purpose: Type.Enum(['login', 'reset', 'bind']) }),
  reply: Type.Object({ ok: Type.Literal(true), wait_seconds: Type.Integer() }),
  errors: ['SMS_NOT_CONFIGURED', 'PHONE_INVALID', 'CODE_TOO_MANY', 'CODE_NOT_SENT'],
})

export const resetByPhone = defineRoute({
  method: 'POST',
  path: '/v1/auth/password/reset',
  summary: '凭短信验证码设置新密码；所有登录随即失效',
  area: 'auth',
  access: anyone('忘记密码的人没有会话'),
  body: Type.Object({
    phone: Phone,
    code: Code,
    account: Type.Optional(Type.String({ maxLength: 64 })),
    new_password: Password,
  }),
  reply: Type.Object({ ok: Type.Literal(true), account: Type.String() }),
  errors: [...CODE_ERRORS, 'PASSWORD_WEAK', 'ACCOUNT_DISABLED', 'SIGN_IN_FAILED'],
})

const SelfTicket = Type.Object({ ticket: Type.String(), expires_at: Time })

export const checkPassword = defineRoute({
  method: 'POST',
  path: '/v1/school/user/password/check',
  summary: '核对本人密码，得到十分钟内做敏感操作的凭据',
  area: 'auth',
  access: signedIn,
  early: true,
  bodyKind: 'form',
  body: Type.Object({ password: Password }),
  reply: SelfTicket,
  errors: ['PASSWORD_WRONG', 'PASSWORD_TOO_MANY'],
})

export const checkPhoneCode = defineRoute({
  method: 'POST',
  path: '/v1/school/user/phone_code/check',
  summary: '核对发往本人已绑定手机的验证码，得到与核对密码相同的凭据',
  area: 'auth',
  access: signedIn,
  early: true,
  body: Type.Object({ phone: Phone, code: Code, purpose: Type.Enum(['bind']) }),
  reply: SelfTicket,
  errors: [...CODE_ERRORS],
})

export const updatePhone = defineRoute({
  method: 'POST',
  path: '/v1/school/user/phone_code/update',
  summary: '绑定或更换本人手机；号码留空为解绑',
  area: 'auth',
  access: signedIn,
  early: true,
  body: Type.Object({ phone: Phone, code: Code, ticket: Ticket }),
  reply: Type.Object({ phone_masked: nullable(Type.String()) }),
  errors: [...CODE_ERRORS, 'TICKET_EXPIRED', 'PHONE_TAKEN'],
})

export const ownSecurity = defineRoute({
  method: 'GET',
  path: '/v1/auth/security',
  summary: '本人账号的安全设置',
  area: 'auth',
  access: signedIn,
  early: true,
  reply: Type.Object({
    phone_masked: nullable(Type.String()),
    sms: Type.Boolean(),
    factor_on: Type.Boolean(),
    /** Recovery codes that were not used. */
    recovery_left: Type.Integer(),
    factor_required: Type.Boolean(),
    links: Type.Array(Type.Object({ provider: Provider, label: Type.String(), at: Time })),
  }),
})

export const factorBegin = defineRoute({
  method: 'POST',
  path: '/v1/auth/factor/begin',
  summary: '开始设置两步验证：给出身份验证器要扫描的二维码',
  area: 'auth',
  access: signedIn,
  early: true,
  body: Type.Object({ ticket: Ticket }),
  reply: Type.Object({ secret: Type.String(), qr_svg: Type.String() }),
  errors: ['TICKET_EXPIRED', 'SECOND_FACTOR_ON'],
})

export const factorConfirm = defineRoute({
  method: 'POST',
  path: '/v1/auth/factor/confirm',
  summary: '以第一个验证码开启两步验证；恢复码仅在本次回复中出现',
  area: 'auth',
  access: signedIn,
  early: true,
  body: Type.Object({ code: Code }),
  reply: Type.Object({ recovery_codes: Type.Array(Type.String()) }),
  errors: [...FACTOR_ERRORS, 'SECOND_FACTOR_ON', 'SECOND_FACTOR_OFF'],
})

export const factorOff = defineRoute({
  method: 'POST',
  path: '/v1/auth/factor/off',
  summary: '关闭本人的两步验证',
  area: 'auth',
  access: signedIn,
  body: Type.Object({ ticket: Ticket, code: Code }),
  reply: done,
  errors: [...FACTOR_ERRORS, 'TICKET_EXPIRED', 'SECOND_FACTOR_OFF'],
})

export const secondFactor = defineRoute({
  method: 'POST',
  path: '/v1/auth/second_factor',
  summary: '登录的第二步：身份验证器上的数字，或一个恢复码',
  area: 'auth',
  access: anyone('第二步之前没有会话'),
  body: Type.Object({ ticket: Ticket, code: Code }),
  reply: SessionUser,
  errors: [...FACTOR_ERRORS, 'TICKET_EXPIRED', 'ACCOUNT_DISABLED'],
})

const GuardedAccount = Type.Object({
  user_id: Id,
  account: Type.String(),
  name: Type.String(),
  school_name: nullable(Type.String()),
  /** Nothing is tried before; null for who is not locked. */
  locked_until: nullable(Time),
  tries: Type.Integer(),
  factor_on: Type.Boolean(),
})

export const guardedAccounts = defineRoute({
  method: 'GET',
  path: '/v1/auth/guarded/list',
  summary: '被锁定的账号（kind=locked）与开启两步验证的账号（kind=factor）',
  area: 'auth',
  access: can('account.manage'),
  query: Type.Object({
    kind: Type.Enum(['locked', 'factor']),
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    ...paging,
  }),
  reply: Type.Object({
    ...listOf(GuardedAccount).properties,
    /** Whether second factors may be reset by the caller. */
    manages_server: Type.Boolean(),
  }),
})

export const unlockUser = defineRoute({
  method: 'POST',
  path: '/v1/auth/unlock',
  summary: '解除账号因多次输错密码造成的锁定',
  area: 'auth',
  access: can('account.manage'),
  body: Type.Object({ user_id: Id }),
  reply: done,
  errors: ['STAFF_NOT_FOUND'],
})

export const factorReset = defineRoute({
  method: 'POST',
  path: '/v1/auth/factor/reset',
  summary: '系统管理员重置他人的两步验证；其登录随即失效',
  area: 'auth',
  access: can('server.manage'),
  body: Type.Object({ user_id: Id, reason: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: done,
  errors: ['STAFF_NOT_FOUND', 'SECOND_FACTOR_OFF', 'SERVER_NOT_MANAGED'],
})

export const thirdStart = defineRoute({
  method: 'POST',
  path: '/v1/auth/third_start',
  summary: '开始统一身份认证登录：给出要前往的地址',
  area: 'auth',
  access: anyone('登录之前没有会话'),
  body: Type.Object({ provider: Type.Enum(['oidc']) }),
  reply: Type.Object({ url: Type.String() }),
  errors: ['PROVIDER_OFF', 'THIRD_LOGIN_FAILED'],
})

export const thirdLogin = defineRoute({
  method: 'POST',
  path: '/v1/auth/third_login',
  summary: '以第三方平台的凭据登录',
  area: 'auth',
  access: anyone('登录之前没有会话'),
  body: Type.Object({
    provider: Provider,
    /** Of a partner. */
    token: Type.Optional(Type.String({ maxLength: 200 })),
    /** Of OpenID Connect, as the provider sent them back. */
    code: Type.Optional(Type.String({ maxLength: 2000 })),
    state: Type.Optional(Type.String({ maxLength: 200 })),
    iss: Type.Optional(Type.String({ maxLength: 500 })),
    /** Of a directory. */
    account: Type.Optional(Type.String({ maxLength: 64 })),
    password: Type.Optional(Type.String({ maxLength: 200 })),
    /** As an entry link says them: of another person than the token's, it is refused. */
    user_id: Type.Optional(Type.String({ maxLength: 40 })),
    school_id: Type.Optional(Type.String({ maxLength: 40 })),
    user_name: Type.Optional(Type.String({ maxLength: 100 })),
    entry: Type.Optional(Type.Enum(['school', 'region'])),
  }),
  reply: Type.Object({ ...SessionUser.properties, target: nullable(Type.String()) }),
  errors: [
    ...ENTRY_ERRORS,
    'PROVIDER_OFF',
    'THIRD_LOGIN_FAILED',
    'SIGN_IN_FAILED',
    'SIGN_IN_TOO_MANY',
    'LINK_NEEDED',
  ],
})

export const linkIdentity = defineRoute({
  method: 'POST',
  path: '/v1/auth/link',
  summary: '第一次使用第三方身份时，以本系统的账号和密码确认一次并关联',
  area: 'auth',
  access: anyone('登录之前没有会话'),
  bodyKind: 'form',
  body: Type.Object({
    ticket: Ticket,
    account: Type.String({ minLength: 1, maxLength: 64 }),
    password: Password,
    entry: Type.Optional(Type.Enum(['school', 'region'])),
  }),
  reply: SessionUser,
  errors: [
    ...ENTRY_ERRORS,
    'TICKET_EXPIRED',
    'SIGN_IN_FAILED',
    'SIGN_IN_TOO_MANY',
    'PASSWORD_EXPIRED_INITIAL',
    'LINK_TAKEN',
  ],
})

export const unlinkIdentity = defineRoute({
  method: 'POST',
  path: '/v1/auth/unlink',
  summary: '解除本人账号与第三方身份的关联',
  area: 'auth',
  access: signedIn,
  body: Type.Object({ provider: Provider, ticket: Ticket }),
  reply: done,
  errors: ['TICKET_EXPIRED'],
})

export const entryToken = defineRoute({
  method: 'POST',
  path: '/v1/auth/entry_token',
  summary: '合作平台以签名换取一次性登录链接（签名见文档 0173）',
  area: 'auth',
  access: anyone('由合作平台以签名证明身份'),
  body: Type.Object({
    key: Type.String({ maxLength: 100 }),
    account: Type.Optional(Type.String({ maxLength: 64 })),
    external_id: Type.Optional(Type.String({ maxLength: 200 })),
    school_id: Id,
    target: Type.Optional(Type.String({ maxLength: 1000 })),
    /** Seconds since 1970. */
    time: Type.Integer({ minimum: 0, maximum: INT_MOST }),
    nonce: Type.String({ minLength: 8, maxLength: 100 }),
    signature: Type.String({ maxLength: 100 }),
  }),
  reply: Type.Object({ token: Type.String(), expires_at: Time, url: Type.String() }),
  errors: ['PROVIDER_OFF', 'ENTRY_SIGNATURE', 'ENTRY_PERSON_UNKNOWN', 'ACCOUNT_DISABLED'],
})

export const providerTest = defineRoute({
  method: 'POST',
  path: '/v1/auth/provider/test',
  summary: '测试已保存的身份对接设置能否连通',
  area: 'auth',
  access: can('server.manage'),
  body: Type.Object({
    provider: Type.Enum(['oidc', 'ldap']),
    /** Of somebody in the directory, to try a bind with. */
    account: Type.Optional(Type.String({ maxLength: 64 })),
    password: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({ told: Type.String() }),
  errors: ['SERVER_NOT_MANAGED', 'PROVIDER_OFF', 'PROVIDER_FAILED'],
})
