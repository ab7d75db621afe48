import {
  allocationMastersSet,
  benchmarkScriptSet,
  homeTodos,
  ledBlocks,
  ownTasks,
  qualificationDecide,
  qualificationWaiting,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import type { TestClient } from '../../../testing/index.ts'
import { openTrialWorld, SET } from '../../marking/testing/trial-world.ts'

/** Two markers of a block with so many scripts agreed at 15, and what is said of them to whom. */
async function open(kind: DatabaseKind, scripts: number) {
  const world = await openTrialWorld(kind)
  const { examId, leader, marker, services, markerIds, signIn, agree } = world
  for (let script = 0; script < scripts; script++) await agree(15, 'calibration')
  // Two are enough to tell who of them waits.
  await services.db
    .updateTable('block_marker')
    .set({ suspended_at: '2026-11-20T01:00:00.000Z' })
    .where('user_id', 'in', markerIds.slice(2))
    .execute()
  return {
    ...world,
    second: await signIn('marker2'),
    /** The card of supervision. */
    card: async (who: TestClient = leader) =>
      (await who.send(qualificationWaiting, { query: { exam_id: examId } })).data.list.map(
        ({ to_decide, without_scripts }) => [to_decide, without_scripts],
      ),
    /** The leader's to-dos at home. */
    todos: async (who: TestClient = leader) =>
      (await who.send(homeTodos)).data
        .filter(({ kind: of }) => of === 'qualification')
        .map(({ detail, count, block_id }) => [detail.split('：')[0], count, block_id]),
    /** The same in the list of the blocks that the leader leads. */
    led: async () => (await leader.send(ledBlocks)).data.map((row) => row.qualification_count),
    /** What the marker reads in the own tasks. */
    task: async (who: TestClient = marker) => {
      const [row] = (await who.send(ownTasks, { query: {} })).data
      return [row?.qualification, row?.qualification_waits, row?.leader_names]
    },
  }
}

everyDatabase('who waits to qualify, on %s', (kind) => {
  test('is in the to-dos of the leader until the leader decides, and reads who that is', async () => {
    const world = await open(kind, 2 * SET)
    const { card, todos, led, task, markSet, own, decide, blockId, second } = world
    expect([await card(), await todos(), await led()]).toEqual([[], [], [0]])
    expect(await task()).toEqual(['open', null, [expect.any(String)]])
    await markSet(3)
    // One more set can be tried without anybody.
    expect([await card(), await todos()]).toEqual([[], []])
    await markSet(3)
    expect([await card(), await led()]).toEqual([[[1, 0]], [1]])
    expect(await todos()).toEqual([['1 位教师待决定定标', 1, blockId]])
    const names = (await own()).leader_names
    expect(names).toHaveLength(1)
    expect(await task()).toEqual(['waiting', 'failed', names])
    expect(await own()).toMatchObject({ waits: 'failed' })
    expect(await task(second)).toEqual(['open', null, names])
    // A leader whose account is out of use decides nothing any more.
    await world.services.db
      .updateTable('user')
      .set({ disabled_at: '2026-11-20T00:00:00.000Z' })
      .where('id', '=', world.leaderId)
      .execute()
    expect(await task()).toEqual(['waiting', 'failed', []])
    await world.services.db
      .updateTable('user')
      .set({ disabled_at: null })
      .where('id', '=', world.leaderId)
      .execute()
    await decide('admit', '评分标准已当面说明')
    expect([await card(), await todos()]).toEqual([[], []])
    expect(await task()).toEqual([null, null, []])
    await decide('again')
    expect([await card(), await task()]).toEqual([[], ['open', null, names]])
  })

  test('for want of a second set is one to decide about, refused no longer', async () => {
    const { card, todos, task, markSet, decide, blockId } = await open(kind, SET)
    await markSet(3)
    expect(await card()).toEqual([[1, 0]])
    expect(await todos()).toEqual([['1 位教师待决定定标', 1, blockId]])
    expect((await task()).slice(0, 2)).toEqual(['open', 'no_set'])
    await decide('refuse', '请先参加集体学习')
    expect([await card(), await todos()]).toEqual([[], []])
    expect((await task()).slice(0, 2)).toEqual(['refused', null])
  })

  test('for want of any script is told apart, as long as there is nothing to practise on', async () => {
    const { card, todos, task, agree, on, leader, blockId } = await open(kind, 0)
    expect(await card()).toEqual([[0, 2]])
    expect(await todos()).toEqual([['2 位教师等待定标卷', 2, blockId]])
    expect((await task()).slice(0, 2)).toEqual(['open', 'no_scripts'])
    const practice = await agree(12, 'practice')
    expect([await card(), await todos()]).toEqual([[], []])
    await leader.send(benchmarkScriptSet, { body: { ...on, script_id: practice, retire: 1 } })
    expect(await card()).toEqual([[0, 2]])
    await agree(15, 'calibration')
    expect([await card(), await todos()]).toEqual([[], []])
  })

  test('counts nobody who is stopped, leads the block, or is asked for nothing', async () => {
    const { card, todos, services, markerIds, signIn, on, set } = await open(kind, 0)
    const of = (position: number) => markerIds[position] ?? 0
    const change = (values: { suspended_at: string | null }) =>
      services.db
        .updateTable('block_marker')
        .set(values)
        .where('user_id', '=', of(0))
        .where('duty', '=', 'marker')
        .execute()
    await change({ suspended_at: '2026-11-20T01:00:00.000Z' })
    expect(await card()).toEqual([[0, 1]])
    await change({ suspended_at: null })
    const director = await signIn('director')
    const leaders = [of(0)]
    await director.send(allocationMastersSet, { body: { ...on, leader_ids: leaders } })
    // The leader now is a teacher, whom nobody asks to qualify.
    const teacher = await signIn('marker1')
    expect([await card(teacher), await todos(teacher)]).toEqual([
      [[0, 1]],
      [['1 位教师等待定标卷', 1, on.block_id]],
    ])
    await services.db.updateTable('block').set({ status: 'closed' }).execute()
    expect([await card(teacher), await todos(teacher)]).toEqual([[], []])
    await services.db.updateTable('block').set({ status: 'open' }).execute()
    await set({ qualify: 0 })
    expect([await card(teacher), await todos(teacher)]).toEqual([[], []])
  })
})

test('waiting to qualify: who waits is told to leaders about their blocks and to supervisors, and to nobody else', async () => {
  const { signIn, examId, card, on, markSet, markerIds } = await open('sqlite', SET)
  await markSet(3)
  for (const [who, status] of [
    ['leader', 200],
    ['admin', 200],
    ['marker1', 403],
    ['marker2', 403],
    ['student', 403],
    ['other-admin', 404],
  ] as const) {
    const client = await signIn(who)
    const answer = await client.send(qualificationWaiting, { query: { exam_id: examId } })
    expect([who, answer.status]).toEqual([who, status])
    if (status === 200) expect(await card(client)).toEqual([[1, 0]])
  }
  // What is decided about oneself is somebody else's to-do.
  const own = await (
    await signIn('marker1')
  ).send(qualificationDecide, {
    body: { ...on, marker_id: markerIds[0] ?? 0, action: 'admit', note: '自己准许' },
  })
  expect(own.status).toBe(403)
})
