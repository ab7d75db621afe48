import {
  examMessages,
  type InputOf,
  notificationList,
  notificationRead,
  sendMarkingNotice,
  sendScanNotice,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam } from '../../testing/index.ts'

const MINUTE = 60_000

everyDatabase('notices of an exam on %s', (kind) => {
  const open = async () => {
    const app = await openTestApp(kind)
    const { examId } = await seedTinyExam(app.services, app.school)
    const director = await app.signIn('director')
    const remind = (
      change: Partial<InputOf<typeof sendMarkingNotice>['body']> = {},
      client = director,
    ) =>
      client.send(sendMarkingNotice, {
        body: { exam_id: examId, to: 'all', kind: 'remind', ...change },
      })
    const status = async () =>
      (await director.send(examMessages, { query: { exam_id: examId } })).data
    return { ...app, examId, director, remind, status }
  }

  test('reach the markers, say who read them, and are not sent twice by mistake', async () => {
    const { remind, status, signIn, advance, director, examId } = await open()
    const sent = await remind({ text: '请于今晚八点前评完' })
    expect(sent.data).toMatchObject({ recipients: 2, skipped: [] })
    const marker = await signIn('marker1')
    const { data } = await marker.send(notificationList, { query: {} })
    expect(data.list[0]).toMatchObject({
      title: '「高一期中考试」提醒阅卷',
      text: '您还有试卷没有评完，请尽快完成。\n请于今晚八点前评完',
    })
    await marker.send(notificationRead, { body: { all: true } })
    expect(await status()).toMatchObject([{ recipients: 2, delivered: 2, read: 1, failed: 0 }])
    const people = await director.send(examMessages, {
      query: { exam_id: examId, message_id: sent.data.message_id },
    })
    expect(people.data[0]?.people).toHaveLength(2)

    advance(5 * MINUTE)
    const again = await remind()
    expect(again.error).toMatchObject({
      error: 'NOTICE_RECENT',
      msg: '5 分钟前已提醒过其中 2 人，确认后可仍然发送',
    })
    expect((await remind({ force: true })).status).toBe(200)
    advance(31 * MINUTE)
    expect((await remind()).status).toBe(200)
    expect(await status()).toHaveLength(3)
  })

  test('are not sent where there is nobody to tell', async () => {
    const { remind, director, examId } = await open()
    // Every paper of this exam has its mark.
    expect((await remind({ to: 'unfinished' })).error).toMatchObject({ error: 'NOTICE_NOBODY' })
    expect((await remind({ to: 'leaders' })).data).toMatchObject({ recipients: 1 })
    const scan = await director.send(sendScanNotice, {
      body: { exam_id: examId, to: 'operators', kind: 'behind' },
    })
    expect(scan.data).toMatchObject({ recipients: 1 })
  })

  test.for([
    ['admin', 200],
    ['principal', 403],
    ['head', 403],
    ['marker1', 403],
    ['student', 403],
    ['other-admin', 404],
  ] as const)('are sent by %s with %i', async ([who, expected]) => {
    const { remind, signIn, examId } = await open()
    const client = await signIn(who)
    const answers = [
      await remind({}, client),
      await client.send(sendScanNotice, {
        body: { exam_id: examId, to: 'operators', kind: 'ready' },
      }),
      await client.send(examMessages, { query: { exam_id: examId } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([expected, expected, expected])
  })
})
