import {
  allocationSet,
  blockSettingsGet,
  blockSettingsSet,
  candidateResult,
  examProgress,
  examStatus,
  markingConfirm,
  markNext,
  markSubmit,
  notificationList,
  padComplete,
  padEnter,
  padExtend,
  padMakeup,
  padMine,
  padPhoto,
  padRevoke,
  padSave,
  padStatus,
  padSubmit,
  padChoose,
  padLate,
  previewDetail,
  sheetSave,
  sheetGet,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import sharp from 'sharp'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestClient } from '../../testing/index.ts'
import { enqueue } from '../../jobs/index.ts'
import { closeMakeups } from './index.ts'
import { openOnline, sit } from './testing/open-online.ts'

const MINUTE = 60_000

const photo = () =>
  sharp({ create: { width: 900, height: 700, channels: 3, background: '#fafafa' } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="900" height="700"><path d="M100 100L800 600" stroke="black" stroke-width="9"/></svg>',
        ),
      },
    ])
    .jpeg()
    .toBuffer()

type Online = Awaited<ReturnType<typeof openOnline>>

/** One marker for all blocks, who reads each paper once. */
async function staff(app: TestApp, { admin, at }: Online): Promise<TestClient> {
  const marker_id = app.school.userIds['marker1'] ?? 0
  const { blocks } = (await admin.send(blockSettingsGet, { query: at })).data
  await admin.send(blockSettingsSet, {
    body: {
      ...at,
      blocks: blocks.map(({ block_id }) => ({ block_id, mark_mode: 0, alloc_mode: 1 })),
    },
  })
  for (const { block_id } of blocks)
    await admin.send(allocationSet, {
      body: { block_id, alloc_mode: 1, markers: [{ marker_id, duty: 'marker', quota: null }] },
    })
  await admin.send(markingConfirm, { body: at })
  return app.signIn('marker1')
}

/** Full marks for every paper that waits. @returns how many there were */
async function markAll(marker: TestClient, { admin, at }: Online): Promise<number> {
  const { blocks } = (await admin.send(blockSettingsGet, { query: at })).data
  let count = 0
  for (const { block_id } of blocks)
    for (;;) {
      const { data } = await marker.send(markNext, { query: { block_id, n: 1 } })
      const [task] = data.tasks
      if (!task) break
      expect(task.images).toHaveLength(1)
      await marker.send(markSubmit, {
        body: {
          block_id,
          reading_id: task.reading_id,
          idem_key: ulid(),
          scores: task.points.map(({ full_milli }) => full_milli),
          active_ms: 3000,
        },
      })
      count += 1
    }
  return count
}

