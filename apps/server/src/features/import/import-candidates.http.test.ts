import {
  candidateList,
  candidateUpdate,
  examCreate,
  importApply,
  importCheck,
  importMapping,
  importUndo,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, xlsxFile } from '../../testing/index.ts'

const HEAD = ['准考证号', '学籍号', '考生姓名', '考场号']

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
      diff: [{ name: '王小明1' }, { name: '李雷1' }, { action: 'missing', remove_id: null }],
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
