import {
  candidateList,
  candidateUpdate,
  examCreate,
  importApply,
  importCheck,
  importMapping,
  importUndo,
} from '@hengjuan/contracts'
import type { Database } from '@hengjuan/db'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, xlsxFile } from '../../testing/index.ts'
import { seedExam } from '../../testing/seed-exam.ts'

const HEAD = ['准考证号', '学籍号', '考生姓名', '考场号']

const joinClasses = (db: Database, examId: number, classIds: readonly number[]) =>
  db
    .insertInto('exam_class')
    .values(classIds.map((classId) => ({ exam_id: examId, class_id: classId })))
    .execute()

everyDatabase('candidates that a table does not name on %s', (kind) => {
  test('go when ticked, unless they have sheets, papers or scores, and come back by an undo', async () => {
    const app = await openTestApp(kind)
    const { school, services } = app
    const admin = await app.signIn('admin')
    const exam = await seedExam(services.db, school, {
      name: '月考',
      subjects: [{ id: 1, blocks: [{ name: '阅读', points: [{ no: '1', fullMilli: 10_000 }] }] }],
      candidates: school.studentIds.slice(0, 4).map((studentId, at) => ({
        studentId,
        examNo: `7001000${at + 1}`,
        // The second has a paper, the fourth nothing but being absent.
        subjects: at === 1 ? { 1: { finals: [[5000]] } } : { 1: { attendance: at === 3 ? 1 : -1 } },
      })),
    })
    await joinClasses(services.db, exam.examId, school.classIds)
    const query = { kind: 'candidate' as const, exam_id: exam.examId }
    const file = xlsxFile([HEAD, ['70010001', '1001', '王小明1', '01']])
    const check = async () => (await admin.send(importCheck, { query }, { file })).data
    const list = async () => {
      const { data } = await admin.send(candidateList, { query: { exam_id: exam.examId } })
      return data.list.map(({ exam_no, name }) => `${exam_no} ${name}`)
    }
    const everybody = await list()
    const report = await check()
    const missing = report.diff.filter(({ action }) => action === 'missing')
    expect(missing.map(({ name, remove_id: id, why }) => [name, id !== null, why])).toEqual([
      ['李雷1', false, '已有答卷进入阅卷，不能移出'],
      ['韩梅梅1', true, ''],
      ['张三丰1', true, ''],
    ])
    const removes = missing.flatMap(({ remove_id: id }) => id ?? [])
    const bound = exam.candidateIds['70010002'] ?? 0
    const body = { batch_id: report.batch_id, rows: 'all' as const, ack: [] }
    const refused = await admin.send(importApply, { body: { ...body, removes: [bound] } })
    expect(refused.error.error).toBe('NOT_FOUND')
    const { data } = await admin.send(importApply, { body: { ...body, removes } })
    expect(data).toMatchObject({ changed: 1, removed: 2 })
    expect(await list()).toEqual(['70010001 王小明1', '70010002 李雷1'])

    const undo = { body: { batch_id: report.batch_id } }
    expect((await admin.send(importUndo, undo)).data).toEqual({ restored: 3, kept: [] })
    expect(await list()).toEqual(everybody)
    const absent = await services.db
      .selectFrom('candidate_subject')
      .where('exam_id', '=', exam.examId)
      .where('attendance', '=', 1)
      .select('subject_id')
      .execute()
    expect(absent).toHaveLength(1)
  })

  test('stay away where their number is of somebody else by then', async () => {
    const { school, services, signIn } = await openTestApp(kind)
    const admin = await signIn('admin')
    const exam = await seedExam(services.db, school, {
      name: '月考',
      subjects: [{ id: 1, blocks: [] }],
      candidates: school.studentIds.slice(0, 2).map((studentId, at) => ({
        studentId,
        examNo: `7001000${at + 1}`,
        subjects: { 1: { attendance: -1 } },
      })),
    })
    await joinClasses(services.db, exam.examId, school.classIds)
    const query = { kind: 'candidate' as const, exam_id: exam.examId }
    const send = async (rows: string[][], removes: number[] = []) => {
      const file = xlsxFile([HEAD, ...rows])
      const { data } = await admin.send(importCheck, { query }, { file })
      const wanted = data.diff.flatMap(({ name, remove_id: id }) =>
        id !== null && name === '李雷1' ? [id] : [],
      )
      const body = { batch_id: data.batch_id, rows: 'all' as const, ack: [] }
      await admin.send(importApply, { body: { ...body, removes: [...removes, ...wanted] } })
      return data.batch_id
    }
    const first = await send([['70010001', '1001', '王小明1', '']])
    await send([
      ['70010001', '1001', '王小明1', ''],
      ['70010002', '1003', '韩梅梅1', ''],
    ])
    expect((await admin.send(importUndo, { body: { batch_id: first } })).data).toEqual({
      restored: 0,
      kept: [{ key: '70010002', name: '李雷1', why: '原来的考号 70010002 现在属于其他考生' }],
    })
  })
})