everyDatabase('an online exam on %s', (kind) => {
  test('goes from its release over answers and marking to scores', async () => {
    const app = await openTestApp(kind)
    const online = await openOnline(app)
    const { admin, at, candidateIds, step, release } = online
    const gates = async () => {
      const { data } = await admin.send(examProgress, {
        params: { schoolId: app.school.schoolId, examId: at.exam_id },
      })
      return data.subjects[0]?.gates.filter(({ blocking }) => blocking).map(({ code }) => code)
    }
    expect(await gates()).toContain('release')
    expect((await release()).data).toEqual({ state: 'running', room_code: null })
    expect(await gates()).not.toContain('release')
    const marker = await staff(app, online)
    await step(3, ['testPage', 'calibration', 'scanned'])

    const [one, two, three] = [
      await app.signIn('student'),
      await app.signIn('student2'),
      await app.signIn('student3'),
    ]
    expect((await one.send(padMine, {})).data).toMatchObject([
      { exam_id: at.exam_id, state: 'running', attempt: null },
    ])
    const first = await sit(app, one, at)
    await first.save({ 1: 'C', 2: 'BD', '3.1': '七', '3.2': '八' })
    const uploaded = await one.send(
      padPhoto,
      { query: { ...first.own, question_id: first.idOf('5') } },
      { payload: await photo() },
    )
    await first.save({ 4: '解：x = 3', '5.photos': uploaded.data.hash })
    const second = await sit(app, two, at)
    await second.save({ 1: 'A', 2: 'B', 5: '由已知得证' })
    const third = await sit(app, three, at)
    await third.save({ 1: 'C' })
    await one.send(padSubmit, { body: { ...first.own, seq: first.seq() + 1 } })
    expect((await admin.send(padStatus, { query: at })).data.counts).toMatchObject({
      not_started: 1,
      answering: 2,
      submitted: 1,
    })

    const preview = await admin.send(padComplete, { body: { ...at, preview: 1 } })
    expect(preview.data).toMatchObject({ state: 'released', open: 2, submitted: 3, absent: 1 })
    expect(await gates()).toContain('complete')
    const done = await admin.send(padComplete, { body: at })
    expect(done.data).toMatchObject({ state: 'completed', absent: 1 })
    expect(await gates()).toEqual(['entering'])
    await app.runJobs()
    const status = await admin.send(padStatus, { query: at })
    expect(status.data.entering).toMatchObject({ done: 3, total: 3 })
    expect(status.data.counts).toMatchObject({ submitted: 3, absent: 1 })

    const rows = await app.services.db
      .selectFrom('candidate_subject')
      .where('exam_id', '=', at.exam_id)
      .select(['candidate_id', 'attendance', 'objective_milli'])
      .orderBy('candidate_id')
      .execute()
    expect(rows.map(({ attendance }) => attendance)).toEqual([0, 0, 0, 1])
    // The second chose one of two right options, which is worth nothing by itself.
    expect(rows.map(({ objective_milli }) => objective_milli)).toEqual([10_000, 0, 4000, null])
    // Who wrote nothing in a block is asked about, and marked by nobody.
    const blank = await app.services.db
      .selectFrom('unit')
      .where('exam_id', '=', at.exam_id)
      .where('state', '=', 'BLANK_REVIEW')
      .select('candidate_id')
      .orderBy('candidate_id')
      .execute()
    expect(blank.map(({ candidate_id }) => candidate_id)).toEqual([
      candidateIds[1],
      candidateIds[2],
      candidateIds[2],
    ])
    expect(await markAll(marker, online)).toBe(3)
    const shown = await admin.send(previewDetail, {
      query: { ...at, candidate_id: candidateIds[0] ?? 0 },
    })
    expect(shown.data).toMatchObject({ total_milli: 40_000 })
    const result = await admin.send(candidateResult, {
      query: { ...at, candidate_id: candidateIds[0] ?? 0 },
    })
    expect(result.status).toBe(200)
    expect(await gates()).toEqual(['units'])
  })

  test('takes answers once, in any order, and the last that was made', async () => {
    const app = await openTestApp(kind)
    const { at, release } = await openOnline(app)
    await release()
    const student = await app.signIn('student')
    const first = await sit(app, student, at)
    await first.save({ 1: 'A', 5: '甲' }, { seq: 3 })
    // The answer of the server was lost, and the browser sends again.
    await first.save({ 1: 'B' }, { seq: 3 })
    app.advance(10_000)
    await first.save({ 5: '乙' }, { seq: 4 })
    await first.save({ 5: '丙' }, { seq: 5, at: '2026-11-20T01:00:05.000Z' })
    const again = await student.send(padEnter, {
      body: { ...at, device_key: first.own.device_key },
    })
    expect(again.data).toMatchObject({ attempt_id: first.own.attempt_id, seq: 5 })
    expect(again.data.answers.map(({ value }) => value)).toEqual(['A', '乙'])
    for (const [answers, reason] of [
      [{ 1: 'E' }, '没有这样的选项'],
      [{ 1: 'AB' }, '没有这样的选项'],
      [{ '3.3': '多' }, '没有这一空'],
      [{ '5.photos': 'f'.repeat(64) }, '作答不完整'],
      [{ 9: 'A' }, '不在这份试卷中'],
    ] as const) {
      const refused = await first.save(answers)
      expect(refused.error.msg, JSON.stringify(answers)).toContain(reason)
    }
  })

  test('goes on at another device, and the first may only look', async () => {
    const app = await openTestApp(kind)
    const { at, release } = await openOnline(app)
    await release()
    const [here, there] = [await app.signIn('student'), await app.signIn('student')]
    const first = await sit(app, here, at)
    await first.save({ 5: '写在第一台' })
    const asked = await there.send(padEnter, { body: at })
    expect([asked.status, asked.error.error]).toEqual([409, 'PAD_ELSEWHERE'])
    const second = await sit(app, there, at, { take_over: true })
    expect(second.entered.answers).toMatchObject([{ value: '写在第一台' }])
    const late = await first.save({ 5: '又写在第一台' })
    expect([late.status, late.error.error]).toEqual([409, 'PAD_OTHER_DEVICE'])
    expect(late.error.msg).toBe('已在另一台设备继续作答，本机只能查看')
    expect((await second.save({ 5: '写在第二台' })).status).toBe(200)
  })

  test('counts what was made in time and came late, and asks about what came later', async () => {
    const app = await openTestApp(kind)
    const online = await openOnline(app)
    const { admin, at, release } = online
    await release({ ends_at: '2026-11-20T01:20:00.000Z' })
    const student = await app.signIn('student')
    const first = await sit(app, student, at)
    await first.save({ 1: 'C', 5: '第一稿' })
    const made = '2026-11-20T01:19:00.000Z'
    app.advance(25 * MINUTE)
    expect((await first.save({ 5: '第二稿' }, { at: made })).data).toMatchObject({
      late: 1,
      waiting: 0,
      refused: 0,
    })
    expect((await first.save({ 5: '事后写的' })).data).toMatchObject({ refused: 1 })
    app.advance(10 * MINUTE)
    expect((await first.save({ 4: '很晚才到' }, { at: made })).data).toMatchObject({ waiting: 1 })
    const row = async () => {
      const { data } = await admin.send(padStatus, { query: { ...at, keyword: '王小明' } })
      return data.attempts.list[0]
    }
    expect(await row()).toMatchObject({ state: 'late', waiting: 1, late_count: 1 })
    await admin.send(padComplete, { body: at })
    await app.runJobs()
    const blankOf = async () =>
      (
        await app.services.db
          .selectFrom('unit')
          .innerJoin('block', 'block.id', 'unit.block_id')
          .where('unit.exam_id', '=', at.exam_id)
          .select(['block.block_key', 'unit.state', 'unit.images'])
          .orderBy('block.block_key')
          .execute()
      ).map(({ block_key, state, images }) => [block_key, state, images])
    const before = await blankOf()
    expect(before[0]?.slice(0, 2)).toEqual(['first', 'BLANK_REVIEW'])
    const decided = await admin.send(padLate, {
      body: { ...at, attempt_id: first.own.attempt_id, accept: true, reason: '断网' },
    })
    expect(decided.data).toMatchObject({ decided: 1, job_id: expect.any(String) })
    await app.runJobs()
    const after = await blankOf()
    expect(after[0]?.slice(0, 2)).toEqual(['first', 'READY'])
    // The other block looks as it did, and nobody looks at it anew.
    expect(after[1]).toEqual(before[1])
    expect(await row()).toMatchObject({ state: 'submitted', waiting: 0, late_count: 2 })
  })

  test('stands still while it is paused, and goes back to a draft while nobody began', async () => {
    const app = await openTestApp(kind)
    const { admin, at, release } = await openOnline(app)
    await release({ minutes: 60 })
    const revoke = () => admin.send(padRevoke, { body: { ...at, reason: '停电了' } })
    expect((await revoke()).data).toEqual({ state: 'draft', begun: 0 })
    expect((await release({ minutes: 60, version: 2 })).data.state).toBe('running')
    const student = await app.signIn('student')
    const first = await sit(app, student, at)
    expect(first.entered.ends_at).toBe('2026-11-20T02:00:00.000Z')
    app.advance(20 * MINUTE)
    expect((await revoke()).data).toEqual({ state: 'paused', begun: 1 })
    expect((await first.save({ 1: 'C' }, { at: '2026-11-20T01:19:59.000Z' })).data).toMatchObject({
      paused: true,
      refused: 0,
    })
    app.advance(30 * MINUTE)
    expect((await first.save({ 1: 'D' })).data).toMatchObject({ paused: true, refused: 1 })
    const second = await app.signIn('student2')
    expect((await second.send(padEnter, { body: at })).error.error).toBe('PAD_PAUSED')
    const changed = await release({ minutes: 90, version: 4 })
    expect(changed.error.error).toBe('PAD_NOT_READY')
    const resumed = { minutes: 60, ends_at: '2026-11-20T03:30:00.000Z' }
    expect((await release({ ...resumed, version: 3 })).error.error).toBe('VERSION_CONFLICT')
    expect((await release({ ...resumed, version: 4 })).status).toBe(200)
    const kept = await first.save({ 1: 'D' })
    expect(kept.data).toMatchObject({
      paused: false,
      refused: 0,
      ends_at: '2026-11-20T02:30:00.000Z',
    })
    const more = { candidate_ids: [], minutes: 15, reason: '照顾' }
    const { data } = await admin.send(padStatus, { query: at })
    const [king] = data.attempts.list
    await admin.send(padExtend, {
      body: { ...at, ...more, candidate_ids: [king?.candidate_id ?? 0] },
    })
    expect((await first.save({})).data.ends_at).toBe('2026-11-20T02:45:00.000Z')
  })

  test('is made up for with a code of one’s own, once', async () => {
    const app = await openTestApp(kind)
    const { admin, at, candidateIds, release } = await openOnline(app)
    await release()
    const [one, two] = [await app.signIn('student'), await app.signIn('student2')]
    const first = await sit(app, one, at)
    await first.save({ 1: 'C' })
    await admin.send(padComplete, { body: at })
    await app.runJobs()
    const [king = 0, lei = 0] = candidateIds
    const give = (candidate_ids: number[], again?: boolean) =>
      admin.send(padMakeup, {
        body: {
          ...at,
          candidate_ids,
          minutes: 30,
          valid_until: '2026-11-21T01:00:00.000Z',
          ...(again ? { again } : {}),
        },
      })
    const refused = await give([king, lei])
    expect(refused.error.msg).toBe('王小明1已交卷；补考会另存一份，由您决定以哪份计分')
    const { codes } = (await give([king, lei], true)).data
    const [kingCode = '', leiCode = ''] = codes.map(({ code }) => code)
    expect(kingCode).toMatch(/^\d{6}$/)
    const stored = await app.services.db.selectFrom('pad_code').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(kingCode)

    const wrong = await two.send(padEnter, { body: { ...at, code: kingCode } })
    expect(wrong.error.error).toBe('PAD_CODE_WRONG')
    const makeup = await sit(app, two, at, { code: leiCode })
    expect(makeup.entered.ends_at).toBe('2026-11-20T01:30:00.000Z')
    await makeup.save({ 1: 'C', 2: 'BD' })
    await two.send(padSubmit, { body: { ...makeup.own, seq: 9 } })
    await app.runJobs()
    const scores = async () =>
      (
        await app.services.db
          .selectFrom('candidate_subject')
          .where('exam_id', '=', at.exam_id)
          .select(['attendance', 'objective_milli'])
          .orderBy('candidate_id')
          .limit(2)
          .execute()
      ).map(({ attendance, objective_milli }) => [attendance, objective_milli])
    expect(await scores()).toEqual([
      [0, 4000],
      [0, 10_000],
    ])
    expect((await two.send(padEnter, { body: { ...at, code: leiCode } })).error.error).toBe(
      'PAD_CODE_WRONG',
    )

    const better = await sit(app, one, at, { code: kingCode })
    await better.save({ 1: 'C', 2: 'BD' })
    await one.send(padSubmit, { body: { ...better.own, seq: 9 } })
    await app.runJobs()
    expect((await scores())[0]).toEqual([0, 4000])
    await admin.send(padChoose, {
      body: { ...at, attempt_id: better.own.attempt_id, reason: '以补考计' },
    })
    await app.runJobs()
    expect((await scores())[0]).toEqual([0, 10_000])

    const third = await app.signIn('student3')
    const { data: given } = await give([candidateIds[2] ?? 0])
    const silent = await sit(app, third, at, { code: given.codes[0]?.code ?? '' })
    await silent.save({ 1: 'C' })
    app.advance(41 * MINUTE)
    await enqueue(app.services.db, app.services, closeMakeups, {}, { by: null, schoolId: null })
    await app.runJobs()
    const { entering } = (await admin.send(padStatus, { query: at })).data
    expect(entering).toMatchObject({ done: 3, total: 3 })

    for (let tries = 0; tries < 5; tries++)
      await two.send(padEnter, { body: { ...at, code: '000000' } })
    const locked = await two.send(padEnter, { body: { ...at, code: '000000' } })
    expect([locked.status, locked.error.error]).toEqual([429, 'PAD_CODE_LOCKED'])
    app.advance(10 * MINUTE + 1000)
    expect((await two.send(padEnter, { body: { ...at, code: '000000' } })).error.error).toBe(
      'PAD_CODE_WRONG',
    )
  })
})

