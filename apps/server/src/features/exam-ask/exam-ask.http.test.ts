import {
  absenceAsks,
  askAnswer,
  askDetail,
  askScores,
  candidateUpdate,
  candidatesOfSubject,
  confirmAbsence,
  homeTodos,
  ownAsks,
  previewSchools,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedJointExam, seedTinyExam } from '../../testing/index.ts'

everyDatabase('on %s', (kind) => {
  test('a class is asked for its scores, answers, and is shown to have been changed since', async () => {
    const app = await openTestApp(kind)
    const { examId } = await seedTinyExam(app.services, app.school)
    const [admin, head] = [await app.signIn('admin'), await app.signIn('head')]
    const query = { exam_id: examId }
    const list = async () => (await admin.send(previewSchools, { query })).data
    expect(await list()).toMatchObject({
      by: 'class',
      list: [
        { name: '1班', registered: 4, present: 4, state: null },
        { name: '2班', registered: 4, present: 3, state: null },
      ],
    })
    // By hand: (28 + 23 + 23) / 3, as the fourth lacks a subject.
    expect((await list()).list[0]?.mean_milli).toBeCloseTo(74_000 / 3, 6)
    expect((await head.send(ownAsks, {})).data).toEqual([])

    const late = { exam_id: examId, deadline: '2020-01-01T00:00:00Z' }
    expect((await admin.send(askScores, { body: late })).error.error).toBe('EXAM_ASK_DEADLINE')
    const asked = await admin.send(askScores, { body: { exam_id: examId } })
    expect(asked.data).toEqual({ asked: 2, recipients: 1 })
    expect((await head.send(homeTodos, {})).data).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'ask', title: '成绩确认' })]),
    )
    const own = (await head.send(ownAsks, {})).data
    expect(own).toMatchObject([{ kind: 'scores', unit_name: '1班', state: 'unchecked' }])
    const askId = own[0]?.ask_id ?? 0
    const detail = (await head.send(askDetail, { query: { ask_id: askId } })).data
    expect(detail.people.map(({ exam_no, total_milli }) => [exam_no, total_milli])).toEqual([
      ['101', 28_000],
      ['102', 23_000],
      ['103', 23_000],
      ['104', 15_000],
    ])

    const answer = (state: 'confirmed' | 'objected', note = '') =>
      head.send(askAnswer, { body: { ask_id: askId, state, note } })
    expect((await answer('objected')).error.error).toBe('EXAM_ASK_NOTE')
    expect((await answer('objected', '104 数学不是缺考')).status).toBe(200)
    expect((await list()).list[0]).toMatchObject({
      state: 'objected',
      note: '104 数学不是缺考',
      by_name: '班主任',
    })
    expect((await answer('confirmed')).status).toBe(200)
    expect((await list()).list[0]).toMatchObject({ state: 'confirmed', note: '', changed: 0 })
    await app.services.db
      .insertInto('score_edit')
      .values({
        exam_id: examId,
        subject_id: 1,
        candidate_id: detail.people[0]?.candidate_id ?? 0,
        target: 'subject',
        kind: 'void',
        state: 'applied',
        reason: '测试',
        by_id: app.school.userIds['admin'] ?? 0,
        at: new Date(app.services.clock.now().getTime() + 1000).toISOString(),
      })
      .execute()
    expect((await list()).list.map(({ changed }) => changed)).toEqual([1, 0])
  })

  test('a class says of each candidate without a sheet what became of them', async () => {
    const app = await openTestApp(kind)
    const { examId } = await seedTinyExam(app.services, app.school)
    const { db } = app.services
    const away = await db
      .selectFrom('candidate')
      .where('exam_id', '=', examId)
      .where('exam_no', 'in', ['101', '102', '105'])
      .select(['id', 'exam_no'])
      .orderBy('exam_no')
      .execute()
    await db
      .updateTable('scan_sheet')
      .set({ state: 'void' })
      .where('exam_id', '=', examId)
      .execute()
    await db
      .updateTable('candidate_subject')
      .set({ attendance: 1 })
      .where('exam_id', '=', examId)
      .execute()
    await db
      .updateTable('candidate_subject')
      .set({ attendance: -1 })
      .where('subject_id', '=', 1)
      .where(
        'candidate_id',
        'in',
        away.map(({ id }) => id),
      )
      .execute()
    const [admin, head] = [await app.signIn('admin'), await app.signIn('head')]
    const place = { exam_id: examId, subject_id: 1 }
    const sent = await admin.send(confirmAbsence, { body: { ...place, ask: true } })
    expect(sent.data).toEqual({ confirmed: 0, decision_ids: [], asked: 2, recipients: 1 })
    const [own] = (await head.send(ownAsks, {})).data
    const askId = own?.ask_id ?? 0
    const { people } = (await head.send(askDetail, { query: { ask_id: askId } })).data
    expect(people.map(({ exam_no, answer }) => [exam_no, answer])).toEqual([
      ['101', null],
      ['102', null],
    ])
    const answer = (answers: { candidate_id: number; answer: 'absent' | 'has_sheet' }[]) =>
      head.send(askAnswer, { body: { ask_id: askId, state: 'confirmed', answers } })
    const [first, second, ofOther] = away.map(({ id }) => id)
    const one = { candidate_id: first ?? 0, answer: 'absent' } as const
    expect((await answer([one])).error.error).toBe('EXAM_ASK_OPEN')
    // Candidates of another class are not theirs to speak of.
    const stranger = { candidate_id: ofOther ?? 0, answer: 'absent' } as const
    expect((await answer([one, stranger])).error.error).toBe('CANDIDATE_UNKNOWN')
    expect((await answer([one, { candidate_id: second ?? 0, answer: 'has_sheet' }])).status).toBe(
      200,
    )
    const { data } = await admin.send(absenceAsks, { query: place })
    expect(data.units.map(({ name, state }) => [name, state])).toEqual([
      ['1班', 'confirmed'],
      ['2班', 'unchecked'],
    ])
    expect(data.answers).toEqual([
      { candidate_id: first, answer: 'absent', by_name: '班主任' },
      { candidate_id: second, answer: 'has_sheet', by_name: '班主任' },
    ])
    // Who did not choose the subject is taken off its list by who keeps the list, and can be put back.
    const set = (attendance: number) =>
      admin.send(candidateUpdate, {
        body: {
          exam_id: examId,
          candidates: [{ candidate_id: second ?? 0, attendance: [{ subject_id: 1, attendance }] }],
        },
      })
    const waiting = async () =>
      (await admin.send(candidatesOfSubject, { query: { ...place, limit: 5000 } })).data.list.map(
        ({ exam_no }) => exam_no,
      )
    expect(await waiting()).toContain('102')
    expect((await set(3)).data).toEqual({ changed: 1 })
    expect(await waiting()).not.toContain('102')
    expect((await set(-1)).status).toBe(200)
    expect(await waiting()).toContain('102')
    expect((await admin.send(confirmAbsence, { body: place })).error.error).toBe('INPUT_INVALID')
  })
})

