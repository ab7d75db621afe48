import { readerScores, spotCheckGet } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { withRetry } from '../../marking-core/engine/with-retry.ts'
import { countPapers, selectDisagreements, selectPairs } from './score.query.ts'
import { selectSent } from './sent.query.ts'
import { storeBatch } from './take-scores.ts'
import { openSecondReader } from '../../marking/testing/second-reader-world.ts'

everyDatabase('what a second reader sends, on %s', (kind) => {
  test('is handed in, counted, compared, sampled and kept as it was', async () => {
    const world = await openSecondReader({ candidates: 5, mode: 0 }, kind)
    const { services, on, readerId, turn, give, papers, as, markAll, leader, panel } = world
    const { db } = services
    const of = { readerId, blockId: on.block_id }
    await turn(true)
    const [first] = await papers()
    const item = { code: first?.code ?? '', picture: first?.picture ?? '' }
    const send = (points: number, key: string) =>
      as(readerScores, {
        body: { ...on, idem_key: key, items: [{ ...item, scores: [points * 1000] }] },
      })
    const twice = await Promise.all([send(2, 'key-one-1'), send(2, 'key-one-1')])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect(twice[0]?.data.batch_id).toBe(twice[1]?.data.batch_id)
    expect(await countPapers(db, of)).toEqual({ papers: 5, scored: 1 })
    await give(6)
    expect(await countPapers(db, of)).toEqual({ papers: 5, scored: 5 })
    await markAll((nth) => [6, 9, 9.5, 2, 6.5][nth] ?? 0)
    const pairs = (await selectPairs(db, of)).map(({ pair }) => pair)
    expect(pairs.toSorted(([a], [b]) => a - b)).toEqual([
      [2000, 6000],
      [6000, 6000],
      [6500, 6000],
      [9000, 6000],
      [9500, 6000],
    ])
    const apart = await selectDisagreements(db, of, { gapMilli: 3000, alsoIds: [], limit: 10 })
    expect(apart.map((row) => [Number(row.final_milli), Number(row.is_checked)])).toEqual([
      [2000, 0],
      [9500, 0],
    ])
    const sample = await leader.send(spotCheckGet, { query: { ...on, kind: 'second_reader' } })
    expect(sample.data.remaining).toBe(2)
    expect(sample.data.task?.second_reader?.total_milli).toBe(6000)
    expect(await panel()).toMatchObject({ agreement: { n: 5, exact: { num: 1, den: 5 } } })
    // The earlier word of the first paper stays in the log.
    expect((await selectSent(db, on.block_id)).map((row) => Number(row.total_milli))).toEqual([
      2000, 6000, 6000, 6000, 6000, 6000,
    ])
    for (const change of [
      db.updateTable('second_reader_score').set({ total_milli: 1 }),
      db.updateTable('second_reader_batch').set({ papers: 1 }),
    ])
      await expect(change.execute()).rejects.toThrow('what a second reader sent is never changed')
  })

  test('may be more papers at once than a statement takes values', async () => {
    const { services, on, readerId } = await openSecondReader({ candidates: 1 }, kind)
    const unit = await services.db.selectFrom('unit').selectAll().executeTakeFirstOrThrow()
    const row = { unit, scores: [1000], totalMilli: 1000, confidence: null, reason: '' }
    const good = Array.from({ length: 8000 }, () => row)
    const sent = { readerId, blockId: on.block_id, via: 'table' as const, byId: null }
    await withRetry(services, (db) =>
      storeBatch(db, services, { ...sent, idemKey: 'large', contentHash: '-' }, good),
    )
    const { count } = await services.db
      .selectFrom('second_reader_score')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(8000)
  })
})
