import { everyDatabase } from '@hengjuan/db/testing'
import { ulid } from 'ulid'
import { describe, expect, test } from 'vitest'
import { applyEvent } from '../../marking-core/engine/apply-event.ts'
import { arbitrate } from '../../arbitration/leader/leader-decide.ts'
import { settleProblem } from '../../arbitration/leader/settle-problem.ts'
import { takeLeaderPaper } from '../../arbitration/leader/leader-paper.ts'
import { leaderPapers } from '../../arbitration/leader/leader-papers.ts'
import { lockUnits, unlockUnits } from '../../marking-core/engine/lock-units.ts'
import { nextPapers } from './mark-queue.ts'
import { statusOf } from './mark-status.ts'
import { sweepLeases } from '../../marking-core/claims/release-claims.ts'
import { correctMark, raiseProblem, submitMark } from './submit-mark.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { openMarkedSubject, type MarkedSubject } from '../../marking/testing/marked-subject.ts'
import { seedSheet, SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'

const unitRow = async ({ services }: MarkedSubject) =>
  services.db.selectFrom('unit').selectAll().executeTakeFirstOrThrow()

const give = (
  subject: MarkedSubject,
  readingId: number,
  markerId: number,
  points: number,
  key: string,
) =>
  submitMark(subject.services, {
    markerId,
    blockId: subject.blockId,
    readingId,
    idemKey: key,
    scores: [points * 1000],
  })

const correct = (
  subject: MarkedSubject,
  readingId: number,
  markerId: number,
  points: number,
  key: string,
) =>
  correctMark(subject.services, {
    markerId,
    blockId: subject.blockId,
    readingId,
    idemKey: key,
    scores: [points * 1000],
  })

const arbitrateAs = async (subject: MarkedSubject, userId: number, points: number) =>
  arbitrate(subject.services, {
    userId,
    unit: await unitRow(subject),
    idemKey: `arbitration-${userId}`,
    scores: [points * 1000],
  })

const claimOne = async (subject: MarkedSubject, markerId: number) => {
  const { tasks } = await nextPapers(subject.services, subject.blockId, markerId, 1)
  return tasks[0]?.reading_id ?? 0
}

describe('one unit under each mode, tolerance 2', () => {
  test.for([
    [0, [7.5], 'FINAL', 7.5],
    [1, [7, 7.5], 'FINAL', 7.25],
    [1, [6, 8], 'FINAL', 7],
    [1, [6, 8.5], 'ARBITRATION', null],
    [2, [2, 8], 'FINAL', 5],
    [3, [7, 8], 'FINAL', 7.5],
    [3, [10, 14], 'THIRD', null],
    [3, [10, 14, 12], 'FINAL', 13],
    [3, [8, 12, 10], 'FINAL', 11],
    [3, [10, 16, 15], 'FINAL', 15.5],
    [3, [10, 13, 10], 'FINAL', 10],
    [3, [8, 12, 4], 'ARBITRATION', null],
    [4, [8, 12, 4], 'FINAL', 10],
  ] as const)('mode %s, readings %j: %s %s', async ([mode, points, state, final]) => {
    const subject = await openMarkedSubject('sqlite', { candidates: 1, mode })
    for (const [index, given] of points.entries())
      await subject.mark(subject.markerIds[index] ?? 0, given)
    const unit = await unitRow(subject)
    expect([unit.state, unit.final_milli]).toEqual([state, final === null ? null : final * 1000])
  })
})

everyDatabase('submitting on %s', (kind) => {
  test('the same submit again gives the same answer and no second reading', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1 })
    const [marker = 0] = subject.markerIds
    const readingId = await claimOne(subject, marker)
    const answers = await Promise.all(
      [1, 2, 3].map(() => give(subject, readingId, marker, 8, 'one-and-only')),
    )
    expect(answers.map((answer) => answer.readingId)).toEqual([readingId, readingId, readingId])
    expect(answers.filter(({ outcome }) => outcome === 'submitted')).toHaveLength(1)
    const readings = await subject.services.db.selectFrom('reading').selectAll().execute()
    expect(readings).toHaveLength(1)
    await expect(give(subject, readingId, marker, 9, 'one-and-only')).rejects.toMatchObject({
      code: 'MARKING_IDEMPOTENCY_MISMATCH',
    })
  })

  test('a final mark reaches the candidate in the same transaction', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1 })
    await subject.mark(subject.markerIds[0] ?? 0, 8)
    const row = await subject.services.db
      .selectFrom('candidate_subject')
      .select('subjective_milli')
      .executeTakeFirstOrThrow()
    expect(row.subjective_milli).toBe(8000)
  })

  test('a late score is taken while the slot is free', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1 })
    const [first = 0] = subject.markerIds
    const readingId = await claimOne(subject, first)
    subject.advance(20 * 60_000)
    expect(await sweepLeases(subject.services)).toBe(1)
    expect(await give(subject, readingId, first, 8, 'late-but-free')).toMatchObject({ readingId })
    expect((await unitRow(subject)).final_milli).toBe(8000)
  })

  test('a late score for a slot that is gone is refused and kept for its marker', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1 })
    const [first = 0, second = 0] = subject.markerIds
    const readingId = await claimOne(subject, first)
    subject.advance(20 * 60_000)
    await sweepLeases(subject.services)
    await subject.mark(second, 5)
    await expect(give(subject, readingId, first, 8, 'too-late-now')).rejects.toMatchObject({
      code: 'MARKING_LEASE_LOST',
    })
    expect((await unitRow(subject)).final_milli).toBe(5000)
    const { unplaced } = await statusOf(subject.services, subject.blockId, first, {
      renew: false,
    })
    expect(unplaced).toMatchObject([{ reading_id: readingId, total_milli: 8000 }])
  })

  test('a score for a sheet that was scanned again meanwhile is not one of the new sheet', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1 })
    const { services, examId, candidateIds, blockId } = subject
    const [first = 0] = subject.markerIds
    const [candidateId = 0] = candidateIds
    const readingId = await claimOne(subject, first)
    await services.db.updateTable('scan_sheet').set({ state: 'void' }).execute()
    await seedSheet(services, examId, candidateId, 'b'.repeat(64))
    await withRetry(services, async (db) => {
      const candidate = { examId, subjectId: SUBJECT, candidateId }
      await syncUnits(db, services, candidate, await imagesOf(db, candidate))
    })
    await expect(give(subject, readingId, first, 8, 'of-the-old-one')).rejects.toMatchObject({
      code: 'MARKING_LEASE_LOST',
      message: expect.stringContaining('图像已更换'),
    })
    expect(await unitRow(subject)).toMatchObject({ state: 'READY', final_milli: null })
    // What was given is kept for whoever gave it, who may mark what is there now.
    const { unplaced } = await statusOf(services, blockId, first, { renew: false })
    expect(unplaced).toMatchObject([{ reading_id: readingId, total_milli: 8000 }])
    await subject.mark(first, 5)
    expect((await unitRow(subject)).final_milli).toBe(5000)
  })

  test('every event is in the log, numbered without gaps', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1, mode: 1 })
    const [first = 0, second = 0] = subject.markerIds
    await subject.mark(first, 5)
    await subject.mark(second, 15)
    await takeLeaderPaper(subject.services, subject.leaderId, 'arbitration', {})
    await arbitrateAs(subject, subject.leaderId, 9)
    await lockUnits(subject.services.db, subject.services, subject.examId)
    const events = await subject.services.db
      .selectFrom('mark_event')
      .select(['seq', 'type'])
      .orderBy('seq')
      .execute()
    expect(events.map(({ type }) => type)).toEqual([
      'images_ready',
      'claim',
      'submit',
      'claim',
      'submit',
      'claim',
      'arbitrate',
      'lock',
    ])
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('what is published changes no more until it is withdrawn', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1 })
    const [marker = 0] = subject.markerIds
    const readingId = (await subject.mark(marker, 8)) ?? 0
    await lockUnits(subject.services.db, subject.services, subject.examId)
    expect((await unitRow(subject)).state).toBe('LOCKED')
    await expect(correct(subject, readingId, marker, 9, 'after-release')).rejects.toMatchObject({
      code: 'MARKING_UNIT_LOCKED',
    })
    await unlockUnits(subject.services.db, subject.services, subject.examId)
    await correct(subject, readingId, marker, 9, 'after-withdrawal')
    expect(await unitRow(subject)).toMatchObject({ state: 'FINAL', final_milli: 9000 })
  })

  test('two arbitrators at once: one is taken', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1, mode: 1 })
    const [first = 0, second = 0, third = 0] = subject.markerIds
    await subject.services.db
      .insertInto('block_marker')
      .values({
        block_id: subject.blockId,
        user_id: third,
        duty: 'leader',
        quota: null,
        weight: 1,
        suspended_at: null,
      })
      .execute()
    await subject.mark(first, 5)
    await subject.mark(second, 15)
    const results = await Promise.allSettled(
      [subject.leaderId, third].map((id) => arbitrateAs(subject, id, 9)),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await unitRow(subject)).toMatchObject({ state: 'FINAL', final_source: 'ARB' })
  })
})

