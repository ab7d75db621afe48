import {
  createSnapshot,
  fixOption,
  listSnapshots,
  previewAlarms,
  previewAll,
  previewDetail,
  previewStudents,
  studentExams,
  studentScore,
  updatePublishStatus,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, seedTinyExam, type TestApp, TINY_EXAM_NAME } from '../../testing/index.ts'

type Kind = 'sqlite' | 'postgres'

async function open(kind: Kind, options?: { gradeId?: number }) {
  const app = await openTestApp(kind)
  const exam = await seedTinyExam(app.services, app.school, options)
  return { app, exam, ...exam }
}

async function publish(app: TestApp, examId: number, account = 'director') {
  const client = await app.signIn(account)
  return client.send(createSnapshot, { body: { exam_id: examId, confirm_name: TINY_EXAM_NAME } })
}

everyDatabase('scores before and at their release on %s', (kind) => {
  test('the preview counts who sat, who was scored, and finds nothing in the way but checks that nobody made', async () => {
    const { app, examId } = await open(kind)
    const director = await app.signIn('director')
    const { data } = await director.send(previewAll, { query: { exam_id: examId } })
    expect(data.ready).toBe(true)
    expect(data.published_version).toBeNull()
    expect(data.diff).toBeNull()
    const [chinese, mathematics] = data.subjects
    expect(chinese).toMatchObject({
      full_milli: 20_000,
      registered: 7,
      present: 6,
      absent: 1,
      scored: 6,
      gate: [{ code: 'spotChecksShort', count: 1, blocking: false }],
    })
    expect(chinese?.mean_milli).toBeCloseTo(77_500 / 6)
    expect(mathematics).toMatchObject({ registered: 8, present: 6, absent: 2, scored: 6 })
  })

  test('the preview lists totals with partial ones marked, and finds people by number', async () => {
    const { app, examId } = await open(kind)
    const principal = await app.signIn('principal')
    const all = await principal.send(previewStudents, { query: { exam_id: examId, limit: 50 } })
    expect(all.data.list.map((row) => [row.exam_no, row.total_milli, row.partial])).toEqual([
      ['101', 28_000, false],
      ['102', 23_000, false],
      ['103', 23_000, false],
      ['104', 15_000, true],
      ['105', 3000, false],
      ['106', 23_000, false],
      ['107', 7000, false],
      ['108', null, true],
    ])
    const one = await principal.send(previewStudents, {
      query: { exam_id: examId, keyword: '106' },
    })
    expect(one.data.total).toBe(1)
  })

  test('a detail shows every answer, the block and its reading', async () => {
    const { app, examId, candidateIds } = await open(kind)
    const director = await app.signIn('director')
    const { data } = await director.send(previewDetail, {
      query: { exam_id: examId, subject_id: 1, candidate_id: candidateIds['102'] ?? 0 },
    })
    expect(data.objective).toMatchObject([
      { question_no: '1', answer: ['A'], key: ['A'], score_milli: 5000 },
      { question_no: '2', answer: ['A'], key: ['A', 'C'], score_milli: 2000 },
    ])
    expect(data.blocks).toMatchObject([
      {
        name: '阅读',
        final_milli: 6000,
        readings: [{ role: 'R1', marker_name: '阅卷老师1', total_milli: 6000 }],
      },
    ])
  })

  test('a total of zero and a one-sided score are alarms', async () => {
    const { app, examId, candidateIds } = await open(kind)
    const director = await app.signIn('director')
    await app.services.db
      .updateTable('candidate_subject')
      .set({ objective_milli: 2000, subjective_milli: 9000 })
      .where('candidate_id', '=', candidateIds['103'] ?? 0)
      .where('subject_id', '=', 1)
      .execute()
    const { data } = await director.send(previewAlarms, { query: { exam_id: examId } })
    expect(data.map(({ code, exam_no }) => [exam_no, code])).toEqual([
      ['103', 'objectiveLowSubjectiveHigh'],
      ['105', 'zeroTotal'],
    ])
  })

  test('publishing wants the exam name, makes version 1 and locks the papers', async () => {
    const { app, examId } = await open(kind)
    const director = await app.signIn('director')
    const wrong = await director.send(createSnapshot, {
      body: { exam_id: examId, confirm_name: '高一期末考试' },
    })
    expect(wrong.error.error).toBe('PUBLISH_NAME_MISMATCH')
    const right = await publish(app, examId)
    expect(right.status).toBe(200)
    expect(right.data.version).toBe(1)
    const states = await app.services.db
      .selectFrom('unit')
      .select('state')
      .distinct()
      .where('exam_id', '=', examId)
      .execute()
    expect(states).toEqual([{ state: 'LOCKED' }])
    const again = await publish(app, examId)
    expect(again.error).toMatchObject({ error: 'SNAPSHOT_UNCHANGED', facts: { version: 1 } })
  })

  test('an open paper holds publication back until somebody says why it goes on', async () => {
    const { app, examId, candidateIds } = await open(kind)
    await app.services.db
      .updateTable('unit')
      .set({ state: 'READY', final_milli: null, final_points: null })
      .where('candidate_id', '=', candidateIds['101'] ?? 0)
      .where('subject_id', '=', 2)
      .execute()
    const director = await app.signIn('director')
    const preview = await director.send(previewAll, { query: { exam_id: examId } })
    expect(preview.data.ready).toBe(false)
    expect(preview.data.subjects[1]?.gate).toMatchObject([
      { code: 'unitsNotFinal', count: 1, blocking: true },
      { code: 'spotChecksShort', count: 1, blocking: false },
    ])
    const refused = await publish(app, examId)
    expect(refused.error).toMatchObject({ error: 'PUBLISH_INCOMPLETE', facts: { count: 1 } })
    const locked = await app.services.db
      .selectFrom('unit')
      .where('state', '=', 'LOCKED')
      .select('id')
      .execute()
    expect(locked).toEqual([])

    const forced = await director.send(createSnapshot, {
      body: {
        exam_id: examId,
        confirm_name: TINY_EXAM_NAME,
        override_reason: '一份试卷已送公安鉴定',
      },
    })
    expect(forced.status).toBe(200)
    const versions = await director.send(listSnapshots, { query: { exam_id: examId } })
    expect(versions.data).toMatchObject([
      { version: 1, override_reason: '一份试卷已送公安鉴定', published: true, candidates: 8 },
    ])
  })

  test('a candidate who was present and has no score is named by the gate', async () => {
    const { app, examId, candidateIds } = await open(kind)
    await app.services.db
      .updateTable('candidate_subject')
      .set({ total_milli: null })
      .where('candidate_id', '=', candidateIds['101'] ?? 0)
      .where('subject_id', '=', 1)
      .execute()
    const refused = await publish(app, examId)
    expect(refused.error.error).toBe('PUBLISH_INCOMPLETE')
  })

  test('a withdrawn release hides the scores, opens the papers, and an old version comes back', async () => {
    const { app, examId, questionIds } = await open(kind)
    const { data: first } = await publish(app, examId)
    const director = await app.signIn('director')
    const student = await app.signIn('student')
    const move = (snapshot_id: number | null) =>
      director.send(updatePublishStatus, {
        body: { exam_id: examId, snapshot_id, reason: '核对成绩' },
      })
    expect((await move(null)).status).toBe(200)
    const hidden = await student.send(studentScore, { body: { exam_id: examId, exam_no: '101' } })
    expect(hidden.error.error).toBe('SCORE_NOT_RELEASED')
    expect((await student.send(studentExams)).data).toEqual([])
    expect((await move(null)).error.error).toBe('PUBLISH_NOT_PUBLISHED')
    const { status } = await app.services.db
      .selectFrom('exam_subject')
      .select('status')
      .where('exam_id', '=', examId)
      .executeTakeFirstOrThrow()
    expect(status).toBe(3)

    expect(questionIds[1]).toHaveLength(3)
    const changed = await director.send(fixOption, {
      body: {
        exam_id: examId,
        subject_id: 1,
        question_no: '1',
        answer: ['B'],
        reason: '答案有误',
      },
    })
    expect(changed.data.affected.map(({ exam_no }) => exam_no)).toEqual([
      '101',
      '102',
      '103',
      '104',
      '106',
    ])
    const diff = (await director.send(previewAll, { query: { exam_id: examId } })).data.diff
    expect(diff).toMatchObject({ version: 1, changed: 5, largest_milli: 5000 })
    const second = await publish(app, examId)
    expect(second.data.version).toBe(2)
    expect((await move(second.data.snapshot_id)).error.error).toBe('PUBLISH_ALREADY')
    expect((await move(first.snapshot_id)).status).toBe(200)
    const back = await student.send(studentScore, { body: { exam_id: examId, exam_no: '101' } })
    expect(back.data).toMatchObject({ version: 1, total_milli: 28_000 })
  })
})

