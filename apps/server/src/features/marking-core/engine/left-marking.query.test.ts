import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import type { MarkEvent } from '@hengjuan/domain'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { allocationOf } from '../../marking-setup/shares/allocation-plan.ts'
import { clearBlock, undoClear } from '../../marking-setup/block/block-clear.ts'
import { selectBlockRules } from '../block/block-rules.query.ts'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { ownProgress } from '../../claiming/hand-in/own-progress.ts'
import { selectOwnTasks } from '../../marking-desk/desk/own-tasks.ts'
import { submitMark } from '../../marking-desk/desk/submit-mark.ts'
import { arbitrate } from '../../arbitration/leader/leader-decide.ts'
import { holdPaper, keepPaper } from '../../arbitration/leader/leader-hold.ts'
import { leaderPapers } from '../../arbitration/leader/leader-papers.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'
import { checkedTask } from '../../quality/spot/checked-task.ts'
import { nextSpotCheck } from '../../quality/spot/spot-check.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import type { Wanted } from '../../marking/testing/seed-marking.ts'
import { seedSheet, SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { applyEvent } from './apply-event.ts'
import { syncUnits } from './sync-units.ts'
import { unitCounts } from './unit-counts.query.ts'
import { withRetry } from './with-retry.ts'

/** Papers of which the first one's candidate is away for a while. */
async function open(kind: DatabaseKind, wanted: Wanted = {}) {
  const subject = await openMarkedSubject(kind, { candidates: 1, mode: 1, ...wanted })
  const { services, examId, blockId, candidateIds, leaderId } = subject
  const { db } = services
  const candidateId = candidateIds[0] ?? 0
  const settle = () =>
    withRetry(services, async (trx) => {
      const candidate = { examId, subjectId: SUBJECT, candidateId }
      await syncUnits(trx, services, candidate, await imagesOf(trx, candidate))
    })
  const attend = async (attendance: 0 | 1) => {
    await db
      .updateTable('candidate_subject')
      .set({ attendance })
      .where('candidate_id', '=', candidateId)
      .execute()
    await settle()
  }
  const unit = () =>
    db
      .selectFrom('unit')
      .selectAll()
      .where('candidate_id', '=', candidateId)
      .executeTakeFirstOrThrow()
  return {
    ...subject,
    settle,
    unit,
    scanAnother: (ink?: number) => seedSheet(services, examId, candidateId, 'b'.repeat(64), ink),
    sheetIds: async () =>
      (await db.selectFrom('scan_sheet').select('id').orderBy('id').execute()).map(({ id }) => id),
    /** The sheets that are the candidate's; all others are void. */
    useSheets: async (...ids: (string | undefined)[]) => {
      await db.updateTable('scan_sheet').set({ state: 'void' }).execute()
      for (const id of ids)
        await db
          .updateTable('scan_sheet')
          .set({ state: 'active' })
          .where('id', '=', id ?? '')
          .execute()
      await settle()
    },
    leave: () => attend(1),
    comeBack: () => attend(0),
    send: async (event: MarkEvent) => {
      const { id } = await unit()
      await withRetry(services, (trx) => applyEvent(trx, services, id, event, { userId: leaderId }))
    },
    marks: async (...points: number[]) => {
      for (const [index, given] of points.entries())
        await subject.mark(subject.markerIds[index] ?? 0, given)
    },
    waiting: async () => ({
      arbitrations: (await leaderPapers(services, leaderId, 'arbitration', undefined)).length,
      problems: (await leaderPapers(services, leaderId, 'problem', undefined)).length,
      papers: (await unitCounts(db, examId, SUBJECT)).total,
    }),
    /** First and second readings that are still to be shared out. */
    rest: async () => {
      const { plan, people } = await allocationOf(db, await selectBlockRules(db, blockId))
      return plan.readings - people.reduce((sum, { work }) => sum + work.done, 0)
    },
  }
}

const NONE = { arbitrations: 0, problems: 0, papers: 0 }

everyDatabase('the paper of a candidate who is found absent on %s', (kind) => {
  test('waits for no arbitrator, and does again with its readings once the candidate was there', async () => {
    const { marks, unit, leave, comeBack, waiting } = await open(kind)
    await marks(2, 15)
    expect(await waiting()).toEqual({ arbitrations: 1, problems: 0, papers: 1 })
    await leave()
    expect(await waiting()).toEqual(NONE)
    expect(await unit()).toMatchObject({ state: 'WAIT_IMAGE', images: '[]', free_role: null })
    await comeBack()
    expect(await waiting()).toEqual({ arbitrations: 1, problems: 0, papers: 1 })
    expect((await unit()).images).not.toBe('[]')
  })

  test('asks for no third reading and no marking again', async () => {
    const opened = await open(kind, { mode: 3 })
    const { marks, send, unit, leave, comeBack, services, markerIds } = opened
    await marks(2, 15)
    expect(await unit()).toMatchObject({ state: 'THIRD', free_role: 'R3' })
    await leave()
    expect(await unit()).toMatchObject({ state: 'WAIT_IMAGE', free_role: null })
    await comeBack()
    const [first] = await services.db.selectFrom('reading').select('id').orderBy('id').execute()
    await send({ type: 'reject', readingId: first?.id ?? 0, checkerId: 1 })
    // In the list of tasks, at the desk as it opens, and with the next papers.
    const toDo = async () => {
      const marker = markerIds[0] ?? 0
      const { mine } = await nextPapers(services, opened.blockId, marker, 1)
      const rules = await selectBlockRules(services.db, opened.blockId)
      return [
        (await selectOwnTasks(services, marker))[0]?.rejected_count,
        (await ownProgress(services.db, rules, marker)).rejected,
        mine.rejected,
      ]
    }
    expect([(await unit()).state, await toDo()]).toEqual(['REJECTED', [1, 1, 1]])
    await leave()
    expect([(await unit()).state, await toDo()]).toEqual(['WAIT_IMAGE', [0, 0, 0]])
    await comeBack()
    expect([(await unit()).state, await toDo()]).toEqual(['REJECTED', [1, 1, 1]])
  })

  test('is no problem paper meanwhile, although one of two has read it', async () => {
    const { marks, send, leave, comeBack, waiting, markerIds } = await open(kind)
    await marks(8)
    const by = markerIds[1] ?? 0
    await send({ type: 'raise_problem', by, readingId: null, reason: 'unclear_image', note: '' })
    await leave()
    expect(await waiting()).toEqual(NONE)
    await comeBack()
    expect(await waiting()).toEqual({ arbitrations: 0, problems: 1, papers: 1 })
  })

  test('leaves the hands of whoever has it, and nothing is expected of it but what was done', async () => {
    const opened = await open(kind, { allocation: 2, markers: 2 })
    const { services, markerIds, marks, leave, comeBack, rest } = opened
    await marks(8)
    await opened.claim(markerIds[1] ?? 0)
    expect(await rest()).toBe(1)
    await leave()
    expect(await rest()).toBe(0)
    const { db } = services
    const held = db.selectFrom('reading').select('id').where('state', '=', 'claimed')
    expect(await held.execute()).toEqual([])
    await comeBack()
    expect(await rest()).toBe(1)
  })

  test('is marked anew when what comes is another sheet', async () => {
    const { marks, unit, leave, settle, services, examId, candidateIds } = await open(kind)
    await marks(2, 15)
    await leave()
    const { db } = services
    await db.updateTable('scan_sheet').set({ state: 'void' }).execute()
    await seedSheet(services, examId, candidateIds[0] ?? 0, 'b'.repeat(64))
    await db.updateTable('candidate_subject').set({ attendance: 0 }).execute()
    await settle()
    expect(await unit()).toMatchObject({ state: 'READY', free_role: 'R1' })
  })

  test('stands where it stood when the sheet that took its place is taken away again', async () => {
    const opened = await open(kind)
    const { marks, unit, leave, comeBack, useSheets, markerIds } = opened
    const other = await opened.scanAnother()
    const [first] = await opened.sheetIds()
    await marks(2, 15)
    const before = await unit()
    expect(before.state).toBe('ARBITRATION')
    const asBefore = { state: 'ARBITRATION', images: before.images }
    // By mistake; somebody has it in hand as it is taken back.
    await useSheets(other)
    expect(await unit()).toMatchObject({ state: 'READY', free_role: 'R1' })
    await opened.claim(markerIds[0] ?? 0)
    await useSheets(first)
    expect(await unit()).toMatchObject(asBefore)
    // Read meanwhile, and without any sheet in between.
    await leave()
    await useSheets(other)
    await comeBack()
    expect(await opened.mark(markerIds[2] ?? 0, 9)).not.toBeNull()
    await useSheets()
    await useSheets(first)
    expect(await unit()).toMatchObject(asBefore)
    await useSheets()
    await useSheets(other)
    expect(await unit()).toMatchObject({ state: 'MARKING', free_role: 'R2' })
    await useSheets(first)
    await opened.send({ type: 'reset' })
    await useSheets(other)
    await useSheets(first)
    expect(await unit()).toMatchObject({ state: 'READY' })
  })

  test('waits for no blank check of the sheet that took its place', async () => {
    const { marks, unit, scanAnother, sheetIds, useSheets } = await open(kind)
    const other = await scanAnother(0.0002)
    const [first] = await sheetIds()
    await marks(8, 9)
    await useSheets(other)
    expect((await unit()).state).toBe('BLANK_REVIEW')
    await useSheets(first)
    expect(await unit()).toMatchObject({ state: 'FINAL', final_milli: 8500 })
  })

  test('keeps its final mark, and is sent back to nobody', async () => {
    const opened = await open(kind)
    const { marks, unit, send, leave, comeBack, services, blockId, leaderId } = opened
    const sample = async () =>
      (await nextSpotCheck(services, leaderId, { block_id: blockId, percent: 100 })).remaining
    await marks(8, 9)
    expect(await sample()).toBe(2)
    await leave()
    expect(await sample()).toBe(0)
    const [first] = await services.db.selectFrom('reading').select('id').orderBy('id').execute()
    const sentBack = { type: 'reject', readingId: first?.id ?? 0, checkerId: 1 } as const
    await expect(send(sentBack)).rejects.toMatchObject({
      code: 'MARKING_UNIT_NOT_OPEN',
      facts: { state: '评后缺卷' },
    })
    expect(await unit()).toMatchObject({ state: 'FINAL', final_milli: 8500 })
    const { refusals } = await checkedTask(services, blockId, first?.id ?? 0, leaderId)
    expect(refusals.send_back).toContain('评后缺卷')
    await comeBack()
    await send(sentBack)
    expect((await unit()).state).toBe('REJECTED')
  })

  test('is not marked again because its block is cleared', async () => {
    const { marks, unit, leave, comeBack, waiting, services, blockId, leaderId } = await open(kind)
    await marks(8, 9)
    await leave()
    await clearBlock(services, {
      blockId,
      blockName: '第17题',
      reason: '评分标准改了',
      userId: leaderId,
    })
    expect(await waiting()).toEqual(NONE)
    await undoClear(services, blockId, leaderId)
    expect(await waiting()).toEqual(NONE)
    await comeBack()
    expect(await unit()).toMatchObject({ state: 'FINAL', final_milli: 8500 })
  })
})

test('a score for it that was on its way is refused, saying that the paper left marking', async () => {
  const opened = await open('sqlite')
  const { services, blockId, markerIds, marks, leave } = opened
  await marks(8)
  const marker = markerIds[1] ?? 0
  await opened.claim(marker)
  const { id } = await services.db
    .selectFrom('reading')
    .select('id')
    .where('marker_id', '=', marker)
    .executeTakeFirstOrThrow()
  await leave()
  await expect(
    submitMark(services, {
      markerId: marker,
      blockId,
      readingId: id,
      idemKey: ulid(),
      scores: [8000],
      activeMs: 1000,
    }),
  ).rejects.toMatchObject({ code: 'MARKING_LEASE_LOST' })
})

test('an arbitrator who has it on the page is told that nobody marks it', async () => {
  const { services, marks, leave, unit, leaderId } = await open('sqlite')
  await marks(2, 15)
  await holdPaper(services, leaderId, 'arbitration', await unit())
  await leave()
  await expect(
    arbitrate(services, {
      userId: leaderId,
      unit: await unit(),
      idemKey: ulid(),
      scores: [8000],
    }),
  ).rejects.toMatchObject({ message: expect.stringContaining('不阅卷') as string })
  // Nor where the page asks for it, or says that it is still there.
  const kept = await keepPaper(services, leaderId, 'arbitration', await unit(), { isLeft: false })
  expect(kept.lost).toBe('这份试卷当前为「不阅卷」状态，不能仲裁，请刷新后继续下一份')
})