test('options and questions stand in an order of one’s own, and are scored by those of the table', async () => {
  const app = await openTestApp()
  const { admin, at, release } = await openOnline(app)
  await release({ shuffle_options: true, shuffle_items: true })
  const seen = new Set<string>()
  for (const account of ['student', 'student2', 'student3', 'student4']) {
    const client = await app.signIn(account)
    const seat = await sit(app, client, at)
    const questions = seat.entered.sections.flatMap((section) => section.questions)
    seen.add(JSON.stringify(questions.map(({ no, options }) => [no, options])))
    const lettersOf = (no: string, right: readonly string[]) =>
      (questions.find((one) => one.no === no)?.options ?? [])
        .flatMap((text, index) => (right.includes(text) ? String.fromCodePoint(65 + index) : []))
        .join('')
    const answers = { 1: lettersOf('1', ['2']), 2: lettersOf('2', ['2', '4']) }
    await seat.save(answers)
    const again = await client.send(padEnter, {
      body: { ...at, device_key: seat.own.device_key },
    })
    expect(again.data.sections).toEqual(seat.entered.sections)
    expect(again.data.answers.map(({ value }) => value)).toEqual([answers[1], answers[2]])
    expect(JSON.stringify(seat.entered)).not.toContain('answer_key')
  }
  expect(seen.size).toBeGreaterThan(1)
  await admin.send(padComplete, { body: at })
  await app.runJobs()
  const rows = await app.services.db
    .selectFrom('candidate_subject')
    .where('exam_id', '=', at.exam_id)
    .select('objective_milli')
    .execute()
  expect(rows.map(({ objective_milli }) => objective_milli)).toEqual([
    10_000, 10_000, 10_000, 10_000,
  ])
})

