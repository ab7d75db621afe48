import {
  benchmarkScripts,
  benchmarkScriptSet,
  leaderDecide,
  leaderList,
  leaderNext,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'
import { seedMarking } from './testing/marked-subject.ts'

const MODE = 'arbitration'

/** One paper in arbitration, and a second leader of the block beside the first. */
async function open() {
  const app = await openTestApp()
  const marked = await seedMarking(app.services, app.school, {
    candidates: 1,
    mode: 1,
    toleranceMilli: 1000,
  })
  await app.services.db
    .insertInto('block_marker')
    .values({
      block_id: marked.blockId,
      user_id: app.school.userIds['marker3'] ?? 0,
      duty: 'leader',
      quota: null,
      weight: 1,
      suspended_at: null,
    })
    .execute()
  for (const [who, points] of [
    ['marker1', 20],
    ['marker2', 2],
  ] as const) {
    const marker = await app.signIn(who)
    const { data } = await marker.send(markNext, { query: { block_id: marked.blockId, n: 1 } })
    await marker.send(markSubmit, {
      body: {
        block_id: marked.blockId,
        reading_id: data.tasks[0]?.reading_id ?? 0,
        idem_key: `reading-${who}`,
        scores: [points * 1000],
      },
    })
  }
  const listOf = async (who: string) => {
    const client = await app.signIn(who)
    return (await client.send(leaderList, { query: { mode: MODE } })).data.list[0]
  }
  return { ...app, ...marked, listOf }
}

test('a leader hands an arbitration over, and another who has not read the paper decides it', async () => {
  const { signIn, listOf } = await open()
  expect(await listOf('leader')).toMatchObject({ eligible: 2, eligible_online: 1, held_by: null })
  const first = await signIn('leader')
  const taken = await first.send(leaderNext, { query: { mode: MODE } })
  const unit_id = taken.data.task?.unit_id ?? 0
  expect(taken.data.task?.others).toBe(1)
  expect((await listOf('marker3'))?.blocked_reason).toContain('正在处理')
  // The second leader is at work now.
  expect(await listOf('leader')).toMatchObject({ eligible: 2, eligible_online: 2 })

  const body = { mode: MODE, unit_id, idem_key: 'hand-over-key', outcome: 'return' } as const
  expect((await first.send(leaderDecide, { body })).data).toEqual({ state: 'ARBITRATION' })
  // A repeat changes nothing.
  expect((await first.send(leaderDecide, { body })).status).toBe(200)

  const second = await signIn('marker3')
  const next = await second.send(leaderNext, { query: { mode: MODE } })
  expect(next.data.task?.unit_id).toBe(unit_id)
  const decided = await second.send(leaderDecide, {
    body: { mode: MODE, unit_id, idem_key: 'decision-key', scores: [9000] },
  })
  expect(decided.data).toEqual({ state: 'FINAL' })
  expect(await listOf('leader')).toBeUndefined()
})

test('a leader adds the paper on the table to the benchmark set, and decides it all the same', async () => {
  const { signIn, blockId } = await open()
  const leader = await signIn('leader')
  const { data } = await leader.send(leaderNext, { query: { mode: MODE } })
  const unit_id = data.task?.unit_id ?? 0
  const body = { block_id: blockId, unit_id, kind: 'discussion' } as const
  const { data: made } = await leader.send(benchmarkScriptSet, { body })
  const again = await leader.send(benchmarkScriptSet, { body })
  expect([again.status, again.error.error]).toEqual([409, 'MARKING_BENCHMARK_EXISTS'])
  const decided = await leader.send(leaderDecide, {
    body: { mode: MODE, unit_id, idem_key: 'decision-key', scores: [9000] },
  })
  expect(decided.data).toEqual({ state: 'FINAL' })
  const { data: set } = await leader.send(benchmarkScripts, { query: { block_id: blockId } })
  expect(set.list).toMatchObject([{ script_id: made.script_id, unit_id, kind: 'discussion' }])
})

test('nobody but a leader of the block hands over', async () => {
  const { signIn, listOf } = await open()
  const unit_id = (await listOf('leader'))?.unit_id ?? 0
  for (const who of ['marker1', 'head', 'student']) {
    const answer = await (
      await signIn(who)
    ).send(leaderDecide, {
      body: { mode: MODE, unit_id, idem_key: 'hand-over-key', outcome: 'return' },
    })
    expect([who, answer.status]).toEqual([who, 403])
  }
})
