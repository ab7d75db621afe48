import {
  candidateList,
  candidateUpdate,
  examCreate,
  examCreateConfirm,
  examDelete,
  examFlowSubject,
  examGet,
  examList,
  examMarkers,
  examMarkersSet,
  examProgress,
  examRollback,
  examsOfSchool,
  examStatus,
  examUpdate,
  homeExams,
  homeSummary,
  homeTodos,
  sheetSave,
  sheetSettings,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestClient } from '../../testing/index.ts'

const MATHS = 2

async function createdExam(app: TestApp, client: TestClient, change: object = {}) {
  const answer = await client.send(examCreate, {
    params: { schoolId: app.school.schoolId },
    body: {
      name: '高一期中考试',
      type: 3,
      mode: 1,
      grade_id: 10,
      start_date: '2026-11-20',
      class_ids: app.school.classIds.slice(0, 2),
      subject_ids: [1, MATHS],
      ...change,
    },
  })
  return { answer, examId: answer.data?.exam_id }
}

/** Binds the mathematics sample with its keys to the exam. */
async function withSheet(client: TestClient, examId: number) {
  const { data } = await client.send(sheetSettings, { query: { exam_id: examId } })
  const sample = data.samples.find(({ code }) => code === 'mathematics')
  if (!sample) throw new Error('the mathematics sample is gone')
  return client.send(sheetSave, {
    body: {
      exam_id: examId,
      subject_id: MATHS,
      design: sample.design,
      keys: sample.keys,
      rules: sample.rules,
    },
  })
}

describe('creating an exam', () => {
  everyDatabase('on %s', (kind) => {
    test('gives it subjects, classes and numbered candidates', async () => {
      const app = await openTestApp(kind)
      const admin = await app.signIn('admin')
      const { examId } = await createdExam(app, admin)
      const confirmed = await admin.send(examCreateConfirm, { body: { exam_id: examId } })
      expect(confirmed.data).toEqual({ candidates: 8, added: 8 })
      const again = await admin.send(examCreateConfirm, { body: { exam_id: examId } })
      expect(again.data).toEqual({ candidates: 8, added: 0 })
      const params = { schoolId: app.school.schoolId, examId }
      expect((await admin.send(examGet, { params })).data).toMatchObject({
        type_name: '期中',
        mode_name: '网上阅卷',
        grade_name: '高一',
        status: 1,
        status_name: '答题卡设置',
        candidate_count: 8,
        created_by: '管理员',
        classes: [{ name: '1班' }, { name: '2班' }],
        subjects: [{ name: '语文' }, { name: '数学', status: 1, full_milli: 0, sheet_id: null }],
      })
      const roster = await admin.send(candidateList, { query: { exam_id: examId } })
      expect(roster.data.list.map(({ exam_no }) => exam_no)).toEqual(
        ['01', '02'].flatMap((room) => [1, 2, 3, 4].map((seat) => `2610${room}0${seat}`)),
      )
    })
  })

  test.for([
    ['no subject', { subject_ids: [] }, 'EXAM_SUBJECTS_EMPTY'],
    ['no class', { class_ids: [] }, 'EXAM_CLASSES_EMPTY'],
    ['the total as a subject', { subject_ids: [3000] }, 'SUBJECT_NOT_FOUND'],
    ['a class of another grade', { class_ids: [3] }, 'CLASS_NOT_FOUND'],
    ['a class of another school', { class_ids: [4] }, 'CLASS_NOT_FOUND'],
    ['a day that does not exist', { start_date: '2026-02-30' }, 'INPUT_INVALID'],
    ['an unknown mode', { mode: 5 }, 'INPUT_INVALID'],
    ['a blank name', { name: '' }, 'INPUT_INVALID'],
  ] as const)('is refused with %s', async ([, change, code]) => {
    const app = await openTestApp()
    const admin = await app.signIn('admin')
    const { answer } = await createdExam(app, admin, change)
    expect(answer.error.error).toBe(code)
  })

  test('is for school admins and academic directors, in their own school', async () => {
    const app = await openTestApp()
    for (const [account, name] of [
      ['admin', 'A'],
      ['director', 'B'],
    ] as const)
      expect((await createdExam(app, await app.signIn(account), { name })).answer.status).toBe(200)
    for (const account of ['principal', 'head', 'marker1', 'student'])
      expect((await createdExam(app, await app.signIn(account))).answer.status).toBe(403)
    const other = await app.signIn('other-admin')
    expect((await createdExam(app, other)).answer.error.error).toBe('SCHOOL_NOT_FOUND')
  })

  test('does not repeat a name', async () => {
    const app = await openTestApp()
    const admin = await app.signIn('admin')
    await createdExam(app, admin)
    const { answer } = await createdExam(app, admin)
    expect(answer.error.msg).toBe('已有同名考试「高一期中考试」，请换一个名称')
  })
})

