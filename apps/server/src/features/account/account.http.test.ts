import {
  changePassword,
  currentUser,
  currentUserRoles,
  getUserPermission2,
  login,
  logout,
  ownTasks,
  resetStudentPassword,
  staffAdd,
  staffUpdate,
  switchUser,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'
import { trustedProxies } from '../../trusted-proxies.ts'

const MINUTE = 60_000
const PASSWORD = 'test-password-1'

everyDatabase('accounts on %s', (kind) => {
  test('signing in tells who one is, in which role, and what the role may do', async () => {
    const { anonymous, school } = await openTestApp(kind)
    const { status, data } = await anonymous.send(login, {
      body: { account: 'head', password: PASSWORD },
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      user_name: '班主任',
      school_id: school.schoolId,
      current_role: { role: 'class_teacher', role_name: '班主任', class_ids: [school.classIds[0]] },
    })
    expect(data.permissions).toContain('report.read')
    expect(data.permissions).not.toContain('exam.manage')
  })

  test.for([' head ', 'ｈｅａｄ', 'head\u3000'])(
    'an account typed as "%s" is known',
    async (account) => {
      const { anonymous } = await openTestApp(kind)
      const { data } = await anonymous.send(login, { body: { account, password: PASSWORD } })
      expect(data).toMatchObject({ user_name: '班主任' })
    },
  )

  test('an unknown account and a wrong password are refused alike', async () => {
    const { anonymous } = await openTestApp(kind)
    const answers = [
      await anonymous.send(login, { body: { account: 'admin', password: 'wrong' } }),
      await anonymous.send(login, { body: { account: 'nobody', password: 'wrong' } }),
    ]
    for (const { status, error } of answers)
      expect([status, error.error, error.msg]).toEqual([
        401,
        'SIGN_IN_FAILED',
        '账号或密码不正确，请核对后重试',
      ])
  })

  const tryAs = (from: string, cookie?: string) => ({
    headers: { 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) },
  })
  /** A server behind one proxy, with what a browser keeps of who signs in from an address. */
  const openSignIn = async () => {
    const world = await openTestApp(kind, { trustProxy: trustedProxies('1') || false })
    const enter = async (account: string, password: string, from: string, cookie?: string) => {
      const answer = await world.anonymous.send(
        login,
        { body: { account, password } },
        tryAs(from, cookie),
      )
      const cookies = [answer.headers['set-cookie']].flat().map(String)
      const device = cookies.find((one) => one.startsWith('hj_device='))?.split(';')[0]
      return { status: answer.status, error: answer.error, device }
    }
    return { ...world, enter }
  }

  test('after five wrong passwords from a place even the right one waits, and each more wrong one longer', async () => {
    const { enter, advance } = await openSignIn()
    const fail = async () => (await enter('admin', 'wrong', '10.1.1.1')).error
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await fail()).error).toBe('SIGN_IN_FAILED')
    for (const minutes of [1, 2, 5, 15, 30, 30]) {
      const refused = await enter('admin', PASSWORD, '10.1.1.1')
      expect([refused.status, refused.error.error, refused.error.facts]).toEqual([
        429,
        'SIGN_IN_TOO_MANY',
        { minutes },
      ])
      advance(minutes * MINUTE)
      expect((await fail()).error).toBe('SIGN_IN_FAILED')
    }
    advance(31 * MINUTE)
    expect((await enter('admin', PASSWORD, '10.1.1.1')).status).toBe(200)
  })

  test('of hundreds of tries at the same moment no more than five are looked at', async () => {
    const { enter } = await openSignIn()
    const tries = Array.from({ length: 120 }, (_, at) =>
      enter('admin', at === 119 ? PASSWORD : `guess ${at}`, '10.1.1.1'),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 429).length).toBe(5)
  })

  test('nobody keeps another out: neither from elsewhere, nor beside them at a browser that is known', async () => {
    const { enter } = await openSignIn()
    const { device } = await enter('admin', PASSWORD, '10.2.2.2')
    for (const from of ['10.1.1.1', '10.2.2.2'])
      for (let attempt = 0; attempt < 8; attempt++) await enter('admin', 'wrong', from)
    expect((await enter('admin', PASSWORD, '10.1.1.1')).status).toBe(429)
    expect((await enter('admin', PASSWORD, '10.2.2.2')).status).toBe(429)
    // From home, and at the desk with the browser of every day.
    expect((await enter('admin', PASSWORD, '10.3.3.3')).status).toBe(200)
    expect((await enter('admin', PASSWORD, '10.2.2.2', device)).status).toBe(200)
    // The browser that is known is no way around the limit either.
    for (let attempt = 0; attempt < 5; attempt++) await enter('admin', 'wrong', '10.2.2.2', device)
    expect((await enter('admin', PASSWORD, '10.2.2.2', device)).status).toBe(429)
  })

  test('a reset by an administrator unlocks at once', async () => {
    const { enter, signIn, school } = await openSignIn()
    const admin = await signIn('admin')
    for (let attempt = 0; attempt < 6; attempt++) await enter('marker1', 'wrong', '10.1.1.1')
    expect((await enter('marker1', PASSWORD, '10.1.1.1')).status).toBe(429)
    const { data } = await admin.send(staffUpdate, {
      body: { user_id: school.userIds['marker1'] ?? 0, reset_password: true },
    })
    const given = data.initial_password ?? ''
    expect((await enter('marker1', given, '10.1.1.1')).status).toBe(200)
  })

  test('an address is limited over all accounts, and the school behind it goes on', async () => {
    const { enter, services } = await openSignIn()
    const school = '10.9.9.9'
    expect((await enter('director', PASSWORD, school)).status).toBe(200)
    const window_start = services.clock.now().toISOString()
    const bucket = `sign-in:strangers:${school}`
    await services.db
      .insertInto('rate_limit')
      .values({ bucket, window_start, hits: 198 })
      .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ hits: 198 }))
      .execute()
    for (const no of [1, 2]) expect((await enter(`nobody${no}`, 'x', school)).status).toBe(401)
    expect((await enter('nobody3', 'x', school)).status).toBe(429)
    expect((await enter('principal', PASSWORD, school)).status).toBe(429)
    expect((await enter('director', PASSWORD, school)).status).toBe(200)
    expect((await enter('principal', PASSWORD, '10.9.9.8')).status).toBe(200)
  })

  test('hundreds who mistype once and then sign in close nothing', async () => {
    const { enter, services } = await openSignIn()
    for (const account of ['admin', 'director', 'principal', 'grade', 'leader', 'head']) {
      await enter(account, 'mistyped', '10.9.9.9')
      expect((await enter(account, PASSWORD, '10.9.9.9')).status).toBe(200)
    }
    const { hits } = await services.db
      .selectFrom('rate_limit')
      .select('hits')
      .where('bucket', '=', 'sign-in:strangers:10.9.9.9')
      .executeTakeFirstOrThrow()
    expect(hits).toBeLessThanOrEqual(6)
  })

  test('who is no proxy is not believed about where a call comes from', async () => {
    const { anonymous } = await openTestApp(kind)
    const fail = (no: number) =>
      anonymous.send(
        login,
        { body: { account: 'admin', password: 'wrong' } },
        tryAs(`203.0.113.${no}`),
      )
    for (let no = 0; no < 5; no++) expect((await fail(no)).status).toBe(401)
    expect((await fail(6)).status).toBe(429)
  })

  test('sign-ins that fail are in the audit, and what is refused unseen does not fill it', async () => {
    const { enter, services } = await openSignIn()
    for (let attempt = 0; attempt < 9; attempt++) await enter('head', 'wrong', '10.1.1.1')
    const rows = await services.db
      .selectFrom('audit')
      .select(['action', 'object', 'after'])
      .where('action', '=', 'sign-in-failed')
      .execute()
    expect(rows.length).toBe(5)
    expect(JSON.parse(rows[0]?.after ?? '{}')).toMatchObject({
      account: 'head',
      address: '10.1.1.1',
    })
  })

  test('a disabled account can not sign in, and its open session ends at the next call', async () => {
    const { anonymous, signIn, services } = await openTestApp(kind)
    const client = await signIn('marker1')
    await services.db
      .updateTable('user')
      .set({ disabled_at: '2026-11-20T01:00:00.000Z' })
      .where('account', '=', 'marker1')
      .execute()
    expect((await client.send(currentUser)).error.error).toBe('LOGIN_EXPIRED')
    const again = await anonymous.send(login, { body: { account: 'marker1', password: PASSWORD } })
    expect(again.error.error).toBe('ACCOUNT_DISABLED')
  })

  test('a session ends when it is left idle, at sign-out, and after half a day in any case', async () => {
    const { signIn, advance } = await openTestApp(kind)
    const left = await signIn('admin')
    const out = await signIn('director')
    await out.send(logout)
    expect((await out.send(currentUser)).status).toBe(401)
    const busy = await signIn('principal')
    advance(119 * MINUTE)
    expect((await busy.send(currentUser)).status).toBe(200)
    advance(2 * MINUTE)
    expect((await left.send(currentUser)).status).toBe(401)
    for (let hour = 0; hour < 10; hour++) {
      expect((await busy.send(currentUser)).status).toBe(200)
      advance(60 * MINUTE)
    }
    expect((await busy.send(currentUser)).error.msg).toBe('登录已过期，请重新登录')
  })

  test('the permission call answers with code 10000, and only about oneself', async () => {
    const { signIn, school } = await openTestApp(kind)
    const head = await signIn('head')
    const own = { F_user_id: school.userIds['head'] ?? 0 }
    const answer = await head.send(getUserPermission2, { body: own })
    expect((answer.error as unknown as { code: number }).code).toBe(10000)
    expect(answer.data).toMatchObject({ level: 4, role: 'class_teacher', subject_list: [2] })
    const other = { F_user_id: school.userIds['admin'] ?? 0 }
    const refused = await head.send(getUserPermission2, { body: other })
    expect([refused.status, refused.error.error]).toEqual([403, 'OUT_OF_SCOPE'])
  })

  test('one can change to an identity that one holds, under a new session, and to no other', async () => {
    const { signIn, services, school } = await openTestApp(kind)
    const { id } = await services.db
      .insertInto('user_role')
      .values({
        user_id: school.userIds['marker1'] ?? 0,
        role: 'scan_operator',
        scope_level: 4,
        school_id: school.schoolId,
        grade_ids: '"all"',
        class_ids: '"all"',
        subject_ids: '"all"',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const marker = await signIn('marker1')
    const { data: roles } = await marker.send(currentUserRoles)
    expect(roles.map(({ role }) => role)).toEqual(['marking_teacher', 'scan_operator'])
    const foreign = await services.db
      .selectFrom('user_role')
      .select('id')
      .where('user_id', '=', school.userIds['admin'] ?? 0)
      .executeTakeFirstOrThrow()
    const refused = await marker.send(switchUser, { body: { user_role_id: foreign.id } })
    expect([refused.status, refused.error.error]).toEqual([403, 'ROLE_NOT_HELD'])
    const changed = await marker.send(switchUser, { body: { user_role_id: id } })
    expect(changed.data.current_role.role).toBe('scan_operator')
    // The old session is gone.
    expect((await marker.send(currentUser)).status).toBe(401)
  })

  test('a first password is changed by whom it was given to; sessions of the old one end', async () => {
    const { signIn, anonymous } = await openTestApp(kind)
    const admin = await signIn('admin')
    const first = PASSWORD
    await admin.send(staffAdd, {
      body: {
        account: 'wang.wei',
        name: '王伟',
        password: first,
        roles: [{ role: 'marking_teacher' }],
      },
    })
    const [own, elsewhere] = [await signIn('wang.wei'), await signIn('wang.wei')]
    const change = async (password: string, new_password: string) =>
      (await own.send(changePassword, { body: { password, new_password } })).error.error
    expect(await change('not the first one', '春风化雨-2026')).toBe('PASSWORD_WRONG')
    expect(await change(first, first)).toBe('PASSWORD_SAME')
    expect(await change(first, '12345678')).toBe('PASSWORD_WEAK')
    expect(await change(first, 'wang.wei-2026')).toBe('PASSWORD_WEAK')
    // Until then nothing else opens, whoever forgets the page of it.
    const shut = await own.send(ownTasks, { query: {} })
    expect([shut.status, shut.error.error, shut.error.msg]).toEqual([
      403,
      'PASSWORD_CHANGE_FIRST',
      '请先修改初始密码',
    ])
    expect((await own.send(currentUser)).data.must_change).toBe(true)
    expect(await change(first, '春风化雨-2026')).toBeUndefined()
    expect((await own.send(ownTasks, { query: {} })).status).toBe(200)
    expect((await own.send(currentUser)).data.must_change).toBe(false)
    expect((await elsewhere.send(currentUser)).status).toBe(401)
    const enter = async (password: string) =>
      (await anonymous.send(login, { body: { account: 'wang.wei', password } })).status
    expect([await enter(first), await enter('春风化雨-2026')]).toEqual([401, 200])
  })

  test('initial passwords run out after 30 days, own ones do not, and a reset gives a new one', async () => {
    const { signIn, anonymous, school, advance } = await openTestApp(kind)
    const admin = await signIn('admin')
    const reset = async () => {
      const body = { user_id: school.userIds['marker1'] ?? 0, reset_password: true }
      return (await admin.send(staffUpdate, { body })).data.initial_password ?? ''
    }
    const enter = (password: string, account = 'marker1') =>
      anonymous.send(login, { body: { account, password } })
    const given = await reset()
    advance(30 * 24 * 60 * MINUTE + 1)
    const late = await enter(given)
    expect([late.status, late.error.error, late.error.msg]).toEqual([
      403,
      'PASSWORD_EXPIRED_INITIAL',
      '初始密码已过期，请联系管理员重新发放',
    ])
    expect((await enter('wrong')).error.error).toBe('SIGN_IN_FAILED')
    expect((await enter(PASSWORD, 'marker2')).status).toBe(200)
  })

  test('an old password is not guessed on a page that was left open', async () => {
    const { signIn, services } = await openTestApp(kind)
    const marker = await signIn('marker1')
    const change = async (password: string) =>
      marker.send(changePassword, { body: { password, new_password: '春风化雨-2026' } })
    for (let at = 0; at < services.config.signInTries; at++)
      expect((await change(`guess number ${at}`)).error.error).toBe('PASSWORD_WRONG')
    const { status, error } = await change(PASSWORD)
    expect([status, error.error]).toEqual([429, 'PASSWORD_TOO_MANY'])
  })

  test('who has no role of a school is told whom to ask', async () => {
    const { anonymous, services, school } = await openTestApp(kind)
    const userId = school.userIds['marker2'] ?? 0
    const enter = () => anonymous.send(login, { body: { account: 'marker2', password: PASSWORD } })
    await services.db
      .updateTable('user_role')
      .set({ role: 'researcher' })
      .where('user_id', '=', userId)
      .execute()
    expect((await enter()).error.msg).toBe('该用户没有单校权限')
    await services.db
      .updateTable('user_role')
      .set({ role: 'marking_teacher', school_id: null })
      .where('user_id', '=', userId)
      .execute()
    expect((await enter()).error.msg).toBe('该用户未绑定学校')
    await services.db.deleteFrom('user_role').where('user_id', '=', userId).execute()
    expect((await enter()).error.msg).toBe('无法获取该用户的角色信息，请联系后台人员')
  })

  test('an admin opens a student an account; another school’s student is not found', async () => {
    const { signIn, anonymous, school, otherSchool } = await openTestApp(kind)
    const admin = await signIn('admin')
    const body = { student_id: school.studentIds[1] ?? 0 }
    const made = await admin.send(resetStudentPassword, { body })
    expect(made.data).toMatchObject({ account: '1002' })
    const enter = (password: string) =>
      anonymous.send(login, { body: { account: '1002', password } })
    const first = made.data.initial_password ?? ''
    expect((await enter(first)).data.current_role.role).toBe('student')
    const reset = await admin.send(resetStudentPassword, {
      body: { ...body, password: 'new secret 77' },
    })
    expect(reset.data).toEqual({ account: '1002', initial_password: null })
    expect((await enter(first)).status).toBe(401)
    expect((await enter('new secret 77')).status).toBe(200)

    const weak = await admin.send(resetStudentPassword, { body: { ...body, password: '12345678' } })
    expect(weak.error.error).toBe('PASSWORD_WEAK')
    const foreign = { student_id: otherSchool.studentIds[0] ?? 0 }
    expect((await admin.send(resetStudentPassword, { body: foreign })).status).toBe(404)
    const head = await signIn('head')
    expect((await head.send(resetStudentPassword, { body })).status).toBe(403)
  })
})
