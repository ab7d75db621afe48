import {
  clientChangeException,
  batchHashOf,
  clientClear,
  clientComplete,
  clientExam,
  clientJudgeMarkingUpload,
  clientMarking,
  clientMarkingCheck,
  clientMarkingDetail,
  clientMarkingForUpload,
  clientProblemSign,
  clientSchoolClasses,
  clientSchoolList,
  clientTemplete,
  clientTranslateSubject,
  scanSheetDetail,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { back, front, TEMPLATE_ID } from '../testing/readings.ts'
import { packSheet } from '../testing/scan-exam.ts'
import { openStation, STATION } from '../testing/station.ts'

everyDatabase('calls of the station on %s', (kind) => {
  test('what is asked about an exam is answered to operators and exam administrators of the school', async () => {
    const { app, exam, at, scan } = await openStation(kind)
    const sheet_id = await scan(front(), back())
    const batch_id = ulid()
    const asked = async (account: string) => {
      const who = await app.signIn(account)
      const query = at
      const sheet = await packSheet(exam, [front({ examNo: '10010002' }), back()])
      const announced = { sheet_id: sheet.sheetId, batch_id, template_id: TEMPLATE_ID }
      const of = { sha256: sheet.sha256, byte_length: sheet.payload.length }
      return [
        await who.send(clientSchoolClasses, { query: { exam_id: at.exam_id } }),
        await who.send(clientMarkingDetail, { query }),
        await who.send(clientTemplete, { query }),
        await who.send(clientMarkingCheck, { query: { ...query, batch_id } }),
        await who.send(clientMarkingForUpload, { query }),
        await who.send(clientJudgeMarkingUpload, { body: { ...at, ...announced, ...of } }),
        await who.send(
          clientMarking,
          { query: { ...at, sheet_id: sheet.sheetId } },
          { payload: sheet.payload, headers: { 'x-content-sha256': sheet.sha256 } },
        ),
        await who.send(clientProblemSign, { body: { sheet_id, note: '请核对' } }),
      ].map(({ status }) => status)
    }
    for (const [account, status] of [
      ['scanner', 200],
      ['director', 200],
      ['marker1', 403],
      ['head', 403],
      ['student', 403],
      ['other-scanner', 404],
      ['other-admin', 404],
    ] as const) {
      const statuses = await asked(account)
      // The director is told that the operator has signed the sheet already.
      const expected = statuses.map(() => status as number)
      if (account === 'director') expected[expected.length - 1] = 409
      expect([account, statuses]).toEqual([account, expected])
    }
  })

  test('batches are closed and subjects cleared by operators and exam administrators of the school', async () => {
    const { app, at, exam, send } = await openStation(kind)
    const upload = async () => {
      const sheet = await packSheet(exam, [front(), back()])
      await send(sheet)
      return sheet
    }
    let sheet = await upload()
    for (const [account, status] of [
      ['leader', 403],
      ['principal', 403],
      ['other-scanner', 404],
      ['scanner', 200],
      ['director', 200],
    ] as const) {
      // What the operator has cleared is gone.
      if (account === 'director') sheet = await upload()
      const count = {
        count: 1,
        sheets_hash: await batchHashOf([sheet.sha256]),
        sheet_ids: [sheet.sheetId],
      }
      const who = await app.signIn(account)
      const closed = await who.send(clientComplete, {
        body: { ...at, batch_id: sheet.batchId, ...count },
      })
      const cleared = await who.send(clientClear, {
        params: { subjectId: 2 },
        body: { exam_id: at.exam_id, confirm_count: 1 },
      })
      expect([account, closed.status, cleared.status]).toEqual([account, status, status])
    }
  })

  test('a person sees the exams, the school and the subjects that are theirs', async () => {
    const { app, at, scanner } = await openStation(kind)
    expect((await scanner.send(clientExam, { query: {} })).data).toMatchObject([
      { exam_id: at.exam_id, subjects: [{ subject_id: 2, expected: 8, scanned: 0 }] },
    ])
    expect((await scanner.send(clientSchoolList)).data).toMatchObject([
      { school_id: app.school.schoolId },
    ])
    const stranger = await app.signIn('other-scanner')
    expect((await stranger.send(clientExam, { query: {} })).data).toEqual([])
    expect((await stranger.send(clientSchoolList)).data).toMatchObject([
      { school_id: app.otherSchool.schoolId },
    ])
    const foreign = await stranger.send(clientExam, {
      query: { school_id: app.school.schoolId },
    })
    expect(foreign.status).toBe(404)
    const director = await app.signIn('director')
    expect((await director.send(clientExam, { query: {} })).data).toHaveLength(1)
    expect((await director.send(clientSchoolList)).data).toHaveLength(1)
    for (const account of ['student', 'head', 'marker1']) {
      const who = await app.signIn(account)
      expect((await who.send(clientExam, { query: {} })).status).toBe(403)
      expect((await who.send(clientSchoolList)).status).toBe(403)
    }
    const marker = await app.signIn('marker1')
    const subjects = await marker.send(clientTranslateSubject)
    expect(subjects.data).toContainEqual({
      subject_id: 2,
      subject_name: '数学',
      short_name: '数学',
    })
    expect((await app.anonymous.send(clientTranslateSubject)).status).toBe(401)
  })

  test('a problem sheet goes to the queue once, however often the station says so', async () => {
    const { scan, scanner } = await openStation(kind)
    const sheet_id = await scan(front(), back())
    for (const _ of [1, 2])
      expect(
        (await scanner.send(clientProblemSign, { body: { sheet_id, note: '纸张破损' } })).data,
      ).toEqual({ ok: true, outcome: null })
    const { data } = await scanner.send(scanSheetDetail, { query: { sheet_id } })
    expect([data.open, data.station]).toEqual([['to_verify'], STATION])
    expect(data.decisions).toMatchObject([{ text: '送他人核实：纸张破损', station: null }])
    const unknown = await scanner.send(clientProblemSign, {
      body: { sheet_id: ulid(), note: '' },
    })
    expect([unknown.status, unknown.error.error]).toEqual([404, 'SCAN_SHEET_NOT_FOUND'])
  })

  test('a station signs a problem sheet as an action: once, and it can take it back', async () => {
    const { scan, scanner, at, action } = await openStation(kind)
    const sheet_id = await scan(front(), back())
    const own = () => {
      const { exam_id: _exam, subject_id: _subject, ...head } = action(5)
      return head
    }
    const body = { sheet_id, note: '姓名栏有两个名字', action: own() }
    const first = await scanner.send(clientProblemSign, { body })
    expect(first.data.outcome).toMatchObject({ result: 'applied', sheet_id, open: ['to_verify'] })
    expect((await scanner.send(clientProblemSign, { body })).data).toEqual(first.data)
    const other = await scanner.send(clientProblemSign, { body: { ...body, note: '另一件事' } })
    expect(other.error.error).toBe('SCAN_ACTION_MISMATCH')
    const { data } = await scanner.send(scanSheetDetail, { query: { sheet_id } })
    expect(data.decisions).toMatchObject([
      { text: '送他人核实：姓名栏有两个名字', station: STATION },
    ])
    const change = { kind: 'undo' as const, undo_action_id: body.action.action_id }
    await scanner.send(clientChangeException, { body: { ...action(), ...at, sheet_id, change } })
    const after = await scanner.send(scanSheetDetail, { query: { sheet_id } })
    expect(after.data.open).toEqual([])
  })
})