describe('the exam list', () => {
  everyDatabase('on %s', (kind) => {
    test('is filtered, paged, and limited to grades and subjects of the role', async () => {
      const app = await openTestApp(kind)
      const admin = await app.signIn('admin')
      await createdExam(app, admin, { name: '月考一', type: 2, start_date: '2026-09-28' })
      await createdExam(app, admin, { name: '期中', type: 3, subject_ids: [1] })
      await createdExam(app, admin, {
        name: '高二月考',
        type: 2,
        grade_id: 11,
        class_ids: app.school.classIds.slice(2, 3),
      })
      const names = async (client: TestClient, query: object) =>
        (await client.send(examList, { query })).data.list.map(({ name }) => name)
      expect(await names(admin, {})).toEqual(['高二月考', '期中', '月考一'])
      expect(await names(admin, { keyword: '月考', grade_id: 10 })).toEqual(['月考一'])
      expect(await names(admin, { type: 3 })).toEqual(['期中'])
      expect(await names(admin, { subject_id: MATHS })).toEqual(['高二月考', '月考一'])
      expect(await names(admin, { from: '2026-10-01', to: '2026-12-01' })).toHaveLength(2)
      expect(await names(admin, { status: 1 })).toHaveLength(3)
      expect(await names(admin, { status: 3 })).toEqual([])
      expect(await names(admin, { published: true })).toEqual([])
      expect(await names(admin, { limit: 1, page: 2 })).toEqual(['期中'])
      const { data } = await admin.send(examList, { query: { keyword: '期中' } })
      const one = { exam_id: data.list[0]?.exam_id ?? 0 }
      expect(await names(admin, one)).toEqual(['期中'])
      expect(await names(await app.signIn('other-admin'), one)).toEqual([])
      expect(await names(await app.signIn('grade'), {})).toEqual(['期中', '月考一'])
      const leader = await app.signIn('leader')
      expect(await names(leader, {})).toEqual(['高二月考', '月考一'])
      const seen = await leader.send(examList, { query: { limit: 1 } })
      expect(seen.data.list[0]?.subjects.map(({ name }) => name)).toEqual(['数学'])
      expect(await names(await app.signIn('other-admin'), {})).toEqual([])
    })
  })
})

