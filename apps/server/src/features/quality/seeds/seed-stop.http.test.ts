import {
  allocationGet,
  allocationSet,
  markCorrect,
  markerDelete,
  markNext,
  markReturn,
  markStatus,
  markSubmit,
  seedClear,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openSeedWorld } from '../../marking/testing/seed-world.ts'

/** Marker 1 with ten papers in hand, some of them seeds of 12 points, in a block that is marked once. */
async function openHand(kind: DatabaseKind = 'sqlite') {
  const world = await openSeedWorld({ candidates: 60, mode: 0 }, kind)
  const { on, marker, leader, services, advance, markerIds, leaderId, agree, set } = world
  const seeds = new Set<number>()
  for (let no = 0; no < 6; no++) seeds.add(await agree(12))
  await set({ seed_every: 3 })
  const markerId = markerIds[0] ?? 0
  const bodyOf = (readingId: number, points: number) => ({
    ...on,
    reading_id: readingId,
    idem_key: `key-of-reading-${readingId}`,
    scores: [points * 1000],
    active_ms: 8000,
  })
  const hand = async () =>
    (await marker.send(markNext, { query: { ...on, n: 10 } })).data.tasks.map((task) => ({
      ...task,
      isSeed: seeds.has(task.unit_id),
    }))
  /** Gives ordinary papers 8 points until a seed comes first. @returns it, and what is in hand behind it */
  const untilSeed = async () => {
    for (let no = 0; no < 40; no++) {
      const [task, ...left] = await hand()
      if (!task) throw new Error('no paper in hand')
      if (task.isSeed) return { seed: task, left }
      advance(1000)
      await marker.send(markSubmit, { body: bodyOf(task.reading_id, 8) })
    }
    throw new Error('no seed came')
  }
  /** Goes on to the next seed, and gives it 3 points unless others are said. */
  const missSeed = async (points = 3, refill = 10) => {
    const { seed, left } = await untilSeed()
    advance(1000)
    const reply = await marker.send(markSubmit, {
      body: { ...bodyOf(seed.reading_id, points), refill },
    })
    return { seed, left, reply }
  }
  const own = () =>
    services.db
      .selectFrom('block_marker')
      .select(['seed_state', 'suspended_at'])
      .where('user_id', '=', markerId)
      .where('duty', '=', 'marker')
      .executeTakeFirstOrThrow()
  const status = async () => (await marker.send(markStatus, { query: { ...on, renew: 1 } })).data
  const clear = () =>
    leader.send(seedClear, { body: { ...on, marker_id: markerId, note: '已当面说明' } })
  const share = (suspended: 0 | 1, more: object = {}) =>
    world.admin.send(allocationSet, {
      body: {
        ...on,
        markers: [
          ...markerIds.map((marker_id) => ({
            marker_id,
            ...(marker_id === markerId ? { suspended } : {}),
          })),
          { marker_id: leaderId, duty: 'leader' as const },
        ],
        ...more,
      },
    })
  return { ...world, markerId, bodyOf, hand, untilSeed, missSeed, own, status, clear, share }
}

everyDatabase('markers whom seeds stop, on %s', (kind) => {
  test('what is in hand goes back with the warning, and what was on its way is kept and does not count', async () => {
    const world = await openHand(kind)
    const { missSeed, own, status, clear, hand, marker, bodyOf, services, signIn, on } = world
    await missSeed()
    // The page wants no more than it has.
    const { seed, left, reply } = await missSeed(3, 3)
    expect((await own()).seed_state).toBe('warned')
    expect(left.length).toBeGreaterThan(5)
    // The page hears it with the reply, and that its hands are empty.
    expect(reply.data).toMatchObject({
      outcome: 'submitted',
      queue: { tasks: [], reason: 'warned' },
    })
    expect((await status()).claims).toEqual([])
    const ordinary = left.filter((task) => !task.isSeed)
    const states = await services.db
      .selectFrom('unit')
      .select('state')
      .where(
        'id',
        'in',
        ordinary.map(({ unit_id }) => unit_id),
      )
      .execute()
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['READY']))
    // The next papers in the outbox were given before the page heard of it: every kind is answered alike.
    for (const task of left) {
      const late = await marker.send(markSubmit, { body: bodyOf(task.reading_id, 8) })
      expect([late.status, late.error.error]).toEqual([409, 'MARKING_SEED_STOPPED'])
    }
    const problem = await marker.send(markSubmit, {
      body: {
        ...on,
        reading_id: ordinary[0]?.reading_id ?? 0,
        idem_key: 'problem-on-its-way',
        problem: { reason: 'unclear_image' },
      },
    })
    expect(problem.error.error).toBe('MARKING_SEED_STOPPED')
    const kept = (await status()).unplaced
    expect(kept.map(({ reading_id }) => reading_id).toSorted((a, b) => a - b)).toEqual(
      left.map(({ reading_id }) => reading_id).toSorted((a, b) => a - b),
    )
    expect(kept.every(({ total_milli }) => total_milli === 8000)).toBe(true)
    // None of it counts, and a repeat of what was taken is answered as before.
    const counted = await services.db
      .selectFrom('reading')
      .select('id')
      .where(
        'id',
        'in',
        left.map(({ reading_id }) => reading_id),
      )
      .where('state', '<>', 'released')
      .execute()
    expect(counted).toEqual([])
    const again = await marker.send(markSubmit, { body: bodyOf(seed.reading_id, 3) })
    expect(again.data.outcome).toBe('repeat')
    // Somebody else marks them meanwhile; cleared, the marker goes on with what is left.
    const other = await signIn('marker2')
    const taken = (await other.send(markNext, { query: { ...on, n: 10 } })).data.tasks
    expect(taken.length).toBeGreaterThan(5)
    expect((await clear()).status).toBe(200)
    expect((await hand()).length).toBeGreaterThan(5)
  })

  test('who is suspended is let on by the leader alone', async () => {
    const world = await openHand(kind)
    const { missSeed, own, clear, share, admin, on, markerId, markerIds, leaderId, hand } = world
    await missSeed()
    await missSeed()
    await clear()
    await missSeed()
    const stopped = await own()
    expect(stopped).toMatchObject({ seed_state: 'suspended', suspended_at: expect.any(String) })
    const told = '因种子卷不合格停评，请先由题组长在「标准卷与种子卷」的「种子卷结果」中确认'
    const letOn = await share(0)
    expect([letOn.status, letOn.error.error]).toEqual([409, 'MARKING_SEED_NOT_CLEARED'])
    expect(letOn.error.msg).toContain(told)
    // Nor by being taken off the block and put on it again.
    const removed = await admin.send(markerDelete, { body: { ...on, marker_id: markerId } })
    expect(removed.error.error).toBe('MARKING_SEED_NOT_CLEARED')
    const left = await admin.send(allocationSet, {
      body: {
        ...on,
        markers: [
          ...markerIds.slice(1).map((marker_id) => ({ marker_id })),
          { marker_id: leaderId, duty: 'leader' as const },
        ],
      },
    })
    expect(left.error.error).toBe('MARKING_SEED_NOT_CLEARED')
    expect(await own()).toEqual(stopped)
    // The rest of an allocation is saved while they are stopped, and shows that seeds did it.
    expect((await share(1)).status).toBe(200)
    const { data } = await admin.send(allocationGet, { query: on })
    expect(data.list.find(({ marker_id }) => marker_id === markerId)).toMatchObject({
      suspended: 1,
      seed_state: 'suspended',
    })
    await clear()
    expect(await own()).toEqual({ seed_state: 'ok', suspended_at: null })
    expect((await hand()).length).toBeGreaterThan(5)
  })
})