describe('refused scores', () => {
  test.for([
    [[null], 'MARKING_EMPTY_POINT'],
    [[8250], 'MARKING_OFF_GRID'],
    [[20_500], 'MARKING_SCORE_OUT_OF_RANGE'],
    [[-500], 'MARKING_SCORE_OUT_OF_RANGE'],
    [[], 'MARKING_POINT_COUNT'],
  ] as const)('%j: %s', async ([scores, code]) => {
    const subject = await openMarkedSubject('sqlite', { candidates: 1 })
    const [marker = 0] = subject.markerIds
    const readingId = await claimOne(subject, marker)
    await expect(
      submitMark(subject.services, {
        markerId: marker,
        blockId: subject.blockId,
        readingId,
        idemKey: 'refused-score',
        scores,
      }),
    ).rejects.toMatchObject({ code })
  })

  test("another marker's claim", async () => {
    const subject = await openMarkedSubject('sqlite', { candidates: 1 })
    const [first = 0, second = 0] = subject.markerIds
    const readingId = await claimOne(subject, first)
    await expect(give(subject, readingId, second, 8, 'not-my-paper')).rejects.toMatchObject({
      code: 'MARKING_NOT_YOUR_READING',
    })
  })
})

describe('back-marking', () => {
  test('before the partner is done: replaced', async () => {
    const subject = await openMarkedSubject('sqlite', { candidates: 1, mode: 1 })
    const [first = 0, second = 0] = subject.markerIds
    const readingId = (await subject.mark(first, 5)) ?? 0
    const revised = await correct(subject, readingId, first, 8, 'second-thought')
    expect(revised).not.toBe(readingId)
    await subject.mark(second, 9)
    expect((await unitRow(subject)).final_milli).toBe(8500)
  })

  test('after a combined mark: computed again, and it may become an arbitration', async () => {
    const subject = await openMarkedSubject('sqlite', { candidates: 1, mode: 1 })
    const [first = 0, second = 0] = subject.markerIds
    const readingId = (await subject.mark(first, 8)) ?? 0
    await subject.mark(second, 9)
    await correct(subject, readingId, first, 15, 'second-thought')
    expect(await unitRow(subject)).toMatchObject({ state: 'ARBITRATION', final_milli: null })
    const scored = await subject.services.db
      .selectFrom('candidate_subject')
      .select('subjective_milli')
      .executeTakeFirstOrThrow()
    expect(scored.subjective_milli).toBeNull()
  })

  test('third reading not begun: the slot is cancelled when they agree now', async () => {
    const subject = await openMarkedSubject('sqlite', { candidates: 1, mode: 3 })
    const [first = 0, second = 0] = subject.markerIds
    const readingId = (await subject.mark(first, 4)) ?? 0
    await subject.mark(second, 9)
    expect((await unitRow(subject)).state).toBe('THIRD')
    await correct(subject, readingId, first, 8, 'second-thought')
    expect(await unitRow(subject)).toMatchObject({ state: 'FINAL', free_role: null })
  })

  test('third reading begun, or in arbitration: refused with the reason', async () => {
    const subject = await openMarkedSubject('sqlite', { candidates: 1, mode: 3 })
    const [first = 0, second = 0, third = 0] = subject.markerIds
    const readingId = (await subject.mark(first, 4)) ?? 0
    await subject.mark(second, 9)
    await claimOne(subject, third)
    await expect(correct(subject, readingId, first, 8, 'too-late-now')).rejects.toMatchObject({
      code: 'MARKING_BACKMARK_CLOSED',
      message: expect.stringContaining('三评已开始'),
    })
  })

  test('by somebody else: refused', async () => {
    const subject = await openMarkedSubject('sqlite', { candidates: 1, mode: 1 })
    const [first = 0, second = 0] = subject.markerIds
    const readingId = (await subject.mark(first, 4)) ?? 0
    await expect(correct(subject, readingId, second, 8, 'not-my-paper')).rejects.toMatchObject({
      code: 'MARKING_NOT_YOUR_READING',
    })
  })

  test('an old revision leads to the present one, so that a queue of undos arrives', async () => {
    const subject = await openMarkedSubject('sqlite', { candidates: 1, mode: 0 })
    const [first = 0] = subject.markerIds
    const readingId = (await subject.mark(first, 4)) ?? 0
    await correct(subject, readingId, first, 5, 'first-undo-key')
    await correct(subject, readingId, first, 6, 'second-undo-key')
    expect((await unitRow(subject)).final_milli).toBe(6000)
  })
})