everyDatabase('changes of a key on %s', (kind) => {
  test('a preview names who would gain or lose and changes nothing', async () => {
    const { app, examId } = await open(kind)
    const leader = await app.signIn('admin')
    const change = {
      exam_id: examId,
      subject_id: 1,
      question_no: '2',
      answer: ['A'],
      reason: '选项 C 有争议',
    }
    const seen = await leader.send(fixOption, { body: { ...change, preview: 1 } })
    expect(seen.data.version).toBe(2)
    expect(
      seen.data.affected.map(({ exam_no, before_milli, after_milli }) => [
        exam_no,
        before_milli,
        after_milli,
      ]),
    ).toEqual([
      ['101', 5000, 0],
      ['102', 2000, 5000],
      ['103', 5000, 0],
      ['104', 5000, 0],
      ['106', 2000, 0],
    ])
    const total = async () =>
      (
        await app.services.db
          .selectFrom('candidate_subject')
          .select('total_milli')
          .where('exam_id', '=', examId)
          .where('subject_id', '=', 1)
          .where('total_milli', 'is not', null)
          .orderBy('candidate_id')
          .execute()
      ).map(({ total_milli }) => total_milli)
    expect(await total()).toEqual([20_000, 13_000, 13_000, 15_000, 0, 16_500])
    await leader.send(fixOption, { body: change })
    expect(await total()).toEqual([15_000, 16_000, 8000, 10_000, 0, 14_500])
  })

  test('a void question leaves full mark and sums, a gift goes to everyone present', async () => {
    const { app, examId } = await open(kind)
    const admin = await app.signIn('admin')
    const change = (status: 'void' | 'gift') =>
      admin.send(fixOption, {
        body: {
          exam_id: examId,
          subject_id: 1,
          question_no: '1',
          answer: ['A'],
          rule: { status },
          reason: '题目有误',
        },
      })
    await change('void')
    const after = await admin.send(previewAll, { query: { exam_id: examId } })
    expect(after.data.subjects[0]).toMatchObject({ full_milli: 15_000, scored: 6 })
    expect(after.data.subjects[0]?.mean_milli).toBeCloseTo(57_500 / 6)
    await change('gift')
    const gift = await admin.send(previewAll, { query: { exam_id: examId } })
    expect(gift.data.subjects[0]?.full_milli).toBe(20_000)
    expect(gift.data.subjects[0]?.mean_milli).toBeCloseTo(87_500 / 6)
  })

  test.for([
    ['9', ['A'], 'NOT_FOUND', 'no such question'],
    ['3', ['A'], 'NOT_FOUND', 'a subjective question'],
    ['1', ['A', 'B'], 'ANSWER_KEY_INVALID', 'two letters for a single choice'],
    ['1', ['F'], 'ANSWER_KEY_INVALID', 'a letter that is not printed'],
    ['2', [], 'ANSWER_KEY_INVALID', 'no letter'],
  ] as const)('key of %s as %o is refused with %s: %s', async ([no, answer, code]) => {
    const { app, examId } = await open(kind)
    const admin = await app.signIn('admin')
    const { error } = await admin.send(fixOption, {
      body: {
        exam_id: examId,
        subject_id: 1,
        question_no: no,
        answer: [...answer],
        reason: '更正',
      },
    })
    expect(error.error).toBe(code)
  })
})

