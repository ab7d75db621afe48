import {
  allocationSet,
  benchmarkDefinitive,
  benchmarkMark,
  benchmarkPapers,
  benchmarkScripts,
  benchmarkScriptSet,
  blockSettingsGet,
  flaggedPapers,
  markCorrect,
  markNext,
  markReturn,
  markStatus,
  markSubmit,
  masterReview,
  seedClear,
  seedResults,
  supervisedMarkers,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { AUTOMATION_SIGNALS } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import type { Services } from '../../services.ts'
import { type TestClient } from '../../testing/index.ts'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'
import { openSeedWorld as open } from '../marking/testing/seed-world.ts'
import { watchAutomation } from './seeds/watch-automation.ts'

test('a score that comes too soon is refused with what is missing, and taken later', async () => {
  const { set, next, submit } = await open()
  await set({ min_ms: 5000 })
  const { tasks } = await next()
  const readingId = tasks[0]?.reading_id ?? 0
  const soon = await submit(readingId, 8, { active_ms: 1500 })
  expect([soon.status, soon.error.error]).toEqual([409, 'MARKING_TOO_FAST'])
  expect(soon.error.msg).toBe('这个题块每份至少看 5 秒，这份还差 4 秒，请再看一遍后提交')
  // Nothing is lost: the paper is still in hand, and the same submit is taken once it was looked at.
  expect((await next()).tasks[0]?.reading_id).toBe(readingId)
  expect((await submit(readingId, 8, { active_ms: 5000 })).data.outcome).toBe('submitted')
  // A repeat of what was taken is never too soon.
  expect((await submit(readingId, 8, { active_ms: 0 })).data.outcome).toBe('repeat')
})

test('at the daily cap there are no more papers, what is in hand counts, and the next day begins anew', async () => {
  const { set, next, markOne, advance, signIn, services, leader, on } = await open()
  await set({ daily_cap: 3 })
  expect(await markOne(8)).not.toBeNull()
  const queue = await next(6)
  expect(queue.tasks).toHaveLength(2)
  expect((await next(6)).reason).toBe('daily_cap')
  for (let paper = 0; paper < 2; paper++) await markOne(8)
  expect(await next(6)).toMatchObject({ tasks: [], reason: 'daily_cap' })
  // What was sent back was a paper of this day all the same.
  const [sentBack] = await services.db.selectFrom('reading').select('id').limit(1).execute()
  const outcome = 'return' as const
  const asked = { task_detail_id: sentBack?.id ?? 0, outcome, comment: '请重看第二步' }
  expect((await leader.send(masterReview, { body: { ...on, ...asked } })).status).toBe(200)
  expect((await next(6)).tasks.map(({ kind }) => kind)).toEqual(['rejected'])
  advance(86_400_000)
  const { tasks } = await next(6, await signIn('marker1'))
  expect(tasks.filter(({ kind }) => kind === 'normal')).toHaveLength(3)
})

/** A paper as the page is told of it, without what differs from one paper to the next. */
const shapeOf = (task: object | undefined): string =>
  JSON.stringify({
    ...task,
    reading_id: 0,
    unit_id: 0,
    secret_code: '',
    images: [],
    lease_until: '',
  })

everyDatabase('benchmark scripts on %s', (kind) => {
  test('two leaders mark on their own, agree, and the paper is final at the definitive score', async () => {
    const { leader, admin, on, scripts, unit, next } = await open({}, kind)
    const { data: papers } = await leader.send(benchmarkPapers, { query: on })
    expect(papers.total).toBe(12)
    const unitId = papers.list[0]?.unit_id ?? 0
    const made = await leader.send(benchmarkScriptSet, { body: { ...on, unit_id: unitId } })
    const script = { ...on, script_id: made.data.script_id }
    const mark = (who: TestClient, points: number) =>
      who.send(benchmarkMark, { body: { ...script, scores: [points * 1000] } })
    const define = (who: TestClient, points: number, alone?: 1) =>
      who.send(benchmarkDefinitive, {
        body: { ...script, scores: [points * 1000], ...(alone ? { alone } : {}) },
      })
    expect((await define(leader, 8)).error.error).toBe('MARKING_BENCHMARK_MARK_FIRST')
    await mark(leader, 8)
    expect((await define(leader, 8)).error.error).toBe('MARKING_BENCHMARK_TWO_LEADERS')
    // Who has not marked it sees nothing of what others gave.
    expect((await scripts(admin)).list[0]).toMatchObject({ mark_count: 1, marks: [] })
    await mark(admin, 11)
    const seen = (await scripts(admin)).list[0]?.marks.map((one) => one.total_milli)
    expect(seen?.toSorted((a, b) => a - b)).toEqual([8000, 11_000])
    expect((await define(leader, 9)).data.state).toBe('proposed')
    expect((await define(leader, 9)).data.state).toBe('proposed')
    expect((await define(admin, 9)).data.state).toBe('agreed')
    expect(await unit(unitId)).toMatchObject({
      state: 'FINAL',
      final_milli: 9000,
      final_source: 'BENCHMARK',
    })
    expect((await mark(leader, 7)).error.error).toBe('MARKING_BENCHMARK_SETTLED')
    expect((await next(10)).tasks.map((task) => task.unit_id)).not.toContain(unitId)
    const again = await leader.send(benchmarkScriptSet, { body: { ...on, unit_id: unitId } })
    expect(again.error.error).toBe('MARKING_BENCHMARK_EXISTS')
  })

  test('a seed looks like any paper, is judged by itself, and is no reading of its unit', async () => {
    const { set, agree, next, submit, markOne, results, unit, services, marker, on } = await open(
      {},
      kind,
    )
    const seedUnit = await agree(12)
    await set({ seed_every: 3 })
    const before = await unit(seedUnit)
    const met: (number | null)[] = []
    const shapes = new Set<string>()
    for (let paper = 0; paper < 5 && !met.includes(seedUnit); paper++) {
      const [task] = (await next(1)).tasks
      met.push(task?.unit_id ?? null)
      shapes.add(shapeOf(task))
      await submit(task?.reading_id ?? 0, 11)
    }
    // Nothing in what the page is told differs but the paper itself.
    expect(shapes.size).toBe(1)
    expect(met).toContain(seedUnit)
    expect(await results()).toMatchObject({ state: 'ok', passed: 1, failed: 0, seeds_left: 0 })
    // The unit is as it was: no event, no reading, no other version.
    expect(await unit(seedUnit)).toEqual(before)
    const status = await marker.send(markStatus, { query: on })
    expect(status.data.mine).toMatchObject({ done: met.length, claimed: 0 })
    // Never twice.
    const rest: (number | null)[] = []
    for (let paper = 0; paper < 12; paper++) rest.push(await markOne(8))
    expect(rest).not.toContain(seedUnit)
    const readings = await services.db
      .selectFrom('reading')
      .select(['role', 'state'])
      .where('unit_id', '=', seedUnit)
      .execute()
    expect(readings).toEqual([{ role: 'SEED', state: 'given' }])
  })
})

/** Goes on until a seed is in hand. @returns its reading */
const untilSeed = async (
  { next, submit }: Awaited<ReturnType<typeof open>>,
  seeds: readonly number[],
) => {
  for (let paper = 0; paper < 12; paper++) {
    const [task] = (await next(1)).tasks
    if (!task) throw new Error('no paper left')
    if (seeds.includes(task.unit_id)) return task
    await submit(task.reading_id, 8)
  }
  throw new Error('no seed came')
}

test('two failed seeds warn and a third suspends; the leader clears, and has the papers since marked again', async () => {
  const world = await open({ candidates: 40, mode: 0 })
  const { agree, set, next, submit, results, leader, on, markerIds, leaderId, signIn } = world
  const seeds = [await agree(12), await agree(13), await agree(14), await agree(15)]
  await set({ seed_every: 2 })
  const clear = (more = {}) =>
    leader.send(seedClear, { body: { ...on, marker_id: markerIds[0] ?? 0, ...more } })
  expect((await clear()).error.error).toBe('MARKING_SEED_NOTHING_TO_CLEAR')
  await submit((await untilSeed(world, seeds)).reading_id, 3)
  expect(await results()).toMatchObject({ state: 'second', failed: 1 })
  await submit((await untilSeed(world, seeds)).reading_id, 3)
  expect(await next(6)).toMatchObject({ tasks: [], reason: 'warned' })
  // Sharing the work anew lets nobody off.
  const shared = await leader.send(allocationSet, {
    body: {
      ...on,
      markers: [
        ...markerIds.map((marker_id) => ({ marker_id })),
        { marker_id: leaderId, duty: 'leader' as const },
      ],
    },
  })
  expect(shared.status).toBe(200)
  expect((await next(6)).reason).toBe('warned')
  const warned = await results()
  expect(warned).toMatchObject({ state: 'warned', failed: 2, last_passed_at: null })
  expect(warned?.remark_count).toBeGreaterThan(0)
  expect((await clear()).data).toEqual({ sent_back: 0, kept: 0, is_suspended: false })
  await submit((await untilSeed(world, seeds)).reading_id, 3)
  expect(await next(6)).toMatchObject({ tasks: [], reason: 'suspended' })
  const count = (await results())?.remark_count ?? 0
  expect((await clear({ send_back: 1 })).error.error).toBe('MARKING_COMMENT_MISSING')
  expect((await clear({ send_back: 1, note: '与标准分相差过大，请重评' })).data).toEqual({
    sent_back: count,
    kept: 0,
    is_suspended: false,
  })
  const cleared = await results()
  expect(cleared?.state).toBe('ok')
  expect(cleared?.results.map(({ kind, by_name, note }) => [kind, by_name, note])).toEqual([
    ['fail', null, ''],
    ['fail', null, ''],
    ['clear', '数学组长', ''],
    ['fail', null, ''],
    ['clear', '数学组长', '与标准分相差过大，请重评'],
  ])
  const again = await next(6)
  expect(again.tasks[0]).toMatchObject({
    kind: 'rejected',
    reject_comment: '与标准分相差过大，请重评',
  })
  // Other markers are not concerned.
  expect((await next(1, await signIn('marker2'))).tasks).toHaveLength(1)
})

test('a slip on a seed that its marker corrects is judged by the correction', async () => {
  const world = await open({ candidates: 20 })
  const seed = await world.agree(12)
  await world.set({ seed_every: 2 })
  const task = await untilSeed(world, [seed])
  const shown = async (reading_id: number) => {
    const { data } = await world.marker.send(markNext, { query: { ...world.on, reading_id } })
    return data.tasks[0]
  }
  await world.submit(task.reading_id, 1, { flags: ['doubtful'], flag_note: '像是抄的' })
  // A flag with its note stays on a seed as on any other paper: nothing tells them apart.
  expect(await shown(task.reading_id)).toMatchObject({
    flags: ['doubtful'],
    flag_note: '像是抄的',
  })
  expect(await world.results()).toMatchObject({ state: 'second', failed: 1, passed: 0 })
  const corrected = await world.marker.send(markCorrect, {
    body: {
      ...world.on,
      reading_id: task.reading_id,
      idem_key: 'correction-of-slip',
      scores: [12_000],
      flags: ['doubtful'],
      flag_note: '不是抄的',
    },
  })
  expect(corrected.status).toBe(200)
  expect((await shown(corrected.data.reading_id))?.flag_note).toBe('不是抄的')
  expect(await world.results()).toMatchObject({ state: 'ok', failed: 0, passed: 1 })
})

test('a seed that is handed back, or passed on as a problem, touches no unit', async () => {
  const world = await open({ candidates: 20 })
  const seed = await world.agree(12)
  await world.set({ seed_every: 2 })
  const before = await world.unit(seed)
  const first = await untilSeed(world, [seed])
  const returned = await world.marker.send(markReturn, {
    body: { ...world.on, reading_ids: [first.reading_id] },
  })
  expect(returned.data.returned).toBe(1)
  const status = await world.marker.send(markStatus, { query: world.on })
  expect(status.data.claims).toEqual([])
  // It comes again as other papers do: as a new claim.
  const [task] = (await world.next(1)).tasks
  expect(task?.unit_id).toBe(seed)
  expect(task?.reading_id).not.toBe(first.reading_id)
  const passedOn = await world.marker.send(markSubmit, {
    body: {
      ...world.on,
      reading_id: task?.reading_id ?? 0,
      idem_key: 'problem-of-seed',
      problem: { reason: 'unclear_image', note: '右边被裁掉了' },
    },
  })
  expect(passedOn.data.outcome).toBe('problem')
  expect(await world.unit(seed)).toEqual(before)
  expect((await world.results())?.results).toMatchObject([
    { kind: 'problem', note: '图像不清：右边被裁掉了' },
  ])
})

test('a script that no marker met goes back to marking when it is retired', async () => {
  const world = await open()
  const unitId = await world.agree(12)
  const { list } = await world.scripts()
  const body = { ...world.on, script_id: list[0]?.script_id ?? 0, retire: 1 as const }
  expect((await world.leader.send(benchmarkScriptSet, { body })).status).toBe(200)
  expect(await world.unit(unitId)).toMatchObject({ state: 'READY', final_milli: null })
  expect((await world.leader.send(benchmarkScriptSet, { body })).error.error).toBe(
    'MARKING_BENCHMARK_SETTLED',
  )
})

test('a list of papers keeps its order while papers are picked, where that is asked for', async () => {
  const { leader, on } = await open()
  const idsOf = async (query: object) => {
    const { data } = await leader.send(benchmarkPapers, { query: { ...on, ...query } })
    return { ids: data.list.map(({ unit_id }) => unit_id), total: data.total }
  }
  const before = await idsOf({})
  const [picked = 0, ...others] = before.ids
  const made = await leader.send(benchmarkScriptSet, { body: { ...on, unit_id: picked } })
  expect(await idsOf({})).toEqual({ ids: others, total: before.total - 1 })
  expect(await idsOf({ with_scripts: 1 })).toEqual(before)
  expect(await idsOf({ with_scripts: 1, limit: 2 })).toEqual({
    ids: before.ids.slice(0, 2),
    total: before.total,
  })
  // Taken out, it may be picked like any other.
  await leader.send(benchmarkScriptSet, {
    body: { ...on, script_id: made.data.script_id, retire: 1 },
  })
  expect(await idsOf({})).toEqual(before)
})

test('the only leader of a block confirms alone when that is said openly', async () => {
  const { leader, on, scripts } = await open()
  const { data: papers } = await leader.send(benchmarkPapers, { query: on })
  const made = await leader.send(benchmarkScriptSet, {
    body: { ...on, unit_id: papers.list[0]?.unit_id ?? 0 },
  })
  const body = { ...on, script_id: made.data.script_id, scores: [8000] }
  await leader.send(benchmarkMark, { body })
  const answer = await leader.send(benchmarkDefinitive, { body: { ...body, alone: 1 } })
  expect(answer.data.state).toBe('agreed')
  const view = await scripts()
  expect(view.may_be_alone).toBe(true)
  expect(view.list[0]?.definitive).toMatchObject({ is_alone: true })
})

test('benchmark scripts belong to who supervises', async () => {
  const { signIn, on, markerIds, leader } = await open()
  const { data: papers } = await leader.send(benchmarkPapers, { query: on })
  const unit = { ...on, unit_id: papers.list[0]?.unit_id ?? 0 }
  const { data: made } = await leader.send(benchmarkScriptSet, { body: unit })
  const script = { ...on, script_id: made.script_id, scores: [8000] }
  for (const [who, status] of [
    ['admin', 200],
    ['director', 200],
    ['marker2', 403],
    ['student', 403],
    ['other-admin', 404],
  ] as const) {
    const client = await signIn(who)
    const answers = [
      await client.send(benchmarkPapers, { query: on }),
      await client.send(benchmarkScripts, { query: on }),
      await client.send(flaggedPapers, { query: on }),
      await client.send(benchmarkScriptSet, {
        body: { ...on, script_id: made.script_id, kind: 'seed' },
      }),
      await client.send(benchmarkMark, { body: script }),
      await client.send(seedResults, { query: on }),
    ]
    expect([who, ...answers.map((answer) => answer.status)]).toEqual([
      who,
      ...answers.map(() => status),
    ])
    const refused = status === 200 ? 409 : status
    const decided = [
      await client.send(benchmarkDefinitive, { body: { ...script, alone: 1 } }),
      await client.send(seedClear, { body: { ...on, marker_id: markerIds[0] ?? 0 } }),
    ]
    // Who may decide is told by the rule that there is nothing to clear yet.
    expect([who, decided[1]?.status]).toEqual([who, refused])
    if (status !== 200) expect([who, decided[0]?.status]).toEqual([who, status])
  }
})

test('a day begins with seeds, and so does work after the rubric was changed', async () => {
  const { agree, set, next, submit, advance, results, signIn } = await open({ candidates: 20 })
  for (const points of [12, 12, 12, 12]) await agree(points)
  // So many papers lie between two of them that none comes by itself.
  await set({ seed_every: 1000, day_seeds: 2 })
  let marker = await signIn('marker1')
  const seedsOf = async (papers: number) => {
    const before = (await results())?.passed ?? 0
    for (let paper = 0; paper < papers; paper++) {
      const [task] = (await next(1, marker)).tasks
      await submit(task?.reading_id ?? 0, 12, {}, marker)
    }
    return ((await results())?.passed ?? 0) - before
  }
  expect(await seedsOf(2)).toBe(2)
  expect(await seedsOf(2)).toBe(0)
  await set({ rubric: '第二步 4 分' })
  expect(await seedsOf(1)).toBe(1)
  // The same words again are no change; the one that is left comes, and no more than that.
  await set({ rubric: '第二步 4 分' })
  expect(await seedsOf(3)).toBe(1)
  advance(86_400_000)
  marker = await signIn('marker1')
  expect((await next(1, marker)).tasks).toHaveLength(1)
})

test('unless the block says otherwise, a day begins with one seed, and what failed twice is told', async () => {
  const { agree, next, admin, examId } = await open({ settings: { daySeeds: undefined } })
  const seed = await agree(12)
  expect((await next()).tasks[0]?.unit_id).toBe(seed)
  const { data } = await admin.send(blockSettingsGet, {
    query: { exam_id: examId, subject_id: SUBJECT },
  })
  expect(data.blocks[0]).toMatchObject({ day_seeds: 1, seed_feedback: 'after_two' })
})

test('where days begin without seeds, work after a change of the rubric begins with one', async () => {
  const { agree, set, next, markOne } = await open({ candidates: 20, mode: 0 })
  const seed = await agree(12)
  await set({ seed_every: 1000, day_seeds: 0 })
  expect(await markOne(12)).not.toBe(seed)
  await set({ rubric: '第二步 4 分' })
  expect((await next(1)).tasks[0]?.unit_id).toBe(seed)
})

test('two signs of a program bring seeds three times as often, as long as they are there', async () => {
  const { agree, set, services, next, submit, advance, markerIds, blockId } = await open({
    candidates: 80,
    mode: 0,
  })
  await agree(12)
  const [markerId = 0, other = 0] = markerIds
  // None comes by itself: what is looked at is how many papers would lie between two.
  await set({ seed_every: 1000 })
  const rate = async () => {
    await watchAutomation(services)
    const row = await services.db
      .selectFrom('block_marker')
      .select('seed_rate')
      .where('user_id', '=', markerId)
      .executeTakeFirstOrThrow()
    return row.seed_rate
  }
  // Others give every score there is; this one a paper a second, and one score.
  for (let paper = 0; paper < 51; paper++) {
    const [task] = (await next(1)).tasks
    await submit(task?.reading_id ?? 0, 8)
  }
  await next(1)
  await spreadScores(services, blockId, other)
  expect(await rate()).toBe(3)
  // A pause as long as the work before it, and nothing is regular any more.
  advance(60_000)
  const [task] = (await next(1)).tasks
  await submit(task?.reading_id ?? 0, 8)
  await next(1)
  expect(await rate()).toBe(1)
})

/** Readings of somebody else with every score from 0 to 20. */
async function spreadScores(services: Services, blockId: number, markerId: number) {
  const units = await services.db
    .selectFrom('unit')
    .select('id')
    .where('block_id', '=', blockId)
    .where('final_source', '=', 'SINGLE')
    .limit(20)
    .execute()
  for (const [points, { id }] of units.entries())
    await services.db
      .insertInto('reading')
      .values({
        unit_id: id,
        block_id: blockId,
        role: 'R2',
        marker_id: markerId,
        state: 'submitted',
        rev: 1,
        points: JSON.stringify([points * 1000]),
        total_milli: points * 1000,
        idem_key: null,
        claimed_at: '2026-11-20T01:00:00.000Z',
        lease_until: null,
        submitted_at: '2026-11-20T01:00:00.000Z',
        active_ms: 8000,
        flags: '[]',
        traces: null,
        superseded_by: null,
      })
      .execute()
}

test('what came of seeds is told as the leader wants it: never, after two fails, or after each', async () => {
  const world = await open({ candidates: 40, mode: 0 })
  const { agree, set, submit, marker, on } = world
  const seeds = [await agree(12), await agree(13), await agree(14)]
  await set({ seed_every: 2 })
  const told = async () => {
    const { data } = await marker.send(markStatus, { query: on })
    return data.seed_feedback.map((one) => [one.is_passed, one.total_milli, one.comments.length])
  }
  await submit((await untilSeed(world, seeds)).reading_id, 3)
  expect(await told()).toEqual([])
  await set({ seed_feedback: 'each' })
  expect(await told()).toEqual([[false, 3000, 1]])
  await set({ seed_feedback: 'after_two' })
  expect(await told()).toEqual([])
  await submit((await untilSeed(world, seeds)).reading_id, 4)
  expect(await told()).toEqual([
    [false, 4000, 1],
    [false, 3000, 1],
  ])
  await set({ seed_feedback: 'never' })
  expect(await told()).toEqual([])
})

test('where each point is looked at, a seed with the right total and the wrong points is failed', async () => {
  const points = [
    { fullMilli: 10_000, stepMilli: 1000 },
    { fullMilli: 10_000, stepMilli: 1000 },
  ]
  const { services, blockId, set, results, next, marker, on, leader } = await open({ points })
  const { data: papers } = await leader.send(benchmarkPapers, { query: on })
  const unit_id = papers.list[0]?.unit_id ?? 0
  const { data: made } = await leader.send(benchmarkScriptSet, { body: { ...on, unit_id } })
  const script = { ...on, script_id: made.script_id, scores: [6000, 6000] }
  await leader.send(benchmarkMark, { body: script })
  // A reason for the second point alone: the marker reads of which point it speaks.
  const comments = ['', '单位写错']
  await leader.send(benchmarkDefinitive, { body: { ...script, comments, alone: 1 } })
  await set({ seed_point_milli: 1000, seed_every: 2, seed_feedback: 'each' })
  await services.db
    .updateTable('block_marker')
    .set({ seed_left: 0 })
    .where('block_id', '=', blockId)
    .execute()
  const [task] = (await next(1)).tasks
  expect(task?.unit_id).toBe(unit_id)
  await marker.send(markSubmit, {
    body: {
      ...on,
      reading_id: task?.reading_id ?? 0,
      idem_key: 'key-of-two-points',
      scores: [3000, 9000],
    },
  })
  expect(await results()).toMatchObject({ state: 'second', failed: 1, passed: 0 })
  const { data: told } = await marker.send(markStatus, { query: on })
  expect(told.seed_feedback[0]?.comments).toEqual([`${task?.points[1]?.name} 单位写错`])
})

everyDatabase('input of a marking page on %s', (kind) => {
  test('what it saw of a script brings seeds and shows in supervision, and stays', async () => {
    const { agree, set, on, services, marker, leader, next, markerIds, examId } = await open(
      { candidates: 24, mode: 0 },
      kind,
    )
    await agree(12)
    await set({ seed_every: 1000 })
    const [markerId = 0] = markerIds
    const heartbeat = (more = {}) =>
      marker.send(markStatus, { query: { ...on, renew: 1 as const, ...more } })
    const row = async () =>
      (await leader.send(supervisedMarkers, { query: { exam_id: examId } })).data.list.find(
        ({ marker_id }) => marker_id === markerId,
      )
    await heartbeat()
    expect((await row())?.automation).toEqual([])
    await heartbeat({ synthetic: 1 })
    await heartbeat({ uniform: 1 })
    await heartbeat()
    expect((await row())?.automation).toEqual([
      AUTOMATION_SIGNALS.synthetic,
      AUTOMATION_SIGNALS.uniform,
    ])
    // Judged are those at work.
    await next(1)
    await watchAutomation(services)
    const rates = await services.db
      .selectFrom('block_marker')
      .where('duty', '=', 'marker')
      .where('seed_rate', '>', 1)
      .select('user_id')
      .execute()
    expect(rates).toEqual([{ user_id: markerId }])
  })
})

everyDatabase('papers that readers flagged on %s', (kind) => {
  test('are collected for the leader, with who flagged them and nothing of whose they are', async () => {
    const { leader, next, submit, on, set } = await open({ candidates: 6, mode: 0 }, kind)
    await set({ seed_every: 0 })
    const given = []
    for (const flags of [['excellent', 'typical'], [], ['doubtful']]) {
      const [task] = (await next(1)).tasks
      await submit(task?.reading_id ?? 0, 9, { flags })
      given.push(task?.unit_id)
    }
    const collected = async (query = {}) =>
      (await leader.send(flaggedPapers, { query: { ...on, ...query } })).data
    const all = await collected()
    expect(all.total).toBe(2)
    expect(all.counts).toEqual([
      { flag: 'excellent', count: 1 },
      { flag: 'typical', count: 1 },
      { flag: 'typical_mistake', count: 0 },
      { flag: 'doubtful', count: 1 },
    ])
    const [excellent] = (await collected({ flag: 'excellent' })).list
    expect(excellent).toMatchObject({ unit_id: given[0], final_milli: 9000, script_kind: null })
    expect(excellent?.flags.map(({ flag }) => flag)).toEqual(['excellent', 'typical'])
    expect(excellent?.flags[0]?.by_name).not.toBe('')
    expect(Object.keys(excellent ?? {})).not.toContain('candidate_id')
    await leader.send(benchmarkScriptSet, {
      body: { ...on, unit_id: given[0] ?? 0, kind: 'discussion' },
    })
    expect((await collected({ flag: 'excellent' })).list[0]?.script_kind).toBe('discussion')
  })
})
