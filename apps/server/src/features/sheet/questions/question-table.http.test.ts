import {
  examCreate,
  sheetInfo,
  sheetLock,
  sheetQuestionTable,
  sheetSave,
  sheetSettings,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'

const MATHS = 2
const AT = '2026-11-20T00:00:00.000Z'
const CSV = `大题,题号,题型,分值,选项数,答案,漏选得分,题块,给分点,知识点
一、选择题,1-3,单选题,5,4,ACD,,,,集合
二、解答题,4,解答题,12,,,,大题四,(1)4、(2)8,数列
`

/** An exam with the sample sheet of mathematics. */
async function open(kind: DatabaseKind) {
  const app = await openTestApp(kind)
  const admin = await app.signIn('admin')
  const exam = await admin.send(examCreate, {
    params: { schoolId: app.school.schoolId },
    body: {
      name: '期中考试',
      type: 3,
      mode: 1,
      grade_id: 10,
      start_date: '2026-11-20',
      class_ids: app.school.classIds.slice(0, 1),
      subject_ids: [1, MATHS],
    },
  })
  const on = { exam_id: exam.data.exam_id, subject_id: MATHS }
  const { data } = await admin.send(sheetSettings, { query: { exam_id: on.exam_id } })
  const sample = data.samples.find(({ code }) => code === 'mathematics')
  if (!sample) throw new Error('the sample is gone')
  const saved = await admin.send(sheetSave, { body: { ...on, design: sample.design } })
  const sheet_id = saved.data.sheet_id
  const table = (preview: 0 | 1) =>
    admin.send(
      sheetQuestionTable,
      { query: { sheet_id, preview } },
      { file: Buffer.from(CSV), fileName: '题目.csv' },
    )
  const scan = async () => {
    const batch = { id: 'b', ...on, station: 's', operator_id: 1, label: '1', opened_at: AT }
    await app.services.db.insertInto('scan_batch').values(batch).execute()
    const sheet = { id: 's', ...on, batch_id: 'b', seq: 1, content_hash: 'x', received_at: AT }
    await app.services.db
      .insertInto('scan_sheet')
      .values({ ...sheet, state: 'active', version: 1 })
      .execute()
  }
  const full = async () =>
    (await admin.send(sheetInfo, { query: { sheet_id } })).data.sheet.full_milli
  return { admin, sheet_id, table, scan, full }
}

everyDatabase('a question table of a sheet that is in use on %s', (kind) => {
  test('is refused before it is sent to be saved, in the same words, and changes nothing', async () => {
    const { table, scan, full } = await open(kind)
    expect((await table(1)).data).toMatchObject({ refusal: null, full_milli: 27_000 })
    await scan()
    const { refusal } = (await table(1)).data
    expect(refusal).toContain('已有 1 张扫描件使用这份答题卡')
    expect((await table(0)).error).toMatchObject({ error: 'SHEET_IN_USE', msg: refusal })
    expect(await full()).toBe(150_000)
  })

  test('and of one that is locked as well', async () => {
    const { admin, sheet_id, table } = await open(kind)
    await admin.send(sheetLock, { body: { sheet_id, locked: true, reason: '已交印刷厂' } })
    const { refusal } = (await table(1)).data
    expect(refusal).toContain('管理员')
    expect((await table(0)).error).toMatchObject({ error: 'SHEET_LOCKED', msg: refusal })
  })
})