test('stop by seeds: a passed seed after a clearance stops nobody', async () => {
  const { missSeed, own, clear } = await openHand()
  await missSeed()
  await missSeed()
  await clear()
  await missSeed()
  await clear()
  await missSeed(12)
  expect(await own()).toEqual({ seed_state: 'ok', suspended_at: null })
})

test('stop by seeds: whoever was stopped by hand before their last seed failed stays so after the clearance', async () => {
  const { untilSeed, missSeed, own, clear, share, marker, bodyOf, advance } = await openHand()
  await missSeed()
  await missSeed()
  await clear()
  // Stopped by hand with a seed in hand, which is still handed in.
  const { seed } = await untilSeed()
  expect((await share(1)).status).toBe(200)
  const { suspended_at: byHand } = await own()
  advance(60_000)
  const given = await marker.send(markSubmit, { body: bodyOf(seed.reading_id, 3) })
  expect(given.status).toBe(200)
  expect(await own()).toEqual({ seed_state: 'suspended', suspended_at: byHand })
  // Whoever clears is told that it does not let them go on.
  expect((await clear()).data.is_suspended).toBe(true)
  expect(await own()).toEqual({ seed_state: 'ok', suspended_at: byHand })
  // Now it is the allocation alone that stops them.
  expect((await share(0)).status).toBe(200)
  expect((await own()).suspended_at).toBeNull()
})

test('stop by seeds: changing what the last seed got does not undo the warning', async () => {
  const { missSeed, own, marker, on, hand } = await openHand()
  await missSeed()
  const { seed } = await missSeed()
  const corrected = await marker.send(markCorrect, {
    body: { ...on, reading_id: seed.reading_id, idem_key: 'correction-of-seed', scores: [12_000] },
  })
  expect(corrected.status).toBe(200)
  expect((await own()).seed_state).toBe('warned')
  expect(await hand()).toEqual([])
})

test('stop by seeds: a seed that is failed by a change stops its marker too; what was taken back is given again', async () => {
  const { missSeed, own, marker, on, hand, bodyOf } = await openHand()
  await missSeed()
  const { seed } = await missSeed(12)
  expect((await own()).seed_state).toBe('ok')
  const [mine] = await hand()
  const first = await marker.send(markSubmit, { body: bodyOf(mine?.reading_id ?? 0, 8) })
  const worse = await marker.send(markCorrect, {
    body: { ...on, reading_id: seed.reading_id, idem_key: 'change-of-seed', scores: [1000] },
  })
  expect(worse.status).toBe(200)
  expect((await own()).seed_state).toBe('warned')
  expect(await hand()).toEqual([])
  // An own mark that was taken back belongs to its marker and is still given again.
  const taken = await marker.send(markReturn, {
    body: { ...on, take_back: [first.data.reading_id] },
  })
  expect(taken.data.taken_back).toBe(1)
  const [again] = await hand()
  expect(again?.reading_id).toBe(first.data.reading_id)
  const given = await marker.send(markSubmit, {
    body: { ...bodyOf(first.data.reading_id, 9), idem_key: 'given-once-more' },
  })
  expect(given.data.outcome).toBe('submitted')
})