everyDatabase('imports of candidates on %s', (kind) => {
  test('swap numbers, leave out what counts on a bad row, and are taken back', async () => {
    const { signIn, school } = await openTestApp(kind)
    const admin = await signIn('admin')
    const { data: exam } = await admin.send(examCreate, {
      params: { schoolId: school.schoolId },
      body: {
        name: '期中',
        type: 3,
        mode: 1,
        grade_id: 10,
        start_date: '2026-11-20',
        class_ids: school.classIds.slice(0, 2),
        subject_ids: [1, 2],
      },
    })
    const query = { kind: 'candidate' as const, exam_id: exam.exam_id }
    const check = async (rows: string[][]) =>
      (await admin.send(importCheck, { query }, { file: xlsxFile([HEAD, ...rows]) })).data
    const apply = async (batch_id: number, rows: 'good' | 'all' = 'all') =>
      (await admin.send(importApply, { body: { batch_id, rows, ack: [] } })).data
    const numbers = async () => {
      const { data } = await admin.send(candidateList, { query: { exam_id: exam.exam_id } })
      return data.list.map(({ name, exam_no, room_no }) => [exam_no, name, room_no])
    }

    const first = await check([
      ['70010001', '1001', '王小明1', '01'],
      ['70010002', '1002', '李雷1', '01'],
    ])
    expect(first.counts).toMatchObject({ added: 2, errors: 0 })
    expect(await numbers()).toEqual([])
    expect(await apply(first.batch_id)).toMatchObject({ added: 2, skipped: 0 })

    // 王小明1 is to have the number that 李雷1 keeps, as the row of 李雷1 is wrong.
    const swap = await check([
      ['70010002', '1001', '王小明1', '02'],
      ['70010001', '1002', '李雷雷', '02'],
      ['70010003', '1003', '韩梅梅1', ''],
    ])
    expect(swap.errors).toMatchObject([{ cell: 'C3' }])
    expect(await apply(swap.batch_id, 'good')).toMatchObject({ added: 1, changed: 0, skipped: 2 })

    const right = await check([
      ['70010002', '1001', '王小明1', '02'],
      ['70010001', '1002', '李雷1', '02'],
    ])
    expect(right).toMatchObject({
      counts: { changed: 2, missing: 1 },
      diff: [
        { name: '王小明1' },
        { name: '李雷1' },
        { action: 'missing', remove_id: expect.any(Number) },
      ],
    })
    await apply(right.batch_id)
    expect(await numbers()).toEqual([
      ['70010001', '李雷1', '02'],
      ['70010002', '王小明1', '02'],
      ['70010003', '韩梅梅1', null],
    ])

    const director = await signIn('director')
    const { data } = await admin.send(candidateList, { query: { exam_id: exam.exam_id } })
    await director.send(candidateUpdate, {
      body: {
        exam_id: exam.exam_id,
        candidates: [{ candidate_id: data.list[0]?.candidate_id ?? 0, room_no: '09' }],
      },
    })
    const body = { batch_id: right.batch_id }
    // Whoever was changed keeps the number, so the other one cannot have it back.
    expect((await admin.send(importUndo, { body })).data).toMatchObject({
      restored: 0,
      kept: [
        { name: '王小明1', why: '原来的考号 70010001 现在属于其他考生' },
        { name: '李雷1', why: expect.stringContaining('教务主任') },
      ],
    })
    const added = await admin.send(importUndo, { body: { batch_id: swap.batch_id } })
    expect(added.data).toEqual({ restored: 1, kept: [] })
    expect((await numbers()).map(([, name]) => name)).toEqual(['李雷1', '王小明1'])

    const stranger = await signIn('other-admin')
    const elsewhere = await stranger.send(importCheck, { query }, { file: xlsxFile([HEAD]) })
    expect(elsewhere.status).toBe(404)
    const others = await stranger.send(importMapping, { body: { batch_id: swap.batch_id } })
    expect(others.status).toBe(404)
  })
})