describe('changing an exam', () => {
  test('adds and removes subjects and classes, with their candidates', async () => {
    const app = await openTestApp()
    const admin = await app.signIn('admin')
    const { examId } = await createdExam(app, admin)
    await admin.send(examCreateConfirm, { body: { exam_id: examId } })
    await withSheet(admin, examId)
    const params = { schoolId: app.school.schoolId, examId }
    const body = { name: '改名', class_ids: app.school.classIds.slice(0, 1), subject_ids: [1, 3] }
    expect((await admin.send(examUpdate, { params, body })).status).toBe(200)
    const { data } = await admin.send(examGet, { params })
    expect(data).toMatchObject({ name: '改名', candidate_count: 4 })
    expect(data.subjects.map(({ name }) => name)).toEqual(['语文', '英语'])
    const roster = await admin.send(candidateList, { query: { exam_id: examId } })
    expect(roster.data.list[0]?.subjects.map(({ subject_id }) => subject_id)).toEqual([1, 3])
    const left = await app.services.db.selectFrom('question').select('id').execute()
    expect(left).toEqual([])
  })

  test('keeps what was scanned', async () => {
    const app = await openTestApp()
    const admin = await app.signIn('admin')
    const { examId } = await createdExam(app, admin)
    await admin.send(examCreateConfirm, { body: { exam_id: examId } })
    await scanned(app, examId)
    const params = { schoolId: app.school.schoolId, examId }
    for (const body of [{ subject_ids: [1] }, { class_ids: app.school.classIds.slice(1, 2) }])
      expect((await admin.send(examUpdate, { params, body })).error.error).toBe('EXAM_HAS_SCANS')
    const deleted = await admin.send(examDelete, { params, query: {} })
    expect(deleted.error.msg).toBe('考试已有 1 张答题卡扫描数据，不能删除考试，请先清空扫描数据')
  })

  test('and deleting it are for exam managers of that school', async () => {
    const app = await openTestApp()
    const admin = await app.signIn('admin')
    const { examId } = await createdExam(app, admin)
    const params = { schoolId: app.school.schoolId, examId }
    for (const account of ['principal', 'leader'])
      expect(
        (await (await app.signIn(account)).send(examDelete, { params, query: {} })).status,
      ).toBe(403)
    const other = await app.signIn('other-admin')
    expect((await other.send(examDelete, { params, query: {} })).status).toBe(404)
    const own = { schoolId: app.otherSchool.schoolId, examId }
    expect((await other.send(examDelete, { params: own, query: {} })).status).toBe(404)
    expect((await admin.send(examDelete, { params, query: {} })).status).toBe(200)
    expect((await admin.send(examGet, { params })).status).toBe(404)
    expect((await admin.send(examList, { query: {} })).data.total).toBe(0)
  })
})

