import {
  candidateList,
  candidateSync,
  candidateUpdate,
  examCreate,
  examCreateConfirm,
  examCreatePreview,
  examGet,
  examUpdate,
  studentBatch,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestClient } from '../../testing/index.ts'

const [CHINESE, PHYSICS, HISTORY] = [1, 4, 8]
const NOT_SELECTED = 3
const SIT = -1

/** Class 1 of grade 10: two took physics, one history, one nothing yet. */
async function chosen(app: TestApp, admin: TestClient) {
  const combos = ['物化生', '物化地', '史政地']
  const { status } = await admin.send(studentBatch, {
    body: {
      students: combos.map((combo, at) => ({ student_id: app.school.studentIds[at] ?? 0, combo })),
    },
  })
  expect(status).toBe(200)
}

const examOf = (app: TestApp, change: object = {}) => ({
  params: { schoolId: app.school.schoolId },
  body: {
    name: '选科月考',
    type: 2,
    mode: 1,
    grade_id: 10,
    start_date: '2026-11-20',
    class_ids: app.school.classIds.slice(0, 1),
    subject_ids: [CHINESE, PHYSICS, HISTORY],
    ...change,
  },
})

async function created(app: TestApp, admin: TestClient, change: object = {}): Promise<number> {
  const { data } = await admin.send(examCreate, examOf(app, change))
  await admin.send(examCreateConfirm, { body: { exam_id: data.exam_id } })
  return data.exam_id
}

async function attendances(admin: TestClient, examId: number) {
  const { data } = await admin.send(candidateList, { query: { exam_id: examId } })
  return data.list.map(({ combo, subjects }) => [
    combo,
    ...subjects.map(({ attendance }) => attendance),
  ])
}

const session = (subject_id: number, from: string, to: string) => ({
  subject_id,
  starts_at: `2026-11-20T${from}:00.000Z`,
  ends_at: `2026-11-20T${to}:00.000Z`,
})