everyDatabase('a student on %s', (kind) => {
  test('sees the own released scores with means, ranks, level and items', async () => {
    const { app, examId } = await open(kind)
    await publish(app, examId)
    const student = await app.signIn('student')
    expect((await student.send(studentExams)).data).toMatchObject([
      { exam_id: examId, exam_no: '101', exam_name: TINY_EXAM_NAME },
    ])
    const { data } = await student.send(studentScore, {
      body: { exam_id: examId, exam_no: '101' },
    })
    expect(data).toMatchObject({
      name: '王小明1',
      class_name: '1班',
      total_milli: 28_000,
      total_full_milli: 30_000,
      partial: false,
      rank_class: 1,
      rank_school: 1,
    })
    const [chinese] = data.subjects
    expect(chinese).toMatchObject({
      total_milli: 20_000,
      objective_milli: 10_000,
      subjective_milli: 10_000,
      class_mean_milli: 61_000 / 4,
      rank_school: 1,
      level: 'A',
    })
    expect(chinese?.items).toEqual([
      {
        no: '1',
        full_milli: 5000,
        score_milli: 5000,
        outcome: 'right',
        answer: 'A',
        key: 'A',
        class_percent: 75,
      },
      {
        no: '2',
        full_milli: 5000,
        score_milli: 5000,
        outcome: 'right',
        answer: 'AC',
        key: 'AC',
        class_percent: 85,
      },
      {
        no: '3',
        full_milli: 10_000,
        score_milli: 10_000,
        outcome: 'right',
        answer: null,
        key: null,
        class_percent: 72,
      },
    ])
  })

  test('sees of a written question whether it was blank or worth nothing', async () => {
    const { app, examId } = await open(kind)
    const own = app.services.db
      .selectFrom('candidate')
      .select('id')
      .where('exam_id', '=', examId)
      .where('exam_no', '=', '101')
    const seen = async (final: { final_source: string; final_reason: string }) => {
      await app.services.db
        .updateTable('unit')
        .set({ final_milli: 0, final_points: '[0]', ...final })
        .where('subject_id', '=', 1)
        .where('candidate_id', 'in', own)
        .execute()
      await publish(app, examId)
      const student = await app.signIn('student')
      const { data } = await student.send(studentScore, {
        body: { exam_id: examId, exam_no: '101' },
      })
      return data.subjects[0]?.items[2]?.answer
    }
    expect(await seen({ final_source: 'BLANK', final_reason: 'NR' })).toBe('')
    expect(await seen({ final_source: 'SINGLE', final_reason: 'ZERO' })).toBeNull()
  })

  test('below grade 10 sees no rank at all', async () => {
    const { app, examId } = await open(kind, { gradeId: 9 })
    await publish(app, examId)
    const student = await app.signIn('student')
    const { data } = await student.send(studentScore, {
      body: { exam_id: examId, exam_no: '101' },
    })
    expect(JSON.stringify(data)).not.toContain('"rank_')
  })

  test('cannot reach anybody else by number, and guessing ends in a pause', async () => {
    const { app, examId } = await open(kind)
    await publish(app, examId)
    const student = await app.signIn('student')
    const ask = (exam_no: string) =>
      student.send(studentScore, { body: { exam_id: examId, exam_no } })
    for (const no of ['102', '103', '104', '105', '106', '107', '108', '999', '1', '0']) {
      const answer = await ask(no)
      // Not 401: a mistyped number must not sign anybody out.
      expect([no, answer.status, answer.error.error]).toEqual([no, 404, 'QUERY_NOT_MATCHED'])
    }
    expect((await ask('101')).error).toMatchObject({ error: 'QUERY_LOCKED' })
    app.advance(16 * 60_000)
    const free = await app.signIn('student')
    const own = await free.send(studentScore, { body: { exam_id: examId, exam_no: '101' } })
    expect(own.status).toBe(200)
  })

  test('of hundreds of tries at the same moment no more than ten are looked at', async () => {
    const { app, examId } = await open(kind)
    await publish(app, examId)
    const student = await app.signIn('student')
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, at) => {
        const exam_no = at === 119 ? '101' : `9${at}`
        return student.send(studentScore, { body: { exam_id: examId, exam_no } })
      }),
    )
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(10)
  })

  test('a student who looks again and again is not taken for one who guesses', async () => {
    const { app, examId } = await open(kind)
    await publish(app, examId)
    const student = await app.signIn('student')
    for (let time = 0; time < 15; time++) {
      const body = { exam_id: examId, exam_no: '101' }
      expect((await student.send(studentScore, { body })).status).toBe(200)
    }
  })

  test('finds nothing before the release', async () => {
    const { app, examId } = await open(kind)
    const student = await app.signIn('student')
    const own = await student.send(studentScore, { body: { exam_id: examId, exam_no: '101' } })
    expect(own).toMatchObject({ status: 403 })
    expect(own.error.error).toBe('SCORE_NOT_RELEASED')
  })
})

