import {
  changePassword,
  currentUser,
  currentUserRoles,
  getUserPermission2,
  login,
  logout,
  resetStudentPassword,
  staffAdd,
  switchUser,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'

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

  test('after five wrong passwords even the right one has to wait a quarter of an hour', async () => {
    const { anonymous, advance } = await openTestApp(kind)
    for (let attempt = 0; attempt < 5; attempt++)
      await anonymous.send(login, { body: { account: 'admin', password: `wrong ${attempt}` } })
    const right = { body: { account: 'admin', password: PASSWORD } }
    const refused = await anonymous.send(login, right)
    expect([refused.status, refused.error.error]).toEqual([429, 'SIGN_IN_TOO_MANY'])
    expect(
      (await anonymous.send(login, { body: { account: 'director', password: PASSWORD } })).status,
    ).toBe(200)
    advance(16 * MINUTE)
    expect((await anonymous.send(login, right)).status).toBe(200)
  })

  test('an address from which hundreds mistype stays open, and closes to who tries one account after the other', async () => {
    const { anonymous, services } = await openTestApp(kind)
    const fail = (account: string) =>
      anonymous.send(login, { body: { account, password: 'mistyped' } })
    const right = { body: { account: 'admin', password: PASSWORD } }
    const bucket = 'sign-in:address:127.0.0.1'
    const window_start = services.clock.now().toISOString()
    await services.db.insertInto('rate_limit').values({ bucket, window_start, hits: 198 }).execute()
    for (let person = 0; person < 3; person++) {
      await fail('admin')
      expect((await anonymous.send(login, right)).status).toBe(200)
    }
    expect([(await fail('nobody1')).status, (await fail('nobody2')).status]).toEqual([401, 401])
    expect((await anonymous.send(login, right)).status).toBe(429)
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
    expect(await change(first, '春风化雨-2026')).toBeUndefined()
    expect((await own.send(currentUser)).status).toBe(200)
    expect((await elsewhere.send(currentUser)).status).toBe(401)
    const enter = async (password: string) =>
      (await anonymous.send(login, { body: { account: 'wang.wei', password } })).status
    expect([await enter(first), await enter('春风化雨-2026')]).toEqual([401, 200])
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
