import { everyDatabase } from '@hengjuan/db/testing'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { clearBlock } from '../../marking-setup/block/block-clear.ts'
import { sweepLeases } from '../../marking-core/claims/release-claims.ts'
import { applyEvent } from '../../marking-core/engine/apply-event.ts'
import { resetKeeping } from '../../marking-core/engine/reset-keeping.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'
import { type MarkedSubject, openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { seedSheet, SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'
import { nextPapers } from './mark-queue.ts'
import { statusOf } from './mark-status.ts'
import { submitMark } from './submit-mark.ts'

const HALF_AN_HOUR = 30 * 60_000

/** The sheet of the candidate is scanned once more. */
async function scanAnew({ services, examId, candidateIds }: MarkedSubject) {
  const [candidateId = 0] = candidateIds
  await services.db.updateTable('scan_sheet').set({ state: 'void' }).execute()
  await seedSheet(services, examId, candidateId, 'b'.repeat(64))
  await withRetry(services, async (db) => {
    const candidate = { examId, subjectId: SUBJECT, candidateId }
    await syncUnits(db, services, candidate, await imagesOf(db, candidate))
  })
}

/** What a new division does to a paper of a block whose questions changed, until it is cut again. */
async function divideAnew(subject: MarkedSubject) {
  const { services, leaderId } = subject
  const [unit] = await subject.units()
  const unitId = unit?.id ?? 0
  await withRetry(services, async (db) => {
    await resetKeeping(db, services, unitId, leaderId)
    await applyEvent(db, services, unitId, { type: 'image_withdrawn' }, { userId: leaderId })
  })
  const event = { type: 'images_ready', looksBlank: false } as const
  await withRetry(services, (db) => applyEvent(db, services, unitId, event, { userId: null }))
}

async function clearAnew({ services, blockId, leaderId }: MarkedSubject) {
  const wanted = { blockId, blockName: '第17题', reason: '评分细则改了', userId: leaderId }
  await clearBlock(services, wanted)
  await services.db.updateTable('block').set({ status: 'open' }).execute()
}

const CHANGES = { scanAnew, divideAnew, clearAnew }

everyDatabase('a score of a desk that slept on %s', (kind) => {
  /** One paper waits for its only or its second reader, who has it in hand until the lease ends. */
  const sleep = async (mode: 0 | 1 = 1) => {
    const subject = await openMarkedSubject(kind, { candidates: 1, mode })
    const { services, blockId, markerIds } = subject
    const [first = 0, sleeper = 0] = markerIds
    if (mode === 1) await subject.mark(first, 9)
    const take = async () => (await nextPapers(services, blockId, sleeper, 1)).tasks[0]?.reading_id
    const readingId = (await take()) ?? 0
    subject.advance(HALF_AN_HOUR)
    expect(await sweepLeases(services)).toBe(1)
    subject.advance(1000)
    const give = (id: number, points: number) =>
      submitMark(services, {
        markerId: sleeper,
        blockId,
        readingId: id,
        idemKey: ulid(),
        scores: [points * 1000],
      })
    return { subject, sleeper, readingId, take, give }
  }

  test.for(['scanAnew', 'divideAnew', 'clearAnew'] as const)(
    'counts for nothing after %s, also where they have the paper in hand again, and is kept for them',
    async (change) => {
      const { subject, sleeper, readingId, take, give } = await sleep()
      await CHANGES[change](subject)
      subject.advance(1000)
      const lost = {
        code: 'MARKING_LEASE_LOST',
        message: expect.stringContaining('图像已更换，或题块已清空重评'),
      }
      await expect(give(readingId, 3)).rejects.toMatchObject(lost)
      const again = (await take()) ?? 0
      expect(again).toBeGreaterThan(readingId)
      await expect(give(readingId, 3)).rejects.toMatchObject(lost)
      const { unplaced } = await statusOf(subject.services, subject.blockId, sleeper, {
        renew: false,
      })
      expect(unplaced).toMatchObject([{ reading_id: readingId, total_milli: 3000 }])
      // What they give the paper as it is now is taken.
      expect(await give(again, 8)).toMatchObject({ outcome: 'submitted' })
    },
  )

  test('counts for nothing where nobody else had read the sheet that was replaced', async () => {
    const { subject, readingId, give } = await sleep(0)
    await scanAnew(subject)
    subject.advance(1000)
    await expect(give(readingId, 3)).rejects.toMatchObject({ code: 'MARKING_LEASE_LOST' })
    expect(await subject.units()).toMatchObject([{ state: 'READY', final_milli: null }])
  })

  test('counts where the paper is what it was', async () => {
    const { subject, readingId, give } = await sleep()
    expect(await give(readingId, 8)).toMatchObject({ outcome: 'submitted' })
    expect(await subject.units()).toMatchObject([{ state: 'FINAL', final_milli: 8500 }])
  })
})
