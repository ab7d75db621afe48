import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { seedBulkExam } from '../../testing/bulk-exam.ts'
import { openTestServices } from '../marking/testing/test-services.ts'
import { examProgress } from './exam-progress.ts'

/** Beyond 20,000 readings a state is not taken anew for every mark. */
const CANDIDATES = 10_100

async function openLarge(kind: 'sqlite' | 'postgres') {
  const { services, advance } = await openTestServices(kind)
  const block = {
    markMode: 1,
    allocMode: 1,
    toleranceMilli: 1000,
    fullMilli: 10_000,
    stepMilli: 500,
  }
  const { examId, blockIds } = await seedBulkExam(services, {
    candidates: CANDIDATES,
    subjects: [[block]],
    markers: 2,
    markedShare: 1,
  })
  const { db } = services
  const unit = await db.selectFrom('unit').select('id').limit(1).executeTakeFirstOrThrow()
  let seq = 100
  /** What somebody did to a paper. */
  const note = () =>
    db
      .insertInto('mark_event')
      .values({
        unit_id: unit.id,
        exam_id: examId,
        seq: ++seq,
        type: 'submit',
        actor_id: null,
        payload: '{}',
        at: '2026-11-20T01:00:00.000Z',
      })
      .execute()
  const setStatus = (status: string) =>
    db.updateTable('block').set({ status }).where('id', 'in', blockIds).execute()
  return { advance, note, setStatus, ask: () => examProgress(services, examId) }
}

everyDatabase('the state of a large exam, on %s', (kind) => {
  test('stands a while as papers are marked, and is given while the next is taken; what people set is seen at once', async () => {
    const { advance, note, setStatus, ask } = await openLarge(kind)
    const first = await ask()
    expect(first.blocks).toMatchObject([
      { marking_count: 2 * CANDIDATES, status: 'open', agreement: { den: CANDIDATES } },
    ])
    await note()
    expect(await ask()).toBe(first)
    advance(1000)
    // Given at once, though a newer one is on its way, which is there a little later.
    expect(await ask()).toBe(first)
    await expect.poll(ask).not.toBe(first)

    await setStatus('paused')
    const [paused, ...others] = await Promise.all(Array.from({ length: 5 }, ask))
    expect(paused?.blocks).toMatchObject([{ status: 'paused' }])
    expect(new Set([paused, ...others]).size).toBe(1)

    // Nothing happened for hours: the numbers are the same.
    advance(3 * 3_600_000)
    expect(await ask()).toBe(paused)
    await expect.poll(ask).not.toBe(paused)
    // After hours of marking that nobody watched they are not.
    await note()
    advance(3 * 3_600_000)
    const before = await ask()
    expect(Date.parse(before.at)).toBeGreaterThan(Date.parse(paused?.at ?? '') + 5 * 3_600_000)
  })
})
