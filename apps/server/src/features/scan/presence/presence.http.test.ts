import { clientMarking, fixChoice, fixSheet, matchOne, reviewPresence } from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { front } from '../testing/readings.ts'
import { packSheet, seedScanExam, SUBJECT } from '../testing/scan-exam.ts'

const LEASE_MS = 2 * 60_000

/** An exam with two sheets without a number, and two people who see to them. */
async function open(kind: DatabaseKind = 'sqlite') {
  const app = await openTestApp(kind)
  const exam = await seedScanExam(app.services.db, app.school)
  const [scanner, admin] = [await app.signIn('scanner'), await app.signIn('admin')]
  const at = { exam_id: exam.examId, subject_id: SUBJECT }
  const sheets: string[] = []
  for (let count = 0; count < 2; count++) {
    const sheet = await packSheet(exam, [front({ examNo: null })])
    await scanner.send(
      clientMarking,
      { query: { ...at, sheet_id: sheet.sheetId } },
      { payload: sheet.payload, headers: { 'x-content-sha256': sheet.sha256 } },
    )
    sheets.push(sheet.sheetId)
  }
  const [first = '', second = ''] = sheets
  const look = (who: TestClient, sheet_id: string | null, more: { take?: 1; leave?: 1 } = {}) =>
    who.send(reviewPresence, { body: { ...at, sheet_id, ...more } })
  const assign = (who: TestClient, sheet_id: string, index: number) =>
    who.send(matchOne, { body: { ...at, sheet_id, candidate_id: exam.candidateIds[index] ?? 0 } })
  return { ...app, exam, scanner, admin, at, first, second, look, assign }
}

everyDatabase('two people at the exceptions of a subject on %s', (kind) => {
  test('each sees where the other is; who came first decides, who came later goes on or takes over', async () => {
    const { scanner, admin, first, second, look, assign, at, advance } = await open(kind)
    expect((await look(scanner, first)).data).toEqual({ others: [], is_holder: true })
    advance(1000)
    const { data } = await look(admin, first)
    expect(data).toMatchObject({
      is_holder: false,
      others: [{ name: '扫描员', sheet_id: first, is_holder: true }],
    })
    // The first one goes on looking and stays the first.
    advance(60_000)
    expect((await look(scanner, first)).data.is_holder).toBe(true)
    const late = await assign(admin, first, 0)
    expect(late.error).toMatchObject({
      error: 'SCAN_SHEET_BUSY',
      msg: expect.stringContaining('扫描员'),
    })
    const voided = await admin.send(fixSheet, {
      body: { ...at, sheet_id: first, fix: { kind: 'void', reason: 'rescan' } },
    })
    expect(voided.error.error).toBe('SCAN_SHEET_BUSY')
    // Another sheet is free.
    expect((await look(admin, second)).data.is_holder).toBe(true)
    expect((await assign(admin, second, 1)).status).toBe(200)
    // Taken over, it is the other one who is refused, and who hears of it.
    advance(1000)
    expect((await look(admin, first, { take: 1 })).data.is_holder).toBe(true)
    expect((await look(scanner, first)).data).toMatchObject({
      is_holder: false,
      others: [{ sheet_id: first, is_holder: true }],
    })
    expect((await assign(scanner, first, 0)).error.error).toBe('SCAN_SHEET_BUSY')
    const done = await assign(admin, first, 0)
    expect(done.status).toBe(200)
    // Taking back restores what both saw, and is open to both.
    const undone = await scanner.send(fixSheet, {
      body: { ...at, fix: { kind: 'undo', decision_ids: [done.data.decision_id ?? 0] } },
    })
    expect(undone.status).toBe(200)
  })
})

test('what is held is free when its holder goes on, leaves, or does nothing for two minutes', async () => {
  const { scanner, admin, first, second, look, assign, advance } = await open()
  await look(scanner, first)
  advance(1000)
  expect((await look(admin, first)).data.is_holder).toBe(false)
  await look(scanner, second)
  expect((await look(admin, first)).data.is_holder).toBe(true)
  await look(admin, first, { leave: 1 })
  expect((await look(scanner, first)).data).toEqual({ others: [], is_holder: true })
  advance(LEASE_MS - 1)
  expect((await assign(admin, first, 0)).error.error).toBe('SCAN_SHEET_BUSY')
  advance(1)
  expect((await assign(admin, first, 0)).status).toBe(200)
})

test('a choice that another has in hand is not answered over their head', async () => {
  const { scanner, admin, first, look, at } = await open()
  await look(scanner, first)
  const answer = await admin.send(fixChoice, {
    body: { ...at, sheet_id: first, target: 'choice:2', values: ['B'], resolved_as: 'answer' },
  })
  expect(answer.error.error).toBe('SCAN_SHEET_BUSY')
})

test('a sheet of another subject is not named, and who may not handle exceptions sees nobody', async () => {
  const { scanner, look, signIn, first } = await open()
  const strange = await look(scanner, '01ARZ3NDEKTSV4RRFFQ69G5FAV')
  expect(strange.error.error).toBe('SCAN_SHEET_NOT_FOUND')
  expect((await look(await signIn('director'), first)).status).toBe(200)
  for (const account of ['marker1', 'head', 'leader', 'other-admin'])
    expect([403, 404], account).toContain((await look(await signIn(account), first)).status)
})
