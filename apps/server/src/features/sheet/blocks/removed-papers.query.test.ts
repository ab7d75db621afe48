import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openSecondReader } from '../../marking/testing/second-reader-world.ts'
import { restorePapers, takeOutPapers } from './removed-papers.ts'

everyDatabase('papers that a program has read as well, on %s', (kind) => {
  test('are taken out with what it sent, and put back with it', async () => {
    const world = await openSecondReader({ candidates: 3, mode: 0 }, kind)
    const { services, turn, give, markAll, blockId } = world
    const { db } = services
    await turn(true)
    await give(6, { reason: '步骤不全' })
    await markAll(() => 8)
    const sent = () =>
      Promise.all([
        db.selectFrom('second_reader_batch').selectAll().orderBy('id').execute(),
        db.selectFrom('second_reader_score').selectAll().orderBy('id').execute(),
        db.selectFrom('unit').select(['id', 'state', 'final_milli']).orderBy('id').execute(),
      ])
    const before = await sent()
    expect(before.map((rows) => rows.length)).toEqual([1, 3, 3])
    const removed = await db.transaction().execute((trx) => takeOutPapers(trx, [blockId], 3))
    expect(await sent()).toEqual([[], [], []])
    await db.transaction().execute(async (trx) => {
      if (!removed) throw new Error('the block has papers')
      // The row of the block was left for the caller.
      await restorePapers(trx, removed)
    })
    expect(await sent()).toEqual(before)
  })
})
