import {
  importApply,
  importCheck,
  importList,
  importUndo,
  login,
  staffDelete,
  staffList,
  staffUpdate,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestApp, xlsxFile } from '../../testing/index.ts'

const HEAD = ['工号', '教师姓名', '联系电话', '职务', '任教年级', '任教班级', '科目']
const LI = ['li.bai', '李白', '13800000001', '任课教师、阅卷教师', '高一', '1班、2班', '语文']
const DU = ['du.fu', '杜甫', '', '班主任', '', '高一(2)班', '语文']

async function open(app: TestApp) {
  const admin = await app.signIn('admin')
  const check = async (rows: string[][], by = admin) =>
    (await by.send(importCheck, { query: { kind: 'staff' } }, { file: xlsxFile([HEAD, ...rows]) }))
      .data
  const apply = async (batch_id: number, removes: number[] = []) =>
    (await admin.send(importApply, { body: { batch_id, rows: 'all', removes, ack: [] } })).data
  const undo = async (batch_id: number) =>
    (await admin.send(importUndo, { body: { batch_id } })).data
  const person = async (keyword: string, disabled = false) =>
    (await admin.send(staffList, { query: { keyword, disabled } })).data.list[0]
  return { admin, check, apply, undo, person }
}

everyDatabase('imports of staff on %s', (kind) => {
  test('opens accounts with first passwords, that are told once', async () => {
    const app = await openTestApp(kind)
    const { admin, check, apply, person } = await open(app)
    const report = await check([LI, DU])
    expect(report.errors).toEqual([])
    expect(report.diff).toMatchObject([
      {
        key: 'li.bai',
        action: 'add',
        changes: [
          { field: '角色', after: '任课教师（高一1班、高一2班；语文）' },
          { field: '角色', after: '阅卷教师（高一1班、高一2班；语文）' },
          { field: '任课', after: '高一1班语文、高一2班语文' },
          { field: '手机', after: '13800000001' },
        ],
      },
      { key: 'du.fu', changes: [{ field: '角色', after: '班主任（高一2班；全部）' }, {}] },
      ...report.diff.slice(2),
    ])
    expect(await person('li.bai')).toBeUndefined()
    const { accounts, added } = await apply(report.batch_id)
    expect([added, accounts.map(({ account, name }) => [account, name])]).toEqual([
      2,
      [
        ['li.bai', '李白'],
        ['du.fu', '杜甫'],
      ],
    ])
    for (const { account, initial_password: password } of accounts) {
      const entered = await app.anonymous.send(login, { body: { account, password } })
      expect(entered.status).toBe(200)
    }
    const kept = JSON.stringify(
      await Promise.all(
        (['audit', 'import_row', 'import_batch', 'job'] as const).map((table) =>
          app.services.db.selectFrom(table).selectAll().execute(),
        ),
      ),
    )
    for (const { initial_password: password } of accounts) expect(kept).not.toContain(password)
    const listed = await admin.send(importList, { query: { kind: 'staff' } })
    expect(listed.data.list).toMatchObject([{ kind_label: '教师', counts: { added: 2 } }])
    // The same table again comes to nothing.
    expect((await check([LI, DU])).counts).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
  })

  test('cells that mean nothing here are named, and what is likely meant is offered', async () => {
    const app = await openTestApp(kind)
    const { check } = await open(app)
    const report = await check([
      ['', '无名', '', '任课教师', '高一', '1班', '语文'],
      ['li.bai', '李白', '138 0000 0001', '老师', '高一', '7班', '剑术'],
      ['li.bai', '李白', '', '班主任', '', '1班', ''],
      ['marker1', '别人', '', '任课教师', '高一', '1班', '语文'],
      ['other-marker1', '外人', '', '阅卷教师', '高一', '1班', '语文'],
    ])
    const told = report.errors.map(({ cell, message, fix }) => [cell, message, fix?.value])
    expect(told).toEqual(
      expect.arrayContaining([
        ['A2', '账号应为 2 到 64 位字母、数字或 _ . @ -', undefined],
        ['C3', '手机号应为 11 位数字', '13800000001'],
        ['D3', '没有身份「老师」', '任课教师'],
        ['F3', '没有班级「7班」，请先导入该班学生或在学生管理中添加', undefined],
        ['G3', '没有科目「剑术」', undefined],
        ['A4', '账号 li.bai 与第 3 行重复', undefined],
        // 高一 and 高二 have one each.
        ['F4', '几个年级都有「1班」，请在年级一列写明年级', undefined],
        ['A5', '账号 marker1 已被 阅卷老师1 使用', undefined],
        ['A6', '账号 other-marker1 已被使用，请换一个', undefined],
      ]),
    )
  })

  test('changes roles that stand in the table and leaves the others; an undo puts them back', async () => {
    const app = await openTestApp(kind)
    const { admin, check, apply, undo, person } = await open(app)
    const before = await person('head')
    const report = await check([
      ['head', '班主任', '13900000000', '任课教师', '高一', '2班', '数学'],
    ])
    expect(report.diff[0]).toMatchObject({ action: 'change', key: 'head' })
    const tick = (account: string) =>
      report.diff.find(({ key, action }) => key === account && action === 'missing')
    expect(tick('admin')).toMatchObject({ remove_id: null, why: '您自己的账号，不能停用' })
    expect(tick('principal')?.why).toContain('学校管理层')
    const removes = [tick('marker3')?.remove_id ?? 0]
    expect(await apply(report.batch_id, removes)).toMatchObject({ changed: 1, removed: 1 })
    const roles = (await person('head'))?.roles.map(({ role }) => role)
    expect(roles).toEqual(['class_teacher', 'subject_teacher'])
    expect((await person('head'))?.teaching).toHaveLength(1)
    expect(await person('marker3')).toBeUndefined()

    expect(await undo(report.batch_id)).toEqual({ restored: 2, kept: [] })
    expect(await person('head')).toEqual(before)
    expect(await person('marker3')).toMatchObject({ account: 'marker3', disabled: false })

    // What somebody changes by hand afterwards stays.
    const again = await check([['head', '班主任', '', '阅卷教师', '高一', '2班', '数学']])
    await apply(again.batch_id)
    const user_id = before?.user_id ?? 0
    await admin.send(staffUpdate, { body: { user_id, name: '班老师' } })
    expect(await undo(again.batch_id)).toMatchObject({
      restored: 0,
      kept: [{ key: 'head', why: expect.stringContaining('管理员') }],
    })
  })

  test('an undo deletes accounts that nobody used, and disables those that acted', async () => {
    const app = await openTestApp(kind)
    const { check, apply, undo, person } = await open(app)
    const report = await check([LI, DU])
    const { accounts } = await apply(report.batch_id)
    const { account = '', initial_password: password = '' } = accounts[0] ?? {}
    await app.anonymous.send(login, { body: { account, password } })
    expect(await undo(report.batch_id)).toEqual({
      restored: 1,
      kept: [{ key: 'li.bai', name: '李白', why: '已登录过或已安排工作，账号保留并已停用' }],
    })
    expect(await person('du.fu', true)).toBeUndefined()
    expect(await person('li.bai', true)).toMatchObject({ disabled: true })
    const refused = await app.anonymous.send(login, { body: { account, password } })
    expect(refused.status).not.toBe(200)
    // The name of the deleted account is free; a table that names the disabled one opens it again.
    const next = await check([LI, DU])
    expect(next.diff.slice(0, 2)).toMatchObject([
      { key: 'li.bai', action: 'back' },
      { key: 'du.fu', action: 'add' },
    ])
  })

  test('an account that somebody named for work since is disabled and not deleted', async () => {
    const app = await openTestApp(kind)
    const { check, apply, undo, person } = await open(app)
    const report = await check([DU])
    await apply(report.batch_id)
    const { user_id: userId = 0 } = (await person('du.fu')) ?? {}
    await app.services.db
      .insertInto('import_batch')
      .values({
        kind: 'student',
        school_id: app.school.schoolId,
        state: 'checked',
        file_name: 'a.xlsx',
        file_hash: 'h',
        choices: '{}',
        head: '{}',
        counts: '{}',
        by_id: userId,
        created_at: '2026-11-20T00:00:00.000Z',
        expires_at: '2026-11-21T00:00:00.000Z',
      })
      .execute()
    expect((await undo(report.batch_id)).kept).toMatchObject([{ key: 'du.fu' }])
    expect(await person('du.fu', true)).toMatchObject({ disabled: true })
    expect((await person('du.fu', true))?.roles).toHaveLength(1)
  })

  test('whoever may not manage accounts neither makes nor changes heads of the school', async () => {
    const app = await openTestApp(kind)
    const { check, admin, person } = await open(app)
    const director = await app.signIn('director')
    const report = await check(
      [
        ['new.head', '新校长', '', '校长', '', '', ''],
        ['principal', '校长', '', '阅卷教师', '高一', '1班', '数学'],
      ],
      director,
    )
    expect(report.errors.map(({ cell }) => cell)).toEqual(['D2', 'A3'])
    const { user_id: id = 0 } = (await person('marker1')) ?? {}
    await admin.send(staffDelete, { body: { user_ids: [id] } })
    const marker = await app.signIn('marker2')
    const refused = await marker.send(
      importCheck,
      { query: { kind: 'staff' } },
      { file: xlsxFile([HEAD, LI]) },
    )
    expect(refused.error.error).toBe('NOT_ALLOWED')
  })
})
