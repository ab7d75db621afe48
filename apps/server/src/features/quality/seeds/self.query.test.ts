import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { selectHeld } from '../../marking-core/claims/in-hand.query.ts'
import { ownMarked, ownPaper } from '../../marking-desk/desk/mark-queue.ts'
import { ownProgress } from '../../claiming/hand-in/own-progress.ts'
import { selectBlockRules } from '../../marking-core/block/block-rules.query.ts'
import { sweepLeases } from '../../marking-core/claims/release-claims.ts'
import { correctMark, submitMark } from '../../marking-desk/desk/submit-mark.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { seedSheet, SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'
import { selectSelfRecords } from './self.query.ts'
import { serveSelfPapers } from './serve-self.ts'

const HALF_AN_HOUR = 30 * 60_000
/** One of twenty, and fifty papers between: the sixtieth is the first that can bring one. */
const PAPERS = 61
const RATIO = { selfRatio: 5 }

everyDatabase('own papers served again on %s', (kind) => {
  test('one comes again later, looks like any other, and touches nothing but the numbers of its marker', async () => {
    const subject = await openMarkedSubject(kind, {
      candidates: PAPERS + 4,
      markers: 2,
      settings: RATIO,
    })
    const { services, blockId, markerIds } = subject
    const [markerId = 0, other = 0] = markerIds
    for (let paper = 0; paper < PAPERS; paper++) await subject.mark(markerId, 8)
    await subject.claim(markerId, 1)
    // Too soon after the first time.
    expect(await serveSelfPapers(services)).toBe(0)
    subject.advance(HALF_AN_HOUR)
    // Nobody has papers in hand: the lease ran out meanwhile.
    expect(await serveSelfPapers(services)).toBe(0)
    await sweepLeases(services)
    await subject.claim(markerId, 1)
    const units = () => services.db.selectFrom('unit').selectAll().orderBy('id').execute()
    const before = await units()
    const doneBefore = await progress(subject, markerId)
    expect(await serveSelfPapers(services)).toBe(1)
    // One at a time.
    expect(await serveSelfPapers(services)).toBe(0)
    const held = await selectHeld(services.db, blockId, markerId)
    const self = held.find(({ role }) => role === 'SELF')
    if (!self) throw new Error('no own paper was served')
    const [first] = await services.db
      .selectFrom('reading')
      .select(['id', 'total_milli'])
      .where('unit_id', '=', self.unit_id)
      .where('role', '=', 'R1')
      .execute()
    const shown = async (readingId: number) => {
      const wanted = { readingId, previous: false, whole: false }
      const { tasks } = await ownPaper(services, blockId, markerId, wanted)
      return tasks[0]
    }
    // The code is another, nothing of the first time is on it.
    const task = await shown(self.id)
    expect(task).toMatchObject({ kind: 'normal', scores: null, flags: [], traces: null })
    expect(task?.secret_code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    expect(task?.secret_code).not.toBe((await shown(first?.id ?? 0))?.secret_code)
    const give = (points: number, idemKey: string) => ({
      markerId,
      blockId,
      readingId: self.id,
      idemKey,
      scores: [points * 1000],
    })
    expect((await submitMark(services, give(9, 'first-time-again'))).outcome).toBe('submitted')
    expect((await submitMark(services, give(9, 'first-time-again'))).outcome).toBe('repeat')
    expect(await selectSelfRecords(services.db, blockId)).toEqual(
      new Map([[markerId, { num: 1, den: 1 }]]),
    )
    await correctMark(services, give(2, 'corrected-second-time'))
    expect(await selectSelfRecords(services.db, blockId)).toEqual(
      new Map([[markerId, { num: 0, den: 1 }]]),
    )
    // No unit has changed; the marker sees one more paper done.
    expect(await units()).toEqual(before)
    expect(await progress(subject, markerId)).toBe(doneBefore + 1)
    const found = await ownMarked(services, { blockId, markerId })
    expect(found.tasks.filter(({ unit_id }) => unit_id === self.unit_id).length).toBeLessThan(2)
    // Five in a hundred of these are three: the next is due already.
    expect(await serveSelfPapers(services)).toBe(1)
    await subject.claim(other, 1)
    expect(await serveSelfPapers(services)).toBe(0)
  })
})

everyDatabase('own papers whose sheets were voided on %s', (kind) => {
  test('do not come again, although their marks stay', async () => {
    const subject = await openMarkedSubject(kind, {
      candidates: PAPERS + 4,
      markers: 1,
      settings: RATIO,
    })
    const { services, examId, markerIds } = subject
    const [markerId = 0] = markerIds
    for (let paper = 0; paper < PAPERS; paper++) await subject.mark(markerId, 8)
    subject.advance(HALF_AN_HOUR)
    await sweepLeases(services)
    await subject.claim(markerId, 1)
    const marked = await services.db
      .selectFrom('unit')
      .select('candidate_id')
      .where('state', '=', 'FINAL')
      .execute()
    const settle = async (state: 'void' | 'active') => {
      await services.db.updateTable('scan_sheet').set({ state }).execute()
      for (const { candidate_id: candidateId } of marked)
        await withRetry(services, async (db) => {
          const candidate = { examId, subjectId: SUBJECT, candidateId }
          await syncUnits(db, services, candidate, await imagesOf(db, candidate))
        })
    }
    await settle('void')
    expect(await serveSelfPapers(services)).toBe(0)
    await settle('active')
    expect(await serveSelfPapers(services)).toBe(1)
  })
})

everyDatabase('an own paper in hand again on %s', (kind) => {
  test.for([['absent'], ['rescanned']] as const)(
    'leaves it when its picture does, and another comes: %s',
    async ([why]) => {
      // Half of what two people read is read once: such papers have no final mark.
      const subject = await openMarkedSubject(kind, {
        candidates: PAPERS + 4,
        markers: 2,
        mode: 1,
        settings: RATIO,
      })
      const { services, blockId, examId, markerIds } = subject
      const { db } = services
      const [markerId = 0] = markerIds
      for (let paper = 0; paper < PAPERS; paper++) await subject.mark(markerId, 8)
      subject.advance(HALF_AN_HOUR)
      await sweepLeases(services)
      await subject.claim(markerId, 1)
      expect(await serveSelfPapers(services)).toBe(1)
      const again = async () =>
        (await selectHeld(db, blockId, markerId)).find(({ role }) => role === 'SELF')
      const unitId = (await again())?.unit_id ?? 0
      const { candidate_id: candidateId } = await db
        .selectFrom('unit')
        .select('candidate_id')
        .where('id', '=', unitId)
        .executeTakeFirstOrThrow()
      if (why === 'absent')
        await db
          .updateTable('candidate_subject')
          .set({ attendance: 1 })
          .where('candidate_id', '=', candidateId)
          .execute()
      else {
        await db
          .updateTable('scan_sheet')
          .set({ state: 'void' })
          .where('candidate_id', '=', candidateId)
          .execute()
        await seedSheet(services, examId, candidateId, 'b'.repeat(64))
      }
      const candidate = { examId, subjectId: SUBJECT, candidateId }
      const taken = await withRetry(services, async (trx) =>
        syncUnits(trx, services, candidate, await imagesOf(trx, candidate)),
      )
      // Its page is told.
      expect(taken).toEqual([unitId])
      expect(await again()).toBeUndefined()
      expect(await serveSelfPapers(services)).toBe(1)
      expect((await again())?.unit_id).not.toBe(unitId)
    },
  )
})

test('own paper served again: a paper that left marking, is a problem or speaks of danger does not come again', async () => {
  const subject = await openMarkedSubject('sqlite', {
    candidates: PAPERS + 4,
    markers: 1,
    settings: RATIO,
  })
  const { services, markerIds, blockId } = subject
  const { db } = services
  const [markerId = 0] = markerIds
  for (let paper = 0; paper < PAPERS; paper++) await subject.mark(markerId, 8)
  subject.advance(HALF_AN_HOUR)
  await sweepLeases(services)
  await subject.claim(markerId, 1)
  const read = db.selectFrom('reading').where('state', '=', 'submitted').orderBy('id')
  const { unit_id: oldest } = await read.select('unit_id').executeTakeFirstOrThrow()
  const place = (state: string) =>
    db
      .updateTable('unit')
      .set({ state })
      .where('id', 'in', read.clearOrderBy().select('unit_id'))
      .execute()
  for (const state of ['WAIT_IMAGE', 'PROBLEM', 'BLANK_REVIEW']) {
    await place(state)
    expect([state, await serveSelfPapers(services)]).toEqual([state, 0])
  }
  // Only the oldest is one to be given again.
  await db.updateTable('unit').set({ state: 'FINAL' }).where('id', '=', oldest).execute()
  const risk = { unit_id: oldest, block_id: blockId, reason: 'emotional_or_risk', text: '' }
  await db
    .insertInto('problem_paper')
    .values({ ...risk, raised_by: null, raised_at: '2026-11-20T01:00:00.000Z', flags: '[]' })
    .execute()
  expect(await serveSelfPapers(services)).toBe(0)
  await db.deleteFrom('problem_paper').execute()
  expect(await serveSelfPapers(services)).toBe(1)
})

test('own paper served again: a block that asks for none serves none', async () => {
  const subject = await openMarkedSubject('sqlite', {
    candidates: PAPERS + 4,
    markers: 1,
    settings: { selfRatio: 0 },
  })
  const { services, markerIds } = subject
  const [markerId = 0] = markerIds
  for (let paper = 0; paper < PAPERS; paper++) await subject.mark(markerId, 8)
  subject.advance(HALF_AN_HOUR)
  await sweepLeases(services)
  await subject.claim(markerId, 1)
  expect(await serveSelfPapers(services)).toBe(0)
})

async function progress(
  { services, blockId }: Awaited<ReturnType<typeof openMarkedSubject>>,
  markerId: number,
): Promise<number> {
  const rules = await selectBlockRules(services.db, blockId)
  return (await ownProgress(services.db, rules, markerId)).done
}
