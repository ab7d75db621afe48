import { everyDatabase } from '@hengjuan/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openReaderThread } from '../../reader-thread/run-in-worker.ts'
import { whileWanted } from '../../http/caller.ts'
import type { Services } from '../../services.ts'
import { watchTables } from '../supervision/testing/asked-tables.ts'
import { balanceBlocks, balanceNow } from '../marking-setup/balance/balance-block.ts'
import { selectBlockRules } from '../marking-core/block/block-rules.query.ts'
import { sweepLeases } from '../marking-core/claims/release-claims.ts'
import { serveSelfPapers } from '../quality/seeds/serve-self.ts'
import { watchAutomation } from '../quality/seeds/watch-automation.ts'
import { similarMoves } from '../marking-setup/similar/order-similar.ts'
import { savePrint } from '../marking-setup/similar/similar.query.ts'
import { alternateBlocks } from './testing/alternate-blocks.ts'
import { openMarkedSubject } from './testing/marked-subject.ts'
import type { Wanted } from './testing/seed-marking.ts'

/** Of a region they have hundreds of thousands of rows. */
const LONG = ['unit', 'reading_tally', 'self_reading', 'mark_event', 'candidate_subject']
const HOUR = 3_600_000

async function open(kind: 'sqlite' | 'postgres', wanted: Wanted = {}) {
  const subject = await openMarkedSubject(kind, { markers: 2, ...wanted })
  const readerThread = openReaderThread(subject.services, { fromRows: 0 })
  onTestFinished(() => readerThread.close())
  return { ...subject, watched: watchTables({ ...subject.services, readerThread }) }
}

