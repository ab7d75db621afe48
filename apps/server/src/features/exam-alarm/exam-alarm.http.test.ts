import { examAlarmList, examAlarmMute, homeTodos } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { tellSchool } from './alarm-digest.ts'
import { openTestApp, seedJointExam, seedTinyExam, type TestApp } from '../../testing/index.ts'

/** An exam that is being scanned and marked, its day long past: in mathematics nothing came in. */
async function runningExam(app: TestApp) {
  const { examId } = await seedTinyExam(app.services, app.school)
  const { db } = app.services
  await db.updateTable('exam').set({ start_date: '2020-11-20' }).where('id', '=', examId).execute()
  const subject = await db
    .selectFrom('exam_subject')
    .where('exam_id', '=', examId)
    .select('subject_id')
    .orderBy('sort')
    .executeTakeFirstOrThrow()
  await db.updateTable('exam_subject').set({ status: 3 }).where('exam_id', '=', examId).execute()
  await db
    .updateTable('scan_sheet')
    .set({ state: 'void', void_reason: 'test' })
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subject.subject_id)
    .execute()
  return { examId, subjectId: subject.subject_id }
}

everyDatabase('on %s', (kind) => {
  test('sheets that did not come are told until somebody mutes it with a reason', async () => {
    const app = await openTestApp(kind)
    const { examId, subjectId } = await runningExam(app)
    const admin = await app.signIn('admin')
    const query = { exam_id: examId, subject_id: subjectId }
    const behind = async () => {
      const { data } = await admin.send(examAlarmList, { query })
      return data.list.find(({ code }) => code === 'scan_behind')
    }
    expect(await behind()).toMatchObject({
      level: 'red',
      subject_id: subjectId,
      muted_by: null,
      link: `/MainPage/exam-manage/exam-detail/${examId}/scan?subject_id=${subjectId}`,
    })
    const onHome = async () =>
      (await admin.send(homeTodos, {})).data.filter(({ kind: what }) => what === 'alarm')
    expect(await onHome()).toMatchObject([{ exam_id: examId, title: '考试预警' }])

    const code = 'scan_behind' as const
    const mute = (until: string | null, reason: string) =>
      admin.send(examAlarmMute, {
        body: { exam_id: examId, code, subject_id: subjectId, until, reason },
      })
    const tomorrow = new Date(app.services.clock.now().getTime() + 86_400_000).toISOString()
    expect((await mute('2020-01-01T00:00:00Z', '明早送到')).error.error).toBe('EXAM_ALARM_UNTIL')
    expect((await mute(tomorrow, ' ')).error.error).toBe('EXAM_ALARM_REASON')
    expect((await mute(tomorrow, '答题卡明早送到')).status).toBe(200)
    expect(await behind()).toMatchObject({ muted_by: '管理员', muted_reason: '答题卡明早送到' })
    const left = (await onHome()).flatMap(({ detail }) => detail)
    expect(left.some((text) => text.includes('语文：已扫'))).toBe(false)
    expect((await mute(null, '')).status).toBe(200)
    expect((await behind())?.muted_by).toBe(null)
  })
})

test('alarms are for who supervises, muting for who manages, both in the own school', async () => {
  const app = await openTestApp()
  const { examId } = await runningExam(app)
  const query = { exam_id: examId }
  const body = {
    exam_id: examId,
    code: 'scan_behind' as const,
    subject_id: null,
    until: null,
    reason: '',
  }
  for (const [account, read, write] of [
    ['admin', 200, 200],
    ['head', 403, 403],
    ['leader', 200, 403],
    ['marker1', 403, 403],
    ['other-admin', 404, 404],
  ] as const) {
    const client = await app.signIn(account)
    expect([
      account,
      (await client.send(examAlarmList, { query })).status,
      (await client.send(examAlarmMute, { body })).status,
    ]).toEqual([account, read, write])
  }
})

test('of a joint exam a school from which nothing came is named, of an exam of one school none', async () => {
  const app = await openTestApp()
  const single = await runningExam(app)
  const { db } = app.services
  const { examId, organiser, schools } = await seedJointExam(app)
  await db
    .updateTable('exam')
    .set({ published_snapshot_id: null })
    .where('id', '=', examId)
    .execute()
  await db
    .updateTable('exam_school')
    .set({ state: 'invited' })
    .where('exam_id', '=', examId)
    .where('school_id', '=', schools[0]?.schoolId ?? 0)
    .execute()
  const admin = await app.signIn('admin')
  const own = await admin.send(examAlarmList, { query: { exam_id: single.examId } })
  expect(own.data.schools).toEqual([])
  expect(own.data.list.map(({ code }) => code)).not.toContain('roster_unconfirmed')
  const joint = await organiser.send(examAlarmList, { query: { exam_id: examId } })
  expect(joint.data.schools).toHaveLength(schools.length)
  expect(joint.data.list.find(({ code }) => code === 'roster_unconfirmed')).toMatchObject({
    count: 1,
  })
  // A school sees what concerns its own candidates, and not how others are doing.
  const member = await app.signIn(`${schools[0]?.prefix}admin`)
  const seen = await member.send(examAlarmList, { query: { exam_id: examId } })
  expect([seen.status, seen.data?.schools]).toEqual([200, []])
  expect(
    (
      await member.send(examAlarmList, {
        query: { exam_id: examId, school_id: schools[1]?.schoolId ?? 0 },
      })
    ).data?.list
      .map(({ text }) => text)
      .join(),
  ).not.toContain(schools[1]?.name ?? '-')
})

everyDatabase('collected alarms on %s', (kind) => {
  test('red alarms are told to who manages exams, once before each hour of collecting', async () => {
    const app = await openTestApp(kind)
    const { examId } = await runningExam(app)
    const { services, school } = app
    const { db, clock } = services
    const exams = await db.selectFrom('exam').where('id', '=', examId).selectAll().execute()
    const tell = () => tellSchool(services, school.schoolId, exams)
    // To twenty past seven on the clock of the wall, wherever it stands.
    const minute = Math.floor(clock.now().getTime() / 60_000 + 8 * 60) % 1440
    const until = (wall: number) => ((wall - minute + 1440) % 1440) * 60_000
    app.advance(until(7 * 60 + 15))
    expect(await tell()).toBe(0)
    app.advance(6 * 60_000)
    expect(await tell()).toBe(2)
    expect(await tell()).toBe(0)
    const told = await db
      .selectFrom('message')
      .innerJoin('delivery', 'delivery.message_id', 'message.id')
      .innerJoin('user', 'user.id', 'delivery.user_id')
      .where('message.title', '=', '考试预警')
      .select(['user.account', 'message.text', 'message.link'])
      .orderBy('user.account')
      .execute()
    expect(told.map(({ account }) => account)).toEqual(['admin', 'director'])
    expect(told[0]?.text).toMatch(/^高一期中考试：语文/)
    expect(told[0]?.link).toBe(`/MainPage/exam-manage/process/subject/0/alarm/0?exam_id=${examId}`)
    app.advance(10 * 3600_000)
    expect(await tell()).toBe(2)
  })
})
