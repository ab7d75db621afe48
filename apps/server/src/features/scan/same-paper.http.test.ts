import { clientClear, clientMarking, clientMarkingCheck } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { marksOf } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { ulid } from 'ulid'
import { openTestApp, type TestClient } from '../../testing/index.ts'
import { back, front } from './testing/readings.ts'
import {
  packSheet,
  type PackedSheet,
  type ScanExam,
  seedScanExam,
  SUBJECT,
} from './testing/scan-exam.ts'

const upload = (client: TestClient, exam: ScanExam, sheet: PackedSheet) =>
  client.send(
    clientMarking,
    { query: { exam_id: exam.examId, subject_id: SUBJECT, sheet_id: sheet.sheetId } },
    { payload: sheet.payload, headers: { 'x-content-sha256': sheet.sha256 } },
  )

everyDatabase('the same paper at another station, on %s', (kind) => {
  const open = async () => {
    const app = await openTestApp(kind)
    const exam = await seedScanExam(app.services.db, app.school)
    const scanner = await app.signIn('scanner')
    const sheet = await packSheet(exam, [front(), back()], { batch_id: ulid() })
    expect((await upload(scanner, exam, sheet)).error?.msg).toBe('ok')
    const at = { exam_id: exam.examId, subject_id: SUBJECT }
    return { app, exam, scanner, sheet, at }
  }

  test('a sheet is found by its number, with its marks, its pictures and where it was scanned', async () => {
    const { scanner, sheet, at } = await open()
    const { data } = await scanner.send(clientMarkingCheck, {
      query: { ...at, exam_nos: ['10010001'] },
    })
    expect(data).toMatchObject([
      { sheet_id: sheet.sheetId, state: 'active', exam_no: '10010001', batch_label: '第1批' },
    ])
    expect(data[0]?.marks).toBe(marksOf([front(), back()]))
    expect(data[0]?.image_hashes).toHaveLength(2)
    expect(data[0]?.station).not.toBe('')
  })

  test('a sheet is found by one of its pictures alone', async () => {
    const { scanner, at } = await open()
    const [known] = (
      await scanner.send(clientMarkingCheck, { query: { ...at, exam_nos: ['10010001'] } })
    ).data
    const [hash = ''] = known?.image_hashes ?? []
    const byPicture = await scanner.send(clientMarkingCheck, {
      query: { ...at, image_hashes: [hash] },
    })
    expect(byPicture.data.map(({ sheet_id }) => sheet_id)).toEqual([known?.sheet_id])
    const none = await scanner.send(clientMarkingCheck, {
      query: { ...at, image_hashes: ['0'.repeat(64)] },
    })
    expect(none.data).toEqual([])
  })

  test('sheets that a later scan replaces are taken out of use by name, and no others', async () => {
    const { scanner, exam, sheet, at } = await open()
    const other = await packSheet(exam, [front({ examNo: '10010002' }), back()], {
      batch_id: ulid(),
    })
    expect((await upload(scanner, exam, other)).status).toBe(200)
    const cleared = await scanner.send(clientClear, {
      params: { subjectId: SUBJECT },
      body: { exam_id: at.exam_id, sheet_ids: [sheet.sheetId], confirm_count: 1 },
    })
    expect(cleared.data).toMatchObject({ voided: 1 })
    const stateOf = async (id: string) =>
      (await scanner.send(clientMarkingCheck, { query: { ...at, ids: [id] } })).data[0]?.state
    expect([await stateOf(sheet.sheetId), await stateOf(other.sheetId)]).toEqual(['void', 'active'])
  })
})
