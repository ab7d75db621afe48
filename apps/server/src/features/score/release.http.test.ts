import {
  createSnapshot,
  listReleases,
  ownBook,
  planRelease,
  reportExamples,
  reportStudents,
  studentExams,
  studentScore,
  updatePublishStatus,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'
import { REPORTS } from '../report/index.ts'
import { dueReleases } from './index.ts'

const HOUR = 3_600_000

everyDatabase('releases step by step on %s', (kind) => {
  const open = async () => {
    const app = await openTestApp(kind)
    const { examId } = await seedTinyExam(app.services, app.school)
    const director = await app.signIn('director')
    const publish = (more: object = {}) =>
      director.send(createSnapshot, {
        body: { exam_id: examId, confirm_name: TINY_EXAM_NAME, ...more },
      })
    const plan = (body: object) =>
      director.send(planRelease, { body: { exam_id: examId, ...body } as never })
    const rename = (name: string) =>
      app.services.db.updateTable('candidate').set({ name }).where('exam_no', '=', '102').execute()
    const asked = async (client: Awaited<ReturnType<typeof app.signIn>>) => {
      const { data, error } = await client.send(studentScore, {
        body: { exam_id: examId, exam_no: '101' },
      })
      return data ? `v${data.version}` : error.error
    }
    const later = (ms: number) => new Date(app.services.clock.now().getTime() + ms).toISOString()
    const rows = async () => {
      const { data } = await director.send(listReleases, { query: { exam_id: examId } })
      return data.list.map(({ version, audience, state }) => `v${version} ${audience} ${state}`)
    }
    const due = () =>
      dueReleases.run(
        { services: app.services, signal: new AbortController().signal } as unknown as Parameters<
          typeof dueReleases.run
        >[0],
        {},
      )
    return { ...app, due, examId, director, publish, plan, rename, asked, later, rows }
  }

  test('one second before a timed release nobody of its audience is told anything', async () => {
    const { examId, publish, plan, asked, later, signIn, advance, due, director } = await open()
    await publish({ audiences: ['leaders'] })
    await plan({ action: 'schedule', audience: 'teachers', at: later(HOUR) })
    await plan({ action: 'schedule', audience: 'students', at: later(HOUR) })
    advance(HOUR - 1000)
    await due()
    const student = await signIn('student')
    const head = await signIn('head')
    expect(await asked(student)).toBe('SCORE_NOT_RELEASED')
    expect((await student.send(studentExams, {})).data).toEqual([])
    for (const { report } of REPORTS)
      for (const client of [student, head]) {
        const answer = await client.send(report.list, { query: { exam_id: examId } } as never)
        expect([403, 404, 409], report.key).toContain(answer.status)
        expect(answer.data ?? null, report.key).toBeNull()
      }
    const examples = await head.send(reportExamples, { query: { exam_id: examId, subject_id: 2 } })
    expect(examples.error).toMatchObject({ error: 'SCORE_NOT_RELEASED' })
    const leader = await director.send(reportStudents, { query: { exam_id: examId } })
    expect(leader.status).toBe(200)

    advance(1000)
    await due()
    expect(await asked(await signIn('student'))).toBe('v1')
    const told = await signIn('head')
    expect((await told.send(reportStudents, { query: { exam_id: examId } })).status).toBe(200)
  })

  test('students keep the version that was planned for them while the staff goes on', async () => {
    const { publish, plan, asked, later, signIn, advance, due, rename, rows } = await open()
    await publish({ audiences: ['leaders', 'teachers'], at: later(HOUR) })
    const student = await signIn('student')
    expect(await asked(student)).toBe('SCORE_NOT_RELEASED')
    await rename('新名')
    await publish({ audiences: ['leaders', 'teachers'] })
    advance(HOUR)
    await due()
    expect(await asked(await signIn('student'))).toBe('v1')
    expect(await rows()).toEqual([
      'v2 teachers released',
      'v2 leaders released',
      'v1 students released',
      'v1 teachers withdrawn',
      'v1 leaders withdrawn',
    ])
    await plan({ action: 'now', audience: 'students' })
    expect(await asked(await signIn('student'))).toBe('v2')
    await plan({ action: 'withdraw', audience: 'students', reason: '更正' })
    expect(await asked(await signIn('student'))).toBe('SCORE_NOT_RELEASED')
  })

  test('students never go before teachers, nobody goes back in time, and a withdrawal ends all plans', async () => {
    const { publish, plan, later, director, examId, rows, advance, due, signIn, asked } =
      await open()
    const early = await plan({ action: 'schedule', audience: 'students', at: later(HOUR) })
    expect(early.error).toMatchObject({ error: 'RELEASE_STAFF_FIRST' })
    expect((await publish({ audiences: ['students'] })).error).toMatchObject({
      error: 'RELEASE_TEACHERS_FIRST',
    })
    expect((await publish({ at: later(-HOUR) })).error).toMatchObject({ error: 'RELEASE_AT_PAST' })
    expect(await rows()).toEqual([])
    await publish({ audiences: ['leaders'] })
    const alone = await plan({ action: 'schedule', audience: 'students', at: later(HOUR) })
    expect(alone.error).toMatchObject({ error: 'RELEASE_TEACHERS_FIRST' })
    await plan({ action: 'schedule', audience: 'teachers', at: later(2 * HOUR) })
    const before = await plan({ action: 'schedule', audience: 'students', at: later(HOUR) })
    expect(before.error).toMatchObject({ error: 'RELEASE_TEACHERS_FIRST' })
    await plan({ action: 'schedule', audience: 'students', at: later(3 * HOUR) })
    await director.send(updatePublishStatus, {
      body: { exam_id: examId, snapshot_id: null, reason: '撤回更正' },
    })
    expect(await rows()).toEqual([
      'v1 students cancelled',
      'v1 teachers cancelled',
      'v1 leaders withdrawn',
    ])
    advance(4 * HOUR)
    await due()
    expect(await asked(await signIn('student'))).toBe('SCORE_NOT_RELEASED')
  })

  test('a release that is more than a day late waits for somebody', async () => {
    const { publish, later, advance, due, services, signIn, asked } = await open()
    await publish({ at: later(HOUR) })
    advance(26 * HOUR)
    await due()
    expect(await asked(await signIn('student'))).toBe('SCORE_NOT_RELEASED')
    const row = await services.db
      .selectFrom('release')
      .where('audience', '=', 'students')
      .select('state')
      .executeTakeFirst()
    expect(row?.state).toBe('missed')
  })

  test('the book of wrong questions goes out, and is taken back, by a switch of its own', async () => {
    const { publish, plan, asked, later, signIn, advance, due, rows, examId, rename } = await open()
    const book = async () => {
      const student = await signIn('student')
      return student.send(ownBook, { query: { exam_id: examId } })
    }
    const code = async () => {
      const { error, status } = await book()
      return status === 200 ? 'told' : error.error
    }
    await publish({ audiences: ['leaders'] })
    const early = await plan({ action: 'schedule', audience: 'book', at: later(HOUR) })
    expect(early.error).toMatchObject({ error: 'RELEASE_TEACHERS_FIRST' })
    await plan({ action: 'now', audience: 'teachers' })
    await plan({ action: 'schedule', audience: 'book', at: later(HOUR) })
    expect(await code()).toBe('BOOK_NOT_RELEASED')
    advance(HOUR)
    await due()
    const { data } = await book()
    expect(data.subjects.map(({ questions, wrong }) => [questions, wrong.length])).toEqual([
      [3, 0],
      [1, 0],
    ])
    expect(JSON.stringify(data)).not.toContain('_milli')
    // The result is no nearer for that.
    expect(await asked(await signIn('student'))).toBe('SCORE_NOT_RELEASED')
    expect((await (await signIn('student')).send(studentExams, {})).data).toMatchObject([
      { has_result: false, has_book: true },
    ])
    await plan({ action: 'now', audience: 'students' })
    await plan({ action: 'withdraw', audience: 'book', reason: '答案有误' })
    expect(await code()).toBe('BOOK_NOT_RELEASED')
    expect(await asked(await signIn('student'))).toBe('v1')
    // Where both are shown, a version that puts something right is shown in both.
    await plan({ action: 'now', audience: 'book' })
    await rename('新名')
    await publish()
    expect((await book()).data.version).toBe(2)
    expect((await rows()).filter((row) => row.includes('released'))).toEqual([
      'v2 book released',
      'v2 students released',
      'v2 teachers released',
      'v2 leaders released',
    ])
    await plan({ action: 'withdraw', audience: 'teachers', reason: '更正' })
    expect(await code()).toBe('BOOK_NOT_RELEASED')
  })

  test('a plan does not follow a newer version; who decides is asked once for each', async () => {
    const { publish, plan, later, director, examId, rename, rows, advance, due, asked, signIn } =
      await open()
    await publish({ audiences: ['leaders', 'teachers'], at: later(HOUR) })
    const planned = async () => {
      const { data } = await director.send(listReleases, { query: { exam_id: examId } })
      return data.list.find(({ state }) => state === 'scheduled')
    }
    expect((await planned())?.newer).toBeNull()
    await rename('新名')
    await publish({ audiences: ['leaders', 'teachers'] })
    expect((await planned())?.newer).toMatchObject({ version: 2 })
    await plan({
      action: 'keep',
      audience: 'students',
      release_id: (await planned())?.release_id,
    })
    expect((await planned())?.newer).toBeNull()
    await rename('又一新名')
    await publish({ audiences: ['leaders', 'teachers'] })
    const { newer, at } = (await planned()) ?? {}
    expect(newer).toMatchObject({ version: 3 })
    await plan({ action: 'schedule', audience: 'students', at, snapshot_id: newer?.snapshot_id })
    expect(await planned()).toMatchObject({ version: 3, newer: null })
    // Students who are told a version at once are not taken back to an older one that was planned.
    await rename('最后的名')
    await publish()
    expect(await rows()).toContain('v3 students cancelled')
    advance(2 * HOUR)
    await due()
    expect(await asked(await signIn('student'))).toBe('v4')
  })

  test('a withdrawal says how many had looked', async () => {
    const { publish, asked, signIn, director, examId, plan, services } = await open()
    await publish()
    const looked = async () =>
      (await director.send(listReleases, { query: { exam_id: examId } })).data.looked
    expect(await looked()).toBe(0)
    const student = await signIn('student')
    await asked(student)
    await asked(student)
    expect(await looked()).toBe(1)
    await plan({ action: 'withdraw', audience: 'students', reason: '更正' })
    const record = await services.db
      .selectFrom('audit')
      .where('action', '=', 'release-plan')
      .orderBy('id', 'desc')
      .select('after')
      .executeTakeFirst()
    expect(JSON.parse(record?.after ?? '{}')).toMatchObject({ looked: 1 })
  })
})
