import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openMarkedSubject } from '../marking/testing/marked-subject.ts'
import { checkProgress } from './check-progress.query.ts'
import { schoolProgress } from './school-progress.query.ts'

everyDatabase('what pages ask again and again, on %s', (kind) => {
  async function open() {
    const subject = await openMarkedSubject(kind, { candidates: 6, markers: 2 })
    const { services, examId, blockId, markerIds } = subject
    const [marker = 0] = markerIds
    for (const score of [1, 2, 3]) await subject.mark(marker, score)
    const { db } = services
    let later = 0
    const begun = services.clock.now().getTime()
    const by = { ...services, clock: { now: () => new Date(begun + later) } }
    return {
      db,
      blockId,
      wait: (ms: number) => {
        later += ms
      },
      readings: async () =>
        (await checkProgress(by, { examId, blockId, today: '' })).map((row) => row.readings),
      done: async (of: number) => {
        const { rows } = await schoolProgress(by, examId, of)
        return rows.map((row) => row.done)
      },
      /** The sheets of what has a mark are gone, or are back. */
      setGone: (isGone: boolean) =>
        db
          .updateTable('unit')
          .set({ flags: isGone ? '{"sheet_gone":true}' : '{}' })
          .where('final_milli', 'is not', null)
          .execute(),
    }
  }

  test('of few readings it is as new as the call', async () => {
    const { db, readings, done, setGone } = await open()
    expect([await readings(), await done(3)]).toEqual([[3], [3]])
    await setGone(true)
    await db.updateTable('unit').set({ final_milli: null }).execute()
    expect([await readings(), await done(3)]).toEqual([[], [0]])
  })

  test('of many, what looks at all papers is taken once a minute, and what was given at once', async () => {
    const { db, blockId, wait, readings, done, setGone } = await open()
    const count = (more: number) =>
      db
        .updateTable('reading_tally')
        .set(({ eb }) => ({ count: eb('count', '+', more) }))
        .where('block_id', '=', blockId)
        .where('total_milli', '=', 1000)
        .execute()
    await count(70_000)
    expect([await readings(), await done(70_003)]).toEqual([[70_003], [3]])
    await setGone(true)
    await db.updateTable('unit').set({ final_milli: null }).execute()
    await count(5)
    wait(59_000)
    expect([await readings(), await done(70_008)]).toEqual([[70_008], [3]])
    wait(2000)
    // Whoever asks first is not kept waiting.
    expect([await readings(), await done(70_008)]).toEqual([[70_008], [3]])
    await expect.poll(async () => [await readings(), await done(70_008)]).toEqual([[70_005], [0]])
  })
})