test('an entry waits for its time, its room code, and knows its candidates', async () => {
  const app = await openTestApp()
  const { admin, at, release } = await openOnline(app)
  const student = await app.signIn('student')
  const enter = (code?: string) =>
    student.send(padEnter, { body: { ...at, ...(code ? { code } : {}) } })
  expect((await enter()).error.error).toBe('PAD_NOT_RELEASED')
  const { data } = await release({
    starts_at: '2026-11-20T01:30:00.000Z',
    late_limit_minutes: 10,
    entry: 'room_code',
  })
  expect(data.room_code).toMatch(/^\d{6}$/)
  const early = await enter()
  expect([early.error.error, early.error.msg]).toEqual([
    'PAD_NOT_YET',
    '考试还没有开始，请在 11月20日 09:30 之后进入',
  ])
  app.advance(31 * MINUTE)
  expect((await enter()).error.error).toBe('PAD_CODE_NEEDED')
  const wrong = data.room_code === '111111' ? '222222' : '111111'
  expect((await enter(wrong)).error.error).toBe('PAD_CODE_WRONG')
  app.advance(10 * MINUTE)
  expect((await enter(data.room_code ?? '')).error.error).toBe('PAD_TOO_LATE')
  const foreign = await app.signIn('other-student')
  expect((await foreign.send(padEnter, { body: at })).error.error).toBe('PAD_NOT_YOURS')
  expect((await foreign.send(padMine, {})).data).toEqual([])
  expect((await admin.send(padStatus, { query: at })).data.counts.not_started).toBe(4)
})