describe('the flow of a subject', () => {
  everyDatabase('on %s', (kind) => {
    test('opens step by step as its preconditions are met', async () => {
      const app = await openTestApp(kind)
      const admin = await app.signIn('admin')
      const { examId } = await createdExam(app, admin)
      const subject = { exam_id: examId, subject_id: MATHS }
      const params = { schoolId: app.school.schoolId, examId }
      const move = (status: number) => admin.send(examStatus, { body: { ...subject, status } })
      const progress = async () =>
        (await admin.send(examProgress, { params })).data.subjects.find(
          ({ subject_id }) => subject_id === MATHS,
        )

      expect((await move(3)).error.error).toBe('EXAM_STEP_INVALID')
      const closed = await move(2)
      expect(closed.status).toBe(409)
      expect(closed.error.msg).toBe('还有 1 项没有完成，不能进入阅卷设置，请按清单逐项处理')
      expect(closed.error.fields).toEqual([
        { path: 'sheet', msg: '还没有设置答题卡，请先设计并保存答题卡' },
      ])
      expect((await withSheet(admin, examId)).status).toBe(200)
      const asked = await admin.send(examStatus, {
        body: { ...subject, status: 2, preview: true },
      })
      expect(asked.data).toMatchObject({ status: 2, effect: '数学进入阅卷设置', gates: [] })
      expect((await progress())?.status).toBe(1)
      expect((await move(2)).data.status).toBe(2)

      const needs = await move(3)
      expect(needs.error.fields.map(({ path }) => path)).toEqual(['roster', 'markers'])
      expect(needs.error.fields[1]?.msg).toContain('7 个题块的阅卷教师不足：第13-16题、第17题')
      await admin.send(examCreateConfirm, { body: { exam_id: examId } })
      const { data: subjects } = await admin.send(examMarkers, { params })
      const blocks = subjects.find(({ subject_id }) => subject_id === MATHS)?.blocks ?? []
      expect(blocks).toHaveLength(7)
      const { marker1 = 0, leader = 0 } = app.school.userIds
      const set = await admin.send(examMarkersSet, {
        params,
        body: {
          subject_id: MATHS,
          blocks: blocks.map(({ block_id }) => ({
            block_id,
            marker_ids: [marker1],
            leader_ids: [leader],
          })),
        },
      })
      expect(set.status).toBe(200)
      // Who opens marking names what they know to be unready.
      const unseen = await move(3)
      expect([unseen.error.error, unseen.error.fields.map(({ path }) => path)]).toEqual([
        'EXAM_GATE_UNSEEN',
        ['testPage'],
      ])
      const opened = await admin.send(examStatus, {
        body: { ...subject, status: 3, known: ['testPage'] },
      })
      expect(opened.data).toMatchObject({
        status: 3,
        effect: '数学进入扫描阅卷，1 名阅卷教师可以开始',
      })

      expect(await progress()).toMatchObject({
        status_name: '扫描阅卷',
        full_milli: 150_000,
        registered: 8,
        no_record: 8,
        scanned_sheets: 0,
        objective_questions: 12,
        keys_missing: 0,
        blocks: 7,
        markers: 1,
        next_status: 6,
        next_status_name: '成绩报表',
        gates: [
          { code: 'noRecord', count: 8, blocking: true },
          { code: 'unopened', count: 7, blocking: false },
        ],
      })
      expect((await move(6)).error.error).toBe('EXAM_GATE_CLOSED')
      const back = await admin.send(examRollback, { body: { ...subject, status: 1 } })
      expect(back.data.status).toBe(1)
      await scanned(app, examId)
      expect(await progress()).toMatchObject({ scanned_sheets: 1, scanned_candidates: 1 })
    })
  })

  everyDatabase('on %s', (kind) => {
    test('pauses who marks when it goes back, and lets them on when it comes forward', async () => {
      const app = await openTestApp(kind)
      const admin = await app.signIn('admin')
      const { examId } = await createdExam(app, admin)
      await admin.send(examCreateConfirm, { body: { exam_id: examId } })
      await withSheet(admin, examId)
      const { db } = app.services
      const subject = { exam_id: examId, subject_id: MATHS }
      await db
        .updateTable('exam_subject')
        .set({ status: 3 })
        .where('exam_id', '=', examId)
        .execute()
      const ids = (
        await db
          .selectFrom('block')
          .select('id')
          .where('exam_id', '=', examId)
          .orderBy('id')
          .execute()
      ).map(({ id }) => id)
      const [first = 0, second = 0, third = 0] = ids
      await db
        .updateTable('block')
        .set({ status: 'open' })
        .where('id', 'in', [first, second])
        .execute()
      await db.updateTable('block').set({ status: 'paused' }).where('id', '=', third).execute()
      const states = async () =>
        (
          await db
            .selectFrom('block')
            .select('status')
            .where('id', 'in', [first, second, third])
            .orderBy('id')
            .execute()
        ).map(({ status }) => status)

      const asked = await admin.send(examRollback, {
        body: { ...subject, status: 2, preview: true },
      })
      expect(asked.data.effect).toBe('数学退回到阅卷设置，2 个题块的教师暂时不能阅卷')
      expect(await states()).toEqual(['open', 'open', 'paused'])
      await admin.send(examRollback, { body: { ...subject, status: 2 } })
      expect(await states()).toEqual(['paused', 'paused', 'paused'])
      const { marker1 = 0, leader = 0 } = app.school.userIds
      await admin.send(examMarkersSet, {
        params: { schoolId: app.school.schoolId, examId },
        body: {
          subject_id: MATHS,
          blocks: ids.map((block_id) => ({
            block_id,
            marker_ids: [marker1],
            leader_ids: [leader],
          })),
        },
      })
      const on = await admin.send(examStatus, {
        body: { ...subject, status: 3, known: ['testPage'] },
      })
      expect(on.data.effect).toContain('退回时暂停的 2 个题块恢复阅卷')
      // What somebody paused on purpose stays so.
      expect(await states()).toEqual(['open', 'open', 'paused'])

      for (const [room_no, prefix] of [
        ['01', '261001%'],
        ['02', '261002%'],
      ] as const)
        await db
          .updateTable('candidate')
          .set({ room_no })
          .where('exam_id', '=', examId)
          .where('exam_no', 'like', prefix)
          .execute()
      const query = { exam_id: examId, subject_id: MATHS }
      const { data } = await admin.send(examFlowSubject, { query })
      expect(data.rooms).toEqual([
        { room_no: '01', expected: 4, scanned: 0 },
        { room_no: '02', expected: 4, scanned: 0 },
      ])
      expect(data.events.map(({ action, text }) => [action, text])).toEqual(
        expect.arrayContaining([
          ['exam-rollback', '扫描阅卷 → 阅卷设置'],
          ['exam-step', expect.stringContaining('阅卷设置 → 扫描阅卷；已知道：这一版答题卡')],
        ]),
      )
      // A teacher sees the rooms, and not who did what.
      const teacher = await app.signIn('marker1')
      expect((await teacher.send(examFlowSubject, { query })).data?.events ?? []).toEqual([])
      const other = await app.signIn('other-admin')
      expect((await other.send(examFlowSubject, { query })).status).toBe(404)
    })
  })

  test('does not go back to the sheet once something is scanned', async () => {
    const app = await openTestApp()
    const admin = await app.signIn('admin')
    const { examId } = await createdExam(app, admin)
    await admin.send(examCreateConfirm, { body: { exam_id: examId } })
    await withSheet(admin, examId)
    await admin.send(examStatus, { body: { exam_id: examId, subject_id: MATHS, status: 2 } })
    await scanned(app, examId)
    const body = { exam_id: examId, subject_id: MATHS, status: 1 }
    expect((await admin.send(examRollback, { body })).error.error).toBe('EXAM_HAS_SCANS')
    for (const account of ['head', 'leader'])
      expect((await (await app.signIn(account)).send(examStatus, { body })).status).toBe(403)
    expect((await (await app.signIn('other-admin')).send(examStatus, { body })).status).toBe(404)
  })

  test('is closed once results are published', async () => {
    const app = await openTestApp()
    const admin = await app.signIn('admin')
    const { examId } = await createdExam(app, admin)
    await app.services.db
      .updateTable('exam')
      .set({ published_snapshot_id: 1 })
      .where('id', '=', examId)
      .execute()
    const params = { schoolId: app.school.schoolId, examId }
    const refusals = [
      await admin.send(examUpdate, { params, body: { name: 'x' } }),
      await admin.send(examDelete, { params, query: {} }),
      await admin.send(examCreateConfirm, { body: { exam_id: examId } }),
      await admin.send(candidateUpdate, { body: { exam_id: examId, renumber: {} } }),
      await withSheet(admin, examId),
    ]
    expect(refusals.map(({ error }) => error.error)).toEqual(Array(5).fill('EXAM_PUBLISHED'))
  })
})

