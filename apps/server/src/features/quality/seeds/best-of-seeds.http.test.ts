import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { markAllTakeBest, TWO_QUESTIONS } from '../../marking/testing/best-of-block.ts'
import { openSeedWorld } from '../../marking/testing/seed-world.ts'

/** Of two questions of 10 points the better one counts; readings may lie 2 points apart. */
async function open(kind: DatabaseKind) {
  const world = await openSeedWorld({ points: TWO_QUESTIONS, candidates: 4 }, kind)
  await markAllTakeBest(world.services, world)
  return world
}

everyDatabase('papers that measure a marker where the best question counts, on %s', (kind) => {
  test('a seed is passed by what counts of it, and its totals are what it is worth', async () => {
    const { agree, next, submit, set, results, scripts, unit, services } = await open(kind)
    await set({ seed_every: 1, day_seeds: 1 })
    const seed = await agree([8, 6])
    expect(await unit(seed)).toMatchObject({ final_milli: 8000 })
    const { tasks } = await next()
    expect(tasks[0]?.unit_id).toBe(seed)
    // Three points off where it does not count.
    await submit(tasks[0]?.reading_id ?? 0, [8, 3])
    expect(await results()).toMatchObject({
      state: 'ok',
      passed: 1,
      failed: 0,
      results: [{ kind: 'pass', score_milli: 8000, definitive_milli: 8000 }],
    })
    const [script] = (await scripts()).list
    expect(script?.definitive).toMatchObject({ scores: [8000, 6000], total_milli: 8000 })
    expect(script?.marks.map(({ total_milli }) => total_milli)).toEqual([8000, 8000])
    const given = services.db.selectFrom('reading').where('role', '=', 'SEED')
    expect(await given.select('total_milli').execute()).toEqual([{ total_milli: 8000 }])
  })

  test('an own paper that is served again is compared by what counts of it', async () => {
    const { next, submit, services, on, markerIds } = await open(kind)
    const { tasks } = await next()
    await submit(tasks[0]?.reading_id ?? 0, [8, 6])
    const again = await services.db
      .insertInto('reading')
      .columns(['unit_id', 'block_id', 'role', 'marker_id', 'state', 'claimed_at', 'lease_until'])
      .values({
        unit_id: tasks[0]?.unit_id ?? 0,
        ...on,
        role: 'SELF',
        marker_id: markerIds[0] ?? 0,
        state: 'held',
        rev: 1,
        flags: '[]',
        claimed_at: '2026-11-20T01:00:00.000Z',
        lease_until: '2026-11-20T09:00:00.000Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await submit(again.id, [7, 7])
    expect(await services.db.selectFrom('self_reading').selectAll().execute()).toMatchObject([
      { first_milli: 8000, again_milli: 7000, tolerance_milli: 2000 },
    ])
  })
})