everyDatabase('jobs of the clock, on %s', (kind) => {
  test('whom an own paper is to be served to is looked for in the reader thread', async () => {
    const world = await open(kind, { candidates: 110, markers: 1, settings: { selfRatio: 1 } })
    const { watched, services, markerIds, blockId } = world
    const [markerId = 0] = markerIds
    for (let paper = 0; paper < 99; paper++) await world.mark(markerId, 8)
    world.advance(HOUR)
    await sweepLeases(services)
    await world.claim(markerId, 1)
    // One of a hundred: nobody owes one yet, and no marker's papers are looked at here.
    expect(await serveSelfPapers(watched.services)).toBe(0)
    expect([...watched.tables]).toEqual([])
    await world.mark(markerId, 8)
    await world.claim(markerId, 1)
    expect(await serveSelfPapers(watched.services)).toBe(1)
    const held = await services.db
      .selectFrom('reading')
      .where('role', '=', 'SELF')
      .select(['marker_id', 'block_id', 'state'])
      .execute()
    expect(held).toEqual([{ marker_id: markerId, block_id: blockId, state: 'held' }])
    expect(await serveSelfPapers(services)).toBe(0)
  })

  test('signs of a program are looked for in the reader thread, also those of a whole day', async () => {
    const world = await open(kind, { candidates: 130, markers: 2, columns: { has_seeds: 1 } })
    const { watched, services, markerIds } = world
    const [tireless = 0, usual = 0] = markerIds
    for (let paper = 0; paper < 120; paper++) {
      // More than four hours without a pause, which the last hundred do not say.
      world.advance(60_000 + ((paper * 7919) % 140_000))
      await world.mark(tireless, paper % 5)
    }
    for (let paper = 0; paper < 5; paper++) await world.mark(usual, paper)
    await services.db
      .updateTable('block_marker')
      .set({ input_signs: '["synthetic"]' })
      .where('user_id', '=', tireless)
      .execute()
    for (const id of markerIds) await world.claim(id, 1)
    const rates = async () =>
      (
        await services.db
          .selectFrom('block_marker')
          .where('duty', '=', 'marker')
          .select(['user_id', 'seed_rate'])
          .orderBy('user_id')
          .execute()
      ).map(({ seed_rate }) => seed_rate)
    await watchAutomation(watched.services)
    expect(await rates()).toEqual([3, 1])
    // Only what changes is written.
    expect([...watched.tables]).toEqual(['block_marker'])
    watched.tables.clear()
    await watchAutomation(watched.services)
    expect([...watched.tables]).toEqual([])
    await services.db.updateTable('block_marker').set({ input_signs: '[]' }).execute()
    await watchAutomation(services)
    expect(await rates()).toEqual([1, 1])
  })

  test('who goes from block to block without a pause is at work all the time', async () => {
    const world = await open(kind, { candidates: 110, markers: 2, columns: { has_seeds: 1 } })
    const { watched, services, markerIds, blockId } = world
    const [tireless = 0] = markerIds
    await alternateBlocks(world, tireless)
    await services.db
      .updateTable('block_marker')
      .set({ input_signs: '["synthetic"]' })
      .where('block_id', '=', blockId)
      .where('user_id', '=', tireless)
      .execute()
    await world.claim(tireless, 1)
    await watchAutomation(watched.services)
    const { seed_rate } = await services.db
      .selectFrom('block_marker')
      .where('block_id', '=', blockId)
      .where('user_id', '=', tireless)
      .select('seed_rate')
      .executeTakeFirstOrThrow()
    expect(seed_rate).toBe(3)
  })

  test('what to balance is worked out in the reader thread, and dropped where shares were changed meanwhile', async () => {
    const world = await open(kind, { candidates: 24, markers: 3, allocation: 2 })
    const { watched, services, markerIds } = world
    const [first = 0, second = 0] = markerIds
    for (let paper = 0; paper < 8; paper++)
      for (const id of [first, second]) await world.mark(id, 5)
    const quotas = async () =>
      (
        await services.db
          .selectFrom('block_marker')
          .where('duty', '=', 'marker')
          .select(['quota', 'user_id'])
          .orderBy('user_id')
          .execute()
      ).map(({ quota }) => quota)
    await balanceBlocks(watched.services)
    expect(LONG.filter((table) => watched.tables.has(table))).toEqual([])
    world.advance(25 * HOUR)
    // As the plan is drawn, a leader gives the third more.
    const changing: Services = {
      ...services,
      readerThread: {
        isWorthIt: true,
        ask: async (...asked: Parameters<NonNullable<Services['readerThread']>['ask']>) => {
          const plan = await watched.services.readerThread?.ask(...asked)
          await services.db
            .updateTable('block_marker')
            .set({ weight: 2 })
            .where('user_id', '=', second)
            .execute()
          return plan
        },
      } as NonNullable<Services['readerThread']>,
    }
    await balanceBlocks(changing)
    expect(await quotas()).toEqual([null, null, null])
    await balanceBlocks(watched.services)
    expect(await quotas()).toEqual([12, 12, 0])
    expect(LONG.filter((table) => watched.tables.has(table))).toEqual([])
  })

  test('similar answers are put in order in the reader thread', async () => {
    const world = await open(kind, { candidates: 12, columns: { similar_first: 1 } })
    const { watched, services, blockId } = world
    const { block } = await selectBlockRules(services.db, blockId)
    const units = await services.db.selectFrom('unit').select('id').orderBy('ord').execute()
    const [ids, none] = [units.map(({ id }) => id), Buffer.alloc(768).toString('base64')]
    for (const id of ids)
      await savePrint(services.db, { unit_id: id, block_id: blockId, images: '', ink: none })
    const here = await similarMoves(services, block)
    expect(here.ids.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
    expect(await similarMoves(watched.services, block)).toEqual(here)
    expect([...watched.tables]).toEqual([])
  })

  test('a leader who balances now holds nobody up, and may leave before it is done', async () => {
    const world = await open(kind, { candidates: 24, markers: 3, allocation: 2 })
    const { watched, services, blockId, leaderId, markerIds } = world
    const [first = 0, second = 0] = markerIds
    for (let paper = 0; paper < 8; paper++)
      for (const id of [first, second]) await world.mark(id, 5)
    world.advance(25 * HOUR)
    watched.tables.clear()
    await whileWanted(AbortSignal.abort(), () => balanceNow(watched.services, blockId, leaderId))
    const quotas = await services.db
      .selectFrom('block_marker')
      .where('duty', '=', 'marker')
      .select('quota')
      .orderBy('user_id')
      .execute()
    expect(quotas.map(({ quota }) => quota)).toEqual([12, 12, 0])
    expect([...LONG, 'reading'].filter((table) => watched.tables.has(table))).toEqual([])
  })
})