describe('markers of an exam', () => {
  test('that two set at once are not overwritten unseen', async () => {
    const app = await openTestApp()
    const admin = await app.signIn('admin')
    const { examId } = await createdExam(app, admin)
    await withSheet(admin, examId)
    const params = { schoolId: app.school.schoolId, examId }
    const people = async () => {
      const { data } = await admin.send(examMarkers, { params })
      const block = data[1]?.blocks[0]
      const held = (duty: string) =>
        (block?.people ?? []).filter((one) => one.duty === duty).map(({ user_id }) => user_id)
      return {
        block_id: block?.block_id ?? 0,
        name: block?.name ?? '',
        markers: held('marker'),
        leaders: held('leader'),
      }
    }
    const { block_id, name } = await people()
    const { marker1 = 0, marker2 = 0, leader = 0 } = app.school.userIds
    const director = await app.signIn('director')
    const set = (client: typeof admin, wanted: number[][], seen: number[][]) => {
      const [marker_ids = [], leader_ids = []] = wanted
      const [seenMarkers = [], seenLeaders = []] = seen
      const block = {
        block_id,
        marker_ids,
        leader_ids,
        seen: { marker_ids: seenMarkers, leader_ids: seenLeaders },
      }
      return client.send(examMarkersSet, {
        params,
        body: { subject_id: MATHS, blocks: [block] },
      })
    }
    expect((await set(director, [[marker1], []], [[], []])).status).toBe(200)
    const refused = await set(admin, [[marker2], []], [[], []])
    expect([refused.status, refused.error.error]).toEqual([409, 'EXAM_MARKERS_CHANGED'])
    expect(refused.error.msg).toContain(`题块 ${name} 的阅卷教师`)
    // Who sets the leaders saw nobody who marks, and leaves those who do by now.
    expect((await set(admin, [[], [leader]], [[], []])).status).toBe(200)
    expect(await people()).toMatchObject({ markers: [marker1], leaders: [leader] })
    expect((await set(admin, [[marker2], [leader]], [[marker1], [leader]])).status).toBe(200)
    expect(await people()).toMatchObject({ markers: [marker2], leaders: [leader] })
  })

  test('are teachers of the school, and who has read papers stays', async () => {
    const app = await openTestApp()
    const admin = await app.signIn('admin')
    const { examId } = await createdExam(app, admin)
    await withSheet(admin, examId)
    const params = { schoolId: app.school.schoolId, examId }
    const { data } = await admin.send(examMarkers, { params })
    const block_id = data[1]?.blocks[0]?.block_id ?? 0
    const { marker1 = 0, marker2 = 0, scanner = 0 } = app.school.userIds
    const { marker1: strange = 0 } = app.otherSchool.userIds
    const set = (marker_ids: number[], id = block_id) =>
      admin.send(examMarkersSet, {
        params,
        body: { subject_id: MATHS, blocks: [{ block_id: id, marker_ids, leader_ids: [] }] },
      })
    expect((await set([marker1, marker2])).status).toBe(200)
    expect((await set([scanner])).error.error).toBe('STAFF_NOT_FOUND')
    expect((await set([strange])).error.error).toBe('STAFF_NOT_FOUND')
    expect((await set([marker1], 999)).error.error).toBe('MARKING_BLOCK_NOT_FOUND')
    await withReading(app, examId, block_id, marker1)
    const removed = await set([marker2])
    expect(removed.error.msg).toBe('阅卷老师1 已评阅 1 份，不能移除，可改为停止分配')
    expect((await set([marker1])).status).toBe(200)
    const after = await admin.send(examMarkers, { params })
    expect(after.data[1]?.blocks[0]?.people).toMatchObject([
      { name: '阅卷老师1', duty: 'marker', readings: 1 },
    ])
    for (const account of ['head', 'scanner']) {
      const client = await app.signIn(account)
      expect((await client.send(examMarkers, { params })).status).toBe(403)
    }
    const other = await app.signIn('other-admin')
    expect((await other.send(examMarkers, { params })).status).toBe(404)
  })
})