describe('arbitration', () => {
  const openDispute = async () => {
    const subject = await openMarkedSubject('sqlite', { candidates: 1, mode: 1 })
    const [first = 0, second = 0] = subject.markerIds
    await subject.mark(first, 5)
    await subject.mark(second, 15)
    return subject
  }

  test('a leader who has not read the paper decides, whatever was read', async () => {
    const subject = await openDispute()
    const { task } = await takeLeaderPaper(subject.services, subject.leaderId, 'arbitration', {})
    expect(task).toMatchObject({ gap_milli: 10_000, readings: [{ label: 'A' }, { label: 'B' }] })
    await arbitrateAs(subject, subject.leaderId, 9)
    expect(await unitRow(subject)).toMatchObject({
      state: 'FINAL',
      final_milli: 9000,
      final_source: 'ARB',
    })
  })

  test('a leader who read it sees why not, and is refused', async () => {
    const subject = await openDispute()
    const [first = 0] = subject.markerIds
    await subject.services.db
      .insertInto('block_marker')
      .values({
        block_id: subject.blockId,
        user_id: first,
        duty: 'leader',
        quota: null,
        weight: 1,
        suspended_at: null,
      })
      .execute()
    const [row] = await leaderPapers(subject.services, first, 'arbitration', undefined)
    expect(row?.blocked_reason).toContain('评阅过')
    await expect(arbitrateAs(subject, first, 9)).rejects.toMatchObject({
      code: 'MARKING_ARBITRATOR_IS_READER',
    })
  })

  test('a marker who does not lead the block is refused', async () => {
    const subject = await openDispute()
    await expect(arbitrateAs(subject, subject.markerIds[2] ?? 0, 9)).rejects.toMatchObject({
      code: 'MARKING_LEADER_NEEDED',
    })
  })
})

