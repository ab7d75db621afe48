import { readFileSync } from 'node:fs'
import { classKey } from '@hengjuan/domain'
import { staffImport, studentImport, studentList, studentUpdate } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, xlsxFile } from '../../testing/index.ts'

const file = (name: string) =>
  readFileSync(new URL(`../../testing/import-tables/${name}`, import.meta.url))
const HEAD = ['年级', '班级', '学号', '姓名', '性别']
const query = {}

everyDatabase('tables of students on %s', (kind) => {
  const open = async () => {
    const { signIn, services } = await openTestApp(kind)
    const admin = await signIn('admin')
    const send = async (bytes: Buffer, preview?: 1) =>
      admin.send(studentImport, { query: preview ? { preview } : {} }, { file: bytes })
    const numbers = async (keyword: string) =>
      (await admin.send(studentList, { query: { keyword } })).data.list.map(
        ({ student_no }) => student_no,
      )
    return { admin, services, send, numbers }
  }

  test('are taken as they are seen', async () => {
    const { admin, services, send, numbers } = await open()
    expect((await send(file('number-format-lost/students.xlsx'))).data).toMatchObject({ added: 1 })
    expect((await send(file('number-format-lost/students.csv'))).data).toMatchObject({ added: 1 })
    expect(await numbers('002601')).toEqual(['00260101', '00260109'])
    await send(file('hidden-rows-and-sheets/hidden-row.xlsx'))
    await send(file('hidden-rows-and-sheets/hidden-first-sheet.xlsx'))
    await send(file('hidden-rows-and-sheets/notes-sheet-first.xlsx'))
    expect((await numbers('900000')).toSorted()).toEqual(['90000042', '90000051', '90000053'])

    expect((await send(file('same-class-written-differently/students.xlsx'))).data).toEqual({
      added: 5,
      updated: 0,
      unchanged: 0,
      classes_added: ['高三(2)班'],
    })
    const classes = await services.db
      .selectFrom('class')
      .select('name')
      .where('grade_id', '=', 12)
      .execute()
    expect(classes.filter(({ name }) => classKey(name) === '2')).toHaveLength(1)

    await send(xlsxFile([HEAD, ['高一', '高一(1)班', '70000001', '新生', '']]))
    const staff = await admin.send(
      staffImport,
      {},
      { file: file('same-class-written-differently/staff.xlsx') },
    )
    expect(staff.data).toMatchObject({ added: 1 })
  })

  test('say who changes before anything is written, and bring back who left', async () => {
    const { admin, send, numbers } = await open()
    await send(xlsxFile([HEAD, ['高三', '4班', '90000202', '某同学', '女']]))
    const moves = file('import-moves-class-unseen/students.xlsx')
    const change = { row: 2, name: '某同学', change: '高三4班 → 高三5班' }
    const expected = {
      added: 0,
      updated: 1,
      unchanged: 0,
      classes_added: ['高三5班'],
      changed: [change],
    }
    expect((await send(moves, 1)).data).toEqual(expected)
    expect((await send(moves, 1)).data).toEqual(expected)
    expect((await send(moves)).data).toEqual(expected)

    const back = file('returned-student/students.xlsx')
    await send(back)
    const { data } = await admin.send(studentList, { query: { keyword: '90000201' } })
    await admin.send(studentUpdate, {
      body: { student_id: data.list[0]?.student_id ?? 0, left: true },
    })
    expect(await numbers('90000201')).toEqual([])
    expect((await send(back)).data).toMatchObject({
      updated: 1,
      changed: [{ row: 2, name: '返校生', change: '已离校 → 重新在读' }],
    })
    expect(await numbers('90000201')).toEqual(['90000201'])
  })

  test('are found in every spelling', async () => {
    const { send, numbers } = await open()
    await send(xlsxFile([HEAD, ['高三', '4班', '80000001', '买买提•艾力', '男']]))
    for (const typed of ['买买提·艾力', '买买提．艾力', '提 艾', '８０００', 'mmt'])
      expect(await numbers(typed), typed).toEqual(['80000001'])
    expect(await numbers('··')).toEqual([])
  })
})

test('a number that lost its digits is refused by its address', async () => {
  const { signIn } = await openTestApp()
  const admin = await signIn('admin')
  const refused = await admin.send(
    studentImport,
    { query },
    { file: Buffer.from('年级,班级,学号,姓名\n高一,1班,2.026E+11,甲') },
  )
  expect(refused.error.fields?.[0]).toEqual({
    path: 'C2',
    msg: '学号列是科学计数格式，末尾数字可能已丢失；请把该列改为文本后重新导出',
  })
})