describe('the home page', () => {
  everyDatabase('on %s', (kind) => {
    test('counts and lists what the role looks after', async () => {
      const app = await openTestApp(kind)
      const admin = await app.signIn('admin')
      const { examId } = await createdExam(app, admin)
      await admin.send(examCreateConfirm, { body: { exam_id: examId } })
      await scanned(app, examId)
      expect((await admin.send(homeSummary)).data).toMatchObject({
        exams: 1,
        exams_running: 1,
        students: 12,
        classes: 3,
        scanned_sheets: 1,
        open_exceptions: 0,
        units_total: 0,
      })
      expect((await admin.send(homeExams, { query: {} })).data).toHaveLength(1)
      expect((await admin.send(homeTodos)).data).toMatchObject([
        { kind: 'sheet', title: '设置答题卡', detail: '高一期中考试：语文、数学', count: 2 },
      ])
      await withException(app, examId)
      const scanner = await app.signIn('scanner')
      expect((await scanner.send(homeTodos)).data).toMatchObject([
        {
          kind: 'exceptions',
          title: '数学 扫描异常',
          count: 1,
          exam_id: examId,
          subject_id: MATHS,
        },
      ])
      const student = await app.signIn('student')
      expect((await student.send(homeTodos)).data).toEqual([])
      expect((await student.send(homeSummary)).status).toBe(403)
      const other = await app.signIn('other-admin')
      expect((await other.send(homeSummary)).data).toMatchObject({ exams: 0, scanned_sheets: 0 })
    })
  })

  test('shows markers their own open blocks', async () => {
    const app = await openTestApp()
    const admin = await app.signIn('admin')
    const { examId } = await createdExam(app, admin)
    await admin.send(examCreateConfirm, { body: { exam_id: examId } })
    await withSheet(admin, examId)
    const { db } = app.services
    const block = await db.selectFrom('block').selectAll().executeTakeFirstOrThrow()
    await db.updateTable('block').set({ status: 'open' }).execute()
    await withReading(app, examId, block.id, app.school.userIds['marker1'] ?? 0)
    await db
      .insertInto('block_marker')
      .values({
        block_id: block.id,
        user_id: app.school.userIds['marker2'] ?? 0,
        duty: 'marker',
        quota: null,
        weight: 1,
      })
      .execute()
    const marker = await app.signIn('marker2')
    expect((await marker.send(homeTodos)).data).toMatchObject([
      { kind: 'marking', title: '数学 第13-16题', count: 1, block_id: block.id },
    ])
    expect((await (await app.signIn('marker3')).send(homeTodos)).data).toEqual([])
  })

  test('lists exams of a school under its own address', async () => {
    const app = await openTestApp()
    const admin = await app.signIn('admin')
    await createdExam(app, admin)
    const params = { schoolId: app.school.schoolId }
    expect((await admin.send(examsOfSchool, { params, query: {} })).data.total).toBe(1)
    const other = await app.signIn('other-admin')
    expect((await other.send(examsOfSchool, { params, query: {} })).status).toBe(404)
  })
})

