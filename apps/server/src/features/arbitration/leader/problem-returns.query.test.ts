import { everyDatabase } from '@hengjuan/db/testing'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { setBlockStatus } from '../../marking-setup/block/block-status.ts'
import { settleProblem } from './settle-problem.ts'
import { takeLeaderPaper } from './leader-paper.ts'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { selectOwnTasks } from '../../marking-desk/desk/own-tasks.ts'
import { takeSpotCheck } from '../../quality/spot/take-spot-check.ts'
import { stuckPapers } from '../../marking-setup/stuck/stuck-papers.ts'
import { stuckUnits } from '../../marking-setup/avoidance/stuck-units.ts'
import { raiseProblem, submitMark } from '../../marking-desk/desk/submit-mark.ts'
import { type MarkedSubject, openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'

const unitRow = (subject: MarkedSubject, id: number) =>
  subject.services.db.selectFrom('unit').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const papers = async ({ services, blockId }: MarkedSubject, markerId: number, want = 1) =>
  nextPapers(services, blockId, markerId, want)

/** The paper in hand is passed on as a problem. @returns its unit */
async function passOn(subject: MarkedSubject, markerId: number): Promise<number> {
  const { tasks } = await papers(subject, markerId)
  const [task] = tasks
  if (!task) throw new Error('nothing in hand')
  await raiseProblem(subject.services, {
    markerId,
    blockId: subject.blockId,
    readingId: task.reading_id,
    reason: 'unclear_image',
    note: '',
  })
  return task.unit_id
}

const sendBack = (subject: MarkedSubject, markerId: number, readingId: number | null) =>
  takeSpotCheck(subject.services, subject.leaderId, {
    exam_id: subject.examId,
    subject_id: SUBJECT,
    block_id: subject.blockId,
    marker_id: markerId,
    task_detail_id: readingId ?? 0,
    is_rejected: 1,
    is_marked: 0,
    comment: '请重看',
  })

async function giveBack(
  subject: MarkedSubject,
  unitId: number,
  excludeRaiser: boolean,
): Promise<string> {
  const unit = await unitRow(subject, unitId)
  const { state } = await withRetry(subject.services, (db) =>
    settleProblem(db, subject.services, {
      idemKey: ulid(),
      userId: subject.leaderId,
      unit,
      outcome: 'return',
      scores: [],
      excludeRaiser,
      questionIds: [],
    }),
  )
  return state
}

const offered = async (subject: MarkedSubject, unitId: number) => {
  const { services, leaderId } = subject
  const unit = await unitRow(subject, unitId)
  const { task } = await takeLeaderPaper(services, leaderId, 'problem', { unit })
  return task?.returns.map(({ to, state, refusal }) => [to, state, refusal !== null])
}

const stop = ({ services, blockId }: MarkedSubject, markerId: number) =>
  services.db
    .updateTable('block_marker')
    .set({ suspended_at: '2026-11-20T01:00:00.000Z' })
    .where('block_id', '=', blockId)
    .where('user_id', '=', markerId)
    .where('duty', '=', 'marker')
    .execute()

everyDatabase('a problem paper goes back on %s', (kind) => {
  test('into the hands of who passed it on, for as long as a lease', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1, markers: 2 })
    const [first = 0, second = 0] = subject.markerIds
    const unitId = await passOn(subject, first)
    expect(await offered(subject, unitId)).toEqual([
      ['raiser', 'MARKING', false],
      ['others', 'READY', false],
    ])
    expect(await giveBack(subject, unitId, false)).toBe('MARKING')
    expect((await papers(subject, second)).tasks).toEqual([])
    const { tasks } = await papers(subject, first)
    expect(tasks.map(({ unit_id }) => unit_id)).toEqual([unitId])
    const held = await subject.services.db
      .selectFrom('reading')
      .select('lease_until')
      .where('id', '=', tasks[0]?.reading_id ?? 0)
      .executeTakeFirst()
    expect(held?.lease_until).toBe('2026-11-20T01:10:00.000Z')
    await subject.mark(first, 7)
    expect(await unitRow(subject, unitId)).toMatchObject({ state: 'FINAL', final_milli: 7000 })
  })

  test('to somebody else in the place of a marker to whom it had been sent back', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1, markers: 2 })
    const [first = 0, second = 0] = subject.markerIds
    await sendBack(subject, first, await subject.mark(first, 5))
    const unitId = await passOn(subject, first)
    expect(await offered(subject, unitId)).toEqual([
      ['raiser', 'REJECTED', false],
      ['others', 'READY', false],
    ])
    expect(await giveBack(subject, unitId, true)).toBe('READY')
    expect((await papers(subject, first)).tasks).toEqual([])
    await subject.mark(second, 8)
    expect(await unitRow(subject, unitId)).toMatchObject({ state: 'FINAL', final_milli: 8000 })
  })

  test.for([
    ['to be marked again', false, 'REJECTED', [1, 0]],
    ['to somebody else', true, 'READY', [0, 1]],
  ] as const)('%s, after the same score was given again', async ([, excludes, state, hands]) => {
    const subject = await openMarkedSubject(kind, { candidates: 1, markers: 2 })
    const { services, blockId } = subject
    const [first = 0, second = 0] = subject.markerIds
    await sendBack(subject, first, await subject.mark(first, 5))
    const { tasks } = await papers(subject, first)
    await submitMark(services, {
      markerId: first,
      blockId,
      readingId: tasks[0]?.reading_id ?? 0,
      idemKey: 'the-same-again',
      scores: [5000],
      activeMs: 3000,
    })
    const unitId = tasks[0]?.unit_id ?? 0
    expect((await unitRow(subject, unitId)).state).toBe('PROBLEM')
    expect(await giveBack(subject, unitId, excludes)).toBe(state)
    const seen = [await papers(subject, first), await papers(subject, second)]
    expect(seen.map(({ tasks: own }) => own.length)).toEqual(hands)
  })

  test('not to others where there are none; to who passed it on all the same', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1, markers: 1 })
    const [only = 0] = subject.markerIds
    const unitId = await passOn(subject, only)
    expect(await offered(subject, unitId)).toEqual([
      ['raiser', 'MARKING', false],
      ['others', 'READY', true],
    ])
    await expect(giveBack(subject, unitId, true)).rejects.toMatchObject({
      code: 'MARKING_NO_OTHER_MARKER',
    })
    expect((await unitRow(subject, unitId)).state).toBe('PROBLEM')
    await giveBack(subject, unitId, false)
    expect((await papers(subject, only)).tasks).toHaveLength(1)
  })

  test('not to others where two have to read it and one other is left', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 1, markers: 2, mode: 1 })
    const [first = 0, second = 0] = subject.markerIds
    await subject.mark(first, 5)
    const unitId = await passOn(subject, second)
    await expect(giveBack(subject, unitId, true)).rejects.toMatchObject({
      code: 'MARKING_NO_OTHER_MARKER',
    })
    const wider = await openMarkedSubject(kind, { candidates: 1, markers: 3, mode: 1 })
    const [one = 0, , three = 0] = wider.markerIds
    const other = await passOn(wider, one)
    expect(await giveBack(wider, other, true)).toBe('READY')
    await stop(wider, three)
    // Of the two who are left, one is kept out: it is seen that nobody may read it the second time.
    await wider.mark(wider.markerIds[1] ?? 0, 6)
    expect(await stuckPapers(wider.services.db, wider.examId)).toMatchObject([
      { count: 1, reasons: [{ reason: 'all_read', count: 1 }] },
    ])
  })

  test('not to who was stopped, or can not sign in any more', async () => {
    for (const isDisabled of [false, true]) {
      const subject = await openMarkedSubject(kind, { candidates: 1, markers: 2 })
      const [first = 0, second = 0] = subject.markerIds
      const unitId = await passOn(subject, first)
      const { db } = subject.services
      const leave = (id: number) =>
        isDisabled
          ? db
              .updateTable('user')
              .set({ disabled_at: '2026-11-20T01:00:00.000Z' })
              .where('id', '=', id)
              .execute()
          : stop(subject, id)
      await leave(first)
      await expect(giveBack(subject, unitId, false)).rejects.toMatchObject({
        code: 'MARKING_MARKER_GONE',
        message: expect.stringMatching(/^阅卷老师1 已停止阅卷/) as string,
      })
      expect(await giveBack(subject, unitId, true)).toBe('READY')
      // Nobody is left once the other goes as well, and the block says so.
      expect(await stuckPapers(db, subject.examId)).toEqual([])
      await leave(second)
      expect(await stuckPapers(db, subject.examId)).toMatchObject([
        { count: 1, reasons: [{ reason: 'no_marker', count: 1 }] },
      ])
    }
  })

  test('past its share to who is left, and is not counted for who passed it on', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 4, markers: 2, allocation: 2 })
    const { services, examId, blockId } = subject
    const { db } = services
    const [first = 0, second = 0] = subject.markerIds
    for (const marker of [second, second, first]) await subject.mark(marker, 5)
    const unitId = await passOn(subject, first)
    await giveBack(subject, unitId, true)
    const poolOf = async (id: number) => (await selectOwnTasks(services, id))[0]?.pool_count
    expect(await poolOf(first)).toBe(0)
    expect((await papers(subject, first)).tasks).toEqual([])
    expect(await poolOf(second)).toBe(1)
    const { tasks } = await papers(subject, second)
    expect(tasks.map(({ unit_id }) => unit_id)).toEqual([unitId])
    expect(await stuckPapers(db, examId)).toEqual([])
    // Nobody is left: the paper is named, and no rule of avoidance is offered in vain.
    const block = await db
      .selectFrom('block')
      .selectAll()
      .where('id', '=', blockId)
      .executeTakeFirstOrThrow()
    await setBlockStatus(services, block, 'recall', { userId: subject.leaderId, markerId: second })
    await stop(subject, second)
    const { total, units } = await stuckUnits(db, blockId)
    expect([total, units.map(({ id, reason, options }) => [id, reason, options])]).toEqual([
      1,
      [[unitId, 'all_read', []]],
    ])
  })
})
