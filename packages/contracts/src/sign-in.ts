import Type from 'typebox'
import { SessionUser } from './account.ts'
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
import { Provider } from './sign-in-provider.ts'
import { Ticket, Password } from './sign-in-parts.ts'

/** Eleven digits; what else was typed is told in words. */
const Phone = Type.String({ maxLength: 20 })
const Code = Type.String({ maxLength: 40 })

const FACTOR_ERRORS = ['SECOND_FACTOR_WRONG', 'SECOND_FACTOR_TOO_MANY'] as const
const CODE_ERRORS = ['PHONE_INVALID', 'CODE_WRONG', 'CODE_EXPIRED'] as const

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
