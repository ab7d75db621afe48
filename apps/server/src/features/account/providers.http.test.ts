import { createHmac } from 'node:crypto'
import {
  checkPassword,
  entryToken,
  type InputOf,
  linkIdentity,
  providerTest,
  settingSave,
  signInOptions,
  staffUpdate,
  thirdLogin,
  thirdStart,
  unlinkIdentity,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../testing/index.ts'
import { signedText } from './entry-token.ts'
import { openDirectory } from './testing/directory.ts'
import { openOidcProvider } from './testing/oidc-provider.ts'

const PASSWORD = 'test-password-1'
const MINUTE = 60_000
const SECRET = 'a-secret-of-the-partner-and-the-server'
const SITE = 'https://exam.example.cn'

type Asked = InputOf<typeof entryToken>['body']

everyDatabase('sign-in by providers on %s', (kind) => {
  async function open(settings: Record<string, object>) {
    const app = await openTestApp(kind, { superAdmin: 'admin' })
    const admin = await app.signIn('admin')
    const set = async (key: string, value: object, version = 0) => {
      const body = { key, scope: 'server' as const, version, value, reason: '对接' }
      const saved = await admin.send(settingSave, { body })
      if (saved.status !== 200) throw new Error(saved.error.msg)
    }
    for (const [key, value] of Object.entries(settings)) await set(key, value)
    const link = (ticket: string, account: string, password = PASSWORD) =>
      app.anonymous.send(linkIdentity, { body: { ticket, account, password } })
    const ticketIn = ({ error }: { error: { fields?: { path: string; msg: string }[] } }) =>
      error.fields?.find(({ path }) => path === 'ticket')?.msg ?? ''
    return { ...app, admin, set, link, ticketIn }
  }

  async function openOidc(rest: object = {}) {
    const provider = await openOidcProvider()
    const value = {
      enabled: true,
      label: '统一认证',
      issuer: provider.issuer,
      client_id: 'hengjuan',
      client_secret: provider.secret,
      base_url: SITE,
      scope: 'openid profile',
      account_claim: 'employee_number',
      trusted: false,
      ...rest,
    }
    const app = await open({ 'signin.oidc': value })
    const begin = async () => {
      const { data, headers } = await app.anonymous.send(thirdStart, {
        body: { provider: 'oidc' },
      })
      const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
      return { url: data.url, cookie }
    }
    const end = (sent: { code: string; state: string }, cookie: string) =>
      app.anonymous.send(
        thirdLogin,
        { body: { provider: 'oidc', ...sent } },
        { headers: { cookie } },
      )
    const enter = async (claims: Record<string, unknown>) => {
      const { url, cookie } = await begin()
      return end(provider.signIn(url, claims), cookie)
    }
    return { ...app, provider, value, begin, end, enter }
  }

  test('oidc: a new identity proves itself once by the password, and comes in by itself from then on', async () => {
    const { enter, link, ticketIn, anonymous, signIn } = await openOidc()
    expect((await anonymous.send(signInOptions)).data).toEqual({
      sms: false,
      providers: [{ id: 'oidc', label: '统一认证' }],
    })
    const first = await enter({ sub: 's-1', employee_number: 'head', name: '班主任' })
    expect([first.status, first.error.error, first.error.msg]).toEqual([
      403,
      'LINK_NEEDED',
      '第一次使用统一认证登录，请输入本系统的账号和密码确认一次',
    ])
    const ticket = ticketIn(first)
    expect((await link(ticket, 'head', 'wrong')).error.error).toBe('SIGN_IN_FAILED')
    expect((await link(ticket, 'head')).data).toMatchObject({ account: 'head' })
    expect((await link(ticket, 'grade')).error.error).toBe('TICKET_EXPIRED')
    expect((await enter({ sub: 's-1' })).data).toMatchObject({ account: 'head', target: null })
    // Another identity does not take the account over.
    const other = await enter({ sub: 's-2' })
    expect((await link(ticketIn(other), 'head')).error.error).toBe('LINK_TAKEN')
    // Bound to the wrong one: its owner lets go of it, with the password.
    const [head, grade] = [await signIn('head'), await signIn('grade')]
    const ticketOf = async (who: TestClient) =>
      (await who.send(checkPassword, { body: { password: PASSWORD } })).data.ticket
    const unlink = async (ticket: string) =>
      head.send(unlinkIdentity, { body: { provider: 'oidc', ticket } })
    expect((await unlink(await ticketOf(grade))).error.error).toBe('TICKET_EXPIRED')
    expect((await unlink(await ticketOf(head))).data).toEqual({ ok: true })
    expect((await enter({ sub: 's-1' })).error.error).toBe('LINK_NEEDED')
  })

  test('oidc: a trusted provider links the only account with its number, never one by name, none that is disabled', async () => {
    const { enter, admin, school } = await openOidc({ trusted: true })
    expect((await enter({ sub: 's-1', employee_number: 'head' })).data.account).toBe('head')
    const named = await enter({ sub: 's-2', name: '班主任', preferred_username: 'grade' })
    expect(named.error.error).toBe('LINK_NEEDED')
    const user_id = school.userIds['head'] ?? 0
    await admin.send(staffUpdate, { body: { user_id, disabled: true } })
    expect((await enter({ sub: 's-1' })).error.error).toBe('ACCOUNT_DISABLED')
    expect((await enter({ sub: 's-3', employee_number: 'head' })).error.error).toBe('LINK_NEEDED')
  })

  test('oidc: a state of another browser, one used twice, a wrong nonce and a wrong key are refused', async () => {
    const { begin, end, provider } = await openOidc({ trusted: true })
    const claims = { sub: 's-1', employee_number: 'head' }
    const refused = { status: 401, error: { error: 'THIRD_LOGIN_FAILED' } }
    const [mine, theirs] = [await begin(), await begin()]
    expect(await end(provider.signIn(theirs.url, claims), mine.cookie)).toMatchObject(refused)
    const sent = provider.signIn(mine.url, claims)
    expect((await end(sent, mine.cookie)).status).toBe(200)
    expect(await end(sent, mine.cookie)).toMatchObject(refused)
    for (const lie of ['nonce', 'key'] as const) {
      provider.lies[lie] = true
      const { url, cookie } = await begin()
      expect(await end(provider.signIn(url, claims), cookie)).toMatchObject(refused)
      provider.lies[lie] = false
    }
    // A code of another sign-in: its verifier is another one.
    const [one, two] = [await begin(), await begin()]
    const stolen = provider.signIn(one.url, claims)
    const { state } = provider.signIn(two.url, claims)
    expect(await end({ code: stolen.code, state }, two.cookie)).toMatchObject(refused)
  })

  test('provider test: says what is wrong, to who manages the server alone', async () => {
    const { admin, signIn, set, value } = await openOidc()
    const body = { provider: 'oidc' as const }
    const right = await admin.send(providerTest, { body })
    expect(right.data.told).toMatch(/^已连通，签发者 http/)
    await set(
      'signin.oidc',
      { ...value, issuer: 'http://127.0.0.1:9', client_secret: 'told anew' },
      1,
    )
    const wrong = await admin.send(providerTest, { body })
    expect(wrong.error.msg).toMatch(/^统一认证没有通过测试：取不到签发者的配置/)
    const other = await signIn('other-admin')
    expect((await other.send(providerTest, { body })).error.error).toBe('SERVER_NOT_MANAGED')
    expect((await (await signIn('head')).send(providerTest, { body })).status).toBe(403)
  })

  const DN = 'uid=head,ou=people,dc=example,dc=cn'
  const directoryOf = (url: string, rest: object = {}) => ({
    enabled: true,
    label: '校园目录',
    url,
    start_tls: false,
    user_dn: 'uid={account},ou=people,dc=example,dc=cn',
    ca: '',
    trusted: true,
    ...rest,
  })

  test('ldap: signs in as the person, and what is typed stays in its place', async () => {
    const directory = await openDirectory(DN, 'of the directory')
    const { anonymous, admin } = await open({ 'signin.ldap': directoryOf(directory.url) })
    const enter = (account: string, password: string) =>
      anonymous.send(thirdLogin, { body: { provider: 'ldap', account, password } })
    expect((await enter('head', 'of the directory')).data.account).toBe('head')
    expect((await enter('head', 'wrong')).error.error).toBe('SIGN_IN_FAILED')
    const before = directory.bound.length
    // A bind without a password succeeds at many directories: nobody is asked.
    expect((await enter('head', '')).error.error).toBe('SIGN_IN_FAILED')
    expect(directory.bound.length).toBe(before)
    await enter('x,ou=admins', 'of the directory')
    expect(directory.bound.at(-1)).toMatch(
      /^uid=x\\(,|2c)ou\\?=admins,ou=people,dc=example,dc=cn$/i,
    )
    const tried = await admin.send(providerTest, {
      body: { provider: 'ldap', account: 'head', password: 'of the directory' },
    })
    expect(tried.data.told).toBe(`已连通，以 ${DN} 登录成功`)
  })

  test('ldap: five wrong passwords and then a pause', async () => {
    const directory = await openDirectory(DN, 'of the directory')
    const { anonymous } = await open({ 'signin.ldap': directoryOf(directory.url) })
    const tries = Array.from({ length: 20 }, () =>
      anonymous.send(thirdLogin, {
        body: { provider: 'ldap', account: 'head', password: 'guess' },
      }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 429).length).toBe(5)
  })

  test('ldap: a directory elsewhere is not set up without TLS', async () => {
    const value = directoryOf('ldap://ldap.example.cn')
    await expect(open({ 'signin.ldap': value })).rejects.toThrow('须经 TLS')
  })

  const partner = {
    enabled: true,
    label: '智慧校园',
    key: 'campus',
    secret: SECRET,
    base_url: SITE,
    trusted: true,
  }

  async function openPartner(rest: object = {}) {
    const app = await open({ 'signin.partner': { ...partner, ...rest } })
    let count = 0
    const ask = (about: Partial<Asked>, secret = SECRET) => {
      const asked = {
        key: 'campus',
        school_id: app.school.schoolId,
        time: Math.floor(app.services.clock.now().getTime() / 1000),
        nonce: `nonce-${++count}-of-test`,
        ...about,
      }
      const signature = createHmac('sha256', secret).update(signedText(asked)).digest('hex')
      return app.anonymous.send(entryToken, { body: { ...asked, signature } })
    }
    const enter = (token: string, rest: object = {}) =>
      app.anonymous.send(thirdLogin, { body: { provider: 'partner', token, ...rest } })
    return { ...app, ask, enter }
  }

  test('entry token: a signed request gives a link that lets in once, within five minutes, and leads to its target', async () => {
    const { ask, enter, advance, school } = await openPartner()
    const target = '/MainPage/testReport?exam_id=5'
    const { data } = await ask({ account: 'head', target })
    const url = new URL(data.url)
    expect([url.origin, url.pathname, url.searchParams.get('user_name')]).toEqual([
      SITE,
      '/MainPage/testReport',
      '班主任',
    ])
    expect(await enter(data.token)).toMatchObject({
      status: 200,
      data: { account: 'head', target },
    })
    expect(await enter(data.token)).toMatchObject({
      status: 401,
      error: { error: 'THIRD_LOGIN_FAILED', msg: '跳转失败，请重新登录' },
    })
    const late = await ask({ account: 'head' })
    advance(5 * MINUTE + 1000)
    expect((await enter(late.data.token)).status).toBe(401)
    // Of another person than the token's.
    const mine = await ask({ account: 'head' })
    const other = { user_id: String(school.userIds['admin']) }
    expect((await enter(mine.data.token, other)).status).toBe(401)
  })

  test('entry token: wrong signatures, old times and nonces that were used are refused alike', async () => {
    const { ask, advance, services } = await openPartner()
    const told = async (about: Partial<Asked>, secret = SECRET) =>
      (await ask({ account: 'head', ...about }, secret)).error.error
    const now = Math.floor(services.clock.now().getTime() / 1000)
    expect(await told({}, 'another secret')).toBe('ENTRY_SIGNATURE')
    expect(await told({ key: 'other' })).toBe('ENTRY_SIGNATURE')
    expect(await told({ time: now - 301 })).toBe('ENTRY_SIGNATURE')
    expect(await told({ nonce: 'once-and-never-again' })).toBeUndefined()
    expect(await told({ nonce: 'once-and-never-again' })).toBe('ENTRY_SIGNATURE')
    // As long as its time would be taken, its nonce is known.
    advance(5 * MINUTE)
    expect(await told({ time: now, nonce: 'once-and-never-again' })).toBe('ENTRY_SIGNATURE')
    expect(await told({ target: 'https://evil.example/' })).toBe('INPUT_INVALID')
    expect(await told({ target: '//evil.example/' })).toBe('INPUT_INVALID')
  })

  test('entry token: nobody of another school, and an unknown identity is linked by the password first', async () => {
    const { ask, enter, link, ticketIn, otherSchool } = await openPartner()
    const foreign = await ask({ account: 'head', school_id: otherSchool.schoolId })
    expect(foreign.error.error).toBe('ENTRY_PERSON_UNKNOWN')
    expect((await ask({ account: 'nobody' })).error.error).toBe('ENTRY_PERSON_UNKNOWN')
    const unknown = await ask({ external_id: 'c-77' })
    const needed = await enter(unknown.data.token)
    expect(needed.error.error).toBe('LINK_NEEDED')
    expect((await link(ticketIn(needed), 'head')).data.account).toBe('head')
    const known = await ask({ external_id: 'c-77' })
    expect((await enter(known.data.token)).data.account).toBe('head')
  })

  test('entry token: the account is taken from a partner that is trusted only', async () => {
    const { ask } = await openPartner({ trusted: false })
    expect((await ask({ account: 'head' })).error.error).toBe('ENTRY_PERSON_UNKNOWN')
  })

  test('providers that are not set up say so', async () => {
    const { anonymous } = await openTestApp(kind)
    const { error } = await anonymous.send(thirdStart, { body: { provider: 'oidc' } })
    expect(error.msg).toBe('没有启用统一身份认证，请用账号密码登录')
    const ldap = await anonymous.send(thirdLogin, {
      body: { provider: 'ldap', account: 'head', password: 'x' },
    })
    expect(ldap.error.error).toBe('PROVIDER_OFF')
    const token = await anonymous.send(thirdLogin, { body: { provider: 'partner', token: 'x' } })
    expect(token.error.error).toBe('THIRD_LOGIN_FAILED')
  })
})
