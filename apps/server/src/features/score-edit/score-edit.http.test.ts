import {
  blockScoreRecord,
  blockScores,
  createSnapshot,
  decideScore,
  deleteScore,
  type InputOf,
  previewAlarms,
  previewAsStudent,
  previewCounts,
  previewDetail,
  previewStudents,
  rollbackScore,
  scoreInspectDetail,
  studentScore,
  updateBlockScore,
  updateObjectScore,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'

const CHINESE = 1
const REASON = '填涂机识别有误'

everyDatabase('scores edited before the release, on %s', (kind) => {
  const open = async () => {
    const app = await openTestApp(kind)
    const { examId } = await seedTinyExam(app.services, app.school)
    const { db } = app.services
    const director = await app.signIn('director')
    const admin = await app.signIn('admin')
    const candidateId = async (examNo: string) =>
      (
        await db
          .selectFrom('candidate')
          .where('exam_id', '=', examId)
          .where('exam_no', '=', examNo)
          .select('id')
          .executeTakeFirstOrThrow()
      ).id
    // 13 of 20: 0 for the answer B where A is right, 5 for AC, 8 of 10 in the block.
    const place = { exam_id: examId, subject_id: CHINESE, candidate_id: await candidateId('103') }
    const detail = async () => (await director.send(previewDetail, { query: place })).data
    const total = async () => (await detail()).total_milli
    const edit = async (
      change: Partial<InputOf<typeof updateObjectScore>['body']>,
      client = director,
    ) =>
      client.send(updateObjectScore, {
        body: {
          ...place,
          question_no: '1',
          reason: REASON,
          version: (await detail()).version,
          ...change,
        },
      })
    const block = async () => {
      const found = (await detail()).blocks[0]
      if (!found) throw new Error('the subject has a block')
      return found
    }
    return { ...app, db, examId, director, admin, place, detail, total, edit, block }
  }

  test('an answer that was read wrong is set right, and what it was comes back', async () => {
    const { edit, total, detail, director, place } = await open()
    expect(await total()).toBe(13_000)
    const stale = await edit({ answer: ['A'], version: 99_999 })
    expect(stale.error).toMatchObject({ error: 'VERSION_CONFLICT' })
    expect((await edit({})).error).toMatchObject({ error: 'INPUT_INVALID' })
    expect((await edit({ answer: ['A'] })).data).toMatchObject({
      state: 'applied',
      before_milli: 0,
      after_milli: 5000,
    })
    expect(await total()).toBe(18_000)
    const [first] = (await detail()).objective
    expect(first).toMatchObject({ answer: ['A'], edited: true, score_milli: 5000 })
    expect((await edit({ score_milli: 9000 })).error).toMatchObject({ error: 'SCORE_OUT_OF_RANGE' })

    // Back to 0 is a lower score: it waits for somebody else.
    const back = await director.send(rollbackScore, { body: { ...place, question_no: '1' } })
    expect(back.data).toMatchObject({ state: 'pending', before_milli: 5000, after_milli: 0 })
    expect(await total()).toBe(18_000)
  })

  test('a lower score waits for a second person, who may refuse it', async () => {
    const { edit, total, director, admin, place, detail } = await open()
    const asked = await edit({ question_no: '2', score_milli: 2000 })
    expect(asked.data).toMatchObject({ state: 'pending', before_milli: 5000, after_milli: 2000 })
    expect(await total()).toBe(13_000)
    const again = await edit({ question_no: '2', score_milli: 3000 })
    expect(again.error).toMatchObject({ error: 'SCORE_EDIT_PENDING' })
    const decide = (action: 'approve' | 'refuse', client: typeof admin) =>
      client.send(decideScore, {
        body: {
          exam_id: place.exam_id,
          subject_id: CHINESE,
          event_id: asked.data.event_id,
          action,
        },
      })
    expect((await decide('approve', director)).error).toMatchObject({
      error: 'MARKING_SECOND_PERSON_NEEDED',
    })
    expect((await decide('approve', admin)).data).toEqual({ state: 'applied' })
    expect(await total()).toBe(10_000)
    expect((await decide('refuse', admin)).error).toMatchObject({ error: 'SCORE_EDIT_SETTLED' })
    expect((await detail()).edits).toMatchObject([{ state: 'applied', what: '第 2 题' }])
  })

  test('a score is taken away and brought back; by way of none it does not fall alone', async () => {
    const { total, director, place, edit, detail } = await open()
    const taken = await director.send(deleteScore, {
      body: { ...place, question_no: '2', reason: REASON },
    })
    expect(taken.data).toMatchObject({ state: 'applied', after_milli: null })
    expect(await total()).toBeNull()
    const low = await edit({ question_no: '2', score_milli: 1000 })
    expect(low.data).toMatchObject({ state: 'pending' })
    const waiting = await director.send(rollbackScore, { body: { ...place, question_no: '2' } })
    expect(waiting.error).toMatchObject({ error: 'SCORE_EDIT_PENDING' })
    await director.send(decideScore, {
      body: {
        exam_id: place.exam_id,
        subject_id: CHINESE,
        event_id: low.data.event_id,
        action: 'refuse',
      },
    })
    await director.send(rollbackScore, { body: { ...place, question_no: '2' } })
    expect(await total()).toBe(13_000)
    const none = await director.send(rollbackScore, { body: { ...place, question_no: '2' } })
    expect(none.error).toMatchObject({ error: 'SCORE_EDIT_NONE' })

    await director.send(deleteScore, { body: { ...place, reason: REASON } })
    expect([await total(), (await detail()).is_void]).toEqual([null, true])
    await director.send(rollbackScore, { body: place })
    expect(await total()).toBe(13_000)
  })

  test('a block is marked anew, told in its record, and taken back', async () => {
    const { block, total, director, place, examId } = await open()
    const { block_id, unit_id } = await block()
    const set = async (score_milli: number) =>
      director.send(updateBlockScore, {
        body: {
          ...place,
          block_id,
          points: [{ name: '3', score_milli }],
          reason: REASON,
          version: await version(),
        },
      })
    const version = async () =>
      (await director.send(scoreInspectDetail, { query: place })).data.blocks[0]?.version ?? 0
    expect((await set(9000)).data).toMatchObject({ state: 'applied', after_milli: 9000 })
    expect(await total()).toBe(14_000)
    const list = await director.send(blockScores, {
      query: { exam_id: examId, subject_id: CHINESE, block_id, min: 9000 },
    })
    expect(list.data.list.map(({ exam_no, edited }) => [exam_no, edited])).toEqual([
      ['101', false],
      ['103', true],
      ['106', false],
    ])
    const record = await director.send(blockScoreRecord, {
      query: { exam_id: examId, subject_id: CHINESE, unit_id },
    })
    expect(record.data.events).toMatchObject([
      { kind: 'inspect', before_milli: 8000, after_milli: 9000, state: 'applied' },
    ])
    const back = await director.send(rollbackScore, { body: { ...place, block_id } })
    expect(back.data).toMatchObject({ state: 'pending', after_milli: 8000 })
    await director.send(deleteScore, { body: { ...place, block_id, reason: REASON } })
    expect(await total()).toBeNull()
    await director.send(rollbackScore, { body: { ...place, block_id } })
    expect(await total()).toBe(14_000)
  })

  test('what is released is edited no more, and what was edited is in the version', async () => {
    const { edit, director, examId, place } = await open()
    await edit({ answer: ['A'] })
    await director.send(createSnapshot, {
      body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
    })
    expect((await edit({ answer: ['B'] })).error).toMatchObject({ error: 'EXAM_PUBLISHED' })
    const refused = await director.send(deleteScore, { body: { ...place, reason: REASON } })
    expect(refused.error).toMatchObject({ error: 'EXAM_PUBLISHED' })
    const { data } = await director.send(previewStudents, { query: { exam_id: examId } })
    expect(data.list.find(({ exam_no }) => exam_no === '103')?.total_milli).toBe(28_000)
  })

  test('the preview as a student is what the student is told after the release', async () => {
    const { edit, director, examId, signIn, db } = await open()
    await edit({ answer: ['A'] })
    const { id } = await db
      .selectFrom('candidate')
      .where('exam_id', '=', examId)
      .where('exam_no', '=', '101')
      .select('id')
      .executeTakeFirstOrThrow()
    const before = await director.send(previewAsStudent, {
      query: { exam_id: examId, candidate_id: id },
    })
    await director.send(createSnapshot, {
      body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
    })
    const student = await signIn('student')
    const told = await student.send(studentScore, { body: { exam_id: examId, exam_no: '101' } })
    expect({ ...before.data, published_at: '' }).toEqual({ ...told.data, published_at: '' })
    const stranger = await director.send(previewAsStudent, {
      query: { exam_id: examId, candidate_id: 999_999 },
    })
    expect(stranger.status).toBe(404)
  })

  test('marks of somebody who is away by the list are an alarm', async () => {
    const { director, examId, db, place } = await open()
    const alarms = async () =>
      (await director.send(previewAlarms, { query: { exam_id: examId } })).data.map(
        ({ code, exam_no, detail }) => `${exam_no} ${code} ${detail}`,
      )
    expect((await alarms()).filter((line) => line.includes('absentScored'))).toEqual([])
    await db
      .updateTable('candidate_subject')
      .set({ attendance: 1 })
      .where('candidate_id', '=', place.candidate_id)
      .where('subject_id', '=', CHINESE)
      .execute()
    expect(await alarms()).toContain('103 absentScored 评阅得分 8，请核对考勤')
  })

  test('counts say who sat, who is missing and who was edited', async () => {
    const { edit, director, examId } = await open()
    await edit({ answer: ['A'] })
    const { data } = await director.send(previewCounts, { query: { exam_id: examId } })
    expect(data).toMatchObject({
      registered: 8,
      present: 7,
      absent: 1,
      no_record: 0,
      not_selected: 0,
      scored: 7,
      partial: 1,
      edited: 1,
    })
    const own = await director.send(previewCounts, {
      query: { exam_id: examId, subject_id: CHINESE },
    })
    expect(own.data).toMatchObject({ registered: 7, present: 6, absent: 1, not_selected: 0 })
  })

  test.for([
    ['principal', 200],
    ['leader', 403],
    ['marker1', 403],
    ['head', 403],
    ['student', 403],
    ['other-admin', 404],
  ] as const)('are edited by %s with %i', async ([who, status]) => {
    const { edit, signIn, place, examId, block } = await open()
    const client = await signIn(who)
    const { block_id, unit_id } = await block()
    expect((await edit({ answer: ['A'] }, client)).status).toBe(status)
    const inSubject = { exam_id: examId, subject_id: CHINESE }
    const answers = [
      await client.send(previewCounts, { query: { exam_id: examId } }),
      await client.send(previewAsStudent, {
        query: { exam_id: examId, candidate_id: place.candidate_id },
      }),
      await client.send(blockScores, { query: { ...inSubject, block_id } }),
      await client.send(blockScoreRecord, { query: { ...inSubject, unit_id } }),
    ]
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]))
    if (status === 200) return
    const changes = [
      await client.send(deleteScore, { body: { ...place, reason: REASON } }),
      await client.send(rollbackScore, { body: place }),
      await client.send(decideScore, { body: { ...inSubject, event_id: 1, action: 'approve' } }),
      await client.send(updateBlockScore, {
        body: {
          ...place,
          block_id,
          points: [{ name: '3', score_milli: 1000 }],
          reason: REASON,
          version: 0,
        },
      }),
    ]
    expect(changes.map((answer) => answer.status)).toEqual([status, status, status, status])
  })
})
