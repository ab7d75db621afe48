import {
  checkPassword,
  currentUser,
  factorBegin,
  factorConfirm,
  factorOff,
  factorReset,
  guardedAccounts,
  login,
  ownSecurity,
  secondFactor,
  settingSave,
  staffList,
  unlockUser,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../testing/index.ts'

const PASSWORD = 'test-password-1'
const STEP = 30_000

everyDatabase('second factors on %s', (kind) => {
  async function open() {
    const app = await openTestApp(kind, { superAdmin: 'admin' })
    const { services, anonymous } = app
    const now = () => services.clock.now().getTime()
    const numberOf = (secret: string) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() })
    const ticketOf = async (who: TestClient) =>
      (await who.send(checkPassword, { body: { password: PASSWORD } })).data.ticket
    /** Sets one up. @returns its secret and recovery codes */
    const setUp = async (who: TestClient) => {
      const begun = await who.send(factorBegin, { body: { ticket: await ticketOf(who) } })
      const { secret, qr_svg } = begun.data
      expect(qr_svg).toMatch(/^<svg/)
      const { data } = await who.send(factorConfirm, { body: { code: numberOf(secret) } })
      return { secret, codes: data.recovery_codes }
    }
    const enter = async (account: string) => {
      const answer = await anonymous.send(login, { body: { account, password: PASSWORD } })
      const ticket = answer.error.fields?.find(({ path }) => path === 'ticket')?.msg ?? ''
      return { status: answer.status, error: answer.error.error, ticket }
    }
    const prove = (ticket: string, code: string) =>
      anonymous.send(secondFactor, { body: { ticket, code } })
    return { ...app, numberOf, ticketOf, setUp, enter, prove }
  }

  test('second factor: asked for after the password, a number and a ticket hold once', async () => {
    const { signIn, setUp, enter, prove, numberOf, advance } = await open()
    const { secret } = await setUp(await signIn('admin'))
    advance(2 * STEP)
    const first = await enter('admin')
    expect([first.status, first.error]).toEqual([403, 'SECOND_FACTOR_NEEDED'])
    const number = numberOf(secret)
    const wrong = await prove(first.ticket, number === '000000' ? '000001' : '000000')
    expect(wrong.error.error).toBe('SECOND_FACTOR_WRONG')
    expect((await prove(first.ticket, number)).data).toMatchObject({ account: 'admin' })
    expect((await prove(first.ticket, number)).error.error).toBe('TICKET_EXPIRED')
    // Looked at over a shoulder: too late.
    const second = await enter('admin')
    expect((await prove(second.ticket, number)).error.error).toBe('SECOND_FACTOR_WRONG')
    advance(STEP)
    expect((await prove(second.ticket, numberOf(secret))).status).toBe(200)
  })

  test('second factor: its secret is not in the database as it is, and without a password none is set up', async () => {
    const { signIn, setUp, services, ticketOf } = await open()
    const admin = await signIn('admin')
    const refused = await admin.send(factorBegin, { body: { ticket: 'none' } })
    expect(refused.error.error).toBe('TICKET_EXPIRED')
    const theirs = await ticketOf(await signIn('head'))
    const foreign = await admin.send(factorBegin, { body: { ticket: theirs } })
    expect(foreign.error.error).toBe('TICKET_EXPIRED')
    const { secret, codes } = await setUp(admin)
    const kept = JSON.stringify([
      await services.db.selectFrom('second_factor').selectAll().execute(),
      await services.db.selectFrom('recovery_code').selectAll().execute(),
    ])
    for (const told of [secret, ...codes]) expect(kept).not.toContain(told)
  })

  test('second factor: five wrong numbers and then a pause, whatever ticket they come by', async () => {
    const { signIn, setUp, enter, prove, numberOf, advance } = await open()
    const { secret } = await setUp(await signIn('admin'))
    advance(2 * STEP)
    // One after the other: sign-ins at the same moment are counted, too.
    const tickets: string[] = []
    for (let at = 0; at < 30; at++) tickets.push((await enter('admin')).ticket)
    const tries = tickets.map((ticket, at) => prove(ticket, `9${at}`.padStart(6, '9')))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 429)).toEqual([403, 403, 403, 403, 403])
    expect((await prove(tickets[0] ?? '', numberOf(secret))).status).toBe(429)
    advance(60_000)
    const { ticket } = await enter('admin')
    expect((await prove(ticket, numberOf(secret))).status).toBe(200)
  })

  test('second factor: a recovery code lets in once, typed as people type', async () => {
    const { signIn, setUp, enter, prove } = await open()
    const admin = await signIn('admin')
    const { codes } = await setUp(admin)
    expect(codes).toHaveLength(10)
    const typed = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ')
    expect((await prove((await enter('admin')).ticket, typed)).status).toBe(200)
    expect((await prove((await enter('admin')).ticket, typed)).status).toBe(403)
    expect((await admin.send(ownSecurity)).data).toMatchObject({
      factor_on: true,
      recovery_left: 9,
    })
  })

  test('second factor: turned off by password and number, reset by who manages the server alone', async () => {
    const { signIn, setUp, numberOf, ticketOf, advance, enter, school, otherSchool } = await open()
    const [admin, director] = [await signIn('admin'), await signIn('director')]
    const own = await setUp(admin)
    advance(2 * STEP)
    const off = async (code: string) =>
      (await admin.send(factorOff, { body: { ticket: await ticketOf(admin), code } })).error.error
    expect(await off('000000')).toBe('SECOND_FACTOR_WRONG')
    expect(await off(numberOf(own.secret))).toBeUndefined()
    expect((await enter('admin')).status).toBe(200)

    await setUp(director)
    const reset = (who: TestClient, user_id: number) =>
      who.send(factorReset, { body: { user_id, reason: '手机丢失' } })
    const user_id = school.userIds['director'] ?? 0
    const other = await signIn('other-admin')
    expect((await reset(other, user_id)).error.error).toBe('SERVER_NOT_MANAGED')
    expect((await reset(await signIn('head'), user_id)).status).toBe(403)
    expect((await reset(admin, user_id)).status).toBe(200)
    expect((await director.send(currentUser)).status).toBe(401)
    expect((await enter('director')).status).toBe(200)
    const none = await reset(admin, otherSchool.userIds['director'] ?? 0)
    expect(none.error.error).toBe('SECOND_FACTOR_OFF')
  })

  test('second factor: where it is required an administrator sets one up first, a marker need not', async () => {
    const { signIn, setUp } = await open()
    const admin = await signIn('admin')
    const value = { required: true }
    await admin.send(settingSave, {
      body: {
        key: 'signin.second_factor',
        scope: 'server',
        version: 0,
        value,
        reason: '上级要求',
      },
    })
    const again = await signIn('admin')
    const held = await again.send(staffList, { query: {} })
    expect([held.status, held.error.error]).toEqual([403, 'SECOND_FACTOR_FIRST'])
    expect((await again.send(currentUser)).data.must_secure).toBe(true)
    await setUp(again)
    expect((await again.send(staffList, { query: {} })).status).toBe(200)
    const marker = await signIn('marker1')
    expect((await marker.send(currentUser)).data.must_secure).toBe(false)
  })

  test('unlock: an administrator sees who is locked in the own school and lets them try again', async () => {
    const { signIn, anonymous, school, otherSchool } = await open()
    const guess = (account: string) =>
      anonymous.send(login, { body: { account, password: 'wrong' } })
    for (let at = 0; at < 6; at++) {
      await guess('Marker1'.toLowerCase())
      await guess('other-head')
    }
    const listed = async (who: TestClient) =>
      (await who.send(guardedAccounts, { query: { kind: 'locked' } })).data
    const [admin, other] = [await signIn('admin'), await signIn('other-admin')]
    // Who manages the server sees all of it.
    expect((await listed(admin)).list.map(({ account }) => account)).toEqual([
      'marker1',
      'other-head',
    ])
    const theirs = await listed(other)
    expect(theirs.list).toMatchObject([{ account: 'other-head', tries: 5, factor_on: false }])
    expect(theirs.manages_server).toBe(false)
    const unlock = (who: TestClient, user_id: number) => who.send(unlockUser, { body: { user_id } })
    expect((await unlock(other, school.userIds['marker1'] ?? 0)).status).toBe(404)
    expect((await unlock(await signIn('director'), otherSchool.userIds['head'] ?? 0)).status).toBe(
      403,
    )
    expect((await unlock(other, otherSchool.userIds['head'] ?? 0)).status).toBe(200)
    expect((await listed(other)).total).toBe(0)
    const enter = (account: string) =>
      anonymous.send(login, { body: { account, password: PASSWORD } })
    expect((await enter('other-head')).status).toBe(200)
    expect((await enter('marker1')).status).toBe(429)
  })
})