describe('who may do what with scores', () => {
  test.for([
    ['director', 200],
    ['principal', 200],
    ['marker1', 403],
    ['scanner', 403],
    ['student', 403],
    ['other-director', 404],
  ] as const)('%s previews scores: %i', async ([account, status]) => {
    const { app, examId, candidateIds } = await open('sqlite')
    const client = await app.signIn(account)
    const query = { exam_id: examId }
    const detail = { ...query, subject_id: 1, candidate_id: candidateIds['101'] ?? 0 }
    const answers = [
      await client.send(previewAll, { query }),
      await client.send(previewStudents, { query }),
      await client.send(previewAlarms, { query }),
      await client.send(listSnapshots, { query }),
      await client.send(previewDetail, { query: detail }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
  })

  test.for([
    ['admin', 200],
    ['director', 200],
    ['principal', 403],
    ['head', 403],
    ['other-admin', 404],
  ] as const)('%s publishes and withdraws: %i', async ([account, status]) => {
    const { app, examId } = await open('sqlite')
    const answer = await publish(app, examId, account)
    expect(answer.status).toBe(status)
    const client = await app.signIn(account)
    const withdrawal = await client.send(updatePublishStatus, {
      body: { exam_id: examId, snapshot_id: null, reason: '核对成绩' },
    })
    expect(withdrawal.status).toBe(status)
  })

  test.for([
    ['admin', 1, 200],
    ['director', 1, 200],
    ['leader', 1, 404],
    ['marker1', 1, 403],
    ['principal', 1, 403],
    ['other-admin', 1, 404],
  ] as const)('%s changes a key of subject %i: %i', async ([account, subject_id, status]) => {
    const { app, examId } = await open('sqlite')
    const client = await app.signIn(account)
    const answer = await client.send(fixOption, {
      body: { exam_id: examId, subject_id, question_no: '1', answer: ['B'], reason: '更正' },
    })
    expect(answer.status).toBe(status)
  })

  test.for(['admin', 'head', 'other-student'] as const)(
    '%s does not see the score sheet of a student',
    async (account) => {
      const { app, examId } = await open('sqlite')
      await publish(app, examId)
      const client = await app.signIn(account)
      const answer = await client.send(studentScore, {
        body: { exam_id: examId, exam_no: '101' },
      })
      expect(answer.status).toBe(account === 'other-student' ? 404 : 403)
    },
  )

  test('a version of another exam cannot be released', async () => {
    const { app, examId } = await open('sqlite')
    const { data } = await publish(app, examId)
    const other = await seedTinyExam(app.services, app.school)
    const admin = await app.signIn('admin')
    const { error } = await admin.send(updatePublishStatus, {
      body: { exam_id: other.examId, snapshot_id: data.snapshot_id, reason: '核对成绩' },
    })
    expect(error.error).toBe('SNAPSHOT_NOT_FOUND')
  })
})
