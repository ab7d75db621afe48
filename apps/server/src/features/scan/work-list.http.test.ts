import {
  clientMarking,
  exceptionCounts,
  exceptionDetail,
  fixSheet,
  listExceptions,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import type { PageReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'
import { back, front } from './testing/readings.ts'
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

  test('is narrowed to the school of the candidate', async () => {
    const { services, school, otherSchool, signIn } = await openTestApp(kind)
    const exam = await seedScanExam(services.db, school)
    const guest = exam.candidateIds[1] ?? 0
    await services.db
      .updateTable('candidate')
      .set({ school_id: otherSchool.schoolId })
      .where('id', '=', guest)
      .execute()
    const scanner = await signIn('scanner')
    const at = { exam_id: exam.examId, subject_id: SUBJECT }
    for (const examNo of ['10010001', '10010002']) {
      const { sheetId, payload, sha256 } = await packSheet(exam, [front({ examNo })])
      const query = { ...at, sheet_id: sheetId }
      const headers = { 'x-content-sha256': sha256 }
      await scanner.send(clientMarking, { query }, { payload, headers })
    }
    const { data } = await scanner.send(exceptionCounts, { query: at })
    const waiting = data.schools.map(({ school_id, open }) => [school_id, open])
    expect(waiting).toHaveLength(2)
    expect(waiting).toContainEqual([school.schoolId, 1])
    expect(waiting).toContainEqual([otherSchool.schoolId, 1])
    const query = { ...at, school_id: otherSchool.schoolId }
    const { list } = (await scanner.send(listExceptions, { query })).data
    expect(list.map(({ candidate_id }) => candidate_id)).toEqual([guest])
  })

  test('says of a sheet without a number who lies before and after it, and where the template lies', async () => {
    const { services, school, signIn } = await openTestApp(kind)
    const exam = await seedScanExam(services.db, school)
    const scanner = await signIn('scanner')
    const at = { exam_id: exam.examId, subject_id: SUBJECT }
    const { batchId } = await packSheet(exam, [front()])
    // The fourth is of nobody either, the sixth of another stack.
    const stack = ['10010002', null, '10010004', null, '10010006', '10010007']
    for (const [index, examNo] of stack.entries()) {
      const seq = index + 1
      const pages = [front({ examNo }), back()]
      const batch = seq === 6 ? {} : { batch_id: batchId }
      const { sheetId, payload, sha256 } = await packSheet(exam, pages, { ...batch, seq })
      const query = { ...at, sheet_id: sheetId }
      const headers = { 'x-content-sha256': sha256 }
      await scanner.send(clientMarking, { query }, { payload, headers })
    }
    const { list } = (
      await scanner.send(listExceptions, { query: { ...at, category: 'exam_no' as 'all' } })
    ).data
    const detailOf = async (seq: number) => {
      const item = list.find((one) => one.seq === seq)
      const query = { ...at, exception_id: item?.exception_id ?? 0 }
      return (await scanner.send(exceptionDetail, { query })).data
    }
    const second = await detailOf(2)
    expect(second.neighbours).toMatchObject({
      before: { seq: 1, exam_no: '10010002', room_no: '01', seat_no: '02' },
      after: { seq: 3, exam_no: '10010004', room_no: '01', seat_no: '04' },
    })
    expect((await detailOf(4)).neighbours).toMatchObject({ before: { seq: 3 }, after: { seq: 5 } })
    expect(second.ghosts.map(({ page_seq }) => page_seq)).toEqual([1, 2])
    // The block of the back, a millimetre a pixel.
    expect(second.ghosts[1]).toMatchObject({ homography: [1, 0, 0, 0, 1, 0, 0, 0, 1] })
    expect(second.ghosts[1]?.printed).toContainEqual([15, 40, 180, 60])
    expect(second.anchors[1]?.printed).toEqual(second.ghosts[1]?.printed)
  })
})
