import {
  importApply,
  importCheck,
  importDetail,
  importList,
  importMapping,
  importProblems,
  importUndo,
  studentList,
  studentUpdate,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, xlsxFile } from '../../testing/index.ts'
import { jobs } from '../jobs.ts'

const DAY = 86_400_000
const HEAD = ['年级', '班级', '学号', '姓名', '性别']
const line = (no: string, name: string, more: Partial<Record<'room' | 'sex', string>> = {}) => [
  '高一',
  more.room ?? '1班',
  no,
  name,
  more.sex ?? '男',
]

everyDatabase('imports in two phases on %s', (kind) => {
  const open = async () => {
    const app = await openTestApp(kind)
    const admin = await app.signIn('admin')
    const checkFile = async (file: Buffer) =>
      (await admin.send(importCheck, { query: { kind: 'student' } }, { file })).data
    const check = (rows: string[][]) => checkFile(xlsxFile(rows))
    const apply = (
      batch_id: number,
      more: { rows?: 'good'; ack?: string[]; removes?: number[] } = {},
    ) => admin.send(importApply, { body: { batch_id, rows: 'all', ack: [], ...more } })
    const undo = (batch_id: number, preview?: 1) =>
      admin.send(importUndo, { body: preview ? { batch_id, preview } : { batch_id } })
    const student = async (no: string, left = false) =>
      (await admin.send(studentList, { query: { keyword: no, left } })).data.list[0]
    return { ...app, admin, check, checkFile, apply, undo, student }
  }

  test('nothing is written before it is applied, and an undo takes it back', async () => {
    const { services, checkFile, apply, undo, student, admin } = await open()
    const file = xlsxFile([
      HEAD,
      line('9001', '新同学', { room: '7班' }),
      line('1001', '王小明1', { sex: '女' }),
    ])
    const report = await checkFile(file)
    expect(report).toMatchObject({
      state: 'checked',
      counts: { rows: 2, added: 1, changed: 1, errors: 0 },
      warnings: [{ code: 'NEW_CLASS' }],
    })
    expect(report.diff.slice(0, 2)).toMatchObject([
      { row: 2, key: '9001', action: 'add' },
      {
        row: 3,
        key: '1001',
        action: 'change',
        changes: [{ field: '性别', before: '男', after: '女' }],
      },
    ])
    expect(await student('9001')).toBeUndefined()
    expect((await student('1001'))?.gender).toBe('男')

    expect((await apply(report.batch_id)).data).toMatchObject({
      state: 'applied',
      added: 1,
      changed: 1,
    })
    expect(await student('9001')).toMatchObject({ class_name: '7班', gender: '男' })
    expect((await student('1001'))?.gender).toBe('女')
    expect((await apply(report.batch_id)).error).toMatchObject({ error: 'IMPORT_BATCH_OVER' })
    expect((await checkFile(file)).warnings).toMatchObject([{ code: 'SAME_FILE' }])

    expect((await undo(report.batch_id, 1)).data).toEqual({ restored: 2, kept: [] })
    expect((await student('1001'))?.gender).toBe('女')
    expect((await undo(report.batch_id)).data).toEqual({ restored: 2, kept: [] })
    expect(await student('9001')).toBeUndefined()
    expect((await student('1001'))?.gender).toBe('男')
    const made = await services.db
      .selectFrom('class')
      .where('name', '=', '7班')
      .select('id')
      .execute()
    expect(made).toEqual([])
    expect((await undo(report.batch_id)).error).toMatchObject({ error: 'IMPORT_UNDO_LATE' })
    const { data } = await admin.send(importList, { query: {} })
    expect(data.list.at(-1)).toMatchObject({ state: 'undone', by_name: '管理员', undo_until: null })
  })

  test('five tables of one school find their columns, and the second time without asking', async () => {
    const { admin, check, apply } = await open()
    const tables: [string[], string[]][] = [
      [HEAD, ['高一', '1班', '9101', '甲', '男']],
      [
        ['学籍号', '学生姓名', '所在年级', '行政班', '性别'],
        ['9102', '乙', '高一', '1班', '男'],
      ],
      [
        ['就读年级', '班级名称', '学生编号（必填）', '姓名*', '备注'],
        ['高一', '1班', '9103', '丙', ''],
      ],
      // Neither words nor content tell which of two columns of words is the name.
      [
        ['年级', '班级', '学号', '孩子', '家长'],
        ['高一', '1班', '9104', '丁', '丁父'],
      ],
      [
        ['年级', '班级', '学号', '姓名', '男/女'],
        ['高一', '1班', '9105', '戊', '女'],
      ],
    ]
    for (const [at, [head, row]] of tables.entries()) {
      let report = await check([head, row])
      if (at === 3) {
        expect(report.errors).toMatchObject([{ code: 'COLUMN_MISSING', field: '姓名' }])
        const mapped = await admin.send(importMapping, {
          body: { batch_id: report.batch_id, columns: { 姓名: 3 } },
        })
        report = mapped.data
      }
      expect(report.counts).toMatchObject({ added: 1, errors: 0 })
      const ack = report.to_accept.map((one) => one.ack)
      if (at === 4) {
        expect(report.columns.find(({ field }) => field === '性别')?.how).toBe('content')
        expect((await apply(report.batch_id)).error).toMatchObject({ error: 'IMPORT_NOT_ACCEPTED' })
      } else expect(ack).toEqual([])
      expect((await apply(report.batch_id, { ack })).status).toBe(200)
    }
    for (const [head, row] of tables) {
      const again = await check([head, row])
      expect(again).toMatchObject({ to_accept: [], errors: [], counts: { unchanged: 1 } })
    }
  })

  test('bad cells are named by address; one answer mends all that are equal, and is remembered', async () => {
    const { admin, check, apply, student } = await open()
    const rows = [
      HEAD,
      line('9201', '甲', { sex: '女生' }),
      line('9202', '乙', { sex: '女生' }),
      line('92 03！', '丙'),
    ]
    const report = await check(rows)
    expect(report.errors).toMatchObject([
      { cell: 'E2', code: 'GENDER_UNKNOWN', fix: { value: '女', text: '女生 → 女' } },
      { cell: 'E3', fix: { value: '女' } },
      { cell: 'C4', code: 'NUMBER_INVALID' },
    ])
    expect((await apply(report.batch_id)).error).toMatchObject({ error: 'IMPORT_HAS_ERRORS' })
    const body = { batch_id: report.batch_id, values: { 性别: { 女生: '女' } } }
    const mended = (await admin.send(importMapping, { body })).data
    expect(mended.errors.map(({ cell }) => cell)).toEqual(['C4'])
    const file = await admin.send(importProblems, { query: { batch_id: report.batch_id } })
    expect(file.bytes.subarray(0, 2).toString()).toBe('PK')
    expect((await apply(report.batch_id, { rows: 'good' })).data).toMatchObject({
      added: 2,
      skipped: 1,
    })
    expect((await student('9201'))?.gender).toBe('女')
    const { data } = await admin.send(importDetail, {
      query: { batch_id: report.batch_id, filter: 'errors' },
    })
    expect(data.list).toMatchObject([{ row: 4, state: 'skipped', action: 'error' }])
    expect((await check([HEAD, line('9205', '戊', { sex: '女生' })])).errors).toEqual([])
  })

  test('what others changed after the check comes back; an undo keeps later edits and names who', async () => {
    const { school, signIn, check, apply, undo, student, admin } = await open()
    const director = await signIn('director')
    const edit = (id: number | undefined, gender: '男' | '女') =>
      director.send(studentUpdate, { body: { student_id: id ?? 0, gender } })
    const report = await check([
      HEAD,
      line('1001', '王小明1', { room: '2班' }),
      line('1002', '李雷1', { room: '2班', sex: '女' }),
    ])
    await edit(school.studentIds[0], '女')
    const stale = await apply(report.batch_id)
    expect(stale.error).toMatchObject({ error: 'IMPORT_STALE', fields: [{ path: 'A2' }] })
    expect((await student('1002'))?.class_name).toBe('1班')
    await admin.send(importMapping, { body: { batch_id: report.batch_id } })
    expect((await apply(report.batch_id)).data).toMatchObject({ changed: 2 })

    await edit(school.studentIds[0], '女')
    expect((await undo(report.batch_id)).data).toMatchObject({
      restored: 1,
      kept: [{ key: '1001', why: expect.stringContaining('教务主任') }],
    })
    expect(await student('1001')).toMatchObject({ class_name: '2班', gender: '女' })
    expect(await student('1002')).toMatchObject({ class_name: '1班' })
  })

  test('who had left is back; who is missing goes only where somebody ticked', async () => {
    const { admin, school, check, apply, undo, student } = await open()
    await admin.send(studentUpdate, { body: { student_id: school.studentIds[0] ?? 0, left: true } })
    const report = await check([HEAD, line('1001', '王小明1')])
    expect(report.diff).toMatchObject([
      { key: '1001', action: 'back' },
      { key: '1002', action: 'missing', remove_id: school.studentIds[1] },
      { key: '1003', action: 'missing' },
      { key: '1004', action: 'missing' },
    ])
    const strange = await apply(report.batch_id, { removes: [school.studentIds[5] ?? 0] })
    expect(strange.status).toBe(404)
    const applied = await apply(report.batch_id, { removes: [school.studentIds[1] ?? 0] })
    expect(applied.data).toMatchObject({ changed: 1, removed: 1 })
    expect(await student('1001')).toBeDefined()
    expect([await student('1002'), await student('1003')]).toMatchObject([
      undefined,
      { name: '韩梅梅1' },
    ])
    expect((await undo(report.batch_id)).data.restored).toBe(2)
    expect([await student('1001'), (await student('1002'))?.name]).toEqual([undefined, '李雷1'])
  })

  test('belong to their school and to roles that may write them; run out after a day', async () => {
    const { signIn, check, advance, services } = await open()
    const { batch_id } = await check([HEAD, line('9301', '甲')])
    const stranger = await signIn('other-admin')
    expect((await stranger.send(importDetail, { query: { batch_id } })).status).toBe(404)
    const head = await signIn('head')
    const refused = await head.send(
      importCheck,
      { query: { kind: 'student' } },
      { file: xlsxFile([HEAD]) },
    )
    expect(refused.error).toMatchObject({ error: 'NOT_ALLOWED' })
    expect(
      (await head.send(importApply, { body: { batch_id, rows: 'all', ack: [] } })).status,
    ).toBe(403)
    expect((await head.send(importList, { query: {} })).data.total).toBe(0)

    advance(DAY + 1000)
    const later = await signIn('admin')
    expect(
      (await later.send(importApply, { body: { batch_id, rows: 'all', ack: [] } })).error,
    ).toMatchObject({
      error: 'IMPORT_BATCH_OVER',
    })
    const sweep = jobs.find((one) => one.kind === 'import.sweep')
    await sweep?.run(
      { services, signal: new AbortController().signal } as Parameters<
        NonNullable<typeof sweep>['run']
      >[0],
      {} as never,
    )
    const row = await services.db
      .selectFrom('import_batch')
      .where('id', '=', batch_id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'expired', table_hash: null })
    expect(await services.db.selectFrom('import_row').selectAll().execute()).toEqual([])
  })
})
