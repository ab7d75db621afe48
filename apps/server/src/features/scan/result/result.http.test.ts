import {
  candidateResult,
  exceptionDetail,
  fixSheet,
  listExceptions,
  matchOne,
  reviewPresence,
  updateResult,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import type { TestClient } from '../../../testing/index.ts'
import {
  clear,
  doubt,
  markedPages,
  markedTemplate,
  seedMarkedBlocks,
} from '../testing/marked-sheet.ts'
import { back, front } from '../testing/readings.ts'
import { openStation } from '../testing/station.ts'

const NINE = { text: ' 9', scoreMilli: 9000 }
const REASON = '对照图像，机器读错'

everyDatabase('the result of a candidate on %s', (kind) => {
  /** @param isMarked marks of two blocks stand on the paper too */
  async function open(isMarked = true) {
    const station = await openStation(kind, isMarked ? markedTemplate : undefined)
    const { app, exam, scanner, at } = station
    if (isMarked) await seedMarkedBlocks(app.services.db, exam)
    const [candidate_id = 0, other = 0] = exam.candidateIds
    const look = async (who: TestClient = scanner, whose = candidate_id) =>
      who.send(candidateResult, { query: { ...at, candidate_id: whose } })
    const seen = async () => (await look()).data
    const answer = (sheet_id: string, no: number, ...values: string[]) => ({
      sheet_id,
      target: `choice:${no}`,
      values,
      resolved_as: values.length === 0 ? ('blank' as const) : ('answer' as const),
    })
    const mark = (sheet_id: string, key: string, points: number) => ({
      sheet_id,
      target: `score:${key}`,
      score_milli: points * 1000,
    })
    const update = (
      version: string,
      given: {
        answers?: ReturnType<typeof answer>[]
        scores?: ReturnType<typeof mark>[]
        reason?: string
      },
      who: TestClient = scanner,
    ) =>
      who.send(updateResult, {
        body: { ...at, candidate_id, version, reason: REASON, answers: [], scores: [], ...given },
      })
    const undo = (decision_ids: number[], who: TestClient = scanner) =>
      who.send(fixSheet, { body: { ...at, fix: { kind: 'undo', decision_ids } } })
    return { ...station, candidate_id, other, look, seen, answer, mark, update, undo }
  }

  test('shows what was read, what counts, and what follows', async () => {
    const { scan, seen, exam } = await open()
    expect(await seen()).toMatchObject({ sheets: [], answers: [], scores: [], last_change: null })
    const sheet = await scan(...markedPages(clear('7.5'), NINE))
    const result = await seen()
    expect(result.candidate.candidate_id).toBe(exam.candidateIds[0])
    expect(result.sheets.map(({ sheet_id }) => sheet_id)).toEqual([sheet])
    expect(result.answers).toMatchObject([
      { target: 'choice:1', decided_by: null, is_open: false },
      { target: 'choice:2', choice: { question_no: '2', options: ['A', 'B', 'C', 'D'] } },
      { target: 'choice:3' },
    ])
    expect(result.answers[0]?.quad).toHaveLength(4)
    expect(result.scores).toMatchObject([
      { target: 'score:17', counted_milli: 7500, is_open: false },
      { target: 'score:18', counted_milli: null, is_open: true, score: { read_milli: 9000 } },
    ])
    // Both blocks are marked on paper: nothing is left for the screen.
    expect(result.blocks).toEqual([])
  })

  test('answers and marks change at once, with the reason, and are taken back together', async () => {
    const { scan, seen, answer, mark, update, undo } = await open()
    const sheet = await scan(...markedPages(clear('7.5'), NINE))
    const before = await seen()
    const done = await update(before.version, {
      answers: [answer(sheet, 1), answer(sheet, 2, 'D')],
      scores: [mark(sheet, '17', 8), mark(sheet, '18', 9)],
    })
    expect([done.status, done.data.changed]).toEqual([200, 4])
    const after = await seen()
    expect(after.version).toBe(done.data.version)
    // The operator sees what was read, and not what it comes to.
    expect([after.total_milli, done.data.total_milli, after.marks_hidden]).toEqual([
      null,
      null,
      true,
    ])
    expect(after.answers.map(({ choice }) => choice.answer.join(''))).toMatchObject({
      0: '',
      1: 'D',
    })
    // The machine's reading stays beside what the person said.
    expect(after.answers[1]?.choice.reading.values).toEqual(
      before.answers[1]?.choice.reading.values,
    )
    expect(after.scores.map(({ counted_milli }) => counted_milli)).toEqual([8000, 9000])
    expect(after.sheets[0]?.decisions.map(({ text }) => text)).toContain(
      `第 2 题：确认 D（${REASON}）`,
    )
    expect(after.last_change?.actor_name).toBe('扫描员')

    expect((await undo(done.data.decision_ids)).status).toBe(200)
    const back = await seen()
    expect(back.answers.map(({ choice }) => choice.answer)).toEqual(
      before.answers.map(({ choice }) => choice.answer),
    )
    expect(back.scores.map(({ counted_milli }) => counted_milli)).toEqual([7500, null])
    expect(back.version).not.toBe(before.version)
  })

  test('a request that is sent again changes nothing', async () => {
    const { app, scan, seen, answer, mark, update } = await open()
    const sheet = await scan(...markedPages(clear('7.5'), NINE))
    const { version } = await seen()
    const given = { answers: [answer(sheet, 2, 'D')], scores: [mark(sheet, '18', 9)] }
    expect((await update(version, given)).data.changed).toBe(2)
    const again = await update(version, given)
    expect([again.status, again.data.changed, again.data.decision_ids]).toEqual([200, 0, []])
    const kept = await app.services.db
      .selectFrom('scan_decision')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(kept.count)).toBe(2)
  })

  test('who comes second is told by whom, and nothing is overwritten', async () => {
    const { app, scan, seen, answer, update, undo } = await open()
    const sheet = await scan(...markedPages(clear('7.5'), NINE))
    const { version } = await seen()
    const first = await update(version, { answers: [answer(sheet, 2, 'D')] })
    const admin = await app.signIn('admin')
    const late = await update(version, { answers: [answer(sheet, 1, 'C')] }, admin)
    expect([late.status, late.error.error]).toEqual([409, 'VERSION_CONFLICT'])
    expect(late.error.msg).toContain('最后修改：扫描员')
    // Looked at anew, what the first confirmed is undone before it is changed.
    const now = (await seen()).version
    const over = await update(now, { answers: [answer(sheet, 2, 'C')] }, admin)
    expect([over.status, over.error.error]).toEqual([409, 'SCAN_RESULT_DECIDED'])
    expect(over.error.msg).toContain('第 2 题的作答已由 扫描员 确认')
    expect((await undo(first.data.decision_ids, admin)).status).toBe(200)
    const free = await update((await seen()).version, { answers: [answer(sheet, 2, 'C')] }, admin)
    expect([free.status, free.data.changed]).toEqual([200, 1])
  })

  test('one thing that is wrong leaves all of it as it was', async () => {
    const { scan, seen, answer, mark, update, candidate_id, look, other } = await open()
    const sheet = await scan(...markedPages(doubt('得分栏没有填涂'), NINE))
    const { version } = await seen()
    const good = answer(sheet, 2, 'D')
    const refused = async (given: Parameters<typeof update>[1]) =>
      (await update(version, given)).error.error
    expect(await refused({ answers: [good], reason: ' ' })).toBe('MARKING_REASON_MISSING')
    expect(await refused({ answers: [good, answer(sheet, 1, 'Z')] })).toBe('SCAN_CHOICE_INVALID')
    expect(await refused({ answers: [good, answer(sheet, 9, 'A')] })).toBe('SCAN_CHOICE_INVALID')
    expect(await refused({ answers: [good], scores: [mark(sheet, '18', 11)] })).toBe(
      'SCAN_SCORE_INVALID',
    )
    const marked = await update(version, { answers: [good], scores: [mark(sheet, '99', 1)] })
    expect([marked.status, marked.error.error]).toEqual([422, 'SCAN_RESULT_MARKED'])
    expect(marked.error.msg).toContain('由阅卷产生')
    expect((await seen()).version).toBe(version)
    expect((await look(undefined, 987_654)).error.error).toBe('CANDIDATE_NOT_FOUND')
    expect(other).not.toBe(candidate_id)
  })

  test('another candidate for the sheet takes the answers along, untouched', async () => {
    const { scan, seen, look, scanner, at, answer, update, other, answerOf } = await open(false)
    const sheet = await scan(front(), back())
    const { version } = await seen()
    await update(version, { answers: [answer(sheet, 2, 'D')] })
    expect(await answerOf(0, '2')).toMatchObject({ answer: ['D'], source: 'person' })
    expect((await seen()).answers[1]).toMatchObject({ full_milli: 5000, resolved_as: 'answer' })
    const before = (await seen()).answers.map(({ choice }) => choice.answer)
    const moved = await scanner.send(matchOne, {
      body: { ...at, sheet_id: sheet, candidate_id: other },
    })
    expect(moved.status).toBe(200)
    expect((await seen()).sheets).toEqual([])
    const now = (await look(scanner, other)).data
    expect(now.answers.map(({ choice }) => choice.answer)).toEqual(before)
    expect(await answerOf(1, '2')).toMatchObject({ answer: ['D'], source: 'person' })
    // Whoever still has the former candidate before them changes neither.
    const late = await update(version, { answers: [answer(sheet, 2, 'A')] })
    expect([late.status, late.error.error]).toEqual([409, 'VERSION_CONFLICT'])
  })

  test('a doubt that is confirmed as it was read is settled', async () => {
    const { scan, seen, mark, update, scanner, at } = await open()
    const sheet = await scan(...markedPages(clear('7.5'), NINE))
    const waiting = async () =>
      (await scanner.send(listExceptions, { query: { ...at, category: 'score' as 'all' } })).data
        .list
    expect(await waiting()).toHaveLength(1)
    await update((await seen()).version, { scores: [mark(sheet, '18', 9)] })
    expect(await waiting()).toEqual([])
    const [handled] = (
      await scanner.send(listExceptions, { query: { ...at, category: 'handled' } })
    ).data.list
    const { data } = await scanner.send(exceptionDetail, {
      query: { ...at, exception_id: handled?.exception_id ?? 0 },
    })
    expect(data.sheet.decisions[0]?.text).toBe(`题块 18：得 9 分（${REASON}）`)
  })

  test('after publishing it is only looked at; a sheet in hand is left alone', async () => {
    const { app, exam, scan, seen, answer, update, at } = await open()
    const sheet = await scan(...markedPages(clear('7.5'), NINE))
    const admin = await app.signIn('admin')
    await admin.send(reviewPresence, { body: { ...at, sheet_id: sheet } })
    const { version } = await seen()
    const given = { answers: [answer(sheet, 2, 'D')] }
    expect((await update(version, given)).error.error).toBe('SCAN_SHEET_BUSY')
    await admin.send(reviewPresence, { body: { ...at, sheet_id: null, leave: 1 } })
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
    expect((await seen()).is_published).toBe(true)
    const refused = await update(version, given)
    expect(refused.error.error).toBe('SCAN_SHEET_PUBLISHED')
    expect(refused.error.msg).toContain('先撤回发布')
  })

  test('who settles exceptions may, nobody else', async () => {
    const { app, scan, seen, look, answer, update } = await open()
    const sheet = await scan(...markedPages(clear('7.5'), NINE))
    const { version } = await seen()
    const given = { answers: [answer(sheet, 2, 'D')] }
    for (const account of ['marker1', 'student']) {
      const who = await app.signIn(account)
      expect((await look(who)).status, account).toBe(403)
      expect((await update(version, given, who)).status, account).toBe(403)
    }
    for (const account of ['scanner', 'admin']) {
      const who = await app.signIn(account)
      expect((await look(who)).status, account).toBe(200)
      expect((await update(version, given, who)).status, account).toBe(200)
    }
  })
})
