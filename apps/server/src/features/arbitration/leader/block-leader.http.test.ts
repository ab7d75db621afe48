import {
  avoidedPairSet,
  benchmarkDefinitive,
  benchmarkMark,
  benchmarkPapers,
  benchmarkScripts,
  benchmarkScriptSet,
  blankBlockChecked,
  blankBlockConfirm,
  blankBlockGet,
  blankBlockList,
  blankBlockReject,
  blockMasterReset,
  blockSettingsSet,
  blockStatusSet,
  checkBlockList,
  type InputOf,
  leaderDecide,
  leaderList,
  markNext,
  markSubmit,
  qualificationDecide,
  qualificationResults,
  type Route,
  seedClear,
  seedResults,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking, type Wanted } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

/** A block that two teachers lead, neither of whom supervises anything, and one of the same exam that they do not. */
async function open(kind?: DatabaseKind, wanted: Wanted = {}) {
  const app = await openTestApp(kind)
  const { services, school, signIn } = app
  const { db } = services
  const marked = await seedMarking(services, school, { candidates: 12, markers: 2, ...wanted })
  const assign = (block_id: number, user_id: number, duty: 'leader' | 'marker') =>
    db.insertInto('block_marker').values({ block_id, user_id, duty, weight: 1 }).execute()
  const ids = ['marker3', 'head'].map((account) => school.userIds[account] ?? 0)
  for (const id of ids) await assign(marked.blockId, id, 'leader')
  const { id: _, ...columns } = await db
    .selectFrom('block')
    .selectAll()
    .where('id', '=', marked.blockId)
    .executeTakeFirstOrThrow()
  const { id: otherId } = await db
    .insertInto('block')
    .values({ ...columns, block_key: '18', name: '第18题', sort: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  let keys = 0
  const on = { block_id: marked.blockId }
  /** The next paper, marked. @returns its unit, 0 when there was none */
  const give = async (who: TestClient, points: number) => {
    const { data } = await who.send(markNext, { query: { ...on, n: 1 } })
    const [task] = data.tasks
    const idem_key = `key-of-mark-${++keys}`
    await who.send(markSubmit, {
      body: { ...on, reading_id: task?.reading_id ?? 0, idem_key, scores: [points * 1000] },
    })
    return task?.unit_id ?? 0
  }
  return {
    ...app,
    ...marked,
    db,
    on,
    otherId,
    assign,
    give,
    inExam: { exam_id: marked.examId },
    teacher: await signIn('marker3'),
    head: await signIn('head'),
    first: await signIn('marker1'),
    second: await signIn('marker2'),
    teacherId: ids[0] ?? 0,
  }
}

everyDatabase('a teacher who leads a block on %s', (kind) => {
  test('agrees with another one on the score of a benchmark script, and takes it out of use', async () => {
    const { teacher, head, on, db } = await open(kind)
    const { data: papers } = await teacher.send(benchmarkPapers, { query: on })
    const unit_id = papers.list[0]?.unit_id ?? 0
    const made = await teacher.send(benchmarkScriptSet, { body: { ...on, unit_id, kind: 'seed' } })
    const body = { ...on, script_id: made.data.script_id, scores: [12_000] }
    expect((await teacher.send(benchmarkMark, { body })).status).toBe(200)
    // The other one sees nothing of it before they have marked it themselves.
    const look = async (who: TestClient) => (await who.send(benchmarkScripts, { query: on })).data
    expect((await look(head)).list).toMatchObject([{ mark_count: 1, marks: [], definitive: null }])
    expect((await head.send(benchmarkMark, { body })).status).toBe(200)
    expect((await teacher.send(benchmarkDefinitive, { body })).data.state).toBe('proposed')
    expect((await head.send(benchmarkDefinitive, { body })).data.state).toBe('agreed')
    const { is_supervised, list } = await look(teacher)
    expect(is_supervised).toBe(false)
    expect(list).toMatchObject([{ state: 'agreed', mark_count: 2 }])
    const unit = () =>
      db
        .selectFrom('unit')
        .select(['state', 'final_source', 'final_milli'])
        .where('id', '=', unit_id)
        .executeTakeFirstOrThrow()
    expect(await unit()).toEqual({
      state: 'FINAL',
      final_source: 'BENCHMARK',
      final_milli: 12_000,
    })
    const retired = await teacher.send(benchmarkScriptSet, {
      body: { ...on, script_id: made.data.script_id, retire: 1 },
    })
    expect(retired.status).toBe(200)
    expect((await unit()).state).toBe('READY')
  })

  test('clears a marker whom seeds stopped, and admits one who did not qualify', async () => {
    const { teacher, first, on, markerIds, db, signIn, inExam } = await open(kind)
    const about = { ...on, marker_id: markerIds[0] ?? 0 }
    await db
      .updateTable('block_marker')
      .set({ seed_state: 'warned' })
      .where('user_id', '=', about.marker_id)
      .execute()
    const next = async () => (await first.send(markNext, { query: { ...on, n: 1 } })).data
    expect((await next()).tasks).toEqual([])
    const results = (await teacher.send(seedResults, { query: on })).data.list
    expect(results[0]).toMatchObject({ marker_id: about.marker_id, state: 'warned' })
    expect((await teacher.send(seedClear, { body: about })).status).toBe(200)
    expect((await next()).tasks).toHaveLength(1)

    await (
      await signIn('admin')
    ).send(blockSettingsSet, {
      body: { ...inExam, subject_id: SUBJECT, blocks: [{ ...on, qualify: 1 }] },
    })
    const second = await signIn('marker2')
    const given = async () => (await second.send(markNext, { query: { ...on, n: 1 } })).data.tasks
    expect(await given()).toEqual([])
    const { data } = await teacher.send(qualificationResults, { query: on })
    expect(data.list.map(({ marker_id }) => marker_id)).toContain(markerIds[1])
    const admitted = await teacher.send(qualificationDecide, {
      body: { ...on, marker_id: markerIds[1] ?? 0, action: 'admit', note: '多年阅卷经验' },
    })
    expect(admitted.data.state).toBe('admitted')
    expect(await given()).toHaveLength(1)
  })

  test('pauses and opens the block, takes papers back and withdraws a decision', async () => {
    const { teacher, teacherId, first, second, on, db, give } = await open(kind, {
      mode: 1,
      toleranceMilli: 0,
    })
    const set = async (action: InputOf<typeof blockStatusSet>['body']['action']) =>
      (await teacher.send(blockStatusSet, { body: { ...on, action } })).data
    expect(await set('pause')).toEqual({ status: 'paused', recalled: 0 })
    expect((await first.send(markNext, { query: { ...on, n: 1 } })).data.tasks).toEqual([])
    expect((await set('open')).status).toBe('open')
    await first.send(markNext, { query: { ...on, n: 3 } })
    expect(await set('recall')).toEqual({ status: 'open', recalled: 3 })

    const given = new Set<number>()
    for (let no = 0; no < 12; no++) given.add(await give(first, 8))
    for (let no = 0; no < 12; no++) await give(second, 12)
    const mode = { mode: 'arbitration' } as const
    const { data } = await teacher.send(leaderList, { query: { ...mode, ...on } })
    const unit_id = data.list[0]?.unit_id ?? 0
    expect(given).toContain(unit_id)
    const decided = await teacher.send(leaderDecide, {
      body: { ...mode, unit_id, idem_key: 'decides-one', scores: [10_000] },
    })
    expect(decided.data.state).toBe('FINAL')
    const withdrawn = await teacher.send(blockMasterReset, { body: { unit_id, reason: '看错了' } })
    expect(withdrawn.data).toEqual({ state: 'ARBITRATION', final_milli: null })
    const { actor_id } = await db
      .selectFrom('mark_event')
      .select('actor_id')
      .where('unit_id', '=', unit_id)
      .where('type', '=', 'reopen')
      .executeTakeFirstOrThrow()
    expect(actor_id).toBe(teacherId)

    expect((await set('close')).status).toBe('closed')
    expect((await set('open')).status).toBe('open')
    // Settings that nobody confirmed are not begun with.
    await db.updateTable('block').set({ status: 'setup' }).where('id', '=', on.block_id).execute()
    const early = await teacher.send(blockStatusSet, { body: { ...on, action: 'open' } })
    expect([early.status, early.error.error]).toEqual([403, 'MARKING_BLOCK_UNCONFIRMED'])
  })

  test('confirms blank answers, of the own block alone', async () => {
    const ink = Array.from({ length: 12 }, (_, no) => (no < 4 ? 0.001 : 0.05))
    const { teacher, on, inExam, otherId } = await open(kind, { ink })
    const { data } = await teacher.send(blankBlockList, { query: inExam })
    expect(data.list).toMatchObject([{ ...on, waiting: 4, is_supervised: false }])
    const { data: sheet } = await teacher.send(blankBlockGet, { query: on })
    expect(sheet.remaining).toBe(4)
    const [back, ...blank] = sheet.list.map(({ unit_id }) => unit_id)
    const confirmed = await teacher.send(blankBlockConfirm, { body: { ...on, unit_ids: blank } })
    expect(confirmed.data.confirmed + confirmed.data.checks).toBe(3)
    const rejected = await teacher.send(blankBlockReject, {
      body: { ...on, unit_ids: [back ?? 0] },
    })
    expect(rejected.data).toMatchObject({ returned: 1 })
    const { data: checked } = await teacher.send(blankBlockChecked, {
      query: { ...on, of: 'confirmed' },
    })
    expect(checked.total).toBe(confirmed.data.confirmed)
    const elsewhere = await teacher.send(blankBlockGet, { query: { block_id: otherId } })
    expect([elsewhere.status, elsewhere.error.error]).toEqual([403, 'MARKING_NOT_LEADER'])
    expect((await teacher.send(checkBlockList, { query: inExam })).data.list).toMatchObject([on])
  })
})

/** Everything that leading a block opens, asked about a block and one of its papers. */
const asks = (block_id: number, unit_id: number, marker_id: number) => {
  const on = { block_id }
  const score = { ...on, script_id: 1, scores: [0] }
  return [
    [benchmarkPapers, { query: on }],
    [benchmarkScripts, { query: on }],
    [benchmarkScriptSet, { body: { ...on, unit_id, kind: 'seed' } }],
    [benchmarkMark, { body: score }],
    [benchmarkDefinitive, { body: score }],
    [seedResults, { query: on }],
    [seedClear, { body: { ...on, marker_id } }],
    [qualificationResults, { query: on }],
    [qualificationDecide, { body: { ...on, marker_id, action: 'admit', note: '经验' } }],
    [blockStatusSet, { body: { ...on, action: 'pause' } }],
    [blockStatusSet, { body: { ...on, action: 'recall' } }],
    [blankBlockGet, { query: on }],
    [blankBlockChecked, { query: { ...on, of: 'confirmed' } }],
    [blankBlockConfirm, { body: { ...on, unit_ids: [unit_id] } }],
    [blankBlockReject, { body: { ...on, unit_ids: [unit_id] } }],
    [blockMasterReset, { body: { unit_id, reason: '看错了' } }],
  ] as const satisfies readonly (readonly [Route, object])[]
}

async function refusals(who: TestClient, ...about: Parameters<typeof asks>): Promise<Set<string>> {
  const answers = new Set<string>()
  for (const [route, input] of asks(...about)) {
    const { status, error } = await who.send(route, input)
    answers.add(`${status} ${error.error}`)
  }
  return answers
}

test('block leader: leading one block opens no other one, neither of the exam nor of another, and nothing once it is over', async () => {
  const { teacher, otherId, blockId, markerIds, services, school, otherSchool, db } = await open()
  const marker = markerIds[0] ?? 0
  const unitOf = async (block: number) =>
    (
      await db
        .selectFrom('unit')
        .select('id')
        .where('block_id', '=', block)
        .limit(1)
        .executeTakeFirst()
    )?.id ?? 0
  const own = await unitOf(blockId)
  // A paper of the other block.
  const { id: _, ...paper } = await db
    .selectFrom('unit')
    .selectAll()
    .where('id', '=', own)
    .executeTakeFirstOrThrow()
  const { id: foreign } = await db
    .insertInto('unit')
    .values({ ...paper, block_id: otherId, secret_code: 'ANOTHER1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const nothing = new Set(['403 MARKING_NOT_LEADER'])
  expect(await refusals(teacher, otherId, foreign, marker)).toEqual(nothing)
  // The paper decides, not the block that is named beside it.
  const smuggled = await teacher.send(benchmarkScriptSet, {
    body: { block_id: blockId, unit_id: foreign, kind: 'seed' },
  })
  expect([smuggled.status, smuggled.error.error]).toEqual([404, 'MARKING_UNIT_NOT_FOUND'])
  // What is there is answered like what is not.
  expect(await refusals(teacher, 99_999, 99_999, marker)).toEqual(nothing)
  const elsewhere = await seedMarking(services, otherSchool, { candidates: 1 })
  expect(
    await refusals(teacher, elsewhere.blockId, await unitOf(elsewhere.blockId), marker),
  ).toEqual(nothing)

  await db
    .deleteFrom('block_marker')
    .where('user_id', '=', school.userIds['marker3'] ?? 0)
    .execute()
  expect(await refusals(teacher, blockId, own, marker)).toEqual(nothing)
  expect(
    (await teacher.send(blankBlockList, { query: { exam_id: elsewhere.examId } })).status,
  ).toBe(403)
})

test('block leader: marking a block is not leading it, and leading it in one role is not doing so in another', async () => {
  const { first, blockId, markerIds, db, assign, school, signIn, otherSchool } = await open()
  const { id: unit } = await db.selectFrom('unit').select('id').executeTakeFirstOrThrow()
  const marker = markerIds[1] ?? 0
  expect(await refusals(first, blockId, unit, marker)).toEqual(new Set(['403 MARKING_NOT_LEADER']))
  // Who supervises mathematics at home only marks it here.
  await assign(blockId, otherSchool.userIds['leader'] ?? 0, 'marker')
  const guest = await signIn('other-leader')
  expect(await refusals(guest, blockId, unit, marker)).toEqual(new Set(['404 EXAM_NOT_FOUND']))
  // A scan operator who leads the block as a teacher.
  await assign(blockId, school.userIds['scanner'] ?? 0, 'leader')
  const scanner = await signIn('scanner')
  expect(await refusals(scanner, blockId, unit, marker)).toEqual(new Set(['403 NOT_ALLOWED']))
})

test('block leader: nobody clears or admits themselves', async () => {
  const { teacher, on, assign, db, teacherId, signIn } = await open()
  await assign(on.block_id, teacherId, 'marker')
  await db
    .updateTable('block_marker')
    .set({ seed_state: 'warned' })
    .where('user_id', '=', teacherId)
    .where('duty', '=', 'marker')
    .execute()
  const about = { ...on, marker_id: teacherId }
  const admit = { ...about, action: 'admit' as const, note: '经验丰富' }
  for (const answer of [
    await teacher.send(seedClear, { body: about }),
    await teacher.send(qualificationDecide, { body: admit }),
  ])
    expect([answer.status, answer.error.error]).toEqual([403, 'MARKING_OWN_CLEARANCE'])
  // Another leader does.
  expect((await (await signIn('head')).send(seedClear, { body: about })).status).toBe(200)
})

test('block leader: a relative’s paper is nothing for its leader, as a benchmark script or to withdraw', async () => {
  const { teacher, head, on, db, teacherId, candidateIds, examId, signIn } = await open()
  const unit = await db
    .selectFrom('unit')
    .select('id')
    .where('candidate_id', '=', candidateIds[0] ?? 0)
    .executeTakeFirstOrThrow()
  const { data } = await head.send(benchmarkScriptSet, {
    body: { ...on, unit_id: unit.id, kind: 'seed' },
  })
  await (
    await signIn('admin')
  ).send(avoidedPairSet, {
    body: {
      exam_id: examId,
      action: 'add',
      marker_id: teacherId,
      candidate_id: candidateIds[0] ?? 0,
    },
  })
  const score = { ...on, script_id: data.script_id, scores: [20_000] }
  for (const answer of [
    await teacher.send(benchmarkMark, { body: score }),
    await teacher.send(benchmarkDefinitive, { body: { ...score, alone: 1 } }),
    await teacher.send(blockMasterReset, { body: { unit_id: unit.id, reason: '偏低' } }),
  ])
    expect([answer.status, answer.error.error]).toEqual([409, 'MARKING_RELATIVE'])
  expect((await head.send(benchmarkMark, { body: score })).status).toBe(200)
})