test('candidates are told when they sit, of other times, and that it was taken back', async () => {
  const app = await openTestApp()
  const { admin, at, release } = await openOnline(app)
  const told = async () =>
    (
      await (await app.signIn('student')).send(notificationList, { query: { kind: 'exam' } })
    ).data.list.map(({ title, text }) => `${title}：${text.split('。')[0]}`)
  await release({ starts_at: '2026-11-20T01:30:00.000Z', ends_at: '2026-11-20T03:00:00.000Z' })
  const planned = '「线上月考」数学线上考试安排：11月20日 09:30 至 11月20日 11:00'
  expect(await told()).toEqual([planned])
  const again = { starts_at: '2026-11-20T01:30:00.000Z', ends_at: '2026-11-20T03:10:00.000Z' }
  await release({ ...again, version: 1 })
  // The same times once more are no news.
  await release({ ...again, version: 2 })
  const moved = '「线上月考」数学线上考试改了时间：11月20日 09:30 至 11月20日 11:10'
  expect(await told()).toEqual([moved, planned])
  await admin.send(padRevoke, { body: { ...at, reason: '延期' } })
  expect(await told()).toEqual([
    '「线上月考」数学线上考试已撤回：暂不举行，请等候新的安排',
    moved,
    planned,
  ])
  const foreign = await app.signIn('other-student')
  expect((await foreign.send(notificationList, { query: {} })).data.list).toEqual([])
})

