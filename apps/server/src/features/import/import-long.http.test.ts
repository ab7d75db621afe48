import {
  importApply,
  importCheck,
  importDetail,
  importUndo,
  jobGet,
  studentList,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'

const COUNT = 25_000
/** One class for every fifty. */
const linesOf = (sex: (at: number) => string): Buffer =>
  Buffer.from(
    [
      '年级,班级,学号,姓名,性别',
      ...Array.from(
        { length: COUNT },
        (_, at) => `高一,${Math.floor(at / 50) + 1}班,${100_000 + at},学生${at},${sex(at)}`,
      ),
    ].join('\n'),
  )

everyDatabase('an import of 25,000 rows on %s', (kind) => {
  test('is checked and written by jobs, and taken back', { timeout: 300_000 }, async () => {
    const app = await openTestApp(kind)
    const admin = await app.signIn('admin')
    const check = async (file: Buffer) => {
      const extra = { file, fileName: '全校.csv' }
      const { data: begun } = await admin.send(importCheck, { query: { kind: 'student' } }, extra)
      expect(begun).toMatchObject({ state: 'checking', job_id: expect.any(String) })
      await app.runJobs()
      const asked = { query: { batch_id: begun.batch_id, limit: 1 } }
      return (await admin.send(importDetail, asked)).data.report
    }
    const apply = async (batch_id: number) => {
      const { data } = await admin.send(importApply, { body: { batch_id, rows: 'all', ack: [] } })
      expect(data).toMatchObject({ state: 'applying', added: 0 })
      // Once more while it is written: it is not written twice.
      const again = await admin.send(importApply, { body: { batch_id, rows: 'all', ack: [] } })
      expect(again.error.error).toBe('IMPORT_BATCH_OVER')
      await app.runJobs()
      return (await admin.send(jobGet, { query: { job_id: data.job_id ?? '' } })).data
    }
    const total = async () =>
      (await admin.send(studentList, { query: { keyword: '学生', limit: 1 } })).data.total

    const report = await check(linesOf(() => '男'))
    expect(report).toMatchObject({ state: 'checked', counts: { rows: COUNT, added: COUNT } })
    expect(await total()).toBe(0)
    expect(await apply(report.batch_id)).toMatchObject({ state: 'done', result: { added: COUNT } })
    expect(await total()).toBe(COUNT)

    // A year later every hundredth is another one.
    const next = await check(linesOf((at) => (at % 100 === 0 ? '女' : '男')))
    expect(next.counts).toMatchObject({ changed: COUNT / 100, unchanged: COUNT - COUNT / 100 })
    expect(await apply(next.batch_id)).toMatchObject({ result: { changed: COUNT / 100 } })
    const undo = (batch_id: number) => admin.send(importUndo, { body: { batch_id } })
    expect((await undo(next.batch_id)).data).toEqual({ restored: COUNT / 100, kept: [] })
    expect((await undo(report.batch_id)).data).toEqual({ restored: COUNT, kept: [] })
    expect(await total()).toBe(0)
  })
})
