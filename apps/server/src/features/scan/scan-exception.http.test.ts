import {
  candidatesOfSubject,
  clientMarking,
  confirmAbsence,
  exceptionCounts,
  exceptionDetail,
  exceptionSummary,
  fixChoice,
  fixChoiceAll,
  fixSheet,
  haveExceptions,
  listExceptions,
  matchAll,
  matchOne,
  repeatedNumbers,
  resolveDuplicate,
  scanSheetDetail,
  sheetOmr,
  sheetsNotFull,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import type { PageReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../testing/index.ts'
import { back, front, withField } from './testing/readings.ts'
import { seedMarkedBlocks } from './testing/marked-sheet.ts'
import { packSheet, seedScanExam, SUBJECT } from './testing/scan-exam.ts'

const faint = (page: PageReading, no: number, confidence = 0.6) =>
  withField(page, `choice:${no}`, {
    state: 'faint',
    doubtful: true,
    confidence,
    reason: '填涂太淡',
  })

everyDatabase('handling exceptions on %s', (kind) => {
  /** A school with an exam, and ways to scan and to look. */
  async function open() {
    const app = await openTestApp(kind)
    const exam = await seedScanExam(app.services.db, app.school)
    const scanner = await app.signIn('scanner')
    const at = { exam_id: exam.examId, subject_id: SUBJECT }
    const scan = async (...readings: PageReading[]) => {
      app.advance(1000)
      const sheet = await packSheet(exam, readings)
      const { status, error } = await scanner.send(
        clientMarking,
        { query: { ...at, sheet_id: sheet.sheetId } },
        { payload: sheet.payload, headers: { 'x-content-sha256': sheet.sha256 } },
      )
      if (status !== 200) throw new Error(error.msg)
      return sheet.sheetId
    }
    const list = async (category = 'all') =>
      (await scanner.send(listExceptions, { query: { ...at, category: category as 'all' } })).data
        .list
    const openNow = async () => (await list()).map((one) => `${one.category} ${one.target}`)
    const candidate = async (index: number) => {
      const row = await app.services.db
        .selectFrom('candidate_subject')
        .selectAll()
        .where('candidate_id', '=', exam.candidateIds[index]!)
        .executeTakeFirstOrThrow()
      const answers = row.answers === null ? null : JSON.parse(row.answers)
      const answer = (no: string) => answers?.[exam.questionIds[no]!]
      return { attendance: row.attendance, source: row.attendance_source, answers, answer }
    }
    const undo = (client: TestClient, ...decision_ids: number[]) =>
      client.send(fixSheet, { body: { ...at, fix: { kind: 'undo', decision_ids } } })
    return { app, exam, scanner, at, scan, list, openNow, candidate, undo }
  }

  test('the least certain choice stands first, after the categories before it', async () => {
    const { scan, openNow, scanner, at } = await open()
    await scan(faint(faint(front(), 1, 0.7), 2, 0.5), back())
    await scan(front({ examNo: null }))
    expect(await openNow()).toEqual([
      'missing_page pages',
      'exam_no exam_no',
      'choice choice:2',
      'choice choice:1',
    ])
    const { data } = await scanner.send(exceptionCounts, { query: at })
    expect(data).toMatchObject({
      open: 4,
      handled: 0,
      expected: 8,
      scanned: 1,
      sheets: 2,
      without_sheet: 7,
    })
    expect(data.categories.map(({ category, open }) => [category, open])).toEqual([
      ['positioning', 1],
      ['objective_box', 0],
      ['exam_no', 1],
      ['duplicate', 0],
      ['absence', 0],
      ['choice', 2],
      ['to_verify', 0],
    ])
    expect((await scanner.send(haveExceptions, { query: at })).data).toEqual({
      have: true,
      open: 4,
    })
    expect((await scanner.send(sheetsNotFull, { query: at })).data).toHaveLength(1)
    expect((await scanner.send(exceptionSummary, { query: {} })).data).toMatchObject([
      { open: 4, sheets: 2 },
    ])
  })

  test('a confirmed answer wins over the machine, and undoing gives the question back', async () => {
    const { scan, openNow, scanner, at, candidate, undo, list } = await open()
    const sheet_id = await scan(faint(front(), 2), back())
    expect((await candidate(0)).answer('2')).toEqual({ answer: null, source: 'machine' })
    const [item] = await list('choice')
    expect(item).toMatchObject({
      choice: { question_no: '2', options: ['A', 'B', 'C', 'D'], answer: ['B'] },
    })
    const body = {
      ...at,
      sheet_id,
      target: 'choice:2',
      values: ['D'],
      resolved_as: 'answer' as const,
    }
    const bad = await scanner.send(fixChoice, { body: { ...body, values: ['A', 'B'] } })
    expect(bad.error.error).toBe('SCAN_CHOICE_INVALID')
    const done = await scanner.send(fixChoice, { body })
    expect(done.data.open).toEqual([])
    expect((await candidate(0)).answer('2')).toEqual({
      answer: ['D'],
      source: 'person',
      resolved_as: 'answer',
    })
    expect(await list('handled')).toMatchObject([{ handled_by_name: '扫描员', state: 'handled' }])
    await undo(scanner, done.data.decision_id!)
    expect((await candidate(0)).answer('2')).toEqual({ answer: null, source: 'machine' })
    expect(await openNow()).toEqual(['choice choice:2'])
    expect((await undo(scanner, done.data.decision_id!)).error.error).toBe('SCAN_NOTHING_TO_UNDO')
  })

  test('changing the identity leaves confirmed answers as they are', async () => {
    const { scan, scanner, at, exam, candidate, undo, openNow } = await open()
    const sheet_id = await scan(faint(front({ examNo: '1001?001' }), 2), back())
    await scanner.send(fixChoice, {
      body: { ...at, sheet_id, target: 'choice:2', values: ['C'], resolved_as: 'answer' },
    })
    const seen = await scanner.send(exceptionDetail, {
      query: {
        ...at,
        exception_id: (await scanner.send(listExceptions, { query: at })).data.list[0]!
          .exception_id,
      },
    })
    expect(seen.data.proposals[0]).toMatchObject({ exam_no: '10010001', sheets: 0 })
    expect(seen.data.proposals[0]?.probability).toBeGreaterThan(0.5)
    const others = seen.data.proposals.slice(1)
    expect(others.every(({ probability }) => probability < 0.1)).toBe(true)
    expect(seen.data.sheet).toMatchObject({ answers_confirmed: 1, machine_exam_no: '1001?001' })
    expect(seen.data.regions[0]).toMatchObject({ page_seq: 1, tone: 'error' })
    for (const index of [3, 0]) {
      const matched = await scanner.send(matchOne, {
        body: { ...at, sheet_id, candidate_id: exam.candidateIds[index]! },
      })
      expect(matched.data.open).toEqual([])
      expect((await candidate(index)).answer('2')).toEqual({
        answer: ['C'],
        source: 'person',
        resolved_as: 'answer',
      })
    }
    // The one it was taken from has no record again.
    expect(await candidate(3)).toMatchObject({ attendance: -1, answers: null })
    const { data } = await scanner.send(scanSheetDetail, { query: { sheet_id } })
    expect(data.decisions.map(({ kind }) => kind)).toEqual(['identity', 'identity', 'answer'])
    await undo(scanner, data.decisions[0]!.decision_id, data.decisions[1]!.decision_id)
    expect(await openNow()).toEqual(['exam_no exam_no'])
    expect((await candidate(0)).attendance).toBe(-1)
    expect(
      (await scanner.send(scanSheetDetail, { query: { sheet_id } })).data.answers_confirmed,
    ).toBe(1)
    const omr = await scanner.send(sheetOmr, { query: { sheet_id } })
    expect(omr.data.map(({ run, in_use }) => [run, in_use])).toEqual([
      [1, true],
      [1, true],
    ])
    expect(omr.data[0]!.reading.fields.find(({ id }) => id === 'choice:2')!.values).toEqual(['B'])
  })

  test('of two sheets for one number one is kept, and undoing asks again', async () => {
    const { scan, scanner, at, candidate, undo, openNow } = await open()
    const first = await scan(front({ choices: { 1: 'A' } }), back())
    const second = await scan(front({ choices: { 1: 'D' } }), back())
    expect((await candidate(0)).answer('1').answer).toEqual(['A'])
    expect((await scanner.send(repeatedNumbers, { query: at })).data).toMatchObject([
      { exam_no: '10010001', sheet_ids: [first, second].sort() },
    ])
    const body = { ...at, sheet_ids: [first, second], keep: second }
    const kept = await scanner.send(resolveDuplicate, { body })
    expect(kept.data.open).toEqual([])
    expect((await candidate(0)).answer('1').answer).toEqual(['D'])
    expect((await scanner.send(resolveDuplicate, { body })).error.error).toBe('VERSION_CONFLICT')
    await undo(scanner, kept.data.decision_id!)
    expect((await candidate(0)).answer('1').answer).toEqual(['A'])
    expect(await openNow()).toEqual(['duplicate candidate'])
    await scanner.send(resolveDuplicate, { body: { ...body, keep: null } })
    expect((await candidate(0)).attendance).toBe(-1)
  })

  test('of two sheets of one candidate both are kept, and markers are shown what is on the second', async () => {
    const { app, exam, scan, scanner, at, candidate, undo, openNow } = await open()
    await seedMarkedBlocks(app.services.db, exam)
    const first = await scan(front(), back())
    const second = await scan(front({ ink: 0.05 }), back(0))
    const shown = async () => {
      const rows = await app.services.db
        .selectFrom('unit')
        .innerJoin('block', 'block.id', 'unit.block_id')
        .where('unit.candidate_id', '=', exam.candidateIds[0]!)
        .select(['block.block_key', 'unit.images', 'unit.state'])
        .orderBy('block.block_key')
        .execute()
      return rows.map(({ block_key, images, state }) => [
        block_key,
        (JSON.parse(images) as unknown[]).length,
        state,
      ])
    }
    const alone = await shown()
    expect(alone.map(([key, images]) => [key, images])).toEqual([
      ['17', 1],
      ['18', 1],
    ])
    const body = { ...at, sheet_ids: [first, second], keep: first, further: second }
    for (const wrong of [{ keep: second }, { keep: null }, { further: 'Z'.repeat(26) }])
      expect(
        (await scanner.send(resolveDuplicate, { body: { ...body, ...wrong } })).error.error,
      ).toBe('VERSION_CONFLICT')
    const joined = await scanner.send(resolveDuplicate, { body })
    expect([joined.status, joined.data?.open]).toEqual([200, []])
    expect(await openNow()).toEqual([])
    // On the second sheet block 18 was left empty.
    expect((await shown()).map(([key, images]) => [key, images])).toEqual([
      ['17', 2],
      ['18', 1],
    ])
    expect((await candidate(0)).attendance).toBe(0)
    await undo(scanner, joined.data.decision_id!)
    expect(await openNow()).toEqual(['duplicate candidate'])
    expect(await shown()).toEqual(alone)
  })

  test('a numbered sheet without a stroke is asked about as a sheet', async () => {
    const { app, exam, scan, scanner, at, candidate, undo, openNow } = await open()
    await seedMarkedBlocks(app.services.db, exam)
    const bare = front({ choices: { 1: '', 2: '', 3: '' }, ink: 0 })
    const sheet_id = await scan(bare, back(0))
    expect(await openNow()).toEqual(['absence absent'])
    const states = async () =>
      (
        await app.services.db
          .selectFrom('unit')
          .where('candidate_id', '=', exam.candidateIds[0]!)
          .select('state')
          .execute()
      ).map(({ state }) => state)
    // Nobody is asked block by block meanwhile.
    expect(new Set(await states())).toEqual(new Set(['WAIT_IMAGE']))
    const say = (attendance: 0 | 1) =>
      scanner.send(fixSheet, { body: { ...at, sheet_id, fix: { kind: 'absence', attendance } } })
    const away = await say(1)
    expect([await openNow(), (await candidate(0)).attendance]).toEqual([[], 1])
    await undo(scanner, away.data.decision_id!)
    expect(await openNow()).toEqual(['absence absent'])
    await say(0)
    expect([await openNow(), (await candidate(0)).attendance]).toEqual([[], 0])
    expect(await states()).not.toContain('WAIT_IMAGE')
  })

  test('a sheet that is given to a candidate who has one waits, whenever it was scanned', async () => {
    const { app, scan, scanner, at, candidate, undo, exam, openNow } = await open()
    const stray = await scan(front({ examNo: null, choices: { 1: 'A' } }), back())
    await scan(front({ choices: { 1: 'D' } }), back())
    app.advance(1000)
    const body = { ...at, sheet_id: stray, candidate_id: exam.candidateIds[0]! }
    const matched = await scanner.send(matchOne, { body })
    // What is read of the other sheet stays until somebody decides, and so does what was marked of it.
    expect((await candidate(0)).answer('1').answer).toEqual(['D'])
    expect(matched.data.open).toEqual(['duplicate'])
    app.advance(1000)
    await scanner.send(matchOne, { body })
    expect((await candidate(0)).answer('1').answer).toEqual(['D'])
    await undo(scanner, matched.data.decision_id!)
    expect(await openNow()).toEqual(['duplicate candidate'])
  })

  test('absence is confirmed on the sheet or, without one, for the candidate', async () => {
    const { scan, scanner, at, exam, candidate, undo, openNow } = await open()
    const sheet_id = await scan(front({ absent: true }), back())
    expect(await openNow()).toEqual(['absence absent'])
    const absent = await scanner.send(fixSheet, {
      body: { ...at, sheet_id, fix: { kind: 'absence', attendance: 1 } },
    })
    expect(await candidate(0)).toMatchObject({ attendance: 1, source: 'person', answers: null })
    await undo(scanner, absent.data.decision_id!)
    expect(await candidate(0)).toMatchObject({ attendance: 0, source: 'machine' })
    const refused = await scanner.send(confirmAbsence, {
      body: { ...at, candidate_ids: [exam.candidateIds[0]!] },
    })
    expect(refused.error.error).toBe('CANDIDATE_HAS_SHEET')
    const confirmed = await scanner.send(confirmAbsence, {
      body: { ...at, candidate_ids: exam.candidateIds.slice(1) },
    })
    expect(confirmed.data.confirmed).toBe(7)
    expect(await candidate(5)).toMatchObject({ attendance: 1, source: 'person' })
    await scan(front({ examNo: '10010002' }), back())
    expect(await openNow()).toEqual(['absence absent', 'absence absent'])
    await undo(scanner, ...confirmed.data.decision_ids)
    expect(await candidate(5)).toMatchObject({ attendance: -1 })
    expect(await openNow()).toEqual(['absence absent'])
  })

  test('everything above a confidence is accepted at once, and taken back at once', async () => {
    const { scan, scanner, at, openNow, undo, candidate } = await open()
    await scan(faint(faint(front(), 1, 0.99), 2, 0.5), back())
    await scan(
      faint(withField(front({ examNo: '10010002' }), 'choice:1', { values: ['A', 'B'] }), 1, 0.99),
      back(),
    )
    const body = { ...at, above: 0.98, preview: true }
    expect((await scanner.send(fixChoiceAll, { body })).data.count).toBe(1)
    expect(await openNow()).toHaveLength(3)
    const done = await scanner.send(fixChoiceAll, { body: { ...body, preview: false } })
    expect(await openNow()).toHaveLength(2)
    expect((await candidate(0)).answer('1')).toMatchObject({ answer: ['A'], source: 'person' })
    await undo(scanner, ...done.data.decision_ids)
    expect(await openNow()).toHaveLength(3)
  })

  test('a missing page is accepted or scanned later', async () => {
    const { scan, scanner, at, openNow, exam } = await open()
    const one = await scan(front())
    await scan(front({ examNo: '10010002' }))
    const accepted = await scanner.send(fixSheet, {
      body: { ...at, sheet_id: one, fix: { kind: 'accept_missing' } },
    })
    expect(accepted.data.open).toEqual([])
    const late = await scan(back())
    expect(await openNow()).toEqual(['missing_page pages', 'missing_page pages', 'exam_no exam_no'])
    await scanner.send(matchOne, {
      body: { ...at, sheet_id: late, candidate_id: exam.candidateIds[1]! },
    })
    expect(await openNow()).toEqual([])
  })

  test('four points that lie on no page, and a page that shows nothing, are not read again', async () => {
    const { app, scan, scanner, at } = await open()
    const sheet_id = await scan(front(), back())
    const corners = { tl: [10, 10], tr: [200, 10], br: [200, 287], bl: [10, 287] }
    const locate = (moved: number) =>
      scanner.send(fixSheet, {
        body: {
          ...at,
          sheet_id,
          fix: {
            kind: 'locate',
            page_seq: 1,
            page: 1,
            anchors: Object.entries(corners).map(([id, [x = 0, y = 0]]) => ({
              id,
              x_px: x - (id === 'tl' ? 0 : moved),
              y_px: y,
            })),
          },
        },
      })
    const crooked = await locate(40)
    expect([crooked.status, crooked.error.error]).toEqual([422, 'SCAN_RELOCATE_FAILED'])
    expect(crooked.error.facts).toMatchObject({ residual: expect.stringMatching(/^\d+\.\d$/) })
    const nothing = await locate(0)
    expect([nothing.status, nothing.error.error]).toEqual([422, 'SCAN_RELOCATE_FAILED'])
    expect(await app.services.db.selectFrom('recognition').selectAll().execute()).toHaveLength(2)
  })

  test('sheets find their owner when the roster is mended', async () => {
    const { app, scan, scanner, at, exam, openNow } = await open()
    await scan(front({ examNo: '55550001' }), back())
    expect((await scanner.send(matchAll, { body: at })).data).toEqual({ matched: 0, remaining: 1 })
    await app.services.db
      .updateTable('candidate')
      .set({ exam_no: '55550001' })
      .where('id', '=', exam.candidateIds[0]!)
      .execute()
    expect((await scanner.send(matchAll, { body: at })).data).toEqual({ matched: 1, remaining: 0 })
    expect((await scanner.send(matchAll, { body: at })).data).toEqual({ matched: 0, remaining: 0 })
    expect(await openNow()).toEqual([])
  })

  test('what a colleague decided stands until it is undone', async () => {
    const { app, scan, scanner, at, exam } = await open()
    const sheet_id = await scan(front({ examNo: null }), back())
    const admin = await app.signIn('admin')
    await admin.send(matchOne, { body: { ...at, sheet_id, candidate_id: exam.candidateIds[1]! } })
    const late = await scanner.send(matchOne, {
      body: { ...at, sheet_id, candidate_id: exam.candidateIds[2]! },
    })
    expect([late.status, late.error.msg]).toEqual([
      409,
      '这张答题卡已由 管理员 处理，请刷新后查看下一张',
    ])
  })

  test('what one person sends to be verified another verifies', async () => {
    const { app, scan, scanner, at, openNow } = await open()
    const sheet_id = await scan(front(), back())
    await scanner.send(fixSheet, {
      body: { ...at, sheet_id, fix: { kind: 'send_verify', note: '姓名与考号不符' } },
    })
    const [target] = (await openNow()).map((one) => one.split(' ')[1]!)
    const body = { ...at, sheet_id, fix: { kind: 'verify' as const, target: target! } }
    expect((await scanner.send(fixSheet, { body })).error.error).toBe(
      'MARKING_SECOND_PERSON_NEEDED',
    )
    expect((await (await app.signIn('admin')).send(fixSheet, { body })).data.open).toEqual([])
  })

  test('nothing is changed once results are published', async () => {
    const { app, scan, scanner, at, exam } = await open()
    const sheet_id = await scan(front({ examNo: null }), back())
    const { id } = await app.services.db
      .insertInto('snapshot')
      .values({
        exam_id: exam.examId,
        version: 1,
        rule_version: '1',
        input_hash: '',
        override_reason: null,
        manifest: '{}',
        created_by: app.school.userIds['admin']!,
        created_at: '2026-11-20T00:00:00.000Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.services.db
      .updateTable('exam')
      .set({ published_snapshot_id: id })
      .where('id', '=', exam.examId)
      .execute()
    const answer = await scanner.send(matchOne, {
      body: { ...at, sheet_id, candidate_id: exam.candidateIds[1]! },
    })
    expect(answer.error.error).toBe('SCAN_SHEET_PUBLISHED')
  })

  test('candidates are found by number, name and initials, those without a sheet first', async () => {
    const { scan, scanner, at } = await open()
    await scan(front(), back())
    const find = async (keyword: string) =>
      (
        await scanner.send(candidatesOfSubject, { query: { ...at, all: 1, keyword } })
      ).data.list.map(({ exam_no }) => exam_no)
    expect(await find('王小明')).toEqual(['10010005', '10010001'])
    expect(await find('0010006')).toEqual(['10010006'])
    expect(await find('s21')).toEqual(['10010006'])
    expect(await find('Ｓ ２１')).toEqual(['10010006'])
    expect(await find('%')).toEqual([])
  })

  test.for([
    ['scanner', 200],
    ['director', 200],
    ['marker1', 403],
    ['head', 403],
    ['other-admin', 404],
  ] as const)('%s is answered %i', async ([account, status]) => {
    const { app, scan, at, exam } = await open()
    const sheet_id = await scan(front({ examNo: null }), back())
    const client = await app.signIn(account)
    expect((await client.send(exceptionCounts, { query: at })).status).toBe(status)
    expect((await client.send(scanSheetDetail, { query: { sheet_id } })).status).toBe(status)
    const matched = await client.send(matchOne, {
      body: { ...at, sheet_id, candidate_id: exam.candidateIds[1]! },
    })
    expect(matched.status).toBe(status)
  })

  test("another school's sheet cannot be reached through an exam of one's own", async () => {
    const { app, scan, exam } = await open()
    const sheet_id = await scan(front({ examNo: null }), back())
    const theirs = await seedScanExam(app.services.db, app.otherSchool)
    const stranger = await app.signIn('other-admin')
    const at = { exam_id: theirs.examId, subject_id: SUBJECT }
    const answer = await stranger.send(fixSheet, {
      body: { ...at, sheet_id, fix: { kind: 'void', reason: 'useless' } },
    })
    expect([answer.status, answer.error.error]).toEqual([404, 'SCAN_SHEET_NOT_FOUND'])
    const matched = await stranger.send(matchOne, {
      body: { ...at, sheet_id, candidate_id: exam.candidateIds[1]! },
    })
    expect(matched.status).toBe(404)
  })
})
