import { markCorrect, markNext, markSubmit } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'
import { seedSheet, SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { openSeedWorld } from '../../marking/testing/seed-world.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'

const SEEDS = 6

everyDatabase('after a missed seed on %s', (kind) => {
  test.for([
    [1, 'one paper at a time'],
    [3, 'three papers in hand'],
    [6, 'six papers in hand'],
    [10, 'as many papers in hand as may be'],
  ] as const)('the second seed is one of the next five: %i (%s)', async ([hand]) => {
    const world = await openSeedWorld({ candidates: 60, mode: 0 }, kind)
    const { agree, set, on, marker, advance, results } = world
    const seeds = new Set<number>()
    for (let script = 0; script < SEEDS; script++) seeds.add(await agree(12))
    await set({ seed_every: 4 })
    let { tasks } = (await marker.send(markNext, { query: { ...on, n: hand } })).data
    /** Marks the first of what is in hand and has it filled up, as the page does. */
    const mark = async (points: number) => {
      const [task] = tasks
      if (!task) throw new Error('no paper in hand')
      advance(1000)
      const { data } = await marker.send(markSubmit, {
        body: {
          ...on,
          reading_id: task.reading_id,
          idem_key: `key-of-reading-${task.reading_id}`,
          scores: [points * 1000],
          refill: hand,
        },
      })
      tasks = data.queue?.tasks ?? []
      return seeds.has(task.unit_id)
    }
    const isSeedFirst = () => seeds.has(tasks[0]?.unit_id ?? 0)
    // Twice: missed, and passed again.
    for (let time = 0; time < 2; time++) {
      while (!isSeedFirst()) await mark(8)
      await mark(3)
      expect((await results())?.state).toBe('second')
      let between = 0
      while (!isSeedFirst()) {
        await mark(8)
        between++
      }
      expect(between).toBeLessThan(5)
      await mark(12)
      expect((await results())?.state).toBe('ok')
    }
  })
})

test('second seed: a seed whose sheet is replaced while it is in hand says nothing of its marker', async () => {
  const world = await openSeedWorld({ candidates: 12, mode: 0 })
  const { agree, set, next, submit, unit, services, examId, results, markOne } = world
  const seed = await agree(12)
  await set({ seed_every: 1 })
  let [task] = (await next(1)).tasks
  for (let paper = 0; task?.unit_id !== seed && paper < 10; paper++) {
    await markOne(8)
    ;[task] = (await next(1)).tasks
  }
  expect(task?.unit_id).toBe(seed)
  const { candidate_id: candidateId } = await unit(seed)
  await services.db
    .updateTable('scan_sheet')
    .set({ state: 'void' })
    .where('candidate_id', '=', candidateId)
    .execute()
  await seedSheet(services, examId, candidateId, 'b'.repeat(64))
  const candidate = { examId, subjectId: SUBJECT, candidateId }
  await withRetry(services, async (db) =>
    syncUnits(db, services, candidate, await imagesOf(db, candidate)),
  )
  expect((await unit(seed)).state).toBe('READY')
  expect((await submit(task?.reading_id ?? 0, 3)).status).toBe(200)
  expect((await results())?.state ?? 'ok').toBe('ok')
  expect(await services.db.selectFrom('seed_event').selectAll().execute()).toEqual([])
})

test('second seed: who misses the second one as well is given nothing more in the same breath', async () => {
  const world = await openSeedWorld({ candidates: 40, mode: 0 })
  const { agree, set, on, marker, next, submit } = world
  const seeds = [await agree(12), await agree(12), await agree(12)]
  await set({ seed_every: 2 })
  let missed = 0
  for (let paper = 0; missed < 2 && paper < 20; paper++) {
    const [task] = (await next(1)).tasks
    if (!task) throw new Error('no paper left')
    const isSeed = seeds.includes(task.unit_id)
    const { data } = await submit(task.reading_id, isSeed ? 3 : 8, { refill: 1 })
    if (isSeed && ++missed === 2) expect(data.queue).toMatchObject({ tasks: [], reason: 'warned' })
  }
  expect(missed).toBe(2)
  expect((await marker.send(markNext, { query: { ...on, n: 3 } })).data.reason).toBe('warned')
})

everyDatabase('a seed that is missed by changing an earlier score on %s', (kind) => {
  /** A marker who passed a seed, and has the next one last in their hands. */
  async function openHolding(hand: number) {
    const world = await openSeedWorld({ candidates: 60, mode: 0 }, kind)
    const { agree, set, on, marker, advance, results } = world
    const seeds = new Set<number>()
    for (let script = 0; script < SEEDS; script++) seeds.add(await agree(12))
    await set({ seed_every: 9 })
    let { tasks } = (await marker.send(markNext, { query: { ...on, n: hand } })).data
    const seedAt = () => tasks.findIndex(({ unit_id }) => seeds.has(unit_id))
    const mark = async (points: number) => {
      const [task] = tasks
      if (!task) throw new Error('no paper in hand')
      advance(1000)
      const { data } = await marker.send(markSubmit, {
        body: {
          ...on,
          reading_id: task.reading_id,
          idem_key: `key-of-reading-${task.reading_id}`,
          scores: [points * 1000],
          refill: hand,
        },
      })
      tasks = data.queue?.tasks ?? []
      return task.reading_id
    }
    /** Marks on until a seed is first in hand, and passes it. */
    const passSeed = async () => {
      while (seedAt() !== 0) await mark(8)
      return mark(12)
    }
    const change = async (reading_id: number, points: number) => {
      advance(1000)
      const { status } = await marker.send(markCorrect, {
        body: { ...on, reading_id, idem_key: `changed-${reading_id}`, scores: [points * 1000] },
      })
      expect(status).toBe(200)
    }
    const refresh = async () => {
      tasks = (await marker.send(markNext, { query: { ...on, n: hand } })).data.tasks
      return tasks
    }
    return { ...world, seeds, seedAt, mark, passSeed, change, refresh, results }
  }

  test('brings the next seed forward that is in hand already, and no further one', async () => {
    const { seedAt, mark, passSeed, change, refresh, results, seeds } = await openHolding(10)
    let passed = await passSeed()
    while (seedAt() < 6)
      if (seedAt() === 0) passed = await mark(12)
      else await mark(8)
    expect(seedAt()).toBeGreaterThan(4)
    await change(passed, 3)
    expect((await results())?.state).toBe('second')
    const tasks = await refresh()
    expect(seedAt()).toBeLessThan(5)
    expect(tasks.filter(({ unit_id }) => seeds.has(unit_id))).toHaveLength(1)
    expect(tasks).toHaveLength(10)
    while (seedAt() !== 0) await mark(8)
    await mark(12)
    expect((await results())?.state).toBe('ok')
    // It took the place of the second one: the usual distance begins again.
    expect(seedAt()).not.toBe(0)
  })

  test('has the second one served soon where none is in hand', async () => {
    const { seedAt, mark, passSeed, change, results } = await openHolding(1)
    const passed = await passSeed()
    expect(seedAt()).toBe(-1)
    for (let paper = 0; paper < 3; paper++) await mark(8)
    await change(passed, 3)
    let between = 0
    while (seedAt() !== 0) {
      await mark(8)
      between++
    }
    expect(between).toBeGreaterThan(0)
    expect(between).toBeLessThan(5)
    await mark(12)
    expect((await results())?.state).toBe('ok')
  })
})
