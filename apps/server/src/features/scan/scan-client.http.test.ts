import {
  batchHashOf,
  clientClear,
  clientComplete,
  clientExam,
  clientJudgeMarkingUpload,
  clientMarking,
  clientMarkingCheck,
  clientMarkingDetail,
  clientSchoolClasses,
  clientTemplete,
  fixSheet,
  imageResource,
  logout,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { ulid } from 'ulid'
import { openTestApp, type TestApp, type TestClient } from '../../testing/index.ts'
import { back, front, template } from './testing/readings.ts'
import {
  hashOf,
  packSheet,
  type PackedSheet,
  type ScanExam,
  seedScanExam,
  SUBJECT,
} from './testing/scan-exam.ts'

const upload = (client: TestClient, exam: ScanExam, sheet: PackedSheet, sha256 = sheet.sha256) =>
  client.send(
    clientMarking,
    { query: { exam_id: exam.examId, subject_id: SUBJECT, sheet_id: sheet.sheetId } },
    { payload: sheet.payload, headers: { 'x-content-sha256': sha256 } },
  )

const rowCounts = async ({ services: { db } }: TestApp) => {
  const count = async (
    name:
      | 'scan_sheet'
      | 'scan_page'
      | 'recognition'
      | 'sheet_crop'
      | 'image'
      | 'scan_batch'
      | 'scan_exception',
  ) => (await db.selectFrom(name).selectAll().execute()).length
  return {
    sheets: await count('scan_sheet'),
    pages: await count('scan_page'),
    readings: await count('recognition'),
    crops: await count('sheet_crop'),
    images: await count('image'),
    batches: await count('scan_batch'),
    exceptions: await count('scan_exception'),
  }
}
const NOTHING = { sheets: 0, pages: 0, readings: 0, crops: 0, images: 0, batches: 0, exceptions: 0 }

everyDatabase('uploading sheets on %s', (kind) => {
  const open = async () => {
    const app = await openTestApp(kind)
    const exam = await seedScanExam(app.services.db, app.school)
    return { app, exam, scanner: await app.signIn('scanner') }
  }

  test('a sheet is stored, owned and answered', async () => {
    const { app, exam, scanner } = await open()
    const sheet = await packSheet(exam, [front(), back()])
    const answer = await upload(scanner, exam, sheet)
    expect([answer.status, answer.error?.msg]).toEqual([200, 'ok'])
    expect(answer.data).toMatchObject({
      sheet_id: sheet.sheetId,
      sha256: sheet.sha256,
      duplicate: false,
      exceptions: [],
    })
    expect(await rowCounts(app)).toEqual({
      sheets: 1,
      pages: 2,
      readings: 2,
      crops: 2,
      images: 4,
      batches: 1,
      exceptions: 0,
    })
    const row = await app.services.db
      .selectFrom('candidate_subject')
      .selectAll()
      .where('candidate_id', '=', exam.candidateIds[0]!)
      .executeTakeFirstOrThrow()
    expect(row.attendance).toBe(0)
    expect(JSON.parse(row.answers!)[exam.questionIds['3']!]).toEqual({
      answer: ['A', 'C'],
      source: 'machine',
    })
    expect(await app.services.images.has(sheet.sha256)).toBe(true)
  })

  test('the same sheet twice is stored once, and another content under its number is refused', async () => {
    const { app, exam, scanner } = await open()
    const sheet = await packSheet(exam, [front(), back()])
    const first = await upload(scanner, exam, sheet)
    app.advance(60_000)
    const again = await upload(scanner, exam, sheet)
    expect(again.data).toEqual({ ...first.data, duplicate: true })
    const other = await packSheet(exam, [front({ examNo: '10010002' }), back()], {
      sheet_id: sheet.sheetId,
    })
    const refused = await upload(scanner, exam, other)
    expect([refused.status, refused.error.error]).toEqual([409, 'SCAN_SHEET_ID_CONFLICT'])
    expect(await rowCounts(app)).toMatchObject({ sheets: 1, pages: 2 })
  })

  test('the same sheet twice at once is stored once', async () => {
    const { app, exam, scanner } = await open()
    const sheet = await packSheet(exam, [front(), back()])
    const answers = await Promise.all([1, 2, 3].map(() => upload(scanner, exam, sheet)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.filter(({ data }) => !data.duplicate)).toHaveLength(1)
    expect(await rowCounts(app)).toMatchObject({ sheets: 1, pages: 2, readings: 2 })
  })

  test('two sheets of one candidate sent at once are a duplicate', async () => {
    const { app, exam, scanner } = await open()
    const sheets = [
      await packSheet(exam, [front(), back()]),
      await packSheet(exam, [front(), back()]),
    ]
    await Promise.all(sheets.map((sheet) => upload(scanner, exam, sheet)))
    const rows = await app.services.db.selectFrom('scan_exception').selectAll().execute()
    expect(rows.map(({ category, state }) => [category, state])).toEqual([['duplicate', 'open']])
  })

  test('damaged and hostile uploads leave nothing behind', async () => {
    const { app, exam, scanner } = await open()
    const sheet = await packSheet(exam, [front(), back()])
    const changed = { ...sheet, payload: Buffer.from(sheet.payload) }
    changed.payload[changed.payload.length - 5]! ^= 0xff
    const junk = { ...sheet, payload: Buffer.from('HJSC1\n\xff\xff\xff\xff{}', 'latin1') }
    const cases = [
      [await upload(scanner, exam, changed), 422, 'SCAN_CHECKSUM_MISMATCH'],
      [
        await upload(scanner, exam, changed, await hashOf(changed.payload)),
        422,
        'SCAN_CHECKSUM_MISMATCH',
      ],
      [
        await upload(scanner, exam, junk, await hashOf(junk.payload)),
        422,
        'SCAN_CONTAINER_INVALID',
      ],
      [await upload(scanner, exam, sheet, 'zz'), 400, 'INPUT_INVALID'],
      [await upload(scanner, exam, { ...sheet, sheetId: ulid() }), 422, 'SCAN_CONTAINER_INVALID'],
      [
        await upload(
          scanner,
          exam,
          await packSheet(exam, [front(), back()], { template_id: 'old' }),
        ),
        409,
        'SCAN_TEMPLATE_OUTDATED',
      ],
    ] as const
    for (const [answer, status, code] of cases)
      expect([answer.status, answer.error.error]).toEqual([status, code])
    expect(await rowCounts(app)).toEqual(NOTHING)
  })

  test('a picture whose size is not the one announced is refused', async () => {
    const { app, exam, scanner } = await open()
    const wide = (await packSheet(exam, [front(), back()])).payload.toString('latin1')
    const payload = Buffer.from(wide.replace('"width_px":210', '"width_px":211'), 'latin1')
    const manifest = JSON.parse(payload.subarray(10, 10 + payload.readUInt32LE(6)).toString())
    const lied = { sheetId: manifest.sheet_id, batchId: '', payload, sha256: await hashOf(payload) }
    const answer = await upload(scanner, exam, lied)
    expect([answer.status, answer.error.error]).toEqual([422, 'SCAN_IMAGE_INVALID'])
    expect(await rowCounts(app)).toEqual(NOTHING)
  })

  test('a batch closes when both sides hold the same, and takes nothing afterwards', async () => {
    const { exam, scanner } = await open()
    const batch_id = ulid()
    const sheets = [
      await packSheet(exam, [front(), back()], { batch_id }),
      await packSheet(exam, [front({ examNo: '10010002' }), back()], { batch_id, seq: 2 }),
    ]
    await upload(scanner, exam, sheets[0]!)
    const body = {
      exam_id: exam.examId,
      subject_id: SUBJECT,
      batch_id,
      count: 2,
      sheets_hash: await batchHashOf(sheets.map(({ sha256 }) => sha256)),
      sheet_ids: sheets.map(({ sheetId }) => sheetId),
    }
    const early = await scanner.send(clientComplete, { body })
    expect(early.data).toMatchObject({
      closed: false,
      missing_ids: [sheets[1]!.sheetId],
      unknown_ids: [],
    })
    await upload(scanner, exam, sheets[1]!)
    expect((await scanner.send(clientComplete, { body })).data).toMatchObject({
      closed: true,
      server_count: 2,
    })
    expect((await scanner.send(clientComplete, { body })).data.closed).toBe(true)
    const late = await upload(scanner, exam, await packSheet(exam, [front(), back()], { batch_id }))
    expect(late.error.error).toBe('SCAN_BATCH_CLOSED')
    expect((await upload(scanner, exam, sheets[0]!)).data.duplicate).toBe(true)
    const check = await scanner.send(clientMarkingCheck, {
      query: { exam_id: exam.examId, subject_id: SUBJECT, batch_id },
    })
    expect(check.data.map(({ sha256 }) => sha256)).toEqual(sheets.map(({ sha256 }) => sha256))
  })

  test('the station learns what to scan, with which template, and of whom', async () => {
    const { exam, scanner } = await open()
    await upload(scanner, exam, await packSheet(exam, [front(), back()]))
    const exams = await scanner.send(clientExam, { query: {} })
    expect(exams.data).toMatchObject([
      {
        exam_id: exam.examId,
        subjects: [{ expected: 8, scanned: 1, sheets: 1, upload: { open: true } }],
      },
    ])
    const at = { query: { exam_id: exam.examId, subject_id: SUBJECT } }
    const detail = await scanner.send(clientMarkingDetail, at)
    expect(detail.data.classes.map(({ expected, scanned }) => [expected, scanned])).toEqual([
      [4, 1],
      [4, 0],
    ])
    expect(detail.data.batches).toMatchObject([
      { label: '第1批', sheets: 1, voided: 0, operator_name: '扫描员' },
    ])
    const bound = await scanner.send(clientTemplete, at)
    expect(bound.data.template).toEqual(template)
    expect(bound.data.template_sha256).toBe(detail.data.upload.template_sha256)
    const classes = await scanner.send(clientSchoolClasses, { query: { exam_id: exam.examId } })
    expect(
      classes.data.flatMap(({ students }) => students.map(({ exam_no }) => exam_no)),
    ).toHaveLength(8)
  })

  test('clearing asks for the number of sheets, and can be undone', async () => {
    const { app, exam, scanner } = await open()
    const sheet = await packSheet(exam, [front({ examNo: null }), back()])
    await upload(scanner, exam, sheet)
    const clear = (confirm_count: number) =>
      scanner.send(clientClear, {
        params: { subjectId: SUBJECT },
        body: { exam_id: exam.examId, confirm_count },
      })
    expect((await clear(2)).error.error).toBe('VERSION_CONFLICT')
    const done = await clear(1)
    expect(done.data.voided).toBe(1)
    const states = async () =>
      (await app.services.db.selectFrom('scan_exception').select('state').execute()).map(
        ({ state }) => state,
      )
    expect(await states()).toEqual(['handled'])
    const undone = await scanner.send(fixSheet, {
      body: {
        exam_id: exam.examId,
        subject_id: SUBJECT,
        fix: { kind: 'undo', decision_ids: [done.data.decision_id] },
      },
    })
    expect(undone.status).toBe(200)
    expect(await states()).toEqual(['open'])
  })

  test('the station may ask before it sends', async () => {
    const { exam, scanner } = await open()
    const sheet = await packSheet(exam, [front(), back()])
    const ask = (sha256: string, template_id = template.id) =>
      scanner.send(clientJudgeMarkingUpload, {
        body: {
          exam_id: exam.examId,
          subject_id: SUBJECT,
          sheet_id: sheet.sheetId,
          batch_id: sheet.batchId,
          template_id,
          sha256,
          byte_length: sheet.payload.length,
        },
      })
    expect((await ask(sheet.sha256)).data.verdict).toBe('send')
    expect((await ask(sheet.sha256, 'old')).data).toMatchObject({
      verdict: 'refused',
      error: 'SCAN_TEMPLATE_OUTDATED',
    })
    await upload(scanner, exam, sheet)
    expect((await ask(sheet.sha256)).data.verdict).toBe('already')
    expect((await ask('0'.repeat(64))).data).toMatchObject({
      verdict: 'refused',
      error: 'SCAN_SHEET_ID_CONFLICT',
    })
  })

  test.for([
    ['scanner', 200],
    ['admin', 200],
    ['marker1', 403],
    ['principal', 403],
    ['student', 403],
    ['other-scanner', 404],
  ] as const)('%s who uploads is answered %i', async ([account, status]) => {
    const { app, exam } = await open()
    const client = await app.signIn(account)
    const answer = await upload(client, exam, await packSheet(exam, [front(), back()]))
    expect(answer.status).toBe(status)
    if (status !== 200) expect(await rowCounts(app)).toEqual(NOTHING)
  })

  test('an image is seen by who is signed in and has its address, until it expires', async () => {
    const { app, exam, scanner } = await open()
    await upload(scanner, exam, await packSheet(exam, [front(), back()]))
    const page = await app.services.db.selectFrom('scan_page').selectAll().executeTakeFirstOrThrow()
    const query = Object.fromEntries(
      new URLSearchParams(
        app.services.links.sign(page.image_hash, '', app.school.userIds['marker1']).split('?')[1],
      ),
    )
    const viewer = await app.signIn('marker1')
    const see = (extra: Record<string, string> = {}) =>
      viewer.send(imageResource, { query: { ...query, ...extra } as never })
    const whole = await see()
    expect([whole.status, whole.headers['content-type']]).toEqual([200, 'image/png'])
    expect(whole.headers['cache-control']).toContain('immutable')
    expect(await hashOf(whole.bytes)).toBe(page.image_hash)
    const piece = await see({ box: '10,10,9999,40', rotate: '90' })
    expect([piece.status, piece.headers['content-type']]).toEqual([200, 'image/webp'])
    const other = await app.signIn('marker2')
    const theirs = await other.send(imageResource, { query: query as never })
    expect([theirs.status, theirs.error.error]).toEqual([403, 'IMAGE_LINK_EXPIRED'])
    expect((await see({ sig: 'wrong' })).status).toBe(403)
    expect((await see({ hash: '0'.repeat(64) })).status).toBe(403)
    expect(whole.headers['cache-control']).toMatch(/^private, max-age=600,/)
    await viewer.send(logout)
    expect((await see()).error.error).toBe('LOGIN_EXPIRED')
    app.advance(41 * 60_000)
    const again = await app.signIn('marker1')
    const late = await again.send(imageResource, { query: query as never })
    expect(late.error.error).toBe('IMAGE_LINK_EXPIRED')
  })
})
