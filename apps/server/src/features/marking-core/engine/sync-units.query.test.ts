import { everyDatabase } from '@hengjuan/db/testing'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { blankSheet, confirmBlanks } from '../../blank-review/blank-check.ts'
import { screenBlanks } from '../../blank-review/screen-blanks.ts'
import { selectLedBlocks } from '../../marking-desk/desk/own-tasks.ts'
import { settleProblem } from '../../arbitration/leader/settle-problem.ts'
import { takeLeaderPaper } from '../../arbitration/leader/leader-paper.ts'
import { resetUnit } from './reset-units.ts'
import { syncUnits } from './sync-units.ts'
import { type MarkedSubject, openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { seedCrop, seedSheet, SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'
import { unitCounts } from './unit-counts.query.ts'
import { withRetry } from './with-retry.ts'

const HASH_B = 'b'.repeat(64)

/** @param strokeMm what the reader found in every area of the block; absent on sheets that it cannot know */
const sync = (subject: MarkedSubject, index = 0, strokeMm?: number) =>
  withRetry(subject.services, async (db) => {
    const candidate = {
      examId: subject.examId,
      subjectId: SUBJECT,
      candidateId: subject.candidateIds[index] ?? 0,
    }
    const blocks = await imagesOf(db, candidate)
    for (const block of blocks.values())
      block.images = block.images.map((image) => ({ ...image, strokeMm }))
    await syncUnits(db, subject.services, candidate, blocks)
  })

/** A sheet of which the block cannot be seen, or can. */
const syncTo = (subject: MarkedSubject, sheetId: string, complete: boolean) =>
  withRetry(subject.services, (db) =>
    syncUnits(
      db,
      subject.services,
      {
        examId: subject.examId,
        subjectId: SUBJECT,
        candidateId: subject.candidateIds[0] ?? 0,
      },
      new Map([['17', { images: [], sheetId, complete, lost: false }]]),
    ),
  )

const unitOf = ({ services, candidateIds }: MarkedSubject, index = 0) =>
  services.db
    .selectFrom('unit')
    .selectAll()
    .where('candidate_id', '=', candidateIds[index] ?? 0)
    .executeTakeFirstOrThrow()

const sheetOf = ({ services, candidateIds }: MarkedSubject, index = 0) =>
  services.db
    .selectFrom('scan_sheet')
    .selectAll()
    .where('candidate_id', '=', candidateIds[index] ?? 0)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()

const voidSheet = async (subject: MarkedSubject, index = 0) =>
  subject.services.db
    .updateTable('scan_sheet')
    .set({ state: 'void' })
    .where('id', '=', (await sheetOf(subject, index)).id)
    .execute()

const counts = ({ services, examId }: MarkedSubject) => unitCounts(services.db, examId, SUBJECT)

everyDatabase('papers follow their sheets on %s', (kind) => {
  test('a sheet with its crop makes a ready paper under a code of its own', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 2 })
    const units = [await unitOf(subject, 0), await unitOf(subject, 1)]
    expect(units.map(({ state, free_role }) => [state, free_role])).toEqual([
      ['READY', 'R1'],
      ['READY', 'R1'],
    ])
    expect(units[0]?.secret_code).not.toBe(units[1]?.secret_code)
    expect(await counts(subject)).toMatchObject({ total: 2, final: 0 })
  })

  test('repeating it changes nothing', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1 })
    const before = await unitOf(subject)
    await sync(subject)
    expect(await unitOf(subject)).toEqual(before)
  })

  test('a new cut of the same sheet shows its image and leaves the mark', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1 })
    await subject.mark(subject.markerIds[0] ?? 0, 8)
    await seedCrop(subject.services.db, (await sheetOf(subject)).id, HASH_B, 2)
    await sync(subject)
    expect(await unitOf(subject)).toMatchObject({
      state: 'FINAL',
      final_milli: 8000,
      images: JSON.stringify([HASH_B]),
    })
  })

  test('a new cut of a sheet takes back that its image was found blank by the first of two', async () => {
    const subject = await openMarkedSubject(kind, {
      candidates: 1,
      ink: [0],
      columns: { settings: JSON.stringify({ blankNeedsTwo: true }) },
    })
    const { services, blockId, leaderId, markerIds } = subject
    const { id } = await unitOf(subject)
    const confirm = (userId: number) => confirmBlanks(services, blockId, [id], userId)
    expect(await confirm(leaderId)).toMatchObject({ awaiting_second: 1 })
    await sync(subject)
    expect(await confirm(leaderId)).toMatchObject({ awaiting_second: 0, skipped: 1 })
    await seedCrop(services.db, (await sheetOf(subject)).id, HASH_B, 2)
    await sync(subject)
    expect((await blankSheet(services, blockId, leaderId)).list).toMatchObject([
      { unit_id: id, confirmed_once: 0 },
    ])
    expect(await confirm(markerIds[0] ?? 0)).toMatchObject({ awaiting_second: 1 })
    expect(await confirm(leaderId)).toMatchObject({ confirmed: 1 })
    expect((await unitOf(subject)).state).toBe('FINAL')
    // Writing that the last cut did not show: nobody has looked at it yet.
    await seedCrop(services.db, (await sheetOf(subject)).id, 'c'.repeat(64), 3)
    await sync(subject, 0, 4.1)
    expect((await blankSheet(services, blockId, leaderId)).list).toMatchObject([{ unit_id: id }])
    expect(await unitOf(subject)).toMatchObject({ state: 'BLANK_REVIEW', final_milli: null })
  })

  test('little ink that is a stroke of a pen is no blank answer', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1, ink: [0.0002] })
    expect((await unitOf(subject)).state).toBe('BLANK_REVIEW')
    await sync(subject, 0, 4.1)
    expect(JSON.parse((await unitOf(subject)).facts)).toMatchObject({ strokeMm: 4.1 })
    await screenBlanks(subject.services, subject.blockId)
    expect((await unitOf(subject)).state).toBe('READY')
  })

  test('another sheet voids what was read of the first', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1 })
    await subject.mark(subject.markerIds[0] ?? 0, 8)
    await voidSheet(subject)
    await seedSheet(subject.services, subject.examId, subject.candidateIds[0] ?? 0, HASH_B)
    await sync(subject)
    expect(await unitOf(subject)).toMatchObject({ state: 'READY', final_milli: null })
    // The same marker may read it: it is another paper.
    expect(await subject.mark(subject.markerIds[0] ?? 0, 6)).not.toBeNull()
  })

  test('another sheet that cannot be seen yet voids it just as well', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1 })
    await subject.mark(subject.markerIds[0] ?? 0, 8)
    await voidSheet(subject)
    const { services, examId, candidateIds } = subject
    const sheetId = await seedSheet(services, examId, candidateIds[0] ?? 0, HASH_B)
    // Its page is not located yet: nothing is cut.
    await services.db.deleteFrom('sheet_crop').where('sheet_id', '=', sheetId).execute()
    await syncTo(subject, sheetId, false)
    expect(await unitOf(subject)).toMatchObject({ state: 'WAIT_IMAGE', final_milli: null })
    await seedCrop(services.db, sheetId, HASH_B, 1)
    await sync(subject)
    expect(await unitOf(subject)).toMatchObject({ state: 'READY', final_milli: null })
  })

  test('a voided sheet takes an unread paper out of the pool and out of the count', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 2 })
    await voidSheet(subject)
    await sync(subject)
    expect(await unitOf(subject)).toMatchObject({
      state: 'WAIT_IMAGE',
      free_role: null,
      images: '[]',
    })
    expect((await counts(subject)).total).toBe(1)
    await seedSheet(subject.services, subject.examId, subject.candidateIds[0] ?? 0, HASH_B)
    await sync(subject)
    expect((await unitOf(subject)).state).toBe('READY')
  })

  test('a paper with a mark on it is marked here only once its sheet shows none', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1 })
    const { services } = subject
    const { block_key: key } = await services.db
      .selectFrom('block')
      .select('block_key')
      .executeTakeFirstOrThrow()
    const show = async (answer?: string[] | null) => {
      const answers = JSON.stringify(answer === undefined ? {} : { [`score:${key}`]: { answer } })
      await services.db.updateTable('candidate_subject').set({ answers }).execute()
      await sync(subject)
    }
    await show(['15'])
    const { id, ...marked } = await unitOf(subject)
    expect(marked).toMatchObject({ final_milli: 15_000, final_source: 'OFFLINE', free_role: null })
    await withRetry(services, (db) => resetUnit(db, services, id, subject.markerIds[0] ?? 0))
    expect(await unitOf(subject)).toMatchObject({ state: 'FINAL', final_milli: 15_000 })
    await show(null)
    expect((await unitOf(subject)).state).toBe('WAIT_IMAGE')
    await show(['16'])
    expect((await unitOf(subject)).final_milli).toBe(16_000)
    await show()
    expect(await unitOf(subject)).toMatchObject({
      state: 'READY',
      final_milli: null,
      free_role: 'R1',
    })
  })

  test('an absent candidate whose paper was read keeps the reading, flagged', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1 })
    await subject.mark(subject.markerIds[0] ?? 0, 8)
    await subject.services.db.updateTable('candidate_subject').set({ attendance: 1 }).execute()
    await sync(subject)
    const unit = await unitOf(subject)
    expect(unit.state).toBe('FINAL')
    expect(JSON.parse(unit.flags)).toMatchObject({ sheet_gone: true })
  })
})