describe('problem papers', () => {
  const raise = async (subject: MarkedSubject, markerId: number) => {
    const readingId = await claimOne(subject, markerId)
    return raiseProblem(subject.services, {
      markerId,
      blockId: subject.blockId,
      readingId,
      reason: 'unclear_image',
      note: '看不清',
    })
  }
  const settle = async (subject: MarkedSubject, outcome: 'score' | 'return', points?: number) => {
    const unit = await unitRow(subject)
    return withRetry(subject.services, (db) =>
      settleProblem(db, subject.services, {
        idemKey: ulid(),
        userId: subject.leaderId,
        unit,
        outcome,
        scores: points === undefined ? [] : [points * 1000],
        excludeRaiser: true,
        questionIds: [],
      }),
    )
  }

  test('go to the leader, who scores them', async () => {
    const subject = await openMarkedSubject('sqlite', { candidates: 1 })
    await raise(subject, subject.markerIds[0] ?? 0)
    const [row] = await leaderPapers(subject.services, subject.leaderId, 'problem', undefined)
    expect(row).toMatchObject({ reason: '图像不清', note: '看不清', raised_by: '阅卷老师1' })
    await settle(subject, 'score', 6)
    expect(await unitRow(subject)).toMatchObject({
      state: 'FINAL',
      final_milli: 6000,
      final_source: 'PROBLEM',
    })
  })

  test('returned, they go to somebody else and cost no quota', async () => {
    const subject = await openMarkedSubject('sqlite', { candidates: 1 })
    const [first = 0, second = 0] = subject.markerIds
    await raise(subject, first)
    await settle(subject, 'return')
    expect(await subject.claim(first)).toBe('empty')
    expect(await subject.mark(second, 7)).not.toBeNull()
  })
})

test('a rejected paper comes back to its marker alone, before anything new', async () => {
  const subject = await openMarkedSubject('sqlite', { candidates: 3 })
  const [first = 0, second = 0] = subject.markerIds
  const readingId = (await subject.mark(first, 5)) ?? 0
  const { unit_id } = await subject.services.db
    .selectFrom('reading')
    .select('unit_id')
    .where('id', '=', readingId)
    .executeTakeFirstOrThrow()
  await withRetry(subject.services, (db) =>
    applyEvent(
      db,
      subject.services,
      unit_id,
      { type: 'reject', readingId, checkerId: subject.leaderId },
      { userId: subject.leaderId },
    ),
  )
  const { tasks } = await nextPapers(subject.services, subject.blockId, first, 2)
  expect(tasks[0]).toMatchObject({ kind: 'rejected', reading_id: readingId, scores: [5000] })
  const others = await nextPapers(subject.services, subject.blockId, second, 6)
  expect(others.tasks.map((task) => task.unit_id)).not.toContain(unit_id)
  await give(subject, readingId, first, 7, 'marked-again')
  const unit = (await subject.units()).find(({ id }) => id === unit_id)
  expect(unit).toMatchObject({ state: 'FINAL', final_milli: 7000 })
})