test('what was released keeps its questions, and a subject with answers its way', async () => {
  const app = await openTestApp()
  const { admin, at, release } = await openOnline(app)
  const subject = await app.services.db
    .selectFrom('exam_subject')
    .where('exam_id', '=', at.exam_id)
    .select('sheet_id')
    .executeTakeFirstOrThrow()
  const sheet_id = subject.sheet_id ?? 0
  const { data } = await admin.send(sheetGet, { query: { sheet_id } })
  const { id: _id, sheetCode: _code, schoolName: _school, ...design } = data.design
  const change = (title: string) =>
    admin.send(sheetSave, {
      body: {
        sheet_id,
        version: data.sheet.version,
        design: { ...design, title },
      },
    })
  await release()
  expect((await change('另一个标题')).error.error).toBe('PAD_RELEASED')
  const student = await app.signIn('student')
  await sit(app, student, at)
  const back = await admin.send(examStatus, { body: { ...at, status: 6 } })
  expect(back.status).toBe(409)
})

test('who may what', async () => {
  const app = await openTestApp()
  const { at, release } = await openOnline(app)
  await release()
  for (const [account, manage] of [
    ['director', 200],
    ['principal', 403],
    ['head', 403],
    ['marker1', 403],
    ['student', 403],
    ['other-admin', 404],
  ] as const) {
    const who = await app.signIn(account)
    expect((await who.send(padStatus, { query: at })).status, account).toBe(manage)
    expect((await who.send(padComplete, { body: { ...at, preview: 1 } })).status, account).toBe(
      manage,
    )
    const isStudent = account === 'student'
    expect((await who.send(padMine, {})).status, account).toBe(isStudent ? 200 : 403)
  }
  const one = await app.signIn('student')
  const two = await app.signIn('student2')
  const seat = await sit(app, one, at)
  const body = { ...seat.own, seq: 5, changes: [] }
  const stolen = await two.send(padSave, { body })
  expect([stolen.status, stolen.error.error]).toEqual([404, 'PAD_NOT_YOURS'])
  expect((await two.send(padSubmit, { body })).status).toBe(404)
})
