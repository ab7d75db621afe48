import {
  clientChangeException,
  clientChooseCoord,
  clientCoord,
  clientRecropAll,
  clientRecropBlock,
  clientRecropSheet,
  clientRefixOptionSimple,
  clientRemark,
  clientReomr,
  fixSheet,
  markNext,
  markSubmit,
  scanSheetDetail,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import type { DatabaseKind } from '@hengjuan/db/testing'
import type { OmrTemplate, PageReading } from '@hengjuan/domain'
import { ulid } from 'ulid'
import { expect, test, vi } from 'vitest'
import { loadRealTemplate, packRealSheet, REAL_EXAM_NO, realPages } from '../testing/real-sheet.ts'
import { refused, withField } from '../testing/readings.ts'
import { SUBJECT } from '../testing/scan-exam.ts'
import { openStation } from '../testing/station.ts'
import { jobs } from '../../jobs.ts'
import { startJobs } from '../../../jobs/index.ts'
import { workOnSheets } from './run-jobs.ts'

// Pages are really read here.
vi.setConfig({ testTimeout: 120_000 })

const BLOCK = '66-67'

/** As an older engine might have read it. */
const misread = (reading: PageReading): PageReading =>
  reading.page === 1 ? withField(reading, 'choice:1', { values: ['B'] }) : reading
const unplaced = (reading: PageReading): PageReading =>
  reading.page === 1
    ? {
        ...refused('ANCHORS_MISSING'),
        templateId: reading.templateId,
        widthPx: reading.widthPx,
        heightPx: reading.heightPx,
      }
    : reading

/** A station, an exam with a real sheet, its candidate, and a block that marker1 marks. */
async function open(kind: DatabaseKind) {
  const station = await openStation(kind, await loadRealTemplate())
  const { app, exam, at } = station
  const { db } = app.services
  for (const [index, candidateId] of exam.candidateIds.entries())
    await db
      .updateTable('candidate')
      .set({ exam_no: index === 0 ? REAL_EXAM_NO : `9900000${index}` })
      .where('id', '=', candidateId)
      .execute()
  const { id: blockId } = await db
    .insertInto('block')
    .values({
      exam_id: exam.examId,
      subject_id: SUBJECT,
      block_key: BLOCK,
      name: '第66题',
      sort: 1,
      full_milli: 10_000,
      mark_mode: 0,
      alloc_mode: 1,
      tolerance_milli: 0,
      compare_scope: 'total',
      combine: 'mean',
      round_step_milli: 0,
      round_mode: 'half_up',
      double_ratio: 100,
      salt: 'salt',
      status: 'open',
      avoid_own_class: 0,
      blind_third: 1,
      settings: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: questionId } = await db
    .insertInto('question')
    .values({
      exam_id: exam.examId,
      subject_id: SUBJECT,
      no: '66',
      sort: 66,
      type: 6,
      full_milli: 10_000,
      block_id: blockId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('score_point')
    .values({
      block_id: blockId,
      question_id: questionId,
      name: '66',
      sort: 0,
      full_milli: 10_000,
      step_milli: 500,
    })
    .execute()
  await db
    .insertInto('block_marker')
    .values({
      block_id: blockId,
      user_id: app.school.userIds['marker1'] ?? 0,
      duty: 'marker',
      weight: 100,
      allow_exceed: 0,
    })
    .execute()
  const marker = await app.signIn('marker1')
  /** Takes the paper in hand. */
  const claim = async () =>
    (await marker.send(markNext, { query: { block_id: blockId, n: 1 } })).data.tasks[0]!
  const submit = async (readingId: number) =>
    marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: readingId,
        idem_key: ulid(),
        scores: [7000],
        refill: 0,
      },
    })
  const unit = () => db.selectFrom('unit').selectAll().executeTakeFirstOrThrow()
  const runs = async (pageSeq: number) =>
    (
      await db
        .selectFrom('recognition')
        .select('run')
        .where('page_seq', '=', pageSeq)
        .orderBy('sheet_id')
        .orderBy('run')
        .execute()
    ).map(({ run }) => run)
  /** Changes what the sheet's template says of a page's block areas. */
  const moveBlocks = async (page: number, change: { heightMm: number }) => {
    const template = await loadRealTemplate()
    const moved: OmrTemplate = {
      ...template,
      pages: template.pages.map((one) =>
        one.page === page
          ? {
              ...one,
              regions: one.regions.map((region) =>
                region.purpose === 'block'
                  ? { ...region, heightMm: region.heightMm + change.heightMm }
                  : region,
              ),
            }
          : one,
      ),
    }
    await db
      .updateTable('answer_sheet')
      .set({ template: JSON.stringify(moved), version: 2 })
      .where('exam_id', '=', exam.examId)
      .execute()
  }
  const scanReal = async (given: Parameters<typeof packRealSheet>[1] = {}) =>
    station.send(await packRealSheet(exam, given))
  const detail = async (sheet_id: string) =>
    (await station.scanner.send(scanSheetDetail, { query: { sheet_id } })).data
  const undo = (undo_action_id: string) =>
    station.scanner.send(clientChangeException, {
      body: { ...station.action(), change: { kind: 'undo', undo_action_id } },
    })
  return {
    ...station,
    at,
    db,
    blockId,
    claim,
    submit,
    unit,
    runs,
    moveBlocks,
    scanReal,
    detail,
    undo,
  }
}

everyDatabase('reading and cutting again, on %s', (kind) => {
  test('a sheet is read by the engine of today; what persons answered stays', async () => {
    const { scanReal, scanner, action, answerOf, runs, undo, detail } = await open(kind)
    const sheet_id = await scanReal({ misread })
    expect(await answerOf(0, '1')).toMatchObject({ answer: ['B'], source: 'machine' })
    const corrected = await scanner.send(clientRefixOptionSimple, {
      body: {
        ...action(),
        sheet_id,
        target: 'choice:2',
        values: ['B'],
        resolved_as: 'answer',
      },
    })
    expect(corrected.data.result).toBe('applied')
    const body = { ...action(), scope: { kind: 'sheet' as const, sheet_id } }
    const done = await scanner.send(clientReomr, { body })
    expect(done.data).toMatchObject({
      kind: 'reomr',
      state: 'done',
      total: 1,
      done: 1,
      changed: 1,
      failed: 0,
      actor_name: '扫描员',
    })
    expect(done.data.changes.list).toMatchObject([
      {
        sheet_id,
        problem: '',
        exam_no: null,
        pages: [],
        crops: 0,
        fields: [{ target: 'choice:1', before: ['B'], after: ['A'], decided: false }],
      },
    ])
    expect(await answerOf(0, '1')).toMatchObject({ answer: ['A'], source: 'machine' })
    expect(await answerOf(0, '2')).toMatchObject({ answer: ['B'], source: 'person' })
    // The second page is read as it was: nothing is added.
    expect([await runs(1), await runs(2)]).toEqual([[1, 2], [1]])
    expect((await scanner.send(clientReomr, { body })).data).toEqual(done.data)
    const again = await scanner.send(clientReomr, {
      body: { ...action(), scope: { kind: 'sheet', sheet_id } },
    })
    expect(again.data).toMatchObject({ state: 'done', changed: 0 })
    expect(await runs(1)).toEqual([1, 2])
    expect((await detail(sheet_id)).decisions[0]).toMatchObject({ text: '重新识别第 1 张图像' })
    expect((await undo(done.data.action_id)).data.result).toBe('applied')
    expect(await answerOf(0, '1')).toMatchObject({ answer: ['B'] })
  })

  test('four points place a page; reading it again keeps the place, and undoing takes both back', async () => {
    const { scanReal, scanner, action, answerOf, detail, undo, runs } = await open(kind)
    const sheet_id = await scanReal({ misread: unplaced })
    expect((await detail(sheet_id)).open).toContain('positioning')
    const [page] = await realPages()
    const corners = page!.reading
      .registration!.anchors.filter(({ id }) => id.startsWith('corner:'))
      .map(({ id, xPx, yPx }) => ({ id, x_px: xPx, y_px: yPx }))
    const where = { sheet_id, page_seq: 1, page: 1 }
    const crooked = await scanner.send(clientCoord, {
      body: {
        ...action(),
        ...where,
        anchors: corners.map((corner, at) => ({ ...corner, x_px: corner.x_px + at * 60 })),
      },
    })
    expect([crooked.status, crooked.error.error]).toEqual([422, 'SCAN_RELOCATE_FAILED'])
    const body = { ...action(), ...where, anchors: corners }
    const placed = await scanner.send(clientCoord, { body })
    expect(placed.data).toMatchObject({ result: 'applied', open: [] })
    expect((await scanner.send(clientCoord, { body })).data).toEqual(placed.data)
    expect(await answerOf(0, '2')).toMatchObject({ answer: ['C'] })
    expect(await runs(1)).toEqual([1, 2])

    const again = await scanner.send(clientReomr, {
      body: { ...action(), scope: { kind: 'sheet', sheet_id, page_seq: 1 } },
    })
    expect(again.data).toMatchObject({ state: 'done', failed: 0 })
    expect(await answerOf(0, '2')).toMatchObject({ answer: ['C'] })
    await undo(placed.data.action_id)
    expect((await detail(sheet_id)).open).toContain('positioning')
    expect((await detail(sheet_id)).candidate).toBeNull()
  })

  test('the engine proposes where a page may lie, and a person chooses', async () => {
    const { scanReal, scanner, action, answerOf, detail, runs } = await open(kind)
    const sheet_id = await scanReal({ misread: unplaced })
    const ask = (run: number | null) =>
      scanner.send(clientChooseCoord, { body: { ...action(), sheet_id, page_seq: 1, run } })
    const { data } = await ask(null)
    expect(data.outcome).toBeNull()
    const [own, ...proposed] = data.placements
    expect(own).toMatchObject({ run: 1, source: 'station', status: 'rejected', in_use: true })
    const right = proposed.find(({ page }) => page === 1)!
    expect(right).toMatchObject({ source: 'engine', in_use: false })
    expect(right.quad).toHaveLength(4)
    expect((await detail(sheet_id)).open).toContain('positioning')
    // Asked again, the same places are not stored again.
    const before = await runs(1)
    await ask(null)
    expect(await runs(1)).toEqual(before)
    for (const run of [1, 77]) expect((await ask(run)).error.error).toBe('SCAN_PLACEMENT_UNKNOWN')
    const chosen = await ask(right.run)
    expect(chosen.data.outcome).toMatchObject({ result: 'applied', open: [] })
    expect(chosen.data.placements.find(({ in_use }) => in_use)?.run).toBe(right.run)
    expect((await ask(right.run)).data.outcome?.result).toBe('agreed')
    expect(await answerOf(0, '2')).toMatchObject({ answer: ['C'] })
  })

  test('a whole subject is cut again in the background, goes on after a crash, and marks stay', async () => {
    const { scanReal, scanner, action, claim, submit, unit, moveBlocks, runs, db, app } =
      await open(kind)
    await scanReal()
    const batchId = ulid()
    for (const seq of [1, 2])
      await scanReal({
        batchId,
        seq,
        misread: (reading) =>
          withField(reading, 'examNo', { values: [...`9900000${seq}`], state: 'clear' }),
      })
    const units = await db.selectFrom('unit').selectAll().orderBy('id').execute()
    expect(units.map(({ state }) => state)).toEqual(['READY', 'READY', 'READY'])
    const marked = await claim()
    await submit(marked.reading_id)
    const inHand = await claim()
    await moveBlocks(2, { heightMm: 4 })

    const body = action()
    const begun = await scanner.send(clientRecropAll, { body })
    expect(begun.data).toMatchObject({ state: 'waiting', total: 3, done: 0 })
    // Its node ends after the first sheet.
    const ending = new AbortController()
    const interrupted = workOnSheets(
      {
        services: app.services,
        signal: ending.signal,
        progress: (sheets) => sheets > 0 && ending.abort(new Error('its node ends')),
        report: (error) => expect(error).toBeUndefined(),
      },
      body.action_id,
    )
    await expect(interrupted).rejects.toThrow('its node ends')
    const half = await scanner.send(clientRecropAll, { body })
    expect(half.data).toMatchObject({ state: 'running', total: 3, done: 1, finished_at: null })
    await app.runJobs()
    const done = await scanner.send(clientRecropAll, { body: { ...body, limit: 2 } })
    expect(done.data).toMatchObject({
      state: 'done',
      total: 3,
      done: 3,
      changed: 3,
      failed: 0,
      marked_blocks: 1,
      changes: { total: 3, page_size: 2 },
    })
    expect(done.data.changes.list).toHaveLength(2)
    expect(await runs(2)).toEqual([1, 2, 1, 2, 1, 2])
    const now = await db.selectFrom('unit').selectAll().orderBy('id').execute()
    for (const [index, before] of units.entries())
      expect(now[index]!.images).not.toBe(before.images)
    expect(now.filter(({ final_milli }) => final_milli === 7000)).toHaveLength(1)
    // The marker who had a paper on the screen hands it in as if nothing had happened.
    expect((await submit(inHand.reading_id)).data.outcome).toBe('submitted')
    expect((await unit()).images).toBe(now[0]!.images)
  })

  test('one block is cut again and the others keep their images', async () => {
    const { scanReal, scanner, action, moveBlocks, db, app } = await open(kind)
    const sheet_id = await scanReal()
    await moveBlocks(2, { heightMm: 4 })
    const stranger = await scanner.send(clientRecropBlock, {
      body: { ...action(), block_key: '没有这一题' },
    })
    expect([stranger.status, stranger.error.error]).toEqual([404, 'MARKING_BLOCK_NOT_FOUND'])
    const body = { ...action(), block_key: BLOCK }
    expect((await scanner.send(clientRecropBlock, { body })).data.state).toBe('waiting')
    const errors: unknown[] = []
    const { stop } = await startJobs(app.services, jobs, (error) => errors.push(error))
    const ended = await vi.waitFor(
      async () => {
        const { data } = await scanner.send(clientRecropBlock, { body })
        if (data.state !== 'done') throw new Error(data.state)
        return data
      },
      { timeout: 60_000, interval: 500 },
    )
    await stop()
    expect(errors).toEqual([])
    expect(ended).toMatchObject({
      changed: 1,
      changes: { list: [{ sheet_id, crops: 1 }] },
    })
    const crops = await db
      .selectFrom('sheet_crop')
      .select(['block_key', 'run', 'image_hash'])
      .where('page_seq', '=', 2)
      .orderBy('run')
      .execute()
    const imagesOf = (key: string) =>
      crops.filter(({ block_key }) => block_key === key).map(({ image_hash }) => image_hash)
    expect(new Set(imagesOf(BLOCK)).size).toBe(2)
    expect(imagesOf('68')).toHaveLength(2)
    expect(new Set(imagesOf('68')).size).toBe(1)
  })

  test('a job that is taken back stops, and what it did is undone', async () => {
    const { scanReal, scanner, action, undo, moveBlocks, unit, app } = await open(kind)
    const sheet_id = await scanReal()
    const before = (await unit()).images
    await moveBlocks(2, { heightMm: 4 })
    const body = { ...action(), sheet_id }
    const done = await scanner.send(clientRecropSheet, { body })
    expect(done.data).toMatchObject({ kind: 'recrop', state: 'done', changed: 1 })
    expect((await unit()).images).not.toBe(before)
    await undo(body.action_id)
    expect((await unit()).images).toBe(before)

    const all = action()
    await scanner.send(clientRecropAll, { body: all })
    expect((await undo(all.action_id)).data).toMatchObject({ result: 'agreed' })
    await app.runJobs()
    expect((await scanner.send(clientRecropAll, { body: all })).data).toMatchObject({
      state: 'cancelled',
      done: 0,
    })
    expect((await unit()).images).toBe(before)
  })

  test('a sheet that is void by the time its turn comes is left alone and named', async () => {
    const { scanReal, scanner, action, at, app } = await open(kind)
    const sheet_id = await scanReal()
    const body = { ...action(), scope: { kind: 'subject' as const } }
    await scanner.send(clientReomr, { body })
    await scanner.send(fixSheet, {
      body: { ...at, sheet_id, fix: { kind: 'void', reason: 'useless' } },
    })
    await app.runJobs()
    const { data } = await scanner.send(clientReomr, { body })
    expect(data).toMatchObject({ state: 'done', done: 1, failed: 1, changed: 0 })
    expect(data.changes.list[0]!.problem).toMatch(/^这张答题卡已由 扫描员 于 .* 作废/)
    const none = await scanner.send(clientReomr, {
      body: { ...action(), scope: { kind: 'batch', batch_id: ulid() } },
    })
    expect(none.error.error).toBe('SCAN_BATCH_NOT_FOUND')
  })

  test('marks are taken back by whoever may set up marking, with a reason, and for good', async () => {
    const { scanReal, scanner, action, claim, submit, unit, undo, app, detail } = await open(kind)
    const sheet_id = await scanReal()
    const body = { sheet_id, block_keys: [BLOCK], reason: '图像裁切有误' }
    const nothing = await scanner.send(clientRemark, { body: { ...action(), ...body } })
    expect(nothing.data).toMatchObject({ outcome: { result: 'agreed' }, units: [] })
    const unknown = await scanner.send(clientRemark, {
      body: { ...action(), ...body, block_keys: ['99'] },
    })
    expect([unknown.status, unknown.error.error]).toEqual([404, 'MARKING_UNIT_NOT_FOUND'])
    await submit((await claim()).reading_id)
    expect((await unit()).final_milli).toBe(7000)
    const operator = await scanner.send(clientRemark, { body: { ...action(), ...body } })
    expect([operator.status, operator.error.error]).toEqual([403, 'NOT_ALLOWED'])
    expect((await unit()).final_milli).toBe(7000)

    const director = await app.signIn('director')
    const sent = { ...action(), ...body }
    const done = await director.send(clientRemark, { body: sent })
    expect(done.data).toMatchObject({
      outcome: { result: 'applied' },
      units: [{ block_key: BLOCK, block_name: '第66题', readings: 1 }],
    })
    expect((await director.send(clientRemark, { body: sent })).data).toEqual(done.data)
    expect(await unit()).toMatchObject({ state: 'READY', final_milli: null })
    expect((await detail(sheet_id)).decisions[0]).toMatchObject({
      text: '退回重评：图像裁切有误',
      can_undo: false,
    })
    const late = await undo(sent.action_id)
    expect([late.status, late.error.error]).toEqual([409, 'SCAN_NOT_UNDOABLE'])
    // The paper is marked anew, and an operator may free it while nobody has scored it.
    await claim()
    // The page of whoever has it in hand looks again by this.
    const stamps = () => app.services.db.selectFrom('block').select(['id', 'rules_stamp']).execute()
    const before = await stamps()
    const freed = await scanner.send(clientRemark, { body: { ...action(), ...body } })
    expect(freed.data.units).toMatchObject([{ readings: 0 }])
    expect(await stamps()).not.toEqual(before)
  })
})
