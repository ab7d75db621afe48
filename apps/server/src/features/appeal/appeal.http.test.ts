import {
  appealHandle,
  appealRelease,
  appealSubmit,
  appealWithdraw,
  createSnapshot,
  listSnapshots,
  reviewList,
  scoreInspectDetail,
  settingSave,
  studentScore,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MATHEMATICS = 2
const REASON = '作文最后一段没有给分，请核对'

everyDatabase('appeals on %s', (kind) => {
  const open = async () => {
    const app = await openTestApp(kind)
    const { examId } = await seedTinyExam(app.services, app.school)
    const { db } = app.services
    const director = await app.signIn('director')
    await director.send(createSnapshot, {
      body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
    })
    const student = await app.signIn('student')
    // Of 8 of 10: it may rise and fall.
    const unit = await db
      .selectFrom('unit')
      .innerJoin('candidate', 'candidate.id', 'unit.candidate_id')
      .where('candidate.exam_no', '=', '101')
      .where('unit.final_milli', 'is not', null)
      .where('unit.subject_id', '=', MATHEMATICS)
      .select(['unit.id', 'unit.subject_id', 'unit.candidate_id'])
      .orderBy('unit.id')
      .executeTakeFirstOrThrow()
    const submit = (reason = REASON) =>
      student.send(appealSubmit, {
        body: { exam_id: examId, subject_id: unit.subject_id, reason },
      })
    const list = async (client = director) =>
      (await client.send(reviewList, { query: { exam_id: examId } })).data
    const handle = async (body: object, client = director) => {
      const [appeal] = (await list()).list
      if (!appeal) throw new Error('there is an appeal')
      return client.send(appealHandle, {
        body: {
          exam_id: examId,
          appeal_id: appeal.appeal_id,
          version: appeal.version,
          ...body,
        } as never,
      })
    }
    /** A decision that gives the paper so much more. */
    const decide = async (difference: number, client = director) => {
      const detail = await client.send(scoreInspectDetail, {
        query: { exam_id: examId, subject_id: unit.subject_id, candidate_id: unit.candidate_id },
      })
      const block = detail.data.blocks.find(({ unit_id }) => unit_id === unit.id)
      const [first = 0, ...rest] = block?.final_points ?? []
      return handle(
        {
          action: 'decide',
          unit_id: unit.id,
          unit_version: block?.version ?? 0,
          scores: [first + difference, ...rest],
          answer: '已复核，给分点有遗漏',
        },
        client,
      )
    }
    const total = async () => {
      const { data } = await student.send(studentScore, {
        body: { exam_id: examId, exam_no: '101' },
      })
      const subject = data.subjects.find(({ subject_id }) => subject_id === unit.subject_id)
      return { version: data.version, milli: subject?.total_milli ?? null }
    }
    const notices = async (who: string) => {
      const rows = await db
        .selectFrom('delivery')
        .innerJoin('message', 'message.id', 'delivery.message_id')
        .where('message.kind', '=', 'appeal')
        .where('delivery.user_id', '=', app.school.userIds[who] ?? 0)
        .select('delivery.message_id')
        .execute()
      return rows.length
    }
    return {
      ...app,
      db,
      notices,
      examId,
      unit,
      director,
      student,
      submit,
      list,
      handle,
      decide,
      total,
    }
  }

  test('a raised score goes out as a version that changes the appealed candidate alone', async () => {
    const { submit, list, handle, decide, total, director, examId, db, student } = await open()
    const before = await total()
    expect((await submit('太短')).error).toMatchObject({ error: 'INPUT_INVALID' })
    expect((await submit()).status).toBe(200)
    expect((await submit()).error).toMatchObject({ error: 'APPEAL_OPEN' })
    expect((await list()).list).toMatchObject([{ state: 'submitted', name: '王小明1' }])
    expect((await decide(500)).error).toMatchObject({ error: 'APPEAL_STATE' })
    expect((await list()).stages).toEqual({ waiting: 1, working: 0, over: 0 })
    await handle({ action: 'accept' })
    await handle({ action: 'assign' })
    expect((await decide(500)).data).toMatchObject({ state: 'decided' })
    expect(await total()).toEqual(before)

    // Somebody else's score changed as well: that is no matter of the appeal.
    const other = await db
      .selectFrom('candidate_subject')
      .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
      .where('candidate.exam_id', '=', examId)
      .where('candidate.exam_no', '<>', '101')
      .where('total_milli', 'is not', null)
      .select(['candidate_id', 'subject_id', 'total_milli'])
      .executeTakeFirstOrThrow()
    const set = (total_milli: number | null) =>
      db
        .updateTable('candidate_subject')
        .set({ total_milli })
        .where('candidate_id', '=', other.candidate_id)
        .where('subject_id', '=', other.subject_id)
        .execute()
    await set((other.total_milli ?? 0) + 500)
    const release = () => director.send(appealRelease, { body: { exam_id: examId } })
    expect((await release()).error).toMatchObject({ error: 'APPEAL_DIFF_OTHER' })
    await set(other.total_milli)
    expect((await release()).data).toEqual({ closed: 1, version: 2 })
    expect(await total()).toEqual({ version: 2, milli: (before.milli ?? 0) + 500 })
    const counted = await list()
    expect(counted.stages).toEqual({ waiting: 0, working: 0, over: 1 })
    expect(counted.outcomes).toMatchObject([
      { subject_id: MATHEMATICS, open: 0, raised: 1, lowered: 0, no_change: 0, rejected: 0 },
    ])
    const inStage = async (query: object) =>
      (await director.send(reviewList, { query: { exam_id: examId, ...query } })).data.total
    expect(await inStage({ stage: 'over' })).toBe(1)
    expect(await inStage({ stage: 'waiting' })).toBe(0)
    expect(await inStage({ stage: 'over', state: 'submitted' })).toBe(0)
    const own = await list(student)
    expect([own.stages, own.outcomes]).toEqual([null, []])
    expect(own.list).toMatchObject([
      { state: 'closed', outcome: 'raised', handler_name: null, answer: '已复核，给分点有遗漏' },
    ])
    expect((await release()).error).toMatchObject({ error: 'APPEAL_NOTHING' })
    const versions = await director.send(listSnapshots, { query: { exam_id: examId } })
    expect(versions.data.map(({ name }) => name)).toEqual(['成绩复核更正', null])
  })

  test('a lower score waits for a second person, and stands where that one does not agree', async () => {
    const { submit, handle, decide, total, signIn, list } = await open()
    const before = await total()
    await submit()
    await handle({ action: 'assign' })
    expect((await decide(-500)).data).toMatchObject({ state: 'approving' })
    const again = await handle({ action: 'approve' })
    expect(again.error).toMatchObject({ error: 'MARKING_SECOND_PERSON_NEEDED' })
    expect(await total()).toEqual(before)
    const admin = await signIn('admin')
    expect((await handle({ action: 'refuse', answer: '原分合理' }, admin)).data).toMatchObject({
      state: 'closed',
    })
    expect((await list()).list).toMatchObject([{ outcome: 'no_change' }])
    expect(await total()).toEqual(before)
  })

  test('a lower score that a second person agrees to is released', async () => {
    const { submit, handle, decide, total, signIn, director, examId, notices } = await open()
    const before = await total()
    await submit()
    await handle({ action: 'assign' })
    await decide(-500)
    const admin = await signIn('admin')
    expect((await handle({ action: 'approve' }, admin)).data).toMatchObject({ state: 'decided' })
    expect(await total()).toEqual(before)
    const { data } = await director.send(appealRelease, { body: { exam_id: examId } })
    expect(data).toEqual({ closed: 1, version: 2 })
    expect(await total()).toEqual({ version: 2, milli: (before.milli ?? 0) - 500 })
    // Who releases hears of what comes in and what waits for a second person; the student of the answer.
    expect(await notices('student')).toBe(1)
    expect(await notices('admin')).toBe(2)
  })

  test('a score that was put right elsewhere is found by adding up anew', async () => {
    const { submit, handle, db, unit, total, director, examId } = await open()
    const before = await total()
    await submit()
    await handle({ action: 'assign' })
    await db
      .updateTable('candidate_subject')
      .set({ total_milli: (before.milli ?? 0) + 1000 })
      .where('candidate_id', '=', unit.candidate_id)
      .where('subject_id', '=', unit.subject_id)
      .execute()
    const decided = await handle({ action: 'decide', answer: '导入的成绩已更正' })
    expect(decided.data).toMatchObject({ state: 'decided' })
    await director.send(appealRelease, { body: { exam_id: examId } })
    expect(await total()).toEqual({ version: 2, milli: (before.milli ?? 0) + 1000 })
  })

  test('staff ask for a student who came in person, and the school says when', async () => {
    const { director, examId, unit, signIn, advance } = await open()
    const ask = (client = director) =>
      client.send(appealSubmit, {
        body: {
          exam_id: examId,
          subject_id: unit.subject_id,
          candidate_id: unit.candidate_id,
          reason: REASON,
        },
      })
    const rule = (value: object, version: number) =>
      director.send(settingSave, {
        body: {
          key: 'report.appeals',
          scope: 'exam',
          exam_id: examId,
          version,
          value,
          reason: '调整',
        },
      })
    expect((await rule({ open: false, days: 3, delay_hours: 0 }, 0)).status).toBe(200)
    expect((await ask()).error).toMatchObject({ error: 'APPEAL_CLOSED' })
    await rule({ open: true, days: 1, delay_hours: 2 }, 1)
    expect((await ask()).error).toMatchObject({ error: 'APPEAL_CLOSED' })
    advance(3 * HOUR)
    const later = await signIn('director')
    expect((await ask(await signIn('head'))).status).toBe(403)
    expect((await ask(await signIn('other-admin'))).status).toBe(404)
    expect((await ask(later)).status).toBe(200)
  })

  test('students who are told levels are told no scores of an appeal either', async () => {
    const { submit, list, student, db, examId } = await open()
    await submit()
    await db.updateTable('exam').set({ grade_id: 8 }).where('id', '=', examId).execute()
    expect((await list(student)).list).toMatchObject([{ before_milli: null }])
    expect((await list()).list[0]?.before_milli).not.toBeNull()
  })

  test('end with their time, are withdrawn until somebody looks, and stay with their school', async () => {
    const { submit, handle, student, examId, signIn, advance, list, unit, school } = await open()
    const { data } = await submit()
    const stranger = await signIn('other-admin')
    const asked = await stranger.send(reviewList, { query: { exam_id: examId } })
    expect(asked.status).toBe(404)
    const head = await signIn('head')
    expect((await head.send(reviewList, { query: { exam_id: examId } })).status).toBe(403)
    // The class teacher of the candidate does not look at the paper.
    const teacher = await handle({ action: 'assign', handler_id: school.userIds['head'] })
    expect(teacher.error).toMatchObject({ error: 'APPEAL_HANDLER' })
    const body = { appeal_id: data.appeal_id }
    expect((await student.send(appealWithdraw, { body })).status).toBe(200)
    expect((await student.send(appealWithdraw, { body })).error).toMatchObject({
      error: 'APPEAL_STATE',
    })
    await submit()
    expect((await list(student)).is_open).toBe(true)
    advance(4 * DAY)
    const later = await signIn('student')
    const late = await later.send(appealSubmit, {
      body: { exam_id: examId, subject_id: unit.subject_id, reason: REASON },
    })
    expect(late.error).toMatchObject({ error: 'APPEAL_CLOSED' })
  })

  test('per block: one appeal of each, decided by that block only, and the student sees the point', async () => {
    const { db, examId, unit, director, student, submit, handle, decide } = await open()
    const blocked = (block_id?: number) =>
      student.send(appealSubmit, {
        body: { exam_id: examId, subject_id: unit.subject_id, block_id, reason: REASON },
      })
    const { block_id } = await db
      .selectFrom('unit')
      .where('id', '=', unit.id)
      .select('block_id')
      .executeTakeFirstOrThrow()
    expect((await blocked(block_id)).error).toMatchObject({ error: 'APPEAL_PER' })
    const saved = await director.send(settingSave, {
      body: {
        key: 'report.appeals',
        scope: 'exam',
        exam_id: examId,
        version: 0,
        value: { open: true, days: 3, delay_hours: 0, per: 'block' },
        reason: '按题块',
      },
    })
    expect(saved.status).toBe(200)
    const seen = async () => (await student.send(reviewList, { query: { exam_id: examId } })).data
    expect((await seen()).blocks).toEqual([
      { subject_id: 1, block_id: expect.any(Number), name: '第 3 题（阅读）' },
      { subject_id: 2, block_id, name: '第 1 题（解答）' },
    ])
    const other = (await seen()).blocks[0]?.block_id
    expect((await blocked(other)).error).toMatchObject({ error: 'NOT_FOUND' })
    expect((await blocked(block_id)).status).toBe(200)
    expect((await blocked(block_id)).error).toMatchObject({ error: 'APPEAL_OPEN' })
    // What is in no block is a target of its own.
    expect((await submit()).status).toBe(200)
    await handle({ action: 'assign' })
    await db
      .updateTable('appeal')
      .set({ block_id: other ?? 0 })
      .where('block_id', '=', block_id)
      .execute()
    expect((await decide(1000)).error).toMatchObject({ error: 'APPEAL_OTHER_BLOCK' })
    await db
      .updateTable('appeal')
      .set({ block_id })
      .where('block_id', '=', other ?? 0)
      .execute()
    expect((await decide(1000)).data.state).toBe('decided')
    await director.send(appealRelease, { body: { exam_id: examId } })
    expect((await seen()).list[0]).toMatchObject({
      block_name: '解答',
      state: 'closed',
      points: [{ before_milli: 8000, after_milli: 9000 }],
    })
  })
})
