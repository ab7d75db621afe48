import Type from 'typebox'
import { SessionUser } from './account.ts'
import { INT_MOST } from './bounded.ts'
import { anyone, can, defineRoute, done, Id, nullable, signedIn, Time } from './route.ts'
import { Ticket, Password, ENTRY_ERRORS } from './sign-in-parts.ts'

export const Provider = Type.Enum(['oidc', 'ldap', 'partner'])

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
