import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError } from '@hengjuan/domain'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Services } from '../../services.ts'
import { openTestApp } from '../../testing/index.ts'
import { defineJob, enqueue } from '../../jobs/index.ts'
import { runDue } from '../../jobs/testing/run-due.ts'
import { drain, notify, signatureOf, tellJobFailed } from './index.ts'
import { openSmtpSink } from './testing/smtp-sink.ts'

/** Puts settings where the page would: what is looked at here is the sending. */
async function set(services: Services, key: string, value: object): Promise<void> {
  await services.db
    .insertInto('setting')
    .values({
      scope: 'server',
      scope_id: 0,
      key,
      version: 1,
      value: JSON.stringify(value),
      reason: 'test',
      by_id: null,
      at: '2026-11-01T00:00:00.000Z',
    })
    .execute()
}

const smtp = (port: number) => ({
  enabled: true,
  host: '127.0.0.1',
  port,
  security: 'none',
  user: '',
  password: '',
  from: 'exam@school.example',
})

const wants = (services: Services, userId: number, prefs: object, email: string | null = null) =>
  services.db
    .insertInto('notice_setting')
    .values({
      user_id: userId,
      email,
      phone: '13800138000',
      prefs: JSON.stringify(prefs),
      version: 1,
      at: '2026-11-01T00:00:00.000Z',
    })
    .execute()

const statesOf = async (services: Services, channel: 'inbox' | 'email' | 'sms') =>
  (
    await services.db
      .selectFrom('delivery')
      .select(['state', 'tries', 'due_at'])
      .where('channel', '=', channel)
      .orderBy('id')
      .execute()
  ).map(({ state, tries }) => `${state} ${tries}`)

const signal = new AbortController().signal
const HOUR = 3_600_000

