import {
  candidateAdd,
  candidateDelete,
  candidateImport,
  candidateList,
  candidateUpdate,
  examCreate,
  type InputOf,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestClient, xlsxFile } from '../../testing/index.ts'

const MATHS = 2
const HEAD = ['考号', '学号', '姓名', '班级', '考场', '座位']
const AT = '2026-11-20T01:00:00.000Z'

/** An exam of both classes of grade 10 in Chinese and mathematics, and its admin. */
async function openExam(app: TestApp) {
  const admin = await app.signIn('admin')
  const { data } = await admin.send(examCreate, {
    params: { schoolId: app.school.schoolId },
    body: {
      name: '期中',
      type: 3,
      mode: 1,
      grade_id: 10,
      start_date: '2026-11-20',
      class_ids: app.school.classIds.slice(0, 2),
      subject_ids: [1, MATHS],
    },
  })
  return { admin, examId: data.exam_id }
}

const listed = async (
  client: TestClient,
  examId: number,
  query: Omit<InputOf<typeof candidateList>['query'], 'exam_id'> = {},
) => (await client.send(candidateList, { query: { exam_id: examId, ...query } })).data

/** Gives a candidate a scanned sheet in mathematics. */
async function scan(app: TestApp, examId: number, candidateId: number): Promise<void> {
  const { db } = app.services
  const id = `scan-${candidateId}`
  const common = { exam_id: examId, subject_id: MATHS }
  await db
    .insertInto('scan_batch')
    .values({ id, ...common, station: 's', operator_id: 1, label: '1', opened_at: AT })
    .execute()
  await db
    .insertInto('scan_sheet')
    .values({
      id,
      ...common,
      batch_id: id,
      seq: 1,
      content_hash: id,
      candidate_id: candidateId,
      state: 'active',
      received_at: AT,
      version: 1,
    })
    .execute()
}

