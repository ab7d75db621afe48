import { everyDatabase } from '@hengjuan/db/testing'
import { blankCheckCount, LOOKS_BLANK } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { blankSheet, confirmBlanks, rejectBlanks, selectBlankBlocks } from './blank-check.ts'
import { finishScreening, screenBlanks, screenSoon } from './screen-blanks.ts'
import { selectChecked } from './blank-checked.ts'
import { nextPapers } from '../marking-desk/desk/mark-queue.ts'
import { raiseProblem } from '../marking-desk/desk/submit-mark.ts'
import { syncUnits } from '../marking-core/engine/sync-units.ts'
import { withRetry } from '../marking-core/engine/with-retry.ts'
import { type MarkedSubject, openMarkedSubject } from '../marking/testing/marked-subject.ts'
import type { Wanted } from '../marking/testing/seed-marking.ts'
import { seedSheet, SUBJECT } from '../marking/testing/seed-sheet.ts'
import { imagesOf } from '../marking/testing/sheet-images.ts'

const blank = (count: number) => Array.from({ length: count }, (_, i) => 0.0001 * i)

const open = (kind: Parameters<typeof openMarkedSubject>[0], wanted: Wanted) =>
  openMarkedSubject(kind, { candidates: wanted.ink?.length ?? 0, ...wanted })