/** A scanned sheet of the first candidate in mathematics, as the station's upload leaves it. */
async function scanned(app: TestApp, examId: number): Promise<void> {
  const { db } = app.services
  const candidate = await db
    .selectFrom('candidate')
    .where('exam_id', '=', examId)
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('scan_batch')
    .values({
      id: 'batch',
      exam_id: examId,
      subject_id: MATHS,
      station: 's',
      operator_id: app.school.userIds['scanner'] ?? 0,
      label: '1',
      opened_at: '2026-11-20T01:00:00.000Z',
    })
    .execute()
  await db
    .insertInto('scan_sheet')
    .values({
      id: 'sheet',
      exam_id: examId,
      subject_id: MATHS,
      batch_id: 'batch',
      seq: 1,
      content_hash: 'x',
      candidate_id: candidate.id,
      state: 'active',
      received_at: '2026-11-20T01:00:00.000Z',
      version: 1,
    })
    .execute()
}

async function withException(app: TestApp, examId: number): Promise<void> {
  await app.services.db
    .insertInto('scan_exception')
    .values({
      exam_id: examId,
      subject_id: MATHS,
      category: 'exam_no',
      target: '',
      state: 'open',
      reason: '考号无法识别',
      confidence: 0.4,
      detail: '{}',
      created_at: '2026-11-20T01:00:00.000Z',
    })
    .execute()
}

/** A unit of the block with one submitted reading of a marker. */
async function withReading(
  app: TestApp,
  examId: number,
  blockId: number,
  markerId: number,
): Promise<void> {
  const { db } = app.services
  const params = { schoolId: app.school.schoolId, examId }
  const admin = await app.signIn('admin')
  await admin.send(examGet, { params })
  await admin.send(examCreateConfirm, { body: { exam_id: examId } })
  const candidate = await db
    .selectFrom('candidate')
    .where('exam_id', '=', examId)
    .selectAll()
    .executeTakeFirstOrThrow()
  const unit = await db
    .insertInto('unit')
    .values({
      exam_id: examId,
      subject_id: MATHS,
      block_id: blockId,
      candidate_id: candidate.id,
      class_id: candidate.class_id,
      secret_code: 'A1',
      ord: 1,
      state: 'MARKING',
      version: 1,
      images: '["x"]',
      ink_ratio: 0.1,
      flags: '{}',
      facts: '{}',
      // The other reading of two is to be given.
      free_role: 'R2',
      updated_at: '2026-11-20T01:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('reading')
    .values({
      unit_id: unit.id,
      block_id: blockId,
      role: 'R1',
      marker_id: markerId,
      state: 'submitted',
      rev: 1,
      claimed_at: '2026-11-20T01:00:00.000Z',
      flags: '[]',
    })
    .execute()
}
