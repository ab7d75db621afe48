import { allocationGet, markersImport, markersTable } from '@hengjuan/contracts'
import { everyDatabase, type DatabaseKind } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { readXlsx } from '../../../testing/read-xlsx.ts'
import { openTestApp, xlsxFile } from '../../../testing/index.ts'
import { seedMarking, type Wanted } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

const HEAD = ['题块', '教师', '账号', '职责', '任务量', '比例']
const BLOCK = '第17题'

/** A block of six papers which marker1 marks and `leader` leads. */
async function open(kind?: DatabaseKind, wanted: Wanted = {}) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, { markers: 1, ...wanted })
  const admin = await app.signIn('admin')
  const send = (rows: string[][], preview: 0 | 1 = 0, who = admin) =>
    who.send(
      markersImport,
      { query: { exam_id: marked.examId, subject_id: SUBJECT, preview } },
      { file: xlsxFile([HEAD, ...rows]) },
    )
  const people = async () => {
    const { data } = await admin.send(allocationGet, { query: { block_id: marked.blockId } })
    return {
      mode: data.alloc_mode,
      people: data.list.map(({ name, duty, quota, weight }) => [name, duty, quota, weight]),
    }
  }
  return { ...app, ...marked, admin, send, people }
}

describe('import of markers: a table of markers', () => {
  everyDatabase('on %s', (kind) => {
    test('is previewed row by row and written only when it is sent for good', async () => {
      const { send, people } = await open(kind)
      const table = [
        [BLOCK, '阅卷老师2', '', '', '', ''],
        ['全部', '阅卷老师1', 'marker1', '阅卷教师', '', ''],
        [BLOCK, '教务主任', '', '题组长', '', ''],
      ]
      const before = await people()
      const { data } = await send(table, 1)
      expect(data.applied).toBe(0)
      expect(data.rows.map(({ row, result, message }) => [row, result, message])).toEqual([
        [2, 'add', '新增阅卷教师'],
        [3, 'same', '已在名单中'],
        [4, 'add', '新增题组长'],
      ])
      expect(data.blocks).toMatchObject([
        { block_name: BLOCK, added: 2, changed: 0, kept: 1, note: '', problem: '' },
      ])
      expect(await people()).toEqual(before)

      const { data: refused } = await send([[BLOCK, '教务主任', '', '阅卷教师', '', '']], 1)
      expect(refused.rows[0]).toMatchObject({
        result: 'error',
        message: '教务主任没有可以阅卷的身份，请在人员信息中添加，或改职责',
      })

      expect((await send(table)).data.applied).toBe(1)
      expect((await people()).people).toEqual([
        ['阅卷老师1', 'marker', null, 1],
        ['阅卷老师2', 'marker', null, 1],
        ['教务主任', 'leader', null, 1],
        ['数学组长', 'leader', null, 1],
      ])
      // The same table again changes nothing.
      const again = await send(table)
      expect(again.data.rows.map(({ result }) => result)).toEqual(['same', 'same', 'same'])
    })
  })

  test('with numbers of papers turns the block to quotas, and says so first', async () => {
    const { send, people } = await open()
    const table = [
      [BLOCK, '阅卷老师1', '', '', '4', ''],
      [BLOCK, '阅卷老师2', '', '', '2', ''],
    ]
    const { data } = await send(table, 1)
    expect(data.blocks[0]).toMatchObject({
      note: '分配方式由「动态分配」改为「定量分配（按份数）」',
    })
    expect(data.rows[0]).toMatchObject({ result: 'change', message: '任务量 未填 → 4' })
    await send(table)
    expect(await people()).toMatchObject({ mode: 3 })
  })

  test('that leaves papers unmarked is refused as a whole, and the preview says why', async () => {
    const { send, people } = await open()
    const table = [[BLOCK, '阅卷老师1', '', '', '1', '']]
    const before = await people()
    const { data } = await send(table, 1)
    expect(data.blocks[0]?.problem).not.toBe('')
    const { status, error } = await send(table)
    expect([status, error.error]).toEqual([400, 'MARKING_QUOTA_SHORT'])
    expect(error.msg).toBe(data.blocks[0]?.problem)
    expect(await people()).toEqual(before)
  })

  test.for([
    [['第99题', '阅卷老师1', '', '', '', ''], 'A2', '没有题块「第99题」，这一科有：第17题'],
    [[BLOCK, '赵不在', '', '', '', ''], 'B2', '没有可以阅卷的教师「赵不在」'],
    [[BLOCK, '扫描员', '', '', '', ''], 'B2', '没有可以阅卷的教师「扫描员」'],
    [[BLOCK, '', 'scanner', '', '', ''], 'C2', '没有可以阅卷的账号「scanner」'],
    [[BLOCK, '阅卷老师2', 'marker1', '', '', ''], 'B2', '账号 marker1 的姓名是「阅卷老师1」'],
    [[BLOCK, '阅卷老师1', '', '校长', '', ''], 'D2', '不认识职责「校长」'],
    [[BLOCK, '阅卷老师1', '', '', '三十', ''], 'E2', '「三十」应为 0 到'],
    [[BLOCK, '阅卷老师1', '', '', '3', '2'], 'F2', '任务量和比例只能填一个'],
    // Of the markers nobody has a share then: it would be the leader's number that shares the block out.
    [[BLOCK, '教务主任', '', '题组长', '', '3'], 'F2', '题组长不分任务量，请清空这一格'],
    [[BLOCK, '教务主任', '', '题组长', '9', ''], 'E2', '题组长不分任务量，请清空这一格'],
  ] as const)('with the row %o is refused at %s', async ([row, path, message]) => {
    const { send, people } = await open()
    const before = await people()
    const preview = await send([[...row]], 1)
    expect(preview.data.rows[0]).toMatchObject({ result: 'error' })
    expect(preview.data.rows[0]?.message).toContain(message)
    const { status, error } = await send([[...row]])
    expect([status, error.error]).toEqual([422, 'IMPORT_HAS_ERRORS'])
    expect(error.fields[0]).toMatchObject({ path })
    expect(error.fields[0]?.msg).toContain(message)
    expect(await people()).toEqual(before)
  })

  test('is read as it was meant: full-width digits, a name set apart, rows of blanks', async () => {
    const { send, people, services } = await open()
    const { db } = services
    await db.updateTable('user').set({ name: '李明' }).where('account', '=', 'marker2').execute()
    const table = [
      ['第１７题', '阅卷老师 1', 'ｍarker1', '', '４', ''],
      ['第 17 题', '李　明', '', '', ' 2 ', ''],
      [' ', '', '　', '', '', ''],
      ['', '', '', '', '', ''],
    ]
    const { data } = await send(table, 1)
    expect(
      data.rows.map(({ row, block_name, teacher, result, quota }) => [
        row,
        block_name,
        teacher,
        result,
        quota,
      ]),
    ).toEqual([
      [2, BLOCK, '阅卷老师1', 'change', 4],
      [3, BLOCK, '李明', 'add', 2],
    ])
    expect((await send(table)).data.applied).toBe(1)
    expect((await people()).mode).toBe(3)
  })

  test('that gives one block papers and shares is refused, and names the rows that disagree', async () => {
    const { send, people } = await open()
    const before = await people()
    const table = [
      [BLOCK, '阅卷老师1', '', '', '4', ''],
      ['全部', '阅卷老师2', '', '', '', '3'],
      [BLOCK, '阅卷老师3', '', '', '2', ''],
      // No marker's number: a leader shares nothing.
      [BLOCK, '教务主任', '', '题组长', '', ''],
    ]
    const message =
      '「第17题」第 2、4 行填了任务量，第 3 行填了比例；同一题块请统一填任务量，或统一填比例'
    const { data } = await send(table, 1)
    expect(data.rows.map(({ result, message }) => [result, message])).toEqual([
      ['error', message],
      ['error', message],
      ['error', message],
      ['add', '新增题组长'],
    ])
    const { status, error } = await send(table)
    expect([status, error.error]).toEqual([422, 'IMPORT_HAS_ERRORS'])
    expect(error.fields.map(({ path }) => path)).toEqual(['E2', 'F3', 'E4'])
    expect(await people()).toEqual(before)
  })

  test('says first that a block shared by papers is to be shared by weights', async () => {
    const { send } = await open(undefined, { allocation: 3, quotas: [6] })
    const { data } = await send([[BLOCK, '阅卷老师2', '', '', '', '3']], 1)
    expect(data.blocks[0]).toMatchObject({
      note: '分配方式由「定量分配（按份数）」改为「定量分配（按比例）」',
    })
  })

  test('turns a block back to numbers that were kept from before', async () => {
    const { send, services, people } = await open(undefined, { allocation: 3, quotas: [6] })
    await services.db.updateTable('block').set({ alloc_mode: 2 }).execute()
    const { data } = await send([[BLOCK, '阅卷老师1', '', '', '6', '']], 1)
    // Told as no change, it could not be imported, though the block would be shared in another way.
    expect(data.rows[0]).toMatchObject({ result: 'change', message: '任务量 未填 → 6' })
    expect(data.blocks[0]).toMatchObject({
      changed: 1,
      note: '分配方式由「平均分配」改为「定量分配（按份数）」',
    })
    await send([[BLOCK, '阅卷老师1', '', '', '6', '']])
    expect((await people()).mode).toBe(3)
  })

  test('says first who gets no papers because the table does not name them', async () => {
    const { send } = await open(undefined, { markers: 3, allocation: 2 })
    const { data } = await send(
      [
        [BLOCK, '阅卷老师1', '', '', '4', ''],
        [BLOCK, '阅卷老师2', '', '', '2', ''],
      ],
      1,
    )
    expect(data.blocks[0]?.note).toBe(
      '分配方式由「平均分配」改为「定量分配（按份数）」；阅卷老师3没有任务量，领不到试卷，需要的请在表中加上',
    )
    const byWeight = await send([[BLOCK, '阅卷老师1', '', '', '', '4']], 1)
    expect(byWeight.data.blocks[0]?.note).toBe('分配方式由「平均分配」改为「定量分配（按比例）」')
  })

  test('says of who is stopped that a table does not let them on', async () => {
    const { send, services, markerIds } = await open(undefined, { markers: 2 })
    await services.db
      .updateTable('block_marker')
      .set({ suspended_at: '2026-11-20T00:00:00.000Z' })
      .where('user_id', '=', markerIds[1] ?? 0)
      .execute()
    const { data } = await send([[BLOCK, '阅卷老师2', '', '', '', '']], 1)
    expect(data.rows[0]).toMatchObject({
      result: 'same',
      message: '已在名单中；已停止分配，导入后仍不分配，恢复请到「分配」中操作',
    })
  })

  test('names two people alike: the account decides', async () => {
    const { send, services } = await open()
    await services.db
      .updateTable('user')
      .set({ name: '阅卷老师1' })
      .where('account', '=', 'marker2')
      .execute()
    const { error } = await send([[BLOCK, '阅卷老师1', '', '', '', '']])
    expect(error.fields[0]?.msg).toBe('有 2 位教师叫「阅卷老师1」，请填写账号：marker1、marker2')
    const { data } = await send([[BLOCK, '阅卷老师1', 'marker2', '', '', '']])
    expect(data.rows[0]).toMatchObject({ account: 'marker2', result: 'add' })
  })

  everyDatabase('taken from the platform on %s', (kind) => {
    test.for([
      ['papers', [[BLOCK, '阅卷老师2', '', '', '6', '']], ['6', '']],
      ['shares', [[BLOCK, '阅卷老师2', '', '', '', '3']], ['', '3']],
    ] as const)('in %s and sent back as it is changes nothing', async ([, table, share]) => {
      const { send, examId, admin, people } = await open(kind, { markers: 1, quotas: [6] })
      expect((await send(table.map((row) => [...row]))).data.applied).toBe(1)
      const before = await people()
      const subject = { exam_id: examId, subject_id: SUBJECT }
      const file = await admin.send(markersTable, { query: subject })
      expect(decodeURIComponent(String(file.headers['content-disposition']))).toMatch(
        /期中考试_数学_阅卷教师_\d{8}\.xlsx/,
      )
      const rows = await readXlsx(file.bytes)
      expect(rows.find(([, name]) => name === '阅卷老师2')).toEqual([
        BLOCK,
        '阅卷老师2',
        'marker2',
        expect.any(String),
        '阅卷教师',
        ...share,
      ])
      const again = await admin.send(markersImport, { query: subject }, { file: file.bytes })
      expect(again.data.rows.map(({ result }) => result)).toEqual(['same', 'same', 'same'])
      expect(await people()).toEqual(before)
    })
  })

  test('of names that begin as formulas do, sent back as it is, changes nothing', async () => {
    const { services, examId, admin, people, blockId } = await open()
    await services.db.updateTable('exam').set({ name: '期中:考试/A' }).execute()
    await services.db
      .updateTable('block')
      .set({ name: '=第17/18题' })
      .where('id', '=', blockId)
      .execute()
    await services.db
      .updateTable('user')
      .set({ name: '-张三' })
      .where('account', '=', 'marker1')
      .execute()
    const before = await people()
    const subject = { exam_id: examId, subject_id: SUBJECT }
    const file = await admin.send(markersTable, { query: subject })
    // No computer keeps a file under the signs that are in the name of this exam.
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toMatch(
      /''期中_考试_A_数学_阅卷教师_\d{8}\.xlsx$/,
    )
    const again = await admin.send(markersImport, { query: subject }, { file: file.bytes })
    expect(again.error.fields ?? []).toEqual([])
    expect(again.data.rows.map(({ result }) => result)).toEqual(['same', 'same'])
    expect(await people()).toEqual(before)
  })

  test('with empty cells says what to fill in', async () => {
    const { send } = await open()
    const { error } = await send([
      [BLOCK, '', '', '', '', ''],
      ['', '阅卷老师2', '', '', '', ''],
    ])
    expect(error.fields).toEqual([
      { path: 'B2', msg: '请填写教师姓名或账号' },
      {
        path: 'A3',
        msg: '请填写题块（合并的单元格只有第一行有内容，请逐行填写），这一科有：第17题',
      },
    ])
  })

  test('names a person twice', async () => {
    const { send } = await open()
    const { error } = await send([
      [BLOCK, '阅卷老师2', '', '', '', ''],
      ['全部', '阅卷老师2', '', '', '', ''],
    ])
    expect(error.fields[0]).toEqual({
      path: 'B3',
      msg: '阅卷老师2在「第17题」中与第 2 行重复',
    })
  })

  test.for([
    ['admin', 200],
    ['director', 200],
    ['marker1', 403],
    ['head', 403],
    ['scanner', 403],
    ['student', 403],
    ['other-admin', 404],
  ] as const)('sent by %s gets %i', async ([who, status]) => {
    const { send, signIn } = await open()
    const answer = await send([[BLOCK, '阅卷老师2', '', '', '', '']], 1, await signIn(who))
    expect(answer.status).toBe(status)
  })
})
