import {
  blockClear,
  blockStatusSet,
  markCorrect,
  markNext,
  markReturn,
  markStatus,
  ownTasks,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import type { TestClient } from '../../../testing/index.ts'
import { openSeedWorld } from '../../marking/testing/seed-world.ts'

/** A marker who handed in three papers of a block that is read once. */
async function open() {
  const world = await openSeedWorld({ candidates: 6, mode: 0 })
  const { on, marker, next, submit } = world
  const ids: number[] = []
  for (const { reading_id } of (await next(3)).tasks) {
    await submit(reading_id, 9)
    ids.push(reading_id)
  }
  const takeBack = (take_back: number[], who: TestClient = marker) =>
    who.send(markReturn, { body: { ...on, take_back } })
  return { ...world, ids, takeBack }
}

test('an own mark is taken back once, what is in hand stays there, and the same score is taken again', async () => {
  const { ids, takeBack, next, submit, marker, on } = await open()
  const [id = 0] = ids
  await next(2)
  expect((await takeBack([id])).data).toEqual({ returned: 0, taken_back: 1 })
  expect((await takeBack([id])).data).toEqual({ returned: 0, taken_back: 0 })
  expect((await marker.send(markStatus, { query: on })).data).toMatchObject({
    mine: { done: 2, claimed: 2, rejected: 0, taken_back: 1 },
  })
  const { tasks } = await next(2)
  expect(tasks.map(({ kind }) => kind)).toEqual(['taken_back', 'normal', 'normal'])
  // A change of it is no answer: it has to be marked.
  const correct = { ...on, reading_id: id, idem_key: 'change-of-taken-back', scores: [3000] }
  expect((await marker.send(markCorrect, { body: correct })).error.error).toBe(
    'MARKING_BACKMARK_CLOSED',
  )
  const again = await submit(id, 9, { idem_key: 'marked-once-more' })
  expect(again.data.outcome).toBe('submitted')
  const found = await marker.send(markNext, { query: { ...on, marked: 1 } })
  expect(found.data.tasks).toMatchObject([
    { reading_id: again.data.reading_id, kind: 'backmark', scores: [9000] },
    {},
    {},
  ])
})

test('with papers in hand named as well, these go back and the mark is taken back', async () => {
  const { ids, next, marker, on } = await open()
  const { tasks } = await next(2)
  const answer = await marker.send(markReturn, {
    body: { ...on, take_back: [ids[0] ?? 0], reading_ids: tasks.map((task) => task.reading_id) },
  })
  expect(answer.data).toEqual({ returned: 2, taken_back: 1 })
})

test("somebody else's, a paper in hand, one out of the window and one of a closed block are refused", async () => {
  const { ids, takeBack, set, next, signIn, leader, on } = await open()
  const [first = 0, , last = 0] = ids
  expect((await takeBack([last], await signIn('marker2'))).error.error).toBe(
    'MARKING_NOT_YOUR_READING',
  )
  expect((await takeBack([999_999])).error.error).toBe('MARKING_READING_NOT_FOUND')
  const inHand = (await next(1)).tasks[0]?.reading_id ?? 0
  expect((await takeBack([inHand])).error.error).toBe('MARKING_BACKMARK_CLOSED')
  await set({ backmark_last: 2 })
  const early = await takeBack([first])
  expect([early.status, early.error.msg]).toEqual([
    409,
    '这份试卷不能再回评：只能回评最近提交的 2 份',
  ])
  // What was taken back in time is answered as before, also when it is too late.
  expect((await takeBack([last])).data.taken_back).toBe(1)
  await set({ backmark_hours: 1, backmark_last: 100 })
  const closed = await leader.send(blockStatusSet, { body: { ...on, action: 'close' } })
  expect(closed.status).toBe(200)
  expect((await takeBack([last])).data.taken_back).toBe(0)
  expect((await takeBack([ids[1] ?? 0])).error.error).toBe('MARKING_BLOCK_CLOSED')
})

/** What differs from one paper to the next is left out. */
const shapeOf = (task: object | undefined) => ({
  ...task,
  reading_id: 0,
  unit_id: 0,
  secret_code: '',
  images: [],
  submitted_at: '',
})

test('a seed that is taken back looks like any other paper, and its unit and its marker are left as they are', async () => {
  const world = await openSeedWorld({ candidates: 20, mode: 0 })
  const { agree, set, next, submit, marker, on, unit, results, advance } = world
  const seed = await agree(12)
  await set({ seed_every: 2 })
  const before = await unit(seed)
  /** What comes of changing or taking back a paper that is in hand. */
  const refusalsOf = async (id: number) => {
    const body = { ...on, reading_id: id, idem_key: `change-of-${id}`, scores: [3000] }
    const answers = [
      await marker.send(markCorrect, { body }),
      await marker.send(markReturn, { body: { ...on, take_back: [id] } }),
    ]
    return answers.map(({ status, error: { error: code, msg } }) => [status, code, msg])
  }
  const refusals: unknown[] = []
  let [seedId, plainId] = [0, 0]
  while (seedId === 0) {
    const [task] = (await next(1)).tasks
    if (!task) throw new Error('no seed came')
    refusals.push(await refusalsOf(task.reading_id))
    await submit(task.reading_id, 12)
    if (task.unit_id === seed) seedId = task.reading_id
    else plainId = task.reading_id
  }
  expect(await results()).toMatchObject({ state: 'ok', passed: 1, failed: 0 })
  expect(refusals.length).toBeGreaterThan(1)
  expect(new Set(refusals.map((one) => JSON.stringify(one))).size).toBe(1)
  /** Takes one back, looks at everything that its marker sees, and marks it again. */
  const around = async (id: number) => {
    const mine = async () => {
      const { claims, mine } = (await marker.send(markStatus, { query: on })).data
      return { claims: claims.length, ...mine, median_ms: 0 }
    }
    await next(2)
    const answer = await marker.send(markReturn, { body: { ...on, take_back: [id] } })
    const repeat = await marker.send(markReturn, { body: { ...on, take_back: [id] } })
    const { tasks, mine: inQueue } = await next(2)
    const found = (await marker.send(markNext, { query: { ...on, marked: 1 } })).data.tasks
    const seen = {
      answers: [answer.data, repeat.data],
      kinds: tasks.map(({ kind }) => kind),
      task: shapeOf(tasks[0]),
      listed: shapeOf(found.find(({ reading_id }) => reading_id === id)),
      mine: { ...(await mine()), distribution: null },
    }
    const { claims, ...shown } = await mine()
    expect([{ ...inQueue, median_ms: 0 }, claims]).toEqual([shown, 2])
    const inHand = await marker.send(markCorrect, {
      body: { ...on, reading_id: id, idem_key: `change-of-${id}`, scores: [3000] },
    })
    // Nobody gives it back by leaving, and no lease ends it.
    await marker.send(markReturn, { body: on })
    advance(40 * 60_000)
    expect((await next(2)).tasks[0]).toMatchObject({ reading_id: id, kind: 'taken_back' })
    const again = await submit(id, 3, { idem_key: `again-of-${id}` })
    const repeated = await submit(id, 3, { idem_key: `again-of-${id}` })
    expect(repeated.data.reading_id).toBe(again.data.reading_id)
    return {
      ...seen,
      refusal: [inHand.error.error, inHand.error.msg],
      outcomes: [again.data.outcome, repeated.data.outcome],
      isNew: again.data.reading_id !== id,
      done: (await mine()).done,
    }
  }
  const ofPlain = await around(plainId)
  expect(ofPlain).toMatchObject({
    answers: [{ taken_back: 1 }, { taken_back: 0 }],
    kinds: ['taken_back', 'normal', 'normal'],
    refusal: ['MARKING_BACKMARK_CLOSED', expect.any(String)],
    outcomes: ['submitted', 'repeat'],
    mine: { taken_back: 1, rejected: 0 },
  })
  expect(await around(seedId)).toEqual(ofPlain)
  expect(await unit(seed)).toEqual(before)
  // What it said of the marker is said once, by what was given last.
  expect(await results()).toMatchObject({ state: 'second', passed: 0, failed: 1 })
})

test('the tasks of a marker count what the desk counts, and a cleared block has none of their papers, seeds or not', async () => {
  const world = await openSeedWorld({ candidates: 20, mode: 0 })
  const { agree, set, next, markOne, marker, leader, on } = world
  const seed = await agree(12)
  await set({ seed_every: 2 })
  const met: (number | null)[] = []
  while (!met.includes(seed)) met.push(await markOne(12))
  await next(2)
  const counts = async () => {
    const { mine } = (await marker.send(markStatus, { query: on })).data
    const [task] = (await marker.send(ownTasks, { query: {} })).data
    const { data } = await marker.send(markNext, { query: { ...on, marked: 1 } })
    const units = data.tasks.map(({ unit_id }) => unit_id)
    return {
      desk: [mine.done, mine.claimed],
      tasks: [task?.marking_count, task?.claimed_count],
      seeds: units.filter((id) => id === seed).length,
      listed: units.length,
    }
  }
  const before = await counts()
  expect(before).toEqual({
    desk: [met.length, 2],
    tasks: [met.length, 2],
    seeds: 1,
    listed: met.length,
  })
  const clear = (body: object) =>
    leader.send(blockClear, { body: { ...on, action: 'clear', ...body } as never })
  expect((await clear({ block_name: '第17题', reason: '评分标准改了' })).status).toBe(200)
  expect(await counts()).toEqual({ desk: [0, 0], tasks: [0, 0], seeds: 0, listed: 0 })
  expect((await clear({ action: 'undo' })).status).toBe(200)
  expect(await counts()).toEqual({ ...before, desk: [met.length, 0], tasks: [met.length, 0] })
})
