import {
  allocationGet,
  allocationSet,
  blockSettingsGet,
  blockSettingsSet,
  blockStatusSet,
  leaderDecide,
  leaderList,
  leaderNext,
  markerDelete,
  markInfo,
  markingConfirm,
  markNext,
  markStatus,
  markSubmit,
  ownTasks,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'
import { seedMarking, type Wanted } from './testing/seed-marking.ts'
import { SUBJECT } from './testing/seed-sheet.ts'

const open = async (wanted: Wanted = {}) => {
  const app = await openTestApp()
  const marked = await seedMarking(app.services, app.school, wanted)
  return {
    ...app,
    signIn: (who: string) => app.signIn(who),
    ...marked,
    on: { exam_id: marked.examId, subject_id: SUBJECT },
  }
}

test('marking: a marker works through the calls: task list, claim, submit with refill', async () => {
  const { signIn, blockId } = await open({ candidates: 3 })
  const marker = await signIn('marker1')
  const tasks = await marker.send(ownTasks, { query: {} })
  expect(tasks.data).toMatchObject([
    {
      block_name: '第17题',
      marking_progress: 0,
      marking_count: 0,
      point_name: '(1)',
      score: 20_000,
      question_count: 1,
      overrule_count: 0,
      marking_teacher_count: 3,
      double_mode: 0,
      alloc_method: 1,
      pool_count: 3,
    },
  ])
  const queue = await marker.send(markNext, { query: { block_id: blockId, n: 2 } })
  expect(queue.data.tasks).toHaveLength(2)
  const answer = await marker.send(markSubmit, {
    body: {
      block_id: blockId,
      reading_id: queue.data.tasks[0]?.reading_id ?? 0,
      idem_key: 'submit-number-1',
      scores: [8000],
      refill: 2,
    },
  })
  expect(answer.data.outcome).toBe('submitted')
  expect(answer.data.queue?.tasks).toHaveLength(2)
  const status = await marker.send(markStatus, { query: { block_id: blockId, renew: 1 } })
  expect(status.data).toMatchObject({ status: 'open', mine: { done: 1, claimed: 2 } })
})

test('marking: a paper in hand says nothing about the candidate', async () => {
  const { signIn, blockId } = await open({ candidates: 1 })
  const marker = await signIn('marker1')
  const { bytes } = await marker.send(markNext, { query: { block_id: blockId } })
  const text = bytes.toString()
  for (const secret of ['考生0', '10000', 'candidate', 'class', 'school'])
    expect(text).not.toContain(secret)
})

test('marking: a refused score says which values are allowed', async () => {
  const { signIn, blockId } = await open({
    candidates: 1,
    points: [{ fullMilli: 2000, stepMilli: 500 }],
  })
  const marker = await signIn('marker1')
  const queue = await marker.send(markNext, { query: { block_id: blockId } })
  const answer = await marker.send(markSubmit, {
    body: {
      block_id: blockId,
      reading_id: queue.data.tasks[0]?.reading_id ?? 0,
      idem_key: 'submit-number-1',
      scores: [700],
    },
  })
  expect([answer.status, answer.error.msg]).toEqual([
    400,
    '「(1)」不能给 0.7 分，请改为下列分数之一：0、0.5、1、1.5、2',
  ])
})

test('marking: the leader of a subject sets up and opens a block', async () => {
  const { signIn, blockId, on, markerIds, leaderId, services } = await open({
    columns: { status: 'setup' },
  })
  const leader = await signIn('leader')
  await leader.send(blockSettingsSet, {
    body: { ...on, blocks: [{ block_id: blockId, mark_mode: 1, tolerance_milli: 3000 }] },
  })
  const short = await leader.send(allocationSet, {
    body: {
      block_id: blockId,
      alloc_mode: 3,
      markers: [
        { marker_id: markerIds[0] ?? 0, quota: 5 },
        { marker_id: markerIds[1] ?? 0, quota: 5 },
        { marker_id: leaderId, duty: 'leader' },
      ],
    },
  })
  expect(short.error.msg).toContain('还差 2 份')
  const allocated = await leader.send(allocationSet, {
    body: {
      block_id: blockId,
      alloc_mode: 3,
      markers: [
        { marker_id: markerIds[0] ?? 0, quota: 6 },
        { marker_id: markerIds[1] ?? 0, quota: 6 },
        { marker_id: leaderId, duty: 'leader' },
      ],
    },
  })
  expect(allocated.data).toMatchObject({ readings: 12, problems: [] })
  expect((await leader.send(markingConfirm, { body: on })).data).toEqual({ opened: 1 })
  const { data } = await leader.send(blockSettingsGet, { query: on })
  expect(data.blocks).toMatchObject([{ status: 'open', mark_mode: 1, tolerance_milli: 3000 }])
  // Idle time counts from here.
  const row = await services.db.selectFrom('block').select('opened_at').executeTakeFirstOrThrow()
  expect(row.opened_at).toBe(services.clock.now().toISOString())
})

test('marking: an arbitrated mode does not open without an arbitrator', async () => {
  const { signIn, on, services } = await open({ mode: 1, columns: { status: 'setup' } })
  await services.db.deleteFrom('block_marker').where('duty', '=', 'leader').execute()
  const answer = await (await signIn('admin')).send(markingConfirm, { body: on })
  // Of all the blocks of a subject, which one it is.
  expect(answer.error).toMatchObject({
    error: 'MARKING_BLOCK_NOT_READY',
    msg: '题块 第17题 还不能开启：有仲裁的评卷方式需要指定仲裁教师，请先添加',
  })
})

test('marking: how marks come about is fixed once papers were read', async () => {
  const { signIn, blockId, on } = await open()
  const marker = await signIn('marker1')
  const take = async () =>
    (await marker.send(markNext, { query: { block_id: blockId, n: 1 } })).data.tasks[0]
  await take()
  const leader = await signIn('leader')
  const change = (patch: object) =>
    leader.send(blockSettingsSet, { body: { ...on, blocks: [{ block_id: blockId, ...patch }] } })
  const act = (action: 'pause' | 'recall' | 'open') =>
    leader.send(blockStatusSet, { body: { block_id: blockId, action } })
  // In somebody's hands, and marked by nobody: taken back, nothing need be cleared.
  expect((await change({ mark_mode: 1 })).error).toMatchObject({
    error: 'MARKING_SETTINGS_HELD',
    msg: '题块 第17题 有 1 份试卷在教师手中，不能修改评卷方式，请先暂停阅卷并收回未提交的试卷',
  })
  expect((await leader.send(blockSettingsGet, { query: on })).data.blocks).toMatchObject([
    { reading_count: 1, held_count: 1 },
  ])
  await act('pause')
  expect((await act('recall')).data).toEqual({ status: 'paused', recalled: 1 })
  expect((await change({ tolerance_milli: 1000 })).status).toBe(200)
  await act('open')
  const task = await take()
  await marker.send(markSubmit, {
    body: {
      block_id: blockId,
      reading_id: task?.reading_id ?? 0,
      idem_key: 'read-once',
      scores: task?.points.map(() => 1000) ?? [],
    },
  })
  expect((await change({ mark_mode: 1 })).error.error).toBe('MARKING_SETTINGS_LOCKED')
  expect((await change({ submit_type: 1 })).status).toBe(200)
})

test('marking: pausing stops new papers, closing takes back those in hand', async () => {
  const { signIn, blockId } = await open()
  const [marker, leader] = [await signIn('marker1'), await signIn('leader')]
  const queue = await marker.send(markNext, { query: { block_id: blockId, n: 2 } })
  const reading = queue.data.tasks[0]?.reading_id ?? 0
  await leader.send(blockStatusSet, { body: { block_id: blockId, action: 'pause' } })
  const more = await marker.send(markNext, { query: { block_id: blockId, n: 4 } })
  expect(more.data).toMatchObject({ reason: 'paused' })
  expect(more.data.tasks).toHaveLength(2)
  const body = { block_id: blockId, reading_id: reading, scores: [1000] }
  const kept = await marker.send(markSubmit, { body: { ...body, idem_key: 'while-paused' } })
  expect(kept.status).toBe(200)
  const closed = await leader.send(blockStatusSet, { body: { block_id: blockId, action: 'close' } })
  expect(closed.data).toEqual({ status: 'closed', recalled: 1 })
  const late = await marker.send(markSubmit, {
    body: { ...body, reading_id: queue.data.tasks[1]?.reading_id ?? 0, idem_key: 'after-close' },
  })
  expect([late.status, late.error.error]).toEqual([409, 'MARKING_BLOCK_CLOSED'])
})

test('marking: a marker with work can not be removed', async () => {
  const { signIn, blockId, markerIds } = await open()
  const marker = await signIn('marker1')
  const queue = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
  await marker.send(markSubmit, {
    body: {
      block_id: blockId,
      reading_id: queue.data.tasks[0]?.reading_id ?? 0,
      idem_key: 'submit-number-1',
      scores: [1000],
    },
  })
  const leader = await signIn('leader')
  const remove = (marker_id: number) =>
    leader.send(markerDelete, { body: { block_id: blockId, marker_id } })
  expect((await remove(markerIds[0] ?? 0)).error.msg).toContain('阅卷老师1 已评阅 1 份')
  expect((await remove(markerIds[1] ?? 0)).status).toBe(200)
})

test.for([
  ['admin', 200],
  ['leader', 200],
  ['marker1', 403],
  ['head', 403],
  ['scanner', 403],
  ['student', 403],
  ['other-admin', 404],
] as const)(
  'marking: settings are changed by those who set up marking: %s gets %s',
  async ([who, status]) => {
    const { signIn, blockId, on } = await open()
    const answer = await (
      await signIn(who)
    ).send(blockSettingsSet, { body: { ...on, blocks: [{ block_id: blockId, submit_type: 1 }] } })
    expect(answer.status).toBe(status)
  },
)

test.for([
  ['marker1', 200],
  ['marker2', 200],
  ['head', 403],
  ['admin', 403],
  ['scanner', 403],
  ['student', 403],
  ['other-marker1', 404],
] as const)(
  'marking: papers go to the markers of the block only: %s gets %s',
  async ([who, status]) => {
    const { signIn, blockId } = await open()
    const answer = await (await signIn(who)).send(markNext, { query: { block_id: blockId } })
    expect(answer.status).toBe(status)
  },
)

test.for([
  ['leader', 200],
  ['marker1', 403],
  ['head', 403],
  ['student', 403],
] as const)(
  'marking: arbitration is for leaders of the block: %s gets %s',
  async ([who, status]) => {
    const { signIn, services } = await open({ candidates: 1 })
    const unit = await services.db.selectFrom('unit').select('id').executeTakeFirstOrThrow()
    const client = await signIn(who)
    const answer = await client.send(leaderDecide, {
      body: {
        mode: 'arbitration',
        unit_id: unit.id,
        idem_key: 'arbitration-key',
        scores: [8000],
      },
    })
    // The paper is not in arbitration, which only a leader gets to hear.
    expect(answer.status).toBe(status === 200 ? 409 : status)
    const list = await client.send(leaderList, { query: { mode: 'arbitration' } })
    expect(list.status).toBe(who === 'student' ? 403 : 200)
    if (list.status === 200) expect(list.data.list).toEqual([])
  },
)

test('marking: the info of a block is for its markers and leaders', async () => {
  const { signIn, blockId } = await open()
  const info = await (await signIn('leader')).send(markInfo, { query: { block_id: blockId } })
  expect(info.data).toMatchObject({
    may_mark: false,
    may_arbitrate: true,
    settings: { score_type: 3, add_type: 0, submit_type: 2, traces: 0 },
  })
  const other = await (await signIn('head')).send(markInfo, { query: { block_id: blockId } })
  expect(other.error.error).toBe('MARKING_NOT_ASSIGNED')
})

test('marking: supervisors see the allocation, markers do not', async () => {
  const { signIn, blockId } = await open({ allocation: 2 })
  const query = { block_id: blockId }
  const seen = await (await signIn('principal')).send(allocationGet, { query })
  expect(
    seen.data.list.filter(({ duty }) => duty === 'marker').map(({ target }) => target),
  ).toEqual([2, 2, 2])
  expect((await (await signIn('marker1')).send(allocationGet, { query })).status).toBe(403)
})

test('identical scripts: the marker names the other paper, the leader sees both and nobody else', async () => {
  const { signIn, blockId } = await open({ candidates: 3 })
  const marker = await signIn('marker1')
  const queue = await marker.send(markNext, { query: { block_id: blockId, n: 2 } })
  const [first, second] = queue.data.tasks
  const unread = await (await signIn('marker2')).send(markNext, { query: { block_id: blockId } })
  const raise = (who: typeof marker, pair_code: string | undefined, reading = first) =>
    who.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: reading?.reading_id ?? 0,
        idem_key: 'identical-number-1',
        problem: { reason: 'identical', ...(pair_code === undefined ? {} : { pair_code }) },
      },
    })
  const unknown = await raise(marker, 'ZZZZ1111')
  expect([unknown.status, unknown.error.error]).toEqual([400, 'MARKING_PAIR_UNKNOWN'])
  expect(unknown.error.msg).toContain('没有密号为「ZZZZ1111」的试卷')
  expect((await raise(marker, '密号')).status).toBe(400)
  for (const who of ['admin', 'marker2'])
    expect((await raise(await signIn(who), second?.secret_code)).status).not.toBe(200)
  // A paper that the marker did not read is answered for like any other.
  const other = unread.data.tasks[0]?.secret_code ?? ''
  const taken = await raise(marker, other)
  expect(taken.data).toEqual({ reading_id: first?.reading_id, outcome: 'problem', queue: null })
  expect((await raise(marker, undefined, second)).data.outcome).toBe('problem')
  const leader = await signIn('leader')
  const list = await leader.send(leaderList, { query: { mode: 'problem' } })
  const row = list.data.list.find(({ secret_code }) => secret_code === first?.secret_code)
  expect(row).toMatchObject({ reason: '雷同卷', identical_codes: [other] })
  const { data, bytes } = await leader.send(leaderNext, {
    query: { mode: 'problem', unit_id: row?.unit_id ?? 0 },
  })
  expect(data.task?.identical).toMatchObject([{ secret_code: other }])
  expect(data.task?.identical[0]?.images).not.toHaveLength(0)
  for (const secret of ['考生0', 'candidate', 'class', 'school'])
    expect(bytes.toString()).not.toContain(secret)
  const refused = await marker.send(leaderNext, {
    query: { mode: 'problem', unit_id: row?.unit_id ?? 0 },
  })
  expect(refused.status).toBe(403)
})