const openOptional = async (chosen: string[]) => {
  const subject = await openMarkedSubject('sqlite', {
    candidates: 1,
    points: [
      { fullMilli: 10_000, stepMilli: 1000 },
      { fullMilli: 10_000, stepMilli: 1000 },
    ],
  })
  const { db } = subject.services
  await db.updateTable('question').set({ optional_group: 'A' }).execute()
  await db.updateTable('block').set({ full_milli: 10_000 }).execute()
  await choose(subject, chosen)
  await sync(subject)
  return subject
}

const choose = ({ services }: MarkedSubject, chosen: string[]) =>
  services.db
    .updateTable('candidate_subject')
    .set({ answers: JSON.stringify({ 'optional:A': { answer: chosen, source: 'machine' } }) })
    .execute()

test('of optional questions only the chosen one is scored', async () => {
  const subject = await openOptional(['18'])
  expect((await unitOf(subject)).state).toBe('READY')
  await subject.mark(subject.markerIds[0] ?? 0, 7)
  const unit = await unitOf(subject)
  expect([unit.state, unit.final_milli, unit.final_points]).toEqual(['FINAL', 7000, '[null,7000]'])
})

test.for([[[]], [['17', '18']]])('choosing %j is a problem for the leader', async ([chosen]) => {
  const subject = await openOptional(chosen ?? [])
  expect((await unitOf(subject)).state).toBe('PROBLEM')
  const led = await selectLedBlocks(subject.services.db, subject.leaderId)
  expect(led).toMatchObject([{ problem_count: 1 }])
  const { task } = await takeLeaderPaper(subject.services, subject.leaderId, 'problem', {})
  expect(task).toMatchObject({ choose: 1, choices: [{ no: '17' }, { no: '18' }] })
  const unit = await unitOf(subject)
  await withRetry(subject.services, (db) =>
    settleProblem(db, subject.services, {
      idemKey: ulid(),
      userId: subject.leaderId,
      unit,
      outcome: 'score',
      scores: [null, 4000],
      excludeRaiser: false,
      questionIds: [task?.choices[1]?.question_id ?? 0],
    }),
  )
  expect(await unitOf(subject)).toMatchObject({ state: 'FINAL', final_points: '[null,4000]' })
})

test('a choice corrected on the sheet clears the problem, and a changed one voids the reading', async () => {
  const subject = await openOptional([])
  await choose(subject, ['17'])
  await sync(subject)
  expect((await unitOf(subject)).state).toBe('READY')
  await subject.mark(subject.markerIds[0] ?? 0, 7)
  await choose(subject, ['18'])
  await sync(subject)
  expect(await unitOf(subject)).toMatchObject({ state: 'READY', final_milli: null })
})
