import { expect, test } from 'vitest'
import { isoNow } from '../../../clock.ts'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { raiseProblem } from '../../marking-desk/desk/submit-mark.ts'
import { applyEvent } from '../../marking-core/engine/apply-event.ts'
import { atOnce, hold, untilWaiting } from '../../marking/testing/at-once.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { openSecondServer } from '../../marking/testing/test-services.ts'
import { retireScript } from '../benchmark/benchmark-script.ts'
import { putBackSeeds } from '../../marking-core/seeds/put-back-seeds.ts'

/** A marker with a seed in hand. */
async function openSeed() {
  const subject = await openMarkedSubject('postgres', {
    columns: { has_seeds: 1 },
    settings: { seedEvery: 100, daySeeds: 0 },
  })
  const { services, blockId, markerIds, leaderId } = subject
  const { db } = services
  const [markerId = 0] = markerIds
  const unitId = (await subject.units())[0]?.id ?? 0
  const at = isoNow(services.clock)
  await db
    .insertInto('benchmark_script')
    .values({
      block_id: blockId,
      unit_id: unitId,
      kind: 'seed',
      state: 'agreed',
      points: '[10000]',
      total_milli: 10_000,
      comments: '[]',
      proposed_by: leaderId,
      agreed_by: leaderId,
      agreed_at: at,
      is_alone: 1,
      created_by: leaderId,
      created_at: at,
    })
    .execute()
  const { id: readingId } = await db
    .insertInto('reading')
    .values({
      unit_id: unitId,
      block_id: blockId,
      role: 'SEED',
      marker_id: markerId,
      state: 'held',
      rev: 1,
      points: null,
      total_milli: null,
      idem_key: null,
      claimed_at: at,
      lease_until: at,
      submitted_at: null,
      active_ms: null,
      flags: '[]',
      traces: null,
      superseded_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    services,
    secondServer: await openSecondServer(services),
    db,
    readingId,
    unitId,
    blockId,
    markerId,
    leaderId,
    pass: (by: typeof services) =>
      raiseProblem(by, { markerId, blockId, readingId, reason: 'other', note: '看不清' }),
  }
}

test('seed at once: a seed that is passed on twice at once is one problem', async () => {
  const { services, secondServer, db, pass } = await openSeed()
  const [first, second] = await atOnce(
    services,
    'seed_event',
    () => pass(services),
    () => pass(secondServer),
  )
  expect(first).toMatchObject({ value: { outcome: 'problem' } })
  expect(second).toMatchObject({ value: { outcome: 'repeat' } })
  expect(await db.selectFrom('seed_event').select('kind').execute()).toEqual([{ kind: 'problem' }])
})

test('seed at once: a seed that is handed in as its time runs out is not put back', async () => {
  const { services, secondServer, db, readingId } = await openSeed()
  const place = () =>
    db.selectFrom('block_marker').select('seed_left').where('duty', '=', 'marker').execute()
  const before = await place()
  const letGo = await hold(services, (trx) =>
    trx.updateTable('reading').set({ state: 'given' }).where('id', '=', readingId).execute(),
  )
  const sweeping = putBackSeeds(secondServer.db, { readingIds: [readingId] })
  await untilWaiting(services, 1, sweeping)
  await letGo()
  expect(await sweeping).toEqual([])
  expect(await place()).toEqual(before)
})

test('seed at once: a script that is given to somebody as it is retired is no ordinary paper any more', async () => {
  const { services, secondServer, db, unitId, readingId, blockId, markerId, leaderId } =
    await openSeed()
  // Agreed, the paper is final; and the marker is to have it next.
  const scores = [10_000]
  await services.db.transaction().execute(async (trx) => {
    const event = { type: 'benchmark', by: leaderId, scores } as const
    await applyEvent(trx, services, unitId, event, { userId: leaderId })
    await trx.deleteFrom('reading').where('id', '=', readingId).execute()
    await trx
      .updateTable('block_marker')
      .set({ seed_left: 0 })
      .where('user_id', '=', markerId)
      .execute()
  })
  const { id: scriptId } = await db
    .selectFrom('benchmark_script')
    .select('id')
    .executeTakeFirstOrThrow()
  await atOnce(
    services,
    'reading',
    () => nextPapers(services, blockId, markerId, 1),
    () => retireScript(secondServer, { blockId, scriptId, leaderId }),
  )
  const unit = await db
    .selectFrom('unit')
    .select('state')
    .where('id', '=', unitId)
    .executeTakeFirstOrThrow()
  const seeds = await db.selectFrom('reading').select('state').where('role', '=', 'SEED').execute()
  expect(seeds).toEqual([{ state: 'released' }])
  expect(unit).toEqual({ state: 'FINAL' })
})
