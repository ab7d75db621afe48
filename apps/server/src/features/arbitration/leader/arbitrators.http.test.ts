import {
  blockMasterDetail,
  blockMasterReset,
  leaderDecide,
  leaderList,
  leaderNext,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'

/** One paper that marker1 and another read, too far apart: the block's only leader, where nobody else is named. */
async function open(kind: DatabaseKind, other: 'leader' | 'marker2' = 'leader') {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, {
    candidates: 1,
    markers: other === 'leader' ? 1 : 2,
    mode: 1,
  })
  const { blockId, examId, leaderId } = marked
  if (other === 'leader')
    await app.services.db
      .insertInto('block_marker')
      .values({ block_id: blockId, user_id: leaderId, duty: 'marker', quota: null, weight: 1 })
      .execute()
  const leader = await app.signIn('leader')
  const readers = [
    [await app.signIn('marker1'), 4],
    [await app.signIn(other), 16],
  ] as const
  for (const [reader, points] of readers) {
    const { data } = await reader.send(markNext, { query: { block_id: blockId, n: 1 } })
    const reading_id = data.tasks[0]?.reading_id ?? 0
    await reader.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id,
        idem_key: `key-of-${reading_id}`,
        scores: [points * 1000],
      },
    })
  }
  const on = { exam_id: examId, block_id: blockId }
  const detail = async () => (await leader.send(blockMasterDetail, { query: on })).data
  const [stuck] = (await detail()).unarbitrated
  const unitId = stuck?.unit_id ?? 0
  const appoint = async (who: string, part: object = {}) =>
    (await app.signIn(who)).send(blockMasterReset, {
      body: {
        unit_id: unitId,
        action: 'appoint',
        user_id: leaderId,
        confirm_reader: 1,
        reason: '全校只有一位化学题组长',
        ...part,
      },
    })
  return { ...app, ...marked, leader, detail, unitId, appoint }
}

everyDatabase('a reader who arbitrates on %s', (kind) => {
  test('does so when the administrator says so with a reason, and it stays in the record', async () => {
    const { leader, detail, appoint, unitId, leaderId, services } = await open(kind)
    expect(await detail()).toMatchObject({
      waiting_arbitration: 1,
      unarbitrated_total: 1,
      unarbitrated: [{ unit_id: unitId, readers: [{ user_id: leaderId }] }],
    })
    const decision = {
      mode: 'arbitration' as const,
      unit_id: unitId,
      idem_key: 'key-of-the-arbitration',
      scores: [9000],
    }
    const early = await leader.send(leaderDecide, { body: decision })
    expect([early.status, early.error.error]).toEqual([403, 'MARKING_ARBITRATOR_IS_READER'])

    expect((await appoint('admin')).data).toEqual({ state: 'ARBITRATION', final_milli: null })
    expect(await detail()).toMatchObject({
      unarbitrated_total: 0,
      list: [
        {
          kind: 'allow_arbitrator',
          actor_name: '管理员',
          note: expect.stringContaining('全校只有一位化学题组长'),
        },
      ],
    })
    const { data: waiting } = await leader.send(leaderList, { query: { mode: 'arbitration' } })
    expect(waiting.list).toMatchObject([{ unit_id: unitId, eligible: 1, blocked_reason: null }])
    const { data } = await leader.send(leaderNext, { query: { mode: 'arbitration' } })
    expect(data.task).toMatchObject({ unit_id: unitId })
    // Given back and taken again, it is the arbitration that is given back, not the reading.
    await leader.send(leaderDecide, {
      body: { ...decision, idem_key: 'key-of-the-return', outcome: 'return' },
    })
    expect((await leader.send(leaderDecide, { body: decision })).data.state).toBe('FINAL')
    expect((await leader.send(leaderDecide, { body: decision })).data.state).toBe('FINAL')
    const readings = await services.db
      .selectFrom('reading')
      .where('marker_id', '=', leaderId)
      .where('state', '=', 'submitted')
      .select(['role', 'total_milli'])
      .orderBy('id')
      .execute()
    expect(readings).toEqual([
      { role: 'R2', total_milli: 16_000 },
      { role: 'ARB', total_milli: 9000 },
    ])
  })

  test('is refused by the database itself without that word', async () => {
    const { services, unitId, blockId, leaderId } = await open(kind)
    const arbitration = services.db.insertInto('reading').values({
      unit_id: unitId,
      block_id: blockId,
      role: 'ARB',
      marker_id: leaderId,
      state: 'claimed',
      rev: 1,
      points: null,
      total_milli: null,
      idem_key: null,
      claimed_at: '2026-11-20T01:00:00.000Z',
      lease_until: null,
      submitted_at: null,
      active_ms: null,
      flags: '[]',
      traces: null,
      superseded_by: null,
    })
    await expect(arbitration.execute()).rejects.toThrow('arbitrator has read the unit')
  })
})

test('arbitrators: who may say so, of whom and how', async () => {
  const { appoint, markerIds, detail } = await open('sqlite')
  for (const [who, part, status, code] of [
    ['director', {}, 403, 'MARKING_OVERRIDE_ADMIN'],
    ['leader', {}, 403, 'MARKING_OVERRIDE_ADMIN'],
    ['marker1', {}, 403, 'MARKING_NOT_LEADER'],
    ['other-admin', {}, 404, 'EXAM_NOT_FOUND'],
    ['admin', { confirm_reader: 0 }, 409, 'MARKING_OVERRIDE_UNCONFIRMED'],
    ['admin', { user_id: undefined }, 400, 'INPUT_INVALID'],
    ['admin', { user_id: markerIds[0] }, 409, 'MARKING_OVERRIDE_LEADER'],
    ['admin', { reason: ' ' }, 400, 'MARKING_REASON_MISSING'],
  ] as const) {
    const answer = await appoint(who, part)
    expect([who, answer.status, answer.error.error]).toEqual([who, status, code])
  }
  expect(await detail()).toMatchObject({ unarbitrated_total: 1, total: 0 })
})

test('arbitrators: with another leader who has not read it, nothing is said of the paper', async () => {
  const { services, blockId, detail, school, appoint } = await open('sqlite')
  const [fresh, reader] = [school.userIds['marker3'] ?? 0, school.userIds['marker1'] ?? 0]
  const lead = (user_id: number) =>
    services.db
      .insertInto('block_marker')
      .values({ block_id: blockId, user_id, duty: 'leader', quota: null, weight: 1 })
      .execute()
  await lead(reader)
  expect((await detail()).unarbitrated).toMatchObject([{ readers: { length: 2 } }])
  await lead(fresh)
  expect((await detail()).unarbitrated).toEqual([])
  const needless = await appoint('admin', { user_id: fresh })
  expect([needless.status, needless.error.error]).toEqual([409, 'MARKING_OVERRIDE_NOT_NEEDED'])
})

test('arbitrators: a paper in the hands of the only leader is in hand, until the leader may not decide it', async () => {
  const { leader, detail, services, blockId, leaderId } = await open('sqlite', 'marker2')
  const taken = await leader.send(leaderNext, { query: { mode: 'arbitration' } })
  expect(taken.data.task).not.toBeNull()
  expect(await detail()).toMatchObject({ waiting_arbitration: 1, unarbitrated_total: 0 })

  await services.db
    .deleteFrom('block_marker')
    .where('block_id', '=', blockId)
    .where('user_id', '=', leaderId)
    .execute()
  expect(await detail()).toMatchObject({ unarbitrated_total: 1, unarbitrated: [{ readers: [] }] })
})