test('of a joint exam each school is asked, and answers for its own candidates', async () => {
  const app = await openTestApp()
  const { examId, organiser, schools } = await seedJointExam(app)
  await app.services.db
    .updateTable('exam')
    .set({ published_snapshot_id: null, student_snapshot_id: null })
    .where('id', '=', examId)
    .execute()
  const asked = await organiser.send(askScores, { body: { exam_id: examId } })
  expect(asked.data?.asked).toBe(schools.length)
  const [east, west] = schools
  const admin = await app.signIn(`${east?.prefix}admin`)
  const [own] = (await admin.send(ownAsks, {})).data
  expect(own).toMatchObject({ unit: 'school', state: 'unchecked' })
  const query = { ask_id: own?.ask_id ?? 0 }
  const detail = await admin.send(askDetail, { query })
  const text = JSON.stringify(detail.data)
  expect(detail.data.people).toHaveLength(8)
  for (const secret of west?.secrets ?? []) expect(text).not.toContain(secret)
  const other = await app.signIn(`${west?.prefix}admin`)
  expect((await other.send(askDetail, { query })).status).toBe(404)
  expect((await other.send(askAnswer, { body: { ...query, state: 'confirmed' } })).status).toBe(404)
  const list = await organiser.send(previewSchools, { query: { exam_id: examId } })
  expect(list.data.by).toBe('school')
  expect(list.data.list).toHaveLength(schools.length)
})

test('asking is for who releases, answering for whom it concerns', async () => {
  const app = await openTestApp()
  const { examId } = await seedTinyExam(app.services, app.school)
  for (const [account, list, ask, own] of [
    ['director', 200, 200, 200],
    ['principal', 200, 403, 200],
    ['head', 403, 403, 200],
    ['leader', 403, 403, 403],
    ['other-admin', 404, 404, 200],
  ] as const) {
    const client = await app.signIn(account)
    expect([
      account,
      (await client.send(previewSchools, { query: { exam_id: examId } })).status,
      (await client.send(askScores, { body: { exam_id: examId } })).status,
      (await client.send(ownAsks, {})).status,
    ]).toEqual([account, list, ask, own])
  }
})