describe('candidates', () => {
  everyDatabase('on %s', (kind) => {
    test('are enrolled by class, numbered, searched and ordered', async () => {
      const app = await openTestApp(kind)
      const { admin, examId } = await openExam(app)
      const first = await admin.send(candidateAdd, {
        body: { exam_id: examId, class_ids: app.school.classIds.slice(0, 1) },
      })
      expect(first.data).toEqual({ added: 4, already: 0 })
      const all = await admin.send(candidateAdd, {
        body: { exam_id: examId, rule: '9{class:2}{seat:3}' },
      })
      expect(all.data).toEqual({ added: 4, already: 4 })
      const page = await listed(admin, examId, { limit: 3, page: 3 })
      expect(page).toMatchObject({ total: 8, page: 3 })
      expect(page.list.map(({ exam_no }) => exam_no)).toEqual(['902003', '902004'])
      expect((await listed(admin, examId, { keyword: '9020' })).total).toBe(4)
      expect((await listed(admin, examId, { keyword: '韩梅' })).total).toBe(2)
      expect((await listed(admin, examId, { class_id: app.school.classIds[1] })).total).toBe(4)
      const byClass = await listed(admin, examId, { order: 'class', limit: 1 })
      expect(byClass.list).toMatchObject([
        {
          exam_no: '26100101',
          student_no: '1001',
          name: '王小明1',
          class_name: '1班',
          subjects: [
            { subject_id: 1, attendance: -1, sheets: 0 },
            { subject_id: MATHS, attendance: -1, sheets: 0 },
          ],
        },
      ])
    })

    test('are listed by who is expected in a subject and has a sheet', async () => {
      const app = await openTestApp(kind)
      const { admin, examId } = await openExam(app)
      await admin.send(candidateAdd, { body: { exam_id: examId } })
      const [scanned, absent] = (await listed(admin, examId)).list
      await scan(app, examId, scanned?.candidate_id ?? 0)
      await app.services.db
        .updateTable('candidate_subject')
        .set({ attendance: 1 })
        .where('candidate_id', '=', absent?.candidate_id ?? 0)
        .execute()
      const of = async (sheet: 'with' | 'without' | 'any', subject_id = MATHS) =>
        (await listed(admin, examId, { subject_id, sheet })).total
      expect([await of('with'), await of('without'), await of('any')]).toEqual([1, 6, 7])
      expect(await of('with', 1)).toBe(0)
      expect((await listed(admin, examId, { school_id: app.school.schoolId + 1 })).total).toBe(0)
    })

    test('swap numbers in one step', async () => {
      const app = await openTestApp(kind)
      const { admin, examId } = await openExam(app)
      await admin.send(candidateAdd, { body: { exam_id: examId } })
      const [a, b] = (await listed(admin, examId)).list
      const candidates = [
        { candidate_id: a?.candidate_id ?? 0, exam_no: b?.exam_no ?? '' },
        { candidate_id: b?.candidate_id ?? 0, exam_no: a?.exam_no ?? '' },
      ]
      const swapped = await admin.send(candidateUpdate, { body: { exam_id: examId, candidates } })
      expect(swapped.data).toEqual({ changed: 2 })
      const after = await listed(admin, examId)
      expect(after.list.slice(0, 2).map(({ name }) => name)).toEqual([b?.name, a?.name])
    })

    test('are imported with rooms and seats, added and changed', async () => {
      const app = await openTestApp(kind)
      const { admin, examId } = await openExam(app)
      const rows = [
        ['70010001', '1001', '王小明1', '1班', '01', '5'],
        ['70010002', '1002', '李雷1', '', '01', '6'],
      ]
      const query = { exam_id: examId }
      const first = await admin.send(
        candidateImport,
        { query },
        { file: xlsxFile([HEAD, ...rows]) },
      )
      expect(first.data).toEqual({ added: 2, updated: 0, unchanged: 0 })
      const next = [
        ['70010002', '1001', '王小明1', '1班', '02', '5'],
        ['70010001', '1002', '李雷1', '', '01', '6'],
        ['70010003', '1003', '韩梅梅1', '', '', ''],
      ]
      const again = await admin.send(
        candidateImport,
        { query },
        { file: xlsxFile([HEAD, ...next]) },
      )
      expect(again.data).toEqual({ added: 1, updated: 2, unchanged: 0 })
      expect((await listed(admin, examId, { order: 'room' })).list).toMatchObject([
        { name: '李雷1', exam_no: '70010001', room_no: '01', seat_no: '6' },
        { name: '王小明1', exam_no: '70010002', room_no: '02' },
        { name: '韩梅梅1', room_no: null },
      ])
    })
  })

  test('are added one by one with given numbers and subjects not selected', async () => {
    const app = await openTestApp()
    const { admin, examId } = await openExam(app)
    const students = [
      { student_no: '1001', exam_no: '12345678', room_no: '03', not_selected: [1] },
      { student_id: app.school.studentIds[1] ?? 0 },
    ]
    const added = await admin.send(candidateAdd, { body: { exam_id: examId, students } })
    expect(added.data).toEqual({ added: 2, already: 0 })
    const out = await listed(admin, examId, { subject_id: 1, attendance: 3 })
    expect(out.list).toMatchObject([{ exam_no: '12345678', room_no: '03' }])
  })

  test.for([
    [
      'a number twice',
      [
        { student_no: '1001', exam_no: '1111' },
        { student_no: '1002', exam_no: '1111' },
      ],
      'EXAM_NO_TAKEN',
    ],
    ['a student of another class', [{ student_no: '1009' }], 'STUDENT_NOT_FOUND'],
    ['an unknown student', [{ student_no: 'x' }], 'STUDENT_NOT_FOUND'],
    ['letters in the number', [{ student_no: '1001', exam_no: 'A111' }], 'INPUT_INVALID'],
  ] as const)('are refused with %s', async ([, students, code]) => {
    const app = await openTestApp()
    const { admin, examId } = await openExam(app)
    const body = { exam_id: examId, students: structuredClone(students) as never }
    expect((await admin.send(candidateAdd, { body })).error.error).toBe(code)
    expect((await listed(admin, examId)).total).toBe(0)
  })

  test('with a scanned sheet keep number and place in the list', async () => {
    const app = await openTestApp()
    const { admin, examId } = await openExam(app)
    await admin.send(candidateAdd, { body: { exam_id: examId } })
    const [first, second] = (await listed(admin, examId)).list
    const id = first?.candidate_id ?? 0
    await scan(app, examId, id)
    const send = (candidates: object[]) =>
      admin.send(candidateUpdate, { body: { exam_id: examId, candidates: candidates as never } })
    expect((await send([{ candidate_id: id, exam_no: '99999999' }])).error.msg).toBe(
      '王小明1 已有扫描的答题卡，不能修改考号，请到异常处理中更正',
    )
    const absent = { attendance: [{ subject_id: MATHS, attendance: 1 }] }
    expect((await send([{ candidate_id: id, ...absent }])).error.error).toBe('ATTENDANCE_HAS_SHEET')
    const elsewhere = { attendance: [{ subject_id: 1, attendance: 3 }] }
    expect((await send([{ candidate_id: id, ...elsewhere }])).status).toBe(200)
    const renumbered = await admin.send(candidateUpdate, {
      body: { exam_id: examId, renumber: {} },
    })
    expect(renumbered.error.error).toBe('EXAM_HAS_SCANS')
    const ids = [id, second?.candidate_id ?? 0]
    const removed = await admin.send(candidateDelete, {
      body: { exam_id: examId, candidate_ids: ids },
    })
    expect(removed.error.error).toBe('EXAM_HAS_SCANS')
    // A sheet that was taken back is a record of its candidate all the same.
    await app.services.db
      .updateTable('scan_sheet')
      .set({ state: 'removed' })
      .where('exam_id', '=', examId)
      .execute()
    const recorded = await admin.send(candidateDelete, {
      body: { exam_id: examId, candidate_ids: ids },
    })
    expect([recorded.status, recorded.error.error]).toEqual([409, 'CANDIDATE_HAS_RECORDS'])
    expect((await listed(admin, examId)).total).toBe(8)
  })

  test('get attendance that a list can know, and no other', async () => {
    const app = await openTestApp()
    const { admin, examId } = await openExam(app)
    await admin.send(candidateAdd, { body: { exam_id: examId } })
    const [first] = (await listed(admin, examId)).list
    const set = (attendance: number, subject_id = MATHS) =>
      admin.send(candidateUpdate, {
        body: {
          exam_id: examId,
          candidates: [
            { candidate_id: first?.candidate_id ?? 0, attendance: [{ subject_id, attendance }] },
          ],
        },
      })
    for (const code of [0, 2]) expect((await set(code)).error.error).toBe('ATTENDANCE_INVALID')
    expect((await set(1, 9)).error.error).toBe('SUBJECT_NOT_IN_EXAM')
    expect((await set(1)).status).toBe(200)
    const row = await app.services.db
      .selectFrom('candidate_subject')
      .where('attendance', '=', 1)
      .selectAll()
      .execute()
    expect(row).toMatchObject([{ attendance_source: 'person', version: 2 }])
    expect((await listed(admin, examId, { subject_id: MATHS, attendance: 1 })).total).toBe(1)
  })

  test('are renumbered and removed', async () => {
    const app = await openTestApp()
    const { admin, examId } = await openExam(app)
    await admin.send(candidateAdd, { body: { exam_id: examId } })
    const renumber = { rule: '{year:4}{seq:4}' }
    const changed = await admin.send(candidateUpdate, { body: { exam_id: examId, renumber } })
    expect(changed.data).toEqual({ changed: 8 })
    const { list } = await listed(admin, examId)
    expect(list.map(({ exam_no }) => exam_no).at(-1)).toBe('20260008')
    const candidate_ids = list.slice(0, 2).map(({ candidate_id }) => candidate_id)
    const body = { exam_id: examId, candidate_ids }
    expect((await admin.send(candidateDelete, { body })).data).toEqual({ deleted: 2 })
    expect((await admin.send(candidateDelete, { body })).error.error).toBe('CANDIDATE_UNKNOWN')
    const wrong = await admin.send(candidateUpdate, {
      body: { exam_id: examId, renumber: { rule: '{year}' } },
    })
    expect(wrong.error.error).toBe('EXAM_NO_RULE_INVALID')
  })
})

