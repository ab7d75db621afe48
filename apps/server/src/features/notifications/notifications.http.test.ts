import {
  login,
  notificationList,
  notificationRead,
  noticeSettingsGet,
  noticeSettingsSave,
  noticeTest,
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
