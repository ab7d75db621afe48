import { clientMarking, exceptionCounts, fixSheet, listExceptions } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import type { PageReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'
import { front } from './testing/readings.ts'
import { packSheet, seedScanExam, SUBJECT } from './testing/scan-exam.ts'

everyDatabase('the list of exceptions on %s', (kind) => {
  test('is narrowed to a batch or a room where something waits, and counts what was decided and taken back', async () => {
    const { services, school, signIn } = await openTestApp(kind)
    const exam = await seedScanExam(services.db, school)
    const scanner = await signIn('scanner')
    const at = { exam_id: exam.examId, subject_id: SUBJECT }
    const scan = async (batch_label: string, reading: PageReading) => {
      const sheet = await packSheet(exam, [reading], { batch_label })
      await scanner.send(
        clientMarking,
        { query: { ...at, sheet_id: sheet.sheetId } },
        { payload: sheet.payload, headers: { 'x-content-sha256': sheet.sha256 } },
      )
      return sheet
    }
    const list = async (query: object) =>
      (await scanner.send(listExceptions, { query: { ...at, ...query } })).data.list
    const counts = async () => (await scanner.send(exceptionCounts, { query: at })).data
    // One without a number, and one of a candidate in room 01 whose back is missing.
    const unknown = await scan('上午', front({ examNo: null }))
    const known = await scan('下午', front())
    const all = await list({})
    expect((await counts()).batches).toEqual([
      { batch_id: unknown.batchId, label: '上午', station: '扫描站一', open: 2 },
      { batch_id: known.batchId, label: '下午', station: '扫描站一', open: 1 },
    ])
    expect((await counts()).rooms).toEqual([{ room_no: '01', open: 1 }])
    expect(all).toHaveLength(3)
    const ofBatch = await list({ batch_id: unknown.batchId })
    expect(new Set(ofBatch.map(({ sheet_id }) => sheet_id))).toEqual(new Set([unknown.sheetId]))
    const ofRoom = await list({ room_no: '01' })
    expect(ofRoom.map(({ sheet_id }) => sheet_id)).toEqual([known.sheetId])
    expect(await list({ room_no: '02' })).toEqual([])

    const accept = () =>
      scanner.send(fixSheet, {
        body: { ...at, sheet_id: known.sheetId, fix: { kind: 'accept_missing' } },
      })
    const { data } = await accept()
    await scanner.send(fixSheet, {
      body: { ...at, fix: { kind: 'undo', decision_ids: [data.decision_id ?? 0] } },
    })
    await accept()
    expect(await counts()).toMatchObject({ decided_today: 2, undone_today: 1 })
    expect((await counts()).rooms).toEqual([])
  })
})