describe('electives of an exam', () => {
  everyDatabase('on %s', (kind) => {
    test('decide who sits a subject, before it is created, then, and when one is added', async () => {
      const app = await openTestApp(kind)
      const admin = await app.signIn('admin')
      await chosen(app, admin)
      const { class_ids, subject_ids } = examOf(app).body
      const preview = await admin.send(examCreatePreview, {
        body: { grade_id: 10, start_date: '2026-11-20', class_ids, subject_ids },
      })
      expect(preview.data).toMatchObject({
        candidates: 4,
        scheme: '3+1+2',
        combos: [
          { label: '物化生', count: 1 },
          { label: '物化地', count: 1 },
          { label: '史政地', count: 1 },
          { label: '', count: 1 },
        ],
        subjects: [
          { subject_id: CHINESE, sits: 4, left_out: 0 },
          { subject_id: PHYSICS, sits: 3, left_out: 1 },
          { subject_id: HISTORY, sits: 2, left_out: 2 },
        ],
        without: [{ class_name: '1班', name: '张三丰1' }],
      })
      const examId = await created(app, admin, { subject_ids: [CHINESE, PHYSICS] })
      expect(await attendances(admin, examId)).toEqual([
        ['物化生', SIT, SIT],
        ['物化地', SIT, SIT],
        ['史政地', SIT, NOT_SELECTED],
        ['', SIT, SIT],
      ])
      const added = await admin.send(examUpdate, {
        params: { schoolId: app.school.schoolId, examId },
        body: { subject_ids: [CHINESE, PHYSICS, HISTORY] },
      })
      expect(added.status).toBe(200)
      expect((await attendances(admin, examId)).map((row) => row.at(-1))).toEqual([
        NOT_SELECTED,
        NOT_SELECTED,
        SIT,
        SIT,
      ])
    })

    test('are compared with the student list, and only what is ticked is taken over', async () => {
      const app = await openTestApp(kind)
      const admin = await app.signIn('admin')
      await chosen(app, admin)
      const examId = await created(app, admin)
      const check = async () =>
        (await admin.send(candidateSync, { body: { exam_id: examId, phase: 'check' } })).data.list
      expect(await check()).toEqual([])

      const [first, second, third, fourth] = app.school.studentIds
      const [own, other] = app.school.classIds
      await admin.send(studentBatch, {
        body: {
          students: [
            { student_id: first ?? 0, combo: '史政地' },
            { student_id: second ?? 0, class_id: other },
            { student_id: third ?? 0, state: 'left' },
            { student_id: fourth ?? 0, combo: '史化政' },
            // Of the other class, which has no part in this exam until now.
            { student_id: app.school.studentIds[4] ?? 0, class_id: own },
          ],
        },
      })
      const found = await check()
      expect(found.map(({ name, change, before, after }) => [name, change, before, after])).toEqual(
        [
          ['王小明2', 'new', null, '1班'],
          ['王小明1', 'combo', '物化生', '史政地'],
          ['李雷1', 'class', '1班', '2班'],
          ['韩梅梅1', 'left', '1班', null],
          ['张三丰1', 'combo', '未选科', '史化政'],
        ],
      )
      const changes = found
        .filter(({ name }) => name !== '张三丰1')
        .map(({ student_id, change }) => ({ student_id, change }))
      const applied = await admin.send(candidateSync, {
        body: { exam_id: examId, phase: 'apply', changes },
      })
      expect(applied.data.applied).toBe(4)
      // A class that came in with a change brings its other students as newcomers.
      expect(
        applied.data.list.filter(({ change }) => change !== 'new').map(({ name }) => name),
      ).toEqual(['张三丰1'])
      const { data } = await admin.send(candidateList, { query: { exam_id: examId } })
      expect(
        data.list.map(({ name, class_name, subjects }) => [
          name,
          class_name,
          ...subjects.map(({ attendance }) => attendance),
        ]),
      ).toEqual([
        ['王小明1', '1班', SIT, NOT_SELECTED, SIT],
        ['李雷1', '2班', SIT, SIT, NOT_SELECTED],
        ['张三丰1', '1班', SIT, SIT, SIT],
        ['王小明2', '1班', SIT, SIT, SIT],
      ])
    })

    test('of one candidate are typed on the list, but not against a sheet', async () => {
      const app = await openTestApp(kind)
      const admin = await app.signIn('admin')
      await chosen(app, admin)
      const examId = await created(app, admin)
      const { data } = await admin.send(candidateList, { query: { exam_id: examId } })
      const [first] = data.list
      const type = (combo: string | null) =>
        admin.send(candidateUpdate, {
          body: {
            exam_id: examId,
            candidates: [{ candidate_id: first?.candidate_id ?? 0, combo }],
          },
        })
      expect((await type('物史化')).error.error).toBe('COMBO_INVALID')
      expect((await type('史化生')).status).toBe(200)
      expect((await attendances(admin, examId))[0]).toEqual(['史化生', SIT, NOT_SELECTED, SIT])
      await scan(app, examId, first?.candidate_id ?? 0)
      expect((await type('物化生')).error.error).toBe('ATTENDANCE_HAS_SHEET')
      expect((await attendances(admin, examId))[0]).toEqual(['史化生', SIT, NOT_SELECTED, SIT])
    })

    test('numbers of an exam before are gone on with, in the preview as in the list', async () => {
      const app = await openTestApp(kind)
      const admin = await app.signIn('admin')
      const { data } = await admin.send(examCreate, examOf(app))
      await admin.send(examCreateConfirm, { body: { exam_id: data.exam_id, rule: '7{seq:4}' } })
      const class_ids = app.school.classIds.slice(0, 2)
      const numbers_from = data.exam_id
      const preview = await admin.send(examCreatePreview, {
        body: { grade_id: 10, start_date: '2026-12-20', class_ids, numbers_from },
      })
      expect(preview.data).toMatchObject({ candidates: 8, kept: 4, digits: 5 })
      const next = await admin.send(examCreate, examOf(app, { name: '下一场', class_ids }))
      const exam_id = next.data.exam_id
      await admin.send(examCreateConfirm, { body: { exam_id, numbers_from } })
      const { data: roster } = await admin.send(candidateList, { query: { exam_id } })
      const numbers = roster.list.map(({ exam_no }) => exam_no)
      expect(numbers).toEqual([
        ...['70001', '70002', '70003', '70004'],
        ...['70005', '70006', '70007', '70008'],
      ])
      const other = await app.signIn('other-admin')
      const strange = await other.send(examCreatePreview, {
        body: { grade_id: 10, start_date: '2026-12-20', class_ids: [], numbers_from },
      })
      expect(strange.status).not.toBe(200)
    })

    test('times: physics and history may be sat at once, others may not', async () => {
      const app = await openTestApp(kind)
      const admin = await app.signIn('admin')
      const clash = await admin.send(
        examCreate,
        examOf(app, {
          sessions: [session(CHINESE, '01:00', '03:30'), session(PHYSICS, '03:00', '04:15')],
        }),
      )
      expect(clash.error).toMatchObject({
        error: 'EXAM_SESSIONS_INVALID',
        msg: '语文与物理时间重叠，请调整考试时间',
      })
      const both = [session(PHYSICS, '07:00', '08:15'), session(HISTORY, '07:00', '08:15')]
      const examId = await created(app, admin, { sessions: both })
      const at = { params: { schoolId: app.school.schoolId, examId } }
      const times = async () =>
        (await admin.send(examGet, at)).data.subjects.map(({ starts_at }) => starts_at)
      expect(await times()).toEqual([null, both[0]?.starts_at, both[1]?.starts_at])
      const moved = session(CHINESE, '01:00', '03:30')
      await admin.send(examUpdate, { ...at, body: { sessions: [moved] } })
      expect(await times()).toEqual([moved.starts_at, null, null])
      const strange = await admin.send(examUpdate, {
        ...at,
        body: { sessions: [session(9, '01:00', '02:00')] },
      })
      expect(strange.error.error).toBe('SUBJECT_NOT_IN_EXAM')
    })
  })

  test('are compared by who manages lists, in an exam of theirs', async () => {
    const app = await openTestApp()
    const examId = await created(app, await app.signIn('admin'))
    const body = { exam_id: examId, phase: 'check' as const }
    for (const [account, status] of [
      ['director', 200],
      ['marker1', 403],
      ['student', 403],
      ['other-admin', 404],
    ] as const)
      expect((await (await app.signIn(account)).send(candidateSync, { body })).status).toBe(status)
  })
})

/** Gives a candidate a scanned sheet in history. */
async function scan(app: TestApp, examId: number, candidateId: number): Promise<void> {
  const { db } = app.services
  const common = { exam_id: examId, subject_id: HISTORY }
  const at = '2026-11-20T01:00:00.000Z'
  await db
    .insertInto('scan_batch')
    .values({ id: 'b', ...common, station: 's', operator_id: 1, label: '1', opened_at: at })
    .execute()
  await db
    .insertInto('scan_sheet')
    .values({
      id: 's',
      ...common,
      batch_id: 'b',
      seq: 1,
      content_hash: 's',
      candidate_id: candidateId,
      state: 'active',
      received_at: at,
      version: 1,
    })
    .execute()
}
