import { isLoopbackAddress } from '@hengjuan/domain'
import Type from 'typebox'
import { defineSetting } from './define-setting.ts'

export const secondFactorRule = defineSetting(
  'signin.second_factor',
  Type.Object({ required: Type.Boolean() }),
  { required: false },
  {
    label: '管理员两步验证',
    group: 'signin',
    scopes: ['server'],
    permission: 'server.manage',
  },
)

const Label = Type.String({ minLength: 1, maxLength: 20 })
const Site = Type.String({ maxLength: 200 })
const isSite = (text: string): boolean => /^https?:\/\/[^\s/]+\/?$/.test(text)

/** In the clear within this computer only. */
const isSafe = (address: string): boolean =>
  address.startsWith('https://') || isLoopbackAddress(address)

export const oidcProvider = defineSetting(
  'signin.oidc',
  Type.Object({
    enabled: Type.Boolean(),
    label: Label,
    issuer: Type.String({ maxLength: 500 }),
    client_id: Type.String({ maxLength: 200 }),
    client_secret: Type.String({ maxLength: 500 }),
    base_url: Site,
    scope: Type.String({ maxLength: 200 }),
    account_claim: Type.String({ maxLength: 60 }),
    trusted: Type.Boolean(),
  }),
  {
    enabled: false,
    label: '统一身份认证',
    issuer: '',
    client_id: '',
    client_secret: '',
    base_url: '',
    scope: 'openid profile phone',
    account_claim: 'employee_number',
    trusted: false,
  },
  {
    label: '统一身份认证（OpenID Connect）',
    group: 'signin',
    scopes: ['server'],
    permission: 'server.manage',
    secrets: ['client_secret'],
    sentTo: ['issuer', 'client_id'],
    check: ({ enabled, issuer, client_id, base_url }) => {
      if (!enabled) return null
      if (!URL.canParse(issuer) || !isSafe(issuer)) return '签发者地址应以 https:// 开头'
      if (client_id.trim() === '') return '请填写客户端编号'
      return isSite(base_url) ? null : '本站地址应如 https://exam.example.cn'
    },
  },
)

export const ldapProvider = defineSetting(
  'signin.ldap',
  Type.Object({
    enabled: Type.Boolean(),
    label: Label,
    url: Type.String({ maxLength: 500 }),
    start_tls: Type.Boolean(),
    /** With `{account}` where the account stands. */
    user_dn: Type.String({ maxLength: 500 }),
    /** PEM of an authority of one's own; empty for those that every computer knows. */
    ca: Type.String({ maxLength: 20_000 }),
    trusted: Type.Boolean(),
  }),
  {
    enabled: false,
    label: '校园目录',
    url: '',
    start_tls: false,
    user_dn: '',
    ca: '',
    trusted: false,
  },
  {
    label: '目录服务器（LDAP）',
    group: 'signin',
    scopes: ['server'],
    permission: 'server.manage',
    check: ({ enabled, url, start_tls, user_dn }) => {
      if (!enabled) return null
      if (!/^ldaps?:\/\/\S+$/.test(url)) return '服务器地址应以 ldaps:// 或 ldap:// 开头'
      if (url.startsWith('ldap:') && !start_tls && !isLoopbackAddress(url))
        return '须经 TLS：请用 ldaps:// 地址，或开启 StartTLS'
      return user_dn.includes('{account}') ? null : '用户名模板中须有 {account}'
    },
  },
)

export const partnerProvider = defineSetting(
  'signin.partner',
  Type.Object({
    enabled: Type.Boolean(),
    label: Label,
    key: Type.String({ maxLength: 100 }),
    secret: Type.String({ maxLength: 200 }),
    base_url: Site,
    trusted: Type.Boolean(),
  }),
  { enabled: false, label: '合作平台', key: '', secret: '', base_url: '', trusted: false },
  {
    label: '合作平台登录链接',
    group: 'signin',
    scopes: ['server'],
    permission: 'server.manage',
    secrets: ['secret'],
    sentTo: ['key'],
    check: ({ enabled, key, secret, base_url }) => {
      if (!enabled) return null
      if (key.trim() === '') return '请填写平台编号'
      if (secret.length < 32) return '共享密钥至少 32 位'
      return isSite(base_url) ? null : '本站地址应如 https://exam.example.cn'
    },
  },
)