const states = async (subject: MarkedSubject) => {
  const counts: Record<string, number> = {}
  for (const { state } of await subject.units()) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

const idsIn = async ({ services }: MarkedSubject, state: string) =>
  (
    await services.db
      .selectFrom('unit')
      .select('id')
      .where('state', '=', state)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

const confirmAll = async (subject: MarkedSubject, userId = subject.leaderId) =>
  confirmBlanks(subject.services, subject.blockId, await idsIn(subject, 'BLANK_REVIEW'), userId)

const reportAs = ({ services, blockId }: MarkedSubject, markerId: number, readingId: number) =>
  raiseProblem(services, { markerId, blockId, readingId, reason: LOOKS_BLANK, note: '' })

/** A marker takes a paper and says that nothing is written on it. @returns the reading that ended */
async function report(subject: MarkedSubject, markerId: number): Promise<number> {
  const { tasks } = await nextPapers(subject.services, subject.blockId, markerId, 1)
  const readingId = tasks[0]?.reading_id ?? 0
  expect(await reportAs(subject, markerId, readingId)).toMatchObject({ outcome: 'problem' })
  return readingId
}

const rowsOf = async (
  subject: MarkedSubject,
  of: 'confirmed' | 'second' | 'check' | 'returned',
  userId = subject.leaderId,
  page = 1,
) => selectChecked(subject.services, subject.blockId, { of, page, limit: 3 }, userId)

/** Every page of a list, each paper once. */
async function allOf(subject: MarkedSubject, of: 'confirmed' | 'returned') {
  const { total } = await rowsOf(subject, of)
  const ids: number[] = []
  for (let page = 1; page <= Math.ceil(total / 3); page++)
    ids.push(...(await rowsOf(subject, of, subject.leaderId, page)).list.map((row) => row.unit_id))
  return { total, ids: new Set(ids).size, rows: ids.length }
}

const overview = async ({ services, examId }: MarkedSubject, userId = 1) =>
  (await selectBlankBlocks(services, examId, { supervises: () => true }, userId))[0]!

everyDatabase('blank answers on %s', (kind) => {
  test('with hardly any ink wait for a person, and no marker is given them', async () => {
    const subject = await open(kind, { ink: [0, 0.008, 0.0081, 0.05] })
    expect(await states(subject)).toEqual({ BLANK_REVIEW: 2, READY: 2 })
    expect(await subject.claim(subject.markerIds[0] ?? 0, 6)).toBe(null)
    expect(await states(subject)).toEqual({ BLANK_REVIEW: 2, MARKING: 2 })
    const sheet = await blankSheet(subject.services, subject.blockId, subject.leaderId)
    expect(sheet.list.map(({ ink_ratio }) => ink_ratio)).toEqual([0, 0.008])
    expect(sheet.remaining).toBe(2)
  })

  test('confirmed together get 0 as not responded, but for a few that are marked as a check', async () => {
    const subject = await open(kind, { ink: blank(20) })
    const checks = blankCheckCount(20)
    expect(await confirmAll(subject)).toEqual({
      confirmed: 20 - checks,
      checks,
      earlier_checks: 0,
      awaiting_second: 0,
      skipped: 0,
      changed: 0,
    })
    expect(await states(subject)).toEqual({ FINAL: 20 - checks, READY: checks })
    const rows = await subject.services.db
      .selectFrom('unit')
      .select(['final_milli', 'final_source', 'final_reason'])
      .where('state', '=', 'FINAL')
      .execute()
    expect(new Set(rows.map((row) => Object.values(row).join()))).toEqual(new Set(['0,BLANK,NR']))
  })

  test('stand when their checks are marked 0', async () => {
    const subject = await open(kind, { ink: blank(8) })
    const { checks } = await confirmAll(subject)
    for (let i = 0; i < checks; i++) await subject.mark(subject.markerIds[0] ?? 0, 0)
    expect(await states(subject)).toEqual({ FINAL: 8 })
    // Nothing was given for what a person had found blank: nothing is written there.
    const reasons = await subject.services.db.selectFrom('unit').select('final_reason').execute()
    expect(new Set(reasons.map(({ final_reason }) => final_reason))).toEqual(new Set(['NR']))
    expect(await overview(subject)).toMatchObject({
      confirmed: 8 - checks,
      checks_open: 0,
      checks_done: checks,
      returned_batches: 0,
    })
    const confirmed = await rowsOf(subject, 'confirmed')
    expect(confirmed.total).toBe(8 - checks)
    expect(confirmed.list).toHaveLength(3)
    expect(confirmed.list[0]).toMatchObject({ confirmed_by: '数学组长', is_check: 0 })
    expect(confirmed.list[0]?.images).toHaveLength(1)
    const every = 8 - checks
    expect(await allOf(subject, 'confirmed')).toEqual({ total: every, ids: every, rows: every })
    const marked = await rowsOf(subject, 'check')
    expect(marked.list.map(({ is_check, check_milli }) => [is_check, check_milli])).toEqual(
      Array.from({ length: checks }, () => [1, 0]),
    )
    expect(await rowsOf(subject, 'returned')).toMatchObject({ total: 0, list: [] })
  })

  test('are marked as a check whatever the limit becomes', async () => {
    const subject = await open(kind, { ink: blank(20) })
    const { services, blockId } = subject
    const { checks } = await confirmAll(subject)
    await screenBlanks(services, blockId)
    expect(await states(subject)).toEqual({ FINAL: 20 - checks, READY: checks })
    await subject.mark(subject.markerIds[0] ?? 0, 3)
    // The batch fell: its other checks are answers like any other.
    await screenBlanks(services, blockId)
    expect(await states(subject)).toEqual({ FINAL: 1, BLANK_REVIEW: 19 })
  })

  test('wait for no check whose candidate was absent after all', async () => {
    const subject = await open(kind, { ink: blank(8) })
    const { checks } = await confirmAll(subject)
    for (let no = 1; no < checks; no++) await subject.mark(subject.markerIds[0] ?? 0, 0)
    expect(await overview(subject)).toMatchObject({ checks_open: 1 })
    const { services, examId } = subject
    const last = await services.db
      .selectFrom('unit')
      .select('candidate_id')
      .where('state', '=', 'READY')
      .executeTakeFirstOrThrow()
    const candidate = { examId, subjectId: SUBJECT, candidateId: last.candidate_id }
    await services.db
      .updateTable('candidate_subject')
      .set({ attendance: 1 })
      .where('candidate_id', '=', last.candidate_id)
      .execute()
    await withRetry(services, async (db) =>
      syncUnits(db, services, candidate, await imagesOf(db, candidate)),
    )
    expect(await overview(subject)).toMatchObject({ checks_open: 0 })
  })

  test('all return to review when one check is given a mark', async () => {
    const subject = await open(kind, { ink: blank(8) })
    const { checks, confirmed } = await confirmAll(subject)
    await subject.mark(subject.markerIds[0] ?? 0, 2)
    expect(await states(subject)).toEqual({
      BLANK_REVIEW: confirmed,
      READY: checks - 1,
      FINAL: 1,
    })
    expect(await overview(subject)).toMatchObject({ returned_batches: 1, confirmed: 0 })
    expect((await rowsOf(subject, 'confirmed')).total).toBe(0)
    const returned = await rowsOf(subject, 'returned')
    expect(await allOf(subject, 'returned')).toEqual({ total: 8, ids: 8, rows: 8 })
    // The one that sent them back is among them.
    expect(returned.list.some(({ check_milli }) => check_milli === 2_000)).toBe(true)
  })

  test('confirmed one by one are checked as if together, by papers drawn from all of them', async () => {
    const subject = await open(kind, { ink: blank(8) })
    const { services, blockId, leaderId } = subject
    const ids = await idsIn(subject, 'BLANK_REVIEW')
    const made: number[] = []
    for (const id of ids) {
      const done = await confirmBlanks(services, blockId, [id], leaderId)
      made.push(done.checks)
      expect(done.earlier_checks).toBe(done.checks + done.confirmed - 1)
    }
    expect(made).toEqual([0, 1, 0, 1, 0, 1, 0, 1])
    expect(await states(subject)).toEqual({ FINAL: 4, READY: 4 })
    const batches = await services.db.selectFrom('blank_batch').select('state').execute()
    // The six of the first batch have their three checks; the next two begin another.
    expect(batches).toHaveLength(2)
    expect((await rowsOf(subject, 'check')).total).toBe(4)
  })

  test('of another person, or that came back, are a batch of their own', async () => {
    const subject = await open(kind, { ink: blank(4) })
    const { services, blockId, leaderId, markerIds } = subject
    const [one = 0, two = 0, three = 0, four = 0] = await idsIn(subject, 'BLANK_REVIEW')
    await confirmBlanks(services, blockId, [one, two], leaderId)
    expect(await confirmBlanks(services, blockId, [three], markerIds[0] ?? 0)).toMatchObject({
      checks: 0,
    })
    expect(await states(subject)).toEqual({ FINAL: 2, READY: 1, BLANK_REVIEW: 1 })
    await subject.mark(markerIds[0] ?? 0, 2)
    expect(await states(subject)).toEqual({ FINAL: 2, BLANK_REVIEW: 2 })
    expect(await confirmBlanks(services, blockId, [four], leaderId)).toMatchObject({
      confirmed: 1,
      checks: 0,
    })
    expect(await services.db.selectFrom('blank_batch').select('state').execute()).toHaveLength(3)
  })

  test('that were confirmed before the batch fell all return, whenever that was', async () => {
    const subject = await open(kind, { ink: blank(6) })
    const { services, blockId, leaderId, markerIds } = subject
    for (const id of await idsIn(subject, 'BLANK_REVIEW'))
      await confirmBlanks(services, blockId, [id], leaderId)
    expect(await states(subject)).toEqual({ FINAL: 3, READY: 3 })
    await subject.mark(markerIds[0] ?? 0, 0)
    await subject.mark(markerIds[0] ?? 0, 2)
    expect(await states(subject)).toEqual({ FINAL: 2, READY: 1, BLANK_REVIEW: 3 })
    expect(await overview(subject)).toMatchObject({ returned_batches: 1, confirmed: 0 })
  })

  test('are confirmed as the pictures that were looked at, and wait where others took their place', async () => {
    const subject = await open(kind, { ink: [0, 0] })
    const { services, blockId, examId, candidateIds, leaderId } = subject
    const { list } = await blankSheet(services, blockId, leaderId)
    const candidate = { examId, subjectId: SUBJECT, candidateId: candidateIds[0] ?? 0 }
    await services.db
      .updateTable('scan_sheet')
      .set({ state: 'void' })
      .where('candidate_id', '=', candidate.candidateId)
      .execute()
    await seedSheet(services, examId, candidate.candidateId, 'b'.repeat(64), 0.001)
    await withRetry(services, async (db) =>
      syncUnits(db, services, candidate, await imagesOf(db, candidate)),
    )
    expect(await states(subject)).toEqual({ BLANK_REVIEW: 2 })
    const confirm = (sheet: typeof list) =>
      confirmBlanks(
        services,
        blockId,
        sheet.map(({ unit_id }) => unit_id),
        leaderId,
        new Map(sheet.map(({ unit_id, version }) => [unit_id, version])),
      )
    expect(await confirm(list)).toMatchObject({ confirmed: 1, skipped: 0, changed: 1 })
    expect(await states(subject)).toEqual({ BLANK_REVIEW: 1, FINAL: 1 })
    const again = await blankSheet(services, blockId, leaderId)
    expect(await confirm(again.list)).toMatchObject({ checks: 1, skipped: 0, changed: 0 })
    expect(await states(subject)).toEqual({ FINAL: 1, READY: 1 })
  })

  test('that are not blank go to marking, and stay there when the limit is raised', async () => {
    const subject = await open(kind, { ink: [0.001, 0.002] })
    const [first = 0] = await idsIn(subject, 'BLANK_REVIEW')
    const { services, blockId, leaderId } = subject
    expect(await rejectBlanks(services, blockId, [first], 'marking', leaderId)).toEqual({
      returned: 1,
      skipped: 0,
    })
    await screenBlanks(services, blockId)
    expect(await states(subject)).toEqual({ READY: 1, BLANK_REVIEW: 1 })
    expect(await overview(subject)).toMatchObject({ rejected_least_ink: 0.001, waiting: 1 })
  })

  test('can be taken back after they were confirmed', async () => {
    const subject = await open(kind, { ink: [0] })
    await confirmAll(subject)
    const ids = await idsIn(subject, 'FINAL')
    const { services, blockId, leaderId } = subject
    await rejectBlanks(services, blockId, ids, 'review', leaderId)
    expect(await states(subject)).toEqual({ BLANK_REVIEW: 1 })
  })

  test('of high stakes are final only after a second person', async () => {
    const subject = await open(kind, {
      ink: [0],
      columns: { settings: JSON.stringify({ blankNeedsTwo: true }) },
    })
    const [first = 0, second = 0] = subject.markerIds
    expect(await confirmAll(subject, first)).toMatchObject({ confirmed: 0, awaiting_second: 1 })
    expect(await confirmAll(subject, first)).toMatchObject({ awaiting_second: 0, skipped: 1 })
    expect(await rowsOf(subject, 'second', first)).toMatchObject({ total: 1 })
    expect(await rowsOf(subject, 'second', second)).toMatchObject({ total: 0 })
    expect((await blankSheet(subject.services, subject.blockId, first)).list).toEqual([])
    expect((await blankSheet(subject.services, subject.blockId, second)).list).toMatchObject([
      { confirmed_once: 1 },
    ])
    expect(await confirmAll(subject, second)).toMatchObject({ confirmed: 1 })
    expect(await states(subject)).toEqual({ FINAL: 1 })
  })

  test('are screened anew when the limit changes', async () => {
    const subject = await open(kind, { ink: [0, 0.005, 0.015, 0.05] })
    const { services, blockId } = subject
    const setLimit = async (settings: object) => {
      await services.db
        .updateTable('block')
        .set({ settings: JSON.stringify(settings) })
        .where('id', '=', blockId)
        .execute()
      await screenBlanks(services, blockId)
      return states(subject)
    }
    expect(await setLimit({ blankInkLimit: 0.02 })).toEqual({ BLANK_REVIEW: 3, READY: 1 })
    expect(await setLimit({ blankInkLimit: 0.001 })).toEqual({ BLANK_REVIEW: 1, READY: 3 })
    expect(await setLimit({ blankCheck: false })).toEqual({ READY: 4 })
  })

  test('that are still to be screened when a server ends are by the next one, by the limit as it is then', async () => {
    const subject = await open(kind, { ink: Array.from({ length: 120 }, () => 0.015) })
    const { services, blockId, examId } = subject
    const { db } = services
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('block')
        .set({ settings: JSON.stringify({ blankInkLimit: 0.02 }) })
        .where('id', '=', blockId)
        .execute()
      await screenSoon(trx, services, { id: blockId, exam_id: examId, subject_id: SUBJECT })
    })
    expect(await states(subject)).toEqual({ READY: 120 })
    await finishScreening(services)
    expect(await states(subject)).toEqual({ BLANK_REVIEW: 120 })
    expect(await db.selectFrom('due_work').selectAll().execute()).toEqual([])
  })

  test('that a marker reports wait for a person, use no quota and are not 0 of the marker', async () => {
    const subject = await open(kind, { ink: [0.05, 0.05, 0.05] })
    const [marker = 0] = subject.markerIds
    const readingId = await report(subject, marker)
    expect(await states(subject)).toEqual({ BLANK_REVIEW: 1, READY: 2 })
    expect((await overview(subject)).waiting).toBe(1)
    // Asked again, as after a lost answer.
    expect(await reportAs(subject, marker, readingId)).toMatchObject({ outcome: 'repeat' })
    // A lower limit says nothing against what a person saw.
    await screenBlanks(subject.services, subject.blockId)
    expect(await states(subject)).toEqual({ BLANK_REVIEW: 1, READY: 2 })
    await confirmAll(subject)
    const row = await subject.services.db
      .selectFrom('unit')
      .select(['final_milli', 'final_source', 'final_reason'])
      .where('state', '=', 'FINAL')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ final_milli: 0, final_source: 'BLANK', final_reason: 'NR' })
    const given = await subject.services.db
      .selectFrom('reading')
      .select('id')
      .where('state', '=', 'submitted')
      .execute()
    expect(given).toEqual([])
  })

  test('that a marker reports are no check of a batch, having been looked at in marking', async () => {
    const subject = await open(kind, { ink: [0.05, 0.05, 0.05, 0.05] })
    for (let i = 0; i < 4; i++) await report(subject, subject.markerIds[0] ?? 0)
    expect(await confirmAll(subject)).toMatchObject({ confirmed: 4, checks: 0 })
  })

  test('that turn out to be written on go back to marking', async () => {
    const subject = await open(kind, { ink: [0.05] })
    const [marker = 0] = subject.markerIds
    await report(subject, marker)
    const ids = await idsIn(subject, 'BLANK_REVIEW')
    await rejectBlanks(subject.services, subject.blockId, ids, 'marking', subject.leaderId)
    await subject.mark(marker, 5)
    expect(await states(subject)).toEqual({ FINAL: 1 })
  })
})
