import {
  markCorrect,
  markInfo,
  markNext,
  markStatus,
  ownTasks,
  secondReaderReference,
  supervisedMarkers,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import type { TestClient } from '../../../testing/index.ts'
import { openSecondReader } from '../../marking/testing/second-reader-world.ts'

/** Nothing else in these worlds is worth that much, or says that. */
const [POINTS, REASON] = [13.5, '第二步算式抄错'] as const
const isToldIn = (text: string): boolean =>
  text.includes('13500') || text.includes('13.5') || text.includes(REASON)

const open = async () => {
  const world = await openSecondReader({ candidates: 6 })
  await world.turn(true)
  await world.give(POINTS, { confidence: 66, reason: REASON })
  const [one, two] = [await world.signIn('marker1'), await world.signIn('marker2')]
  const next = async (who: TestClient, n = 2) =>
    (await who.send(markNext, { query: { ...world.on, n } })).data.tasks
  const reference = (who: TestClient, reading_id: number) =>
    who.send(secondReaderReference, { query: { ...world.on, reading_id } })
  return { ...world, one, two, next, reference }
}

test('second reader: a marker is told that a program reads as well, and nothing of what it gave before handing in', async () => {
  const { one, on, next, reference, submit } = await open()
  const info = await one.send(markInfo, { query: on })
  expect(info.data.second_reader).toEqual({ name: '作文评阅', version: '1.0' })
  const [task, other] = await next(one)
  const [readingId = 0, otherId = 0] = [task?.reading_id, other?.reading_id]
  const early = await reference(one, readingId)
  expect([early.status, early.error.error]).toEqual([404, 'MARKING_READING_NOT_FOUND'])
  // A paper is handed in and others come back with the answer: nothing is said of any of them.
  const handed = await submit(one, readingId, [8000])
  const seen = [
    info.bytes,
    early.bytes,
    handed.bytes,
    (await one.send(ownTasks, { query: {} })).bytes,
    (await one.send(markNext, { query: { ...on, n: 6 } })).bytes,
    (await one.send(markNext, { query: { ...on, reading_id: otherId, whole: 1 } })).bytes,
    (await one.send(markNext, { query: { ...on, reading_id: readingId } })).bytes,
    (await one.send(markNext, { query: { ...on, marked: 1 } })).bytes,
    (await one.send(markStatus, { query: { ...on, renew: 1 } })).bytes,
    (await reference(one, otherId)).bytes,
  ]
  expect(seen.filter((bytes) => isToldIn(bytes.toString()))).toEqual([])
  expect(handed.status).toBe(200)
  // After handing in, the scores and whose they are; no reason.
  expect((await reference(one, readingId)).data).toEqual({
    reference: {
      total_milli: 13_500,
      scores: [13_500],
      reader_name: '作文评阅',
      reader_version: '1.0',
    },
  })
})

test('second reader: only what one has handed in oneself is told, while it is handed in and the block is switched on', async () => {
  const { one, two, next, reference, submit, turn, services, school } = await open()
  const [task] = await next(one, 1)
  const readingId = task?.reading_id ?? 0
  await submit(one, readingId, [8000])
  const foreign = await reference(two, readingId)
  expect([foreign.status, foreign.error.error]).toEqual([403, 'MARKING_NOT_YOUR_READING'])
  const set = (values: object) =>
    services.db.updateTable('reading').set(values).where('id', '=', readingId).execute()
  await set({ state: 'rejected' })
  expect((await reference(one, readingId)).status).toBe(404)
  // A seed and an own paper served again look like any other paper.
  for (const role of ['SEED', 'SELF']) {
    await set({ state: 'given', role })
    expect((await reference(one, readingId)).data.reference?.total_milli).toBe(13_500)
  }
  await set({ state: 'submitted', role: 'R1' })
  await turn(false)
  expect((await reference(one, readingId)).data).toEqual({ reference: null })
  await services.db
    .deleteFrom('block_marker')
    .where('user_id', '=', school.userIds['marker1'] ?? 0)
    .execute()
  expect((await reference(one, readingId)).error.error).toBe('MARKING_NOT_ASSIGNED')
})

test('second reader: that a score was shown is kept, and so is that its marker changed the own one after it', async () => {
  const { one, next, reference, submit, panel, services, on } = await open()
  const ids: number[] = []
  for (let nth = 0; nth < 3; nth++) {
    const [task] = await next(one, 1)
    ids.push(task?.reading_id ?? 0)
    await submit(one, ids[nth] ?? 0, [8000])
  }
  // Two were looked at, one of them twice; then one of these and the unseen one are changed.
  for (const at of [0, 1, 1]) await reference(one, ids[at] ?? 0)
  expect(await panel()).toMatchObject({ shown: 2, changed_after: 0 })
  for (const at of [1, 2])
    await one.send(markCorrect, {
      body: {
        ...on,
        reading_id: ids[at] ?? 0,
        idem_key: `change-key-${at}`,
        scores: [13_000],
        active_ms: 100,
      },
    })
  expect(await panel()).toMatchObject({ shown: 2, changed_after: 1 })
  const rows = await services.db
    .selectFrom('second_reader_shown')
    .select('reading_id')
    .orderBy('reading_id')
    .execute()
  expect(rows.map(({ reading_id }) => reading_id)).toEqual(
    ids.slice(0, 2).toSorted((a, b) => a - b),
  )
})

test('second reader: marks, their logs, arbitration and statistics of markers are the same with a reader as without', async () => {
  const play = async (withReader: boolean) => {
    const world = await openSecondReader({ candidates: 6 })
    const { services, signIn, submit, give, turn, on, examId, leader } = world
    const before = await stateOf(services.db)
    if (withReader) {
      await turn(true)
      await give(POINTS, { reason: REASON })
      expect(await stateOf(services.db)).toEqual(before)
    }
    for (const [account, points] of [
      ['marker1', 8],
      ['marker2', 9.5],
    ] as const) {
      const marker = await signIn(account)
      for (let nth = 0; nth < 6; nth++) {
        const { data } = await marker.send(markNext, { query: { ...on, n: 1 } })
        const [task] = data.tasks
        // Every third paper of the second marker lies too far from the first.
        const given = account === 'marker2' && nth % 3 === 0 ? 15 : points
        await submit(marker, task?.reading_id ?? 0, [given * 1000])
        if (withReader)
          await marker.send(secondReaderReference, {
            query: { ...on, reading_id: task?.reading_id ?? 0 },
          })
      }
    }
    const { data } = await leader.send(supervisedMarkers, { query: { ...on, exam_id: examId } })
    return { state: await stateOf(services.db), statistics: data }
  }
  const without = await play(false)
  expect(await play(true)).toEqual(without)
  expect(without.state.units.map(({ state }) => state).toSorted()).toEqual([
    'ARBITRATION',
    'ARBITRATION',
    'FINAL',
    'FINAL',
    'FINAL',
    'FINAL',
  ])
})

/** All that marks follow from and all that is counted, without what is drawn by chance. */
async function stateOf(db: Awaited<ReturnType<typeof openSecondReader>>['services']['db']) {
  return {
    units: await db
      .selectFrom('unit')
      .select(['id', 'state', 'version', 'final_milli', 'final_points', 'final_source', 'flags'])
      .orderBy('id')
      .execute(),
    readings: await db
      .selectFrom('reading')
      .select(['unit_id', 'role', 'marker_id', 'state', 'points', 'total_milli'])
      .orderBy('id')
      .execute(),
    tally: await db
      .selectFrom('reading_tally')
      .selectAll()
      .orderBy('marker_id')
      .orderBy('role')
      .orderBy('state')
      .orderBy('total_milli')
      .execute(),
    events: await db
      .selectFrom('mark_event')
      .select(['unit_id', 'type', 'payload'])
      .orderBy('unit_id')
      .orderBy('seq')
      .execute(),
  }
}