test('an import with mistakes names every cell and writes nothing', async () => {
  const app = await openTestApp()
  const { admin, examId } = await openExam(app)
  await admin.send(candidateAdd, { body: { exam_id: examId } })
  const [first] = (await listed(admin, examId)).list
  await scan(app, examId, first?.candidate_id ?? 0)
  const file = xlsxFile([
    HEAD,
    ['99999999', '1001', '王小明1', '', '', ''],
    ['26100103', '1002', '李雷一', '2班', '', ''],
    ['26100199', '1009', '王小明3', '', '', ''],
    ['26100199', '4444', '谁', '', '', ''],
    ['考号', '1005', '王小明2', '', '', ''],
  ])
  const answer = await admin.send(candidateImport, { query: { exam_id: examId } }, { file })
  expect(answer.status).toBe(422)
  expect(answer.error.fields).toEqual([
    { path: 'A2', msg: '王小明1 已有扫描的答题卡，不能修改考号' },
    { path: 'C3', msg: '学号 1002 是 李雷1，与「李雷一」不一致' },
    { path: 'D3', msg: '李雷1 在 1班，与「2班」不一致' },
    { path: 'A3', msg: '考号 26100103 已被 韩梅梅1 使用' },
    { path: 'B4', msg: '王小明3 所在班级不参加本场考试' },
    { path: 'B5', msg: '没有学号 4444 的学生，请先在学生管理中添加' },
    { path: 'A5', msg: '考号 26100199 与第 4 行重复' },
    { path: 'A6', msg: '考号「考号」应为 4 到 12 位数字' },
  ])
  expect((await listed(admin, examId)).list[0]?.exam_no).toBe('26100101')
})

test('the roster is managed by exam managers and read within own classes', async () => {
  const app = await openTestApp()
  const { admin, examId } = await openExam(app)
  await admin.send(candidateAdd, { body: { exam_id: examId } })
  const director = await app.signIn('director')
  const body = { exam_id: examId }
  expect((await director.send(candidateAdd, { body })).status).toBe(200)
  for (const account of ['principal', 'head', 'marker1', 'student']) {
    const client = await app.signIn(account)
    expect((await client.send(candidateAdd, { body })).status).toBe(403)
    const removal = { exam_id: examId, candidate_ids: [1] }
    expect((await client.send(candidateDelete, { body: removal })).status).toBe(403)
  }
  expect((await listed(await app.signIn('head'), examId)).total).toBe(4)
  const query = { exam_id: examId }
  for (const account of ['marker1', 'scanner', 'student'])
    expect((await (await app.signIn(account)).send(candidateList, { query })).status).toBe(403)
  const other = await app.signIn('other-admin')
  expect((await other.send(candidateList, { query })).status).toBe(404)
  expect((await other.send(candidateAdd, { body })).status).toBe(404)
  const file = xlsxFile([HEAD, ['1', '2', '3', '', '', '']])
  expect((await other.send(candidateImport, { query }, { file })).status).toBe(404)
})
