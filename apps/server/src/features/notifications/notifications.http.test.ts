import {
  changePassword,
  login,
  notificationList,
  notificationRead,
  noticeSettingsGet,
  noticeSettingsSave,
  noticeTest,
  resetStudentPassword,
  staffUpdate,
  createSnapshot,
} from '@hengjuan/contracts'
import { describe, expect, test } from 'vitest'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'

describe.each(['sqlite', 'postgres'] as const)('notifications on %s', (kind) => {
  test('notifications: who reads an exam hears of its release, reads it once, and nobody else does', async () => {
    const { services, school, signIn } = await openTestApp(kind)
    const { examId } = await seedTinyExam(services, school)
    const director = await signIn('director')
    const released = await director.send(createSnapshot, {
      body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
    })
    expect(released.status).toBe(200)
    const head = await signIn('head')
    const { data } = await head.send(notificationList, { query: {} })
    expect(data.unread).toBe(1)
    expect(data.list[0]).toMatchObject({
      kind: 'release',
      exam_name: TINY_EXAM_NAME,
      from_name: '教务主任',
      read_at: null,
    })
    expect(data.list[0]?.link).toContain(String(examId))
    for (const account of ['scanner', 'student', 'other-admin', 'director'])
      expect([
        account,
        (await (await signIn(account)).send(notificationList, { query: {} })).data.unread,
      ]).toEqual([account, 0])
    const ids = data.list.map(({ id }) => id)
    // Another's notice can not be read away.
    const other = await (await signIn('grade')).send(notificationRead, { body: { ids } })
    expect(other.data.read).toBe(0)
    expect((await head.send(notificationRead, { body: { ids } })).data.read).toBe(1)
    expect((await head.send(notificationRead, { body: { all: true } })).data.read).toBe(0)
    const unread = await head.send(notificationList, { query: { unread: true } })
    expect([unread.data.total, unread.data.unread]).toEqual([0, 0])
  })
})

test('notifications: a reset password and a device that is new are told to the person', async () => {
  const { anonymous, school, services, signIn } = await openTestApp()
  const admin = await signIn('admin')
  const head = await signIn('head')
  const titles = async () =>
    (await head.send(notificationList, { query: {} })).data.list.map(({ title }) => title)
  expect(await titles()).toEqual([])
  await anonymous.send(
    login,
    { body: { account: 'head', password: 'test-password-1' } },
    { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0' } },
  )
  expect(await titles()).toEqual(['您的账号在新设备上登录'])
  await admin.send(staffUpdate, {
    body: { user_id: school.userIds['grade'] ?? 0, reset_password: true },
  })
  const told = await services.db
    .selectFrom('message')
    .innerJoin('delivery', 'delivery.message_id', 'message.id')
    .where('delivery.user_id', '=', school.userIds['grade'] ?? 0)
    .select('title')
    .execute()
  expect(told).toEqual([{ title: '您的密码已被重置' }])
})

test('notifications: a password of a student that is reset, and an own one that is changed, are told', async () => {
  const { school, signIn } = await openTestApp()
  const [admin, student] = [await signIn('admin'), await signIn('student')]
  const titles = async (of: typeof admin) =>
    (await of.send(notificationList, { query: {} })).data.list.map(({ kind, title }) => [
      kind,
      title,
    ])
  const changed = await student.send(changePassword, {
    body: { password: 'test-password-1', new_password: 'brand-new-2' },
  })
  expect(changed.status).toBe(200)
  expect(await titles(student)).toEqual([['account', '您的密码已修改']])
  // A first account has nobody to tell.
  for (const studentId of [school.studentIds[0] ?? 0, school.studentIds[5] ?? 0])
    await admin.send(resetStudentPassword, {
      body: { student_id: studentId, password: 'test-password-1' },
    })
  const again = await signIn('student')
  // What was given to them is theirs only after another one is chosen.
  await again.send(changePassword, {
    body: { password: 'test-password-1', new_password: 'brand-new-3' },
  })
  expect(await titles(again)).toEqual([
    ['account', '您的密码已修改'],
    ['account', '你的密码已被重置'],
    ['account', '您的密码已修改'],
  ])
})

test('notifications: an address that failed is shown until another one is given or it works again', async () => {
  const { services, school, signIn } = await openTestApp()
  const head = await signIn('head')
  const save = (email: string, version: number) =>
    head.send(noticeSettingsSave, { body: { email, phone: '', ways: {}, digest: false, version } })
  const problems = async () => (await head.send(noticeSettingsGet)).data.problems
  const deliver = async (address: string, state: string, error: string | null) => {
    const { id } = await services.db
      .insertInto('message')
      .values({ kind: 'system', title: '试', text: '试', at: '2026-11-01T00:00:00.000Z' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const at = '2026-11-01T00:00:00.000Z'
    const to = { user_id: school.userIds['head'] ?? 0, channel: 'email', due_at: at, at }
    await services.db
      .insertInto('delivery')
      .values({ message_id: id, address, state, error, ...to })
      .execute()
  }
  await save('wrong@x.cn', 0)
  expect(await problems()).toEqual({ email: null, sms: null })
  await deliver('wrong@x.cn', 'failed', '收件人不存在')
  expect(await problems()).toEqual({ email: '收件人不存在', sms: null })
  await save('right@x.cn', 1)
  expect((await problems()).email).toBeNull()
  await save('wrong@x.cn', 2)
  await deliver('wrong@x.cn', 'sent', null)
  expect((await problems()).email).toBeNull()
})

test('notifications: preferences keep their version, addresses are looked at', async () => {
  const { signIn } = await openTestApp()
  const head = await signIn('head')
  const body = { email: 'head@x.cn', phone: '', ways: { release: 'email' as const }, digest: true }
  const save = (change: object) =>
    head.send(noticeSettingsSave, { body: { ...body, version: 0, ...change } })
  expect((await save({ email: 'head' })).error.error).toBe('NOTICE_ADDRESS')
  expect((await save({ phone: '123' })).error.error).toBe('NOTICE_ADDRESS')
  expect((await save({})).data.version).toBe(1)
  expect((await save({})).error.error).toBe('VERSION_CONFLICT')
  const { data } = await head.send(noticeSettingsGet)
  expect(data).toMatchObject({ email: 'head@x.cn', digest: true, version: 1 })
  expect(data.ways).toMatchObject({ release: 'email', account: 'email', job: 'inbox' })
  const test = await (
    await signIn('admin')
  ).send(noticeTest, {
    body: { channel: 'email', to: 'a@b.cn' },
  })
  expect(test.error.error).toBe('SERVER_NOT_MANAGED')
})
