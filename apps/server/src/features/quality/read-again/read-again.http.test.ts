import {
  blockClear,
  checkDetail,
  flaggedPapers,
  type InputOf,
  leaderNext,
  markNext,
  markSubmit,
  nearLineSet,
  paperRecord,
  readAgainSet,
  spotCheckGet,
  spotCheckReject,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking, type Wanted } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { selectBlockUnitCounts } from '../../marking-core/engine/unit-counts.query.ts'

/** Papers of 20 points that the first marker gave these points, each flagged as doubtful. */
const open = async (points: readonly number[], wanted: Wanted & { kind?: DatabaseKind } = {}) => {
  const { kind = 'sqlite', ...rest } = wanted
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, {
    candidates: points.length,
    toleranceMilli: 0,
    ...rest,
  })
  const { blockId, examId } = marked
  const on = { block_id: blockId }
  const take = async (client: TestClient) =>
    (await client.send(markNext, { query: { ...on, n: 1 } })).data.tasks[0]
  let next = 0
  const mark = async (client: TestClient, given: number, flags: string[] = []) => {
    const task = await take(client)
    const { status } = await client.send(markSubmit, {
      body: {
        ...on,
        reading_id: task?.reading_id ?? 0,
        idem_key: `read-again-${next++}`,
        scores: [given * 1000],
        flags,
      },
    })
    expect(status).toBe(200)
    return { unitId: task?.unit_id ?? 0, readingId: task?.reading_id ?? 0 }
  }
  const marker1 = await app.signIn('marker1')
  const papers: { unitId: number; readingId: number }[] = []
  for (const given of points) papers.push(await mark(marker1, given, ['doubtful']))
  const leader = await app.signIn('leader')
  const change = (
    unit_ids: number[],
    more: Partial<InputOf<typeof readAgainSet>['body']> = {},
    client = leader,
  ) => client.send(readAgainSet, { body: { ...on, unit_ids, action: 'send', ...more } })
  const unit = (id: number) =>
    app.services.db
      .selectFrom('unit')
      .select(['state', 'final_milli', 'final_source'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const detail = async (readingId: number) =>
    (
      await leader.send(checkDetail, {
        query: { exam_id: examId, ...on, task_detail_id: readingId },
      })
    ).data.read_again
  /** First and second readings that the markers of the block share, beside whether it is open. */
  const block = async () => ({
    ...(await app.services.db
      .selectFrom('block')
      .select('status')
      .where('id', '=', blockId)
      .executeTakeFirstOrThrow()),
    readings: (await selectBlockUnitCounts(app.services.db, [blockId])).get(blockId)?.readings,
  })
  const ids = papers.map(({ unitId }) => unitId)
  return {
    ...app,
    ...marked,
    on,
    take,
    mark,
    marker1,
    leader,
    change,
    unit,
    detail,
    block,
    papers,
    ids,
  }
}

everyDatabase('a second reader for a doubtful paper on %s', (kind) => {
  test('several are sent at once; another marker reads them, and both readings make the mark', async () => {
    const world = await open([12, 9, 15], { kind })
    const { ids, papers, change, unit, detail, take, mark, marker1, signIn, block } = world
    expect((await detail(papers[0]?.readingId ?? 0)).refusal).toBeNull()
    const preview = await change(ids.slice(0, 2), { preview: 1 })
    expect(preview.data).toEqual({
      total: 2,
      changed: 2,
      refused: 0,
      reasons: [],
      settle: { mode: 1, tolerance_milli: 3000 },
      reopens: false,
    })
    expect((await unit(ids[0] ?? 0)).state).toBe('FINAL')
    expect((await change(ids.slice(0, 2))).data).toMatchObject({ changed: 2, refused: 0 })
    expect(await unit(ids[0] ?? 0)).toMatchObject({ state: 'MARKING', final_milli: null })
    expect(await detail(papers[0]?.readingId ?? 0)).toMatchObject({
      refusal: '已经送第二人评阅',
      sent: { by_name: '数学组长', state: 'waiting', final_before: 12_000, withdraw_refusal: null },
    })
    expect(await block()).toMatchObject({ readings: 3 + 2 })
    // Not the one who read it, but another; what the first gave is not shown.
    expect(await take(marker1)).toBeUndefined()
    const second = await signIn('marker2')
    const given = new Map<number, number>()
    for (const points of [10, 10]) given.set((await mark(second, points)).unitId, points)
    expect(new Set(given.keys())).toEqual(new Set(ids.slice(0, 2)))
    expect(await unit(ids[0] ?? 0)).toMatchObject({ final_milli: 11_000, final_source: 'COMBINED' })
    expect((await detail(papers[0]?.readingId ?? 0)).sent).toMatchObject({
      state: 'done',
      withdraw_refusal: expect.stringContaining('已经开始'),
    })
    // The third was left alone.
    expect(await unit(ids[2] ?? 0)).toMatchObject({ state: 'FINAL', final_milli: 15_000 })
  })

  test('it is called off as long as nobody reads it, and stands in the record', async () => {
    const world = await open([12, 9], { kind })
    const { ids, papers, change, unit, take, signIn, leader, examId, on, block, detail } = world
    const [first = 0] = ids
    await change([first])
    expect((await change([first], { action: 'withdraw' })).data.changed).toBe(1)
    expect(await unit(first)).toMatchObject({ state: 'FINAL', final_milli: 12_000 })
    expect(await block()).toMatchObject({ readings: 2 })
    expect(await detail(papers[0]?.readingId ?? 0)).toEqual({ refusal: null, sent: null })
    const twice = await change([first], { action: 'withdraw' })
    expect([twice.status, twice.error.error]).toEqual([409, 'MARKING_READ_AGAIN_NOT_SENT'])
    // Sent once more, and begun.
    await change([first])
    await take(await signIn('marker2'))
    expect((await detail(papers[0]?.readingId ?? 0)).sent).toMatchObject({ state: 'begun' })
    const late = await change([first], { action: 'withdraw' })
    expect([late.status, late.error.error]).toEqual([409, 'MARKING_SECOND_BEGUN'])
    const { data } = await leader.send(paperRecord, {
      query: { exam_id: examId, ...on, unit_id: first },
    })
    expect(
      data.list.flatMap(({ type, actor_name }) =>
        type.startsWith('read_again') ? [[type, actor_name]] : [],
      ),
    ).toEqual([
      ['read_again', '数学组长'],
      ['read_again_withdrawn', '数学组长'],
      ['read_again', '数学组长'],
    ])
  })

  test('of several, those that it makes no sense for are told with why, and hold up none', async () => {
    const world = await open([12, 9, 15], { kind })
    const { ids, papers, change, leader, on, examId, markerIds } = world
    const [first = 0, second = 0, third = 0] = ids
    await leader.send(spotCheckReject, {
      body: {
        exam_id: examId,
        subject_id: SUBJECT,
        ...on,
        marker_id: markerIds[0] ?? 0,
        task_detail_id: papers[0]?.readingId ?? 0,
        is_rejected: 0,
        is_marked: 1,
        reject_score: 10_000,
      },
    })
    await change([second])
    const { data } = await change([first, second, third, third + 999])
    expect(data).toMatchObject({ total: 4, changed: 1, refused: 3 })
    expect(data.reasons.map(({ msg }) => msg)).toEqual([
      '这份试卷不能送第二人评阅：终评分已由他人裁定',
      '这份试卷不能送第二人评阅：已经送第二人评阅',
      expect.stringContaining('没有找到这份试卷'),
    ])
    const alone = await change([first])
    expect([alone.status, alone.error.error]).toEqual([409, 'MARKING_READ_AGAIN_UNFIT'])
  })

  test('the clearing of a block takes it back, its undo brings it again', async () => {
    const { ids, change, leader, on, block, services, detail, papers } = await open([12, 9], {
      kind,
    })
    await change(ids.slice(0, 1))
    await services.db.updateTable('block').set({ status: 'paused' }).execute()
    const clear = (body: object) =>
      leader.send(blockClear, { body: { ...on, ...body } as InputOf<typeof blockClear>['body'] })
    const { name } = await services.db.selectFrom('block').select('name').executeTakeFirstOrThrow()
    const cleared = await clear({ action: 'clear', block_name: name, reason: '重新开始' })
    expect(cleared.status).toBe(200)
    expect(await block()).toMatchObject({ readings: 2 })
    expect((await clear({ action: 'undo' })).status).toBe(200)
    expect(await block()).toMatchObject({ readings: 2 + 1 })
    expect((await detail(papers[0]?.readingId ?? 0)).sent).toMatchObject({ state: 'waiting' })
  })
})

test('reading again: readings too far apart go to arbitration; without anybody to arbitrate they are combined', async () => {
  const { ids, change, mark, signIn, unit, leader } = await open([12])
  await change(ids)
  const { unitId } = await mark(await signIn('marker2'), 6)
  expect((await unit(unitId)).state).toBe('ARBITRATION')
  expect(
    (await leader.send(leaderNext, { query: { mode: 'arbitration' } })).data.task,
  ).toMatchObject({ unit_id: unitId, gap_milli: 6000 })
  const other = await open([12])
  await other.services.db.deleteFrom('block_marker').where('duty', '=', 'leader').execute()
  expect((await other.change(other.ids, { preview: 1 })).data.settle.mode).toBe(2)
  await other.change(other.ids)
  await other.mark(await other.signIn('marker2'), 6)
  expect(await other.unit(other.ids[0] ?? 0)).toMatchObject({ state: 'FINAL', final_milli: 9000 })
})

test('reading again: a closed block opens again for it, and a block without a second marker says so', async () => {
  const { ids, change, services, block, unit, leader, on } = await open([12], { markers: 2 })
  await services.db.updateTable('block').set({ status: 'closed' }).execute()
  expect((await change(ids, { preview: 1 })).data.reopens).toBe(true)
  expect((await block()).status).toBe('closed')
  await services.db
    .updateTable('block_marker')
    .set({ suspended_at: '2026-11-20T00:00:00.000Z' })
    .where('duty', '=', 'marker')
    .execute()
  const alone = await change(ids)
  expect([alone.status, alone.error.msg]).toEqual([
    409,
    '这份试卷不能送第二人评阅：题块没有第二位阅卷教师，请先在阅卷设置中添加',
  ])
  const { data } = await leader.send(flaggedPapers, { query: on })
  expect(data.list[0]?.read_again.refusal).toContain('没有第二位阅卷教师')
  await services.db.updateTable('block_marker').set({ suspended_at: null }).execute()
  expect((await change(ids)).data).toMatchObject({ changed: 1, reopens: true })
  expect([(await block()).status, (await unit(ids[0] ?? 0)).state]).toEqual(['open', 'MARKING'])
})

test.for([
  [1, '按评卷方式本来就由两人评阅'],
  [0, null],
] as const)(
  'reading again: in mode %i the button of a spot check says: %s',
  async ([mode, reason]) => {
    const { leader, on } = await open([12], { mode })
    const { data } = await leader.send(spotCheckGet, { query: on })
    expect(data.task?.read_again.refusal).toBe(reason)
  },
)

test('reading again: what a run near a line sent is called off there', async () => {
  const { ids, change, leader, examId } = await open([12])
  const near = (body: object) =>
    leader.send(nearLineSet, {
      body: { exam_id: examId, subject_id: SUBJECT, ...body } as InputOf<
        typeof nearLineSet
      >['body'],
    })
  const lines = [{ name: '及格线', total_milli: 12_000 }]
  await near({
    action: 'save',
    rule: { lines, window_milli: 0, single_mode: 1, block_ids: null },
  })
  await near({ action: 'run' })
  const answer = await change(ids, { action: 'withdraw' })
  expect([answer.status, answer.error.error]).toEqual([409, 'MARKING_READ_AGAIN_NOT_SENT'])
  expect(answer.error.msg).toContain('临界线复评')
})

test('reading again: leaders without a wider role send as well; markers and other schools do not', async () => {
  const { ids, change, signIn, services, school, on } = await open([12])
  await services.db
    .insertInto('block_marker')
    .values({ ...on, user_id: school.userIds['marker3'] ?? 0, duty: 'leader', weight: 1 })
    .execute()
  for (const [account, status] of [
    ['marker3', 200],
    ['director', 200],
    ['marker1', 403],
    ['student', 403],
    ['other-admin', 404],
  ] as const) {
    const answer = await change(ids, { preview: 1 }, await signIn(account))
    expect([account, answer.status]).toEqual([account, status])
  }
})
