import {
  blockStatusSet,
  leaderDecide,
  leaderHold,
  leaderList,
  leaderNext,
  markNext,
  markStatus,
  markSubmit,
  paperRecall,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { sweepLeases } from '../../marking-core/claims/release-claims.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'

const MINUTE = 60_000

/** A block with two leaders, neither of whom marks in it. */
async function open(kind: DatabaseKind | undefined, mode: 0 | 1) {
  const app = await openTestApp(kind)
  const candidates = mode === 0 ? 2 : 1
  const marked = await seedMarking(app.services, app.school, { candidates, markers: 2, mode })
  await app.services.db
    .insertInto('block_marker')
    .values({
      block_id: marked.blockId,
      user_id: app.school.userIds['head'] ?? 0,
      duty: 'leader',
      weight: 1,
    })
    .execute()
  const on = { block_id: marked.blockId }
  const [leader, other] = [await app.signIn('leader'), await app.signIn('head')]
  const give = async (account: string, more: object) => {
    const marker = await app.signIn(account)
    const { tasks } = (await marker.send(markNext, { query: { ...on, n: 1 } })).data
    const reading_id = tasks[0]?.reading_id ?? 0
    await marker.send(markSubmit, {
      body: { ...on, reading_id, idem_key: `reading-${reading_id}`, ...more },
    })
    return tasks[0]?.unit_id ?? 0
  }
  const asks = (kind: 'problem' | 'arbitration') => ({
    take: (who: TestClient, unit_id?: number) =>
      who.send(leaderNext, { query: { mode: kind, ...on, ...(unit_id ? { unit_id } : {}) } }),
    list: async (who: TestClient) =>
      (await who.send(leaderList, { query: { mode: kind, ...on } })).data,
    keep: (who: TestClient, unit_id: number, more: object = {}) =>
      who.send(leaderHold, { body: { mode: kind, unit_id, ...more } }),
    decide: (who: TestClient, unit_id: number, idem_key: string, more: object) =>
      who.send(leaderDecide, { body: { mode: kind, unit_id, idem_key, ...more } }),
  })
  /** Time passes, and leases that ran out are swept. */
  const wait = async (minutes: number) => {
    app.advance(minutes * MINUTE)
    await sweepLeases(app.services)
  }
  return { ...app, ...marked, on, leader, other, give, asks, wait }
}

const PROBLEM = { problem: { reason: 'unclear_image' } }
const score = (points: number) => ({ outcome: 'score', scores: [points * 1000] })

everyDatabase('a problem paper in the hands of a leader on %s', (kind) => {
  test('is nobody else’s, and its decision is answered alike as often as it is sent', async () => {
    const { leader, other, give, asks } = await open(kind, 0)
    const { take, list, decide } = asks('problem')
    const unitId = await give('marker1', PROBLEM)
    const next = await give('marker1', PROBLEM)
    const taken = await take(leader, unitId)
    expect(taken.data.task?.lease_until).toBe('2026-11-20T01:10:00.000Z')
    // The other leader is given another one, sees who has this one, and is told so who opens it.
    expect((await take(other)).data.task?.unit_id).toBe(next)
    const rows = new Map((await list(other)).list.map((row) => [row.unit_id, row]))
    expect(rows.get(unitId)).toMatchObject({
      held_by: '数学组长',
      blocked_reason: '其他题组长正在处理',
    })
    expect(rows.get(next)).toMatchObject({ held_by: '班主任', blocked_reason: null })
    const named = await take(other, unitId)
    expect([named.status, named.error.error]).toEqual([409, 'MARKING_PROBLEM_HELD'])
    expect(named.error.msg).toBe('这份问题卷正由 数学组长 处理，请处理其他试卷')
    const over = await decide(other, unitId, 'their-decision', score(3))
    expect([over.status, over.error.error]).toEqual([409, 'MARKING_PROBLEM_HELD'])

    const first = await decide(leader, unitId, 'own-decision', score(8))
    expect(first.data).toEqual({ state: 'FINAL' })
    // The answer was lost on the way, and the page sends again.
    expect((await decide(leader, unitId, 'own-decision', score(8))).data).toEqual({
      state: 'FINAL',
    })
    const changed = await decide(leader, unitId, 'own-decision', score(9))
    expect([changed.status, changed.error.error]).toEqual([409, 'MARKING_IDEMPOTENCY_MISMATCH'])
    for (const answer of [
      await decide(other, unitId, 'their-decision', score(3)),
      await take(other, unitId),
    ]) {
      expect([answer.status, answer.error.error]).toEqual([409, 'MARKING_PROBLEM_DONE'])
      expect(answer.error.msg).toBe('这份问题卷已由 数学组长 处理，请处理其他试卷')
    }
  })

  test('stays there while the page is open, and is free once it was left', async () => {
    const { leader, other, give, asks, wait } = await open(kind, 0)
    const { take, list, keep } = asks('problem')
    const unitId = await give('marker1', PROBLEM)
    await take(leader)
    for (let minute = 0; minute < 11; minute++) {
      await wait(1)
      expect((await keep(leader, unitId)).data).toEqual({ lost: null, changed: null })
    }
    expect((await take(other)).data.task).toBeNull()
    expect((await keep(other, unitId)).data.lost).toBe(
      '这份问题卷正由 数学组长 处理，请处理其他试卷',
    )
    // Somebody else's leaving does not free it; the own does.
    await keep(other, unitId, { leave: 1 })
    expect((await list(other)).list[0]?.held_by).toBe('数学组长')
    await keep(leader, unitId, { leave: 1 })
    expect((await list(other)).list[0]).toMatchObject({ held_by: null, blocked_reason: null })
    // A page that says nothing any more holds it for a lease.
    await take(leader)
    await wait(11)
    expect((await take(other)).data.task?.unit_id).toBe(unitId)
    expect((await keep(leader, unitId)).data.lost).toBe(
      '这份问题卷正由 班主任 处理，请处理其他试卷',
    )
  })
})

test('paper held by a leader: a supervisor takes a problem paper out of a leader’s hands', async () => {
  const { leader, other, give, asks, signIn, examId, on } = await open(undefined, 0)
  const { take, list } = asks('problem')
  const unit_id = await give('marker1', PROBLEM)
  await take(leader)
  const director = await signIn('director')
  const recalled = await director.send(paperRecall, { body: { exam_id: examId, ...on, unit_id } })
  expect(recalled.data).toEqual({ recalled: 1 })
  expect((await list(other)).list[0]?.held_by).toBeNull()
})

everyDatabase('an arbitration in the hands of a leader on %s', (kind) => {
  const disagreed = async () => {
    const world = await open(kind, 1)
    const unitId = await world.give('marker1', { scores: [2000] })
    await world.give('marker2', { scores: [18_000] })
    return { ...world, unitId, ...world.asks('arbitration') }
  }

  test('stays there when the papers of the markers are taken back', async () => {
    const { leader, other, unitId, take, list, on } = await disagreed()
    await take(leader, unitId)
    const { data } = await other.send(blockStatusSet, { body: { ...on, action: 'recall' } })
    expect(data).toEqual({ status: 'open', recalled: 0 })
    expect((await list(other)).list[0]?.held_by).toBe('数学组长')
  })

  test('stays there while the page is open, whoever only leads the block', async () => {
    const { leader, other, unitId, take, keep, decide, wait } = await disagreed()
    await take(other)
    for (let minute = 0; minute < 11; minute++) {
      await wait(1)
      expect((await keep(other, unitId)).data).toEqual({ lost: null, changed: null })
    }
    // Opening it once more renews it as well.
    await wait(9)
    expect((await take(other, unitId)).data.task?.lease_until).toBe('2026-11-20T01:30:00.000Z')
    expect((await take(leader)).data.task).toBeNull()
    expect((await decide(other, unitId, 'the-decision', { scores: [9000] })).data).toEqual({
      state: 'FINAL',
    })
  })

  test('is taken late where nobody else has it', async () => {
    const { leader, unitId, take, decide, list, wait } = await disagreed()
    await take(leader)
    await wait(11)
    expect((await list(leader)).list[0]?.held_by).toBeNull()
    expect((await decide(leader, unitId, 'the-decision', { scores: [9000] })).data).toEqual({
      state: 'FINAL',
    })
    expect((await list(leader)).unplaced).toEqual([])
  })

  test('is kept for its leader to see where somebody else has it, until they have it again', async () => {
    const { leader, other, unitId, take, keep, decide, list, wait, signIn, on } = await disagreed()
    await take(leader)
    await wait(11)
    await take(other)
    expect((await keep(leader, unitId)).data.lost).toBe('这份试卷正由 班主任 仲裁，请处理其他试卷')
    for (let attempt = 0; attempt < 2; attempt++) {
      const late = await decide(leader, unitId, 'the-decision', { scores: [9000] })
      expect([late.status, late.error.error]).toEqual([409, 'MARKING_ARBITRATION_LATE'])
      expect(late.error.msg).toBe(
        '领取已失效：这份试卷正由 班主任 仲裁，您的给分没有采用，已保留在仲裁任务的「未采用的给分」中，请处理其他试卷',
      )
    }
    const kept = { total_milli: 9000, block_name: '第17题', state: 'ARBITRATION' }
    expect((await list(leader)).unplaced).toMatchObject([kept])
    expect((await list(other)).unplaced).toEqual([])
    // Who never had it is only told where it is; a marker's own list has nothing of arbitrations.
    const marker = await signIn('marker1')
    const status = await marker.send(markStatus, { query: on })
    expect(status.data.unplaced).toEqual([])

    // It is handed back, and the same score is taken after all.
    await decide(other, unitId, 'hand-back', { outcome: 'return' })
    expect((await decide(leader, unitId, 'the-decision', { scores: [9000] })).data).toEqual({
      state: 'FINAL',
    })
    expect((await list(leader)).unplaced).toEqual([])
    const gone = await decide(other, unitId, 'their-decision', { scores: [7000] })
    expect(gone.error.error).toBe('MARKING_ARBITRATION_LATE')
    expect(gone.error.msg).toContain('已由 数学组长 仲裁')
    expect((await list(other)).unplaced).toMatchObject([
      { total_milli: 7000, state: 'FINAL', final_milli: 9000 },
    ])
  })
})

test('paper held by a leader: only a leader of the block keeps a paper', async () => {
  const { signIn, give, asks, leader } = await open(undefined, 0)
  const unitId = await give('marker1', PROBLEM)
  const { keep, take } = asks('problem')
  await take(leader)
  for (const [who, status] of [
    ['marker2', 403],
    ['student', 403],
    ['other-admin', 403],
  ] as const)
    expect([who, (await keep(await signIn(who), unitId)).status]).toEqual([who, status])
})
