import {
  allocationSet,
  blockMasterReset,
  checkDetail,
  markerWaiting,
  markerWaitingSet,
  markNext,
  markReturn,
  markSubmit,
  masterReview,
  spotCheckReject,
  stuckGet,
  stuckSet,
  supervisedBlocks,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import type { MarkMode } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

interface Wanted {
  kind?: DatabaseKind
  markers?: number
  mode?: MarkMode
  candidates?: number
}

async function open({ kind, markers = 2, mode = 0, candidates = 2 }: Wanted = {}) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, { candidates, markers, mode })
  const { blockId, examId, markerIds, leaderId } = marked
  const on = { block_id: blockId }
  const [first, second] = [await app.signIn('marker1'), await app.signIn('marker2')]
  const leader = await app.signIn('leader')
  const director = await app.signIn('director')
  const take = async (who = first, n = 1) =>
    (await who.send(markNext, { query: { ...on, n } })).data.tasks
  let keys = 0
  const give = async (points: number, who = first) => {
    const [task] = await take(who)
    const reading_id = task?.reading_id ?? 0
    const given = await who.send(markSubmit, {
      body: { ...on, reading_id, idem_key: `waiting-key-${++keys}`, scores: [points * 1000] },
    })
    return { unitId: task?.unit_id ?? 0, readingId: given.data.reading_id }
  }
  const check = (readingId: number, more: object = {}) =>
    leader.send(spotCheckReject, {
      body: {
        exam_id: examId,
        subject_id: SUBJECT,
        ...on,
        marker_id: markerIds[0] ?? 0,
        task_detail_id: readingId,
        is_rejected: 1,
        is_marked: 0,
        comment: '第二步请重看',
        ...more,
      },
    })
  /** Marked, sent back, and its marker stopped. */
  const leave = async () => {
    const own = await give(8)
    expect((await check(own.readingId)).status).toBe(200)
    const stopped = await director.send(allocationSet, {
      body: {
        ...on,
        alloc_mode: 1,
        markers: [
          ...markerIds.map((id, index) => ({ marker_id: id, suspended: index === 0 ? 1 : 0 })),
          { marker_id: leaderId, duty: 'leader' as const },
        ],
      },
    })
    expect(stopped.status).toBe(200)
    return own
  }
  const handOn = (to: 'arbitration' | 'others', more: object = {}) =>
    director.send(markerWaitingSet, { body: { exam_id: examId, ...on, to, ...more } })
  const waiting = async () =>
    (await director.send(markerWaiting, { query: { exam_id: examId, ...on } })).data.list
  const stuck = async () => (await director.send(stuckGet, { query: on })).data
  const unit = (id: number) =>
    app.services.db
      .selectFrom('unit')
      .select(['state', 'final_milli', 'final_source'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  return {
    ...app,
    ...marked,
    on,
    first,
    second,
    leader,
    director,
    take,
    give,
    check,
    leave,
    handOn,
    waiting,
    stuck,
    unit,
  }
}

const GONE = { name: '阅卷老师1', gone: 'stopped', count: 1 }

everyDatabase('a paper that waits for a marker who was stopped, on %s', (kind) => {
  test('is named where papers are that nobody may read, and in the figures of its block', async () => {
    const { give, check, leave, waiting, stuck, director, examId } = await open({ kind })
    const other = await give(5)
    await check(other.readingId)
    // As long as the marker is at work nothing is stuck.
    expect(await waiting()).toMatchObject([{ ...GONE, gone: null }])
    expect((await stuck()).total).toBe(0)
    // The paper that was sent back first is marked again, the next one is not.
    const again = await give(6)
    expect(again.unitId).toBe(other.unitId)
    const own = await leave()
    expect(await waiting()).toMatchObject([GONE])
    expect(await stuck()).toMatchObject({
      total: 1,
      list: [
        {
          unit_id: own.unitId,
          reason: '等待重评的教师已停止阅卷',
          options: [],
          waits_for: '阅卷老师1（已停止分配）',
        },
      ],
    })
    const seen = await director.send(supervisedBlocks, {
      query: { exam_id: examId, subject_id: SUBJECT },
    })
    expect(seen.data.list[0]).toMatchObject({ stuck_count: 1, gone_count: 1 })
    expect(seen.data.list[0]?.reasons).toContain('无人可阅 1 份（等待重评的教师已停止阅卷 1 份）')
    // No rule of avoidance stands against it.
    const released = await director.send(stuckSet, {
      body: {
        block_id: seen.data.list[0]?.block_id ?? 0,
        action: 'release',
        unit_ids: [own.unitId],
        rules: ['own_class'],
        reason: '试试看',
      },
    })
    expect(released.error.error).toBe('MARKING_STUCK_NOTHING')
  })

  test('is left to somebody else, who marks it anew', async () => {
    const { leave, handOn, stuck, take, give, second, unit } = await open({ kind, candidates: 1 })
    const { unitId } = await leave()
    const done = await handOn('others')
    expect(done.data).toEqual({ changed: 1, refused: 0, reasons: [], list: [] })
    expect((await stuck()).total).toBe(0)
    expect(await take()).toEqual([])
    expect((await give(7, second)).unitId).toBe(unitId)
    expect(await unit(unitId)).toMatchObject({ state: 'FINAL', final_milli: 7000 })
    const again = await handOn('others')
    expect([again.status, again.error.error]).toEqual([409, 'MARKING_WAITING_NOTHING'])
  })

  test('goes to the arbitrator, who sees what was given', async () => {
    const { leave, handOn, unit } = await open({ kind })
    const { unitId } = await leave()
    expect((await handOn('arbitration')).data).toMatchObject({ changed: 1, refused: 0 })
    expect(await unit(unitId)).toMatchObject({ state: 'ARBITRATION', final_milli: null })
  })

  test.for([
    ['corrected by a checker', 'SPOT'],
    ['corrected and counted against its marker', 'SPOT'],
    ['corrected by its leader', 'SPOT'],
    ['put before the arbitrator by its leader', 'ARBITRATION'],
    ['put before the arbitrator by a supervisor', 'ARBITRATION'],
  ] as const)('is %s', async ([how, after]) => {
    const { leave, check, leader, director, on, unit, examId } = await open({ kind })
    const { unitId, readingId } = await leave()
    const detail = await director.send(checkDetail, {
      query: { exam_id: examId, ...on, task_detail_id: readingId },
    })
    expect(detail.data.refusals).toMatchObject({
      agree: '这次评阅在等待重评，不能记为合格，可以改分或转仲裁',
      correct: null,
      escalate: null,
    })
    const scored = { is_marked: 1, reject_score: 9000 }
    const review = { ...on, task_detail_id: readingId, comment: '教师已离开' }
    const acts = {
      'corrected by a checker': () => check(readingId, { ...scored, is_rejected: 0 }),
      'corrected and counted against its marker': () => check(readingId, scored),
      'corrected by its leader': () =>
        leader.send(masterReview, { body: { ...review, outcome: 'correct', score_milli: 9000 } }),
      'put before the arbitrator by its leader': () =>
        leader.send(masterReview, { body: { ...review, outcome: 'arbitration' } }),
      'put before the arbitrator by a supervisor': () =>
        director.send(blockMasterReset, {
          body: { unit_id: unitId, action: 'escalate', reason: '教师已离开' },
        }),
    }
    const answer = await acts[how]()
    expect([answer.status, answer.error?.msg]).toEqual([200, 'ok'])
    expect(await unit(unitId)).toMatchObject(
      after === 'SPOT'
        ? { state: 'FINAL', final_milli: 9000, final_source: 'SPOT' }
        : { state: 'ARBITRATION' },
    )
  })
})

test('a paper that its marker took back before they left is one as well', async () => {
  const { give, first, on, director, markerIds, leaderId, waiting, handOn, unit } = await open()
  const { unitId, readingId } = await give(8)
  await first.send(markReturn, { body: { ...on, take_back: [readingId] } })
  await director.send(allocationSet, {
    body: {
      ...on,
      alloc_mode: 1,
      markers: [
        ...markerIds.map((id, index) => ({ marker_id: id, suspended: index === 0 ? 1 : 0 })),
        { marker_id: leaderId, duty: 'leader' as const },
      ],
    },
  })
  expect(await waiting()).toMatchObject([GONE])
  expect((await handOn('others', { marker_ids: [markerIds[0] ?? 0] })).data.changed).toBe(1)
  expect((await unit(unitId)).state).toBe('READY')
})

test('so is one of somebody who can not sign in any more, but of nobody else', async () => {
  const { give, check, services, markerIds, waiting, handOn } = await open()
  const { unitId, readingId } = await give(8)
  await check(readingId)
  // Who is at work marks it again.
  expect((await handOn('others')).error.error).toBe('MARKING_WAITING_NOTHING')
  await services.db
    .updateTable('user')
    .set({ disabled_at: '2026-11-20T01:00:00.000Z' })
    .where('id', '=', markerIds[0] ?? 0)
    .execute()
  expect(await waiting()).toMatchObject([{ gone: 'disabled', count: 1 }])
  expect((await handOn('others', { unit_ids: [999_999] })).error.error).toBe(
    'MARKING_WAITING_NOTHING',
  )
  expect((await handOn('others', { unit_ids: [unitId] })).data.changed).toBe(1)
})

test('where nobody else could read it, or nobody arbitrates, the answer says why', async () => {
  const alone = await open({ markers: 1 })
  const own = await alone.give(8)
  await alone.check(own.readingId)
  await alone.services.db
    .updateTable('block_marker')
    .set({ suspended_at: '2026-11-20T01:00:00.000Z' })
    .where('block_id', '=', alone.blockId)
    .where('duty', '=', 'marker')
    .execute()
  const refused = await alone.handOn('others')
  expect(refused.data).toMatchObject({
    changed: 0,
    refused: 1,
    reasons: [
      {
        msg: '没有其他教师可以评阅这份试卷，请选择别的处理方式，或先在阅卷设置中添加阅卷教师',
        count: 1,
      },
    ],
    list: [GONE],
  })
  await alone.services.db
    .deleteFrom('block_marker')
    .where('duty', '=', 'leader')
    .where('block_id', '=', alone.blockId)
    .execute()
  expect((await alone.handOn('arbitration')).data).toMatchObject({
    changed: 0,
    refused: 1,
    reasons: [{ count: 1 }],
  })
})

test('two who left a paper that two had read leave two slots', async () => {
  const { give, second, check, services, blockId, markerIds, handOn, waiting, unit } = await open({
    mode: 1,
    markers: 4,
    candidates: 1,
  })
  const own = await give(8)
  const other = await give(8, second)
  await check(own.readingId)
  await check(other.readingId, { marker_id: markerIds[1] ?? 0 })
  await services.db
    .updateTable('block_marker')
    .set({ suspended_at: '2026-11-20T01:00:00.000Z' })
    .where('block_id', '=', blockId)
    .where('user_id', 'in', markerIds.slice(0, 2))
    .execute()
  expect((await waiting()).map(({ count }) => count)).toEqual([1, 1])
  expect((await handOn('others')).data).toMatchObject({ changed: 1, refused: 0, list: [] })
  expect((await unit(own.unitId)).state).toBe('READY')
})

test('is for those who supervise the block, and its leader', async () => {
  const { signIn, on: block, examId, leave } = await open()
  await leave()
  const on = { exam_id: examId, ...block }
  for (const [who, status] of [
    ['director', 200],
    ['principal', 200],
    ['leader', 200],
    ['marker1', 403],
    ['student', 403],
    ['other-admin', 404],
  ] as const) {
    const client = await signIn(who)
    const list = await client.send(markerWaiting, { query: on })
    const act = await client.send(markerWaitingSet, {
      body: { ...on, to: 'others', unit_ids: [999_999] },
    })
    expect([who, list.status, act.status]).toEqual([who, status, status === 200 ? 409 : status])
  }
})