describe.each(['sqlite', 'postgres'] as const)('notices on %s', (kind) => {
  test('notice: each person by what they chose, collected where they want it so', async () => {
    const { services, school, advance } = await openTestApp(kind)
    const { userIds } = school
    const [admin = 0, director = 0, head = 0, grade = 0] = [
      userIds['admin'],
      userIds['director'],
      userIds['head'],
      userIds['grade'],
    ]
    const sink = await openSmtpSink()
    await set(services, 'channel.smtp', smtp(sink.port))
    await wants(services, admin, { ways: { release: 'email' }, digest: false }, 'admin@x.cn')
    await wants(services, director, { ways: { release: 'email' }, digest: true }, 'director@x.cn')
    await wants(services, head, { ways: { release: 'off' }, digest: false }, 'head@x.cn')
    const send = (title: string) =>
      notify(services.db, services, {
        kind: 'release',
        to: [admin, director, head, grade, admin],
        title,
        text: `${title}，请查看报表`,
      })
    // Nine in the morning by the clock on the wall.
    expect(await send('期中成绩已发布')).toBe(3)
    await send('月考成绩已发布')
    expect(await statesOf(services, 'inbox')).toHaveLength(6)
    await drain(services, 'email', signal)
    expect(sink.mails.map(({ to }) => to.join())).toEqual(['admin@x.cn'])
    expect(decoded(sink.mails[0]?.data)).toContain('月考成绩已发布')
    advance(9 * HOUR)
    await drain(services, 'email', signal)
    expect(sink.mails.map(({ to }) => to.join())).toEqual(['admin@x.cn', 'director@x.cn'])
    // Twice drained is not twice sent.
    await drain(services, 'email', signal)
    expect(sink.mails).toHaveLength(2)
    expect(await statesOf(services, 'email')).toEqual(['sent 1', 'sent 1', 'sent 1', 'sent 1'])
  })

  test('notice: a job that failed tells who asked for it, once, and what the server does by itself nobody', async () => {
    const { services, school } = await openTestApp(kind)
    const userId = school.userIds['head'] ?? 0
    const { schoolId } = school
    const by = {
      userId,
      userRoleId: 1,
      userName: '班主任',
      role: 'class_teacher',
      schoolId,
    } as const
    const failing = defineJob('test.failing', { title: '导出报表' }, async () => {
      throw new AppError('EXPORT_EMPTY', { reason: '没有符合条件的数据' })
    })
    for (const asker of [by, null])
      await enqueue(services.db, services, failing, {}, { by: asker, schoolId })
    await runDue(services, [failing], (db, job) => tellJobFailed(db, services, job))
    const told = await services.db
      .selectFrom('delivery')
      .innerJoin('message', 'message.id', 'delivery.message_id')
      .select(['user_id', 'kind', 'title', 'text', 'link'])
      .execute()
    expect(told).toEqual([
      {
        user_id: userId,
        kind: 'job',
        title: '「导出报表」没有完成',
        text: expect.stringContaining('没有符合条件的数据') as string,
        link: '/MainPage/notifications#jobs',
      },
    ])
  })

  test('notice: a refused address fails at once and both are told, a server that is busy is tried three times', async () => {
    const { services, school, advance } = await openTestApp(kind)
    const [admin = 0, director = 0] = [school.userIds['admin'], school.userIds['director']]
    const sink = await openSmtpSink({ 'wrong@x.cn': 550, 'busy@x.cn': 451 })
    await set(services, 'channel.smtp', smtp(sink.port))
    await wants(services, admin, { ways: { system: 'email' } }, 'wrong@x.cn')
    await wants(services, director, { ways: { system: 'email' } }, 'busy@x.cn')
    await notify(services.db, services, {
      kind: 'system',
      to: [admin],
      title: '请更新扫描站',
      text: '有新版本',
      fromId: director,
    })
    await drain(services, 'email', signal)
    expect(await statesOf(services, 'email')).toEqual(['failed 1'])
    const told = await services.db
      .selectFrom('message')
      .select('title')
      .where('title', 'not like', '请更新%')
      .orderBy('id')
      .execute()
    expect(told.map(({ title }) => title)).toEqual([
      '邮箱可能有误',
      '管理员 没有收到「请更新扫描站」',
    ])
    await notify(services.db, services, { kind: 'system', to: [director], title: '一', text: '二' })
    const seen: string[] = []
    for (let no = 0; no < 4; no++) {
      await drain(services, 'email', signal)
      seen.push((await statesOf(services, 'email')).at(-1) ?? '')
      advance(HOUR / 6)
    }
    expect(seen).toEqual(['waiting 1', 'waiting 2', 'failed 3', 'failed 3'])
  })

  test('notice: SMS is a signed call that tells the same number at every try', async () => {
    const { services, school, advance } = await openTestApp(kind)
    const admin = school.userIds['admin'] ?? 0
    const got: { body: string; time: string; signature: string }[] = []
    const answers = [503, 200]
    const server = createServer((request, reply) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        const header = (name: string) => String(request.headers[name])
        got.push({
          body,
          time: header('x-hengjuan-time'),
          signature: header('x-hengjuan-signature'),
        })
        reply.writeHead(answers.shift() ?? 500).end()
      })
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    await set(services, 'channel.sms', {
      enabled: true,
      url: `http://127.0.0.1:${port}/sms`,
      secret: 'geheim',
    })
    await wants(services, admin, { ways: { marking: 'sms' } })
    await notify(services.db, services, {
      kind: 'marking',
      to: [admin],
      title: '阅卷明天截止',
      text: '还有 12 份',
    })
    await drain(services, 'sms', signal)
    advance(HOUR / 10)
    await drain(services, 'sms', signal)
    expect(await statesOf(services, 'sms')).toEqual(['sent 2'])
    expect(got).toHaveLength(2)
    for (const { body, time, signature } of got)
      expect(signature).toBe(signatureOf('geheim', time, body))
    const [first, second] = got.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    expect(first).toMatchObject({ to: '13800138000', template: 'marking' })
    expect(first?.['idem']).toBe(second?.['idem'])
  })
})

/** The text of a mail, whatever way it was encoded for the wire. */
function decoded(data = ''): string {
  const [head = '', body = ''] = data.split(/\r\n\r\n(.*)/s)
  return /base64/i.test(head)
    ? Buffer.from(body, 'base64').toString('utf8')
    : Buffer.from(
        body
          .replaceAll('=\r\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
            String.fromCharCode(parseInt(hex, 16)),
          ),
        'latin1',
      ).toString('utf8')
}
