import {
  checkPassword,
  checkPhoneCode,
  currentUser,
  login,
  resetByPhone,
  sendPhoneCode,
  settingSave,
  updatePhone,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../testing/index.ts'
import { openSmsSink } from './testing/sms-sink.ts'

const PASSWORD = 'test-password-1'
const PHONE = '13800138000'
const OTHER = '13900139000'
const MINUTE = 60_000

everyDatabase('phones on %s', (kind) => {
  /** A server with SMS, and what was sent. */
  async function open() {
    const app = await openTestApp(kind, { superAdmin: 'admin' })
    const sink = await openSmsSink()
    const admin = await app.signIn('admin')
    await admin.send(settingSave, {
      body: {
        key: 'channel.sms',
        scope: 'server',
        version: 0,
        value: { enabled: true, url: sink.url, secret: 'shared' },
        reason: '开通短信',
      },
    })
    const send = (phone: string, purpose: 'login' | 'reset' | 'bind', who = app.anonymous) =>
      who.send(sendPhoneCode, { body: { phone, purpose } })
    const ticketOf = async (who: TestClient) =>
      (await who.send(checkPassword, { body: { password: PASSWORD } })).data.ticket
    const bind = async (who: TestClient, phone: string) => {
      await send(phone, 'bind', who)
      const code = await sink.code(phone)
      return who.send(updatePhone, { body: { phone, code, ticket: await ticketOf(who) } })
    }
    const enter = (phone: string, code: string) =>
      app.anonymous.send(login, { body: { phone, code } })
    return { ...app, admin, sink, send, bind, enter, ticketOf }
  }

  test('phone: bound after the password and a code, it signs in and says whose it is', async () => {
    const { signIn, bind, send, sink, enter, advance } = await open()
    const bound = await bind(await signIn('head'), PHONE)
    expect(bound.data).toEqual({ phone_masked: '138****8000' })
    advance(2 * MINUTE)
    expect((await send(PHONE, 'login')).data).toEqual({ ok: true, wait_seconds: 60 })
    const code = await sink.code(PHONE)
    expect((await enter(` ${PHONE} `, code)).data).toMatchObject({
      user_name: '班主任',
      must_change: false,
    })
    // One use.
    expect((await enter(PHONE, code)).error).toMatchObject({
      error: 'CODE_EXPIRED',
      msg: '验证码已失效，请重新获取',
    })
  })

  test('phone: a code is hashed, five wrong ones end it, and so do five minutes', async () => {
    const { services, signIn, bind, send, sink, enter, advance } = await open()
    await bind(await signIn('head'), PHONE)
    advance(2 * MINUTE)
    await send(PHONE, 'login')
    const code = await sink.code(PHONE)
    const kept = await services.db.selectFrom('phone_code').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(code)
    const wrong = code === '000000' ? '000001' : '000000'
    for (const left of [4, 3, 2, 1])
      expect((await enter(PHONE, wrong)).error.msg).toBe(`验证码不正确，还可以试 ${left} 次`)
    expect((await enter(PHONE, wrong)).error.error).toBe('CODE_EXPIRED')
    expect((await enter(PHONE, code)).error.error).toBe('CODE_EXPIRED')
    advance(2 * MINUTE)
    await send(PHONE, 'login')
    const late = await sink.code(PHONE)
    advance(5 * MINUTE + 1000)
    expect((await enter(PHONE, late)).error.error).toBe('CODE_EXPIRED')
  })

  test('phone: of hundreds of guesses at the same moment five are looked at', async () => {
    const { signIn, bind, send, sink, enter, advance } = await open()
    await bind(await signIn('head'), PHONE)
    advance(2 * MINUTE)
    await send(PHONE, 'login')
    const code = await sink.code(PHONE)
    const guesses = Array.from({ length: 40 }, (_, at) =>
      enter(PHONE, at === 39 ? code : String(at).padStart(6, '9')),
    )
    const answers = await Promise.all(guesses)
    const looked = answers.filter(
      ({ status, error }) => status === 200 || error.error === 'CODE_WRONG',
    )
    expect(looked.length).toBeLessThanOrEqual(5)
  })

  test('phone: one that nobody has is answered like one that somebody has, and gets nothing', async () => {
    const { send, enter, sink } = await open()
    expect(await send(OTHER, 'login')).toMatchObject({
      status: 200,
      data: { ok: true, wait_seconds: 60 },
    })
    expect((await enter(OTHER, '123456')).error.msg).toBe('验证码不正确，还可以试 4 次')
    expect(sink.sent).toEqual([])
    expect((await send('1380013800', 'login')).error.msg).toBe('请填写 11 位手机号')
  })

  test('phone: one code a minute, five an hour, ten a day', async () => {
    const { send, advance } = await open()
    const errors = async (times: number, minutes: number) => {
      const told = []
      for (let at = 0; at < times; at++) {
        advance(minutes * MINUTE)
        told.push((await send(OTHER, 'login')).error.error ?? 'sent')
      }
      return told
    }
    expect(await errors(2, 0)).toEqual(['sent', 'CODE_TOO_MANY'])
    expect(await errors(5, 1.1)).toEqual([...Array(4).fill('sent'), 'CODE_TOO_MANY'])
    advance(61 * MINUTE)
    expect(await errors(5, 1.1)).toEqual(Array(5).fill('sent'))
    advance(61 * MINUTE)
    expect(await errors(1, 1.1)).toEqual(['CODE_TOO_MANY'])
  })

  test('phone: without SMS people are told what to do instead', async () => {
    const { anonymous } = await openTestApp(kind)
    const { status, error } = await anonymous.send(sendPhoneCode, {
      body: { phone: PHONE, purpose: 'login' },
    })
    expect([status, error.msg]).toEqual([
      409,
      '没有开通短信，请用账号密码登录，忘记密码请联系学校管理员',
    ])
  })

  test('phone: a forgotten password is set anew by its code, and all sessions end', async () => {
    const { signIn, bind, send, sink, anonymous, advance } = await open()
    const head = await signIn('head')
    await bind(head, PHONE)
    advance(2 * MINUTE)
    await send(PHONE, 'reset')
    const code = await sink.code(PHONE)
    const reset = (new_password: string) =>
      anonymous.send(resetByPhone, { body: { phone: PHONE, code, new_password } })
    // A weak one does not spend the code.
    expect((await reset('12345678')).error.error).toBe('PASSWORD_WEAK')
    expect((await reset('春风化雨-2026')).data).toEqual({ ok: true, account: 'head' })
    expect((await head.send(currentUser)).status).toBe(401)
    const enter = async (password: string) =>
      (await anonymous.send(login, { body: { account: 'head', password } })).status
    expect([await enter(PASSWORD), await enter('春风化雨-2026')]).toEqual([401, 200])
  })

  test('phone: one account has it, the other is named behind a mask, and the old phone is told', async () => {
    const { signIn, bind, advance, sink } = await open()
    const [head, grade] = [await signIn('head'), await signIn('grade')]
    await bind(head, PHONE)
    advance(2 * MINUTE)
    const taken = await bind(grade, PHONE)
    expect([taken.status, taken.error.msg]).toEqual([
      409,
      '该手机号已绑定另一个账号（h***d），请先在那个账号中解绑',
    ])
    advance(2 * MINUTE)
    await bind(head, OTHER)
    await expect.poll(() => sink.sent.at(-1)?.to).toBe(PHONE)
    expect(sink.sent.at(-1)?.params.title).toBe('手机已解绑')
    advance(2 * MINUTE)
    expect((await bind(grade, PHONE)).data.phone_masked).toBe('138****8000')
  })

  test('phone: it is changed with a ticket of one’s own only', async () => {
    const { signIn, send, sink, ticketOf, bind, advance } = await open()
    const [head, grade] = [await signIn('head'), await signIn('grade')]
    const theirs = await ticketOf(grade)
    await send(PHONE, 'bind', head)
    const body = { phone: PHONE, code: await sink.code(PHONE), ticket: theirs }
    expect((await head.send(updatePhone, { body })).error.error).toBe('TICKET_EXPIRED')
    advance(2 * MINUTE)
    await bind(head, PHONE)
    advance(2 * MINUTE)
    // The bound phone proves as much as the password does; somebody else’s proves nothing.
    await send(PHONE, 'bind', head)
    const check = { phone: PHONE, code: await sink.code(PHONE), purpose: 'bind' as const }
    expect((await grade.send(checkPhoneCode, { body: check })).error.error).toBe('CODE_EXPIRED')
    const { ticket } = (await head.send(checkPhoneCode, { body: check })).data
    const removed = await head.send(updatePhone, { body: { phone: '', code: '', ticket } })
    expect(removed.data).toEqual({ phone_masked: null })
  })
})
