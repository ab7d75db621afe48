import {
  benchmarkScripts,
  benchmarkScriptSet,
  ownQualification,
  ownTasks,
  qualificationDecide,
  qualificationResults,
  rubricGet,
  rubricSet,
  trialMark,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTrialWorld } from '../../marking/testing/trial-world.ts'

everyDatabase('practice and qualification on %s', (kind) => {
  test('a marker practises with the answer at once, qualifies, and only then is given papers', async () => {
    const world = await openTrialWorld(kind)
    const { agree, own, live, give, results, services, marker } = world
    expect(await live()).toMatchObject({ tasks: [], reason: 'unqualified' })
    expect(await own()).toMatchObject({ needed: true, step: 'no_scripts', task: null })
    const practice = await agree(12, 'practice')
    for (const points of [8, 10, 14]) await agree(points, 'calibration')
    const units = () =>
      services.db
        .selectFrom('unit')
        .select(['id', 'version', 'final_milli'])
        .orderBy('id')
        .execute()
    const before = await units()
    const first = await own()
    expect(first).toMatchObject({ step: 'practice', practice_total: 1, set_total: 3 })
    expect(first.task).toMatchObject({ script_id: practice })
    // Nothing of what was agreed is told before.
    expect(JSON.stringify(first)).not.toContain('第二步有误')
    expect((await give(practice, 25)).error.error).toBe('MARKING_SCORE_OUT_OF_RANGE')
    const { data: practised } = await give(practice, 9)
    expect(practised.feedback).toEqual({
      scores: [9000],
      total_milli: 9000,
      definitive_scores: [12_000],
      definitive_milli: 12_000,
      comments: ['第二步有误'],
      is_within: false,
    })
    expect(practised.next).toMatchObject({ step: 'qualify', set_done: 0 })
    expect((await give(practice, 12)).error.error).toBe('MARKING_TRIAL_NOT_NEXT')
    expect((await live()).reason).toBe('unqualified')
    const agreed = new Map(
      (await world.leader.send(benchmarkScripts, { query: world.on })).data.list.map((row) => [
        row.script_id,
        (row.definitive?.total_milli ?? 0) / 1000,
      ]),
    )
    for (let paper = 0; paper < 3; paper++) {
      const id = (await own()).task?.script_id ?? 0
      const { data } = await give(id, (agreed.get(id) ?? 0) + 1)
      // Of a qualification set nothing is told but the end.
      expect(data.feedback).toBeNull()
    }
    expect(await own()).toMatchObject({
      state: 'passed',
      step: 'done',
      rounds: [{ is_passed: true, papers: 3, within: 3, bias_milli: 1000 }],
    })
    expect(await results()).toMatchObject({ state: 'passed', practice_done: 1 })
    const tasks = await marker.send(ownTasks, { query: {} })
    expect(tasks.data[0]?.qualification).toBeNull()
    // Trials are no readings: no paper changed, and nothing was counted.
    expect(await units()).toEqual(before)
    const queue = await live()
    expect(queue.tasks).toHaveLength(2)
    expect(queue.mine.done).toBe(0)
  })
})

everyDatabase('a set that changes after somebody passed it on %s', (kind) => {
  test('takes nothing from them, is told to the leader, and is another one for who comes later', async () => {
    const world = await openTrialWorld(kind)
    const { on, agree, own, live, leader, markNextTrial, results, decide } = world
    const scripts: number[] = []
    for (const points of [8, 10, 14]) scripts.push(await agree(points, 'calibration'))
    const agreed = new Map(scripts.map((id, at) => [id, [8, 10, 14][at] ?? 0]))
    const pass = async () => {
      for (let paper = 0; paper < 3; paper++)
        await markNextTrial(agreed.get((await own()).task?.script_id ?? 0) ?? 0)
    }
    await pass()
    const since = async () =>
      ((await results())?.trials ?? [])
        .map((trial) => [trial.definitive_milli, trial.definitive_now_milli] as const)
        .toSorted(([a], [b]) => a - b)
    expect(await since()).toEqual([
      [8000, 8000],
      [10_000, 10_000],
      [14_000, 14_000],
    ])
    const late = await agree(6, 'calibration')
    // One is taken out of use, another one is agreed upon anew, and a further one has come.
    const retire = (script_id: number) =>
      leader.send(benchmarkScriptSet, { body: { ...on, script_id, retire: 1 } })
    await retire(scripts[0] ?? 0)
    await retire(scripts[1] ?? 0)
    await world.redefine(scripts[1] ?? 0, 12)
    expect(await since()).toEqual([
      [8000, null],
      [10_000, 12_000],
      [14_000, 14_000],
    ])
    expect(await results()).toMatchObject({ state: 'passed', waits: null })
    expect((await live()).tasks).toHaveLength(2)

    const newcomer = await world.signIn('marker2')
    expect((await live(newcomer)).reason).toBe('unqualified')
    const met: number[] = []
    for (let paper = 0; paper < 3; paper++) {
      met.push((await own(newcomer)).task?.script_id ?? 0)
      await markNextTrial(met.at(-1) === late ? 6 : met.at(-1) === scripts[1] ? 12 : 14, newcomer)
    }
    expect(met.toSorted((a, b) => a - b)).toEqual([scripts[1], scripts[2], late])
    expect(await own(newcomer)).toMatchObject({ state: 'passed', step: 'done' })

    // Asked anew, what they hold stays, and nothing further comes until they pass.
    await decide('again', '标准分改了')
    expect(await own()).toMatchObject({ state: 'open', leader_note: '标准分改了' })
    expect((await live()).tasks).toHaveLength(2)
    const [task] = (await world.marker.send(ownTasks, { query: {} })).data
    expect(task).toMatchObject({ claimed_count: 2, pool_count: 0, pool_reason: 'unqualified' })
  })
})

test('trial: a repeated submit changes nothing, and another score under its key is refused', async () => {
  const { agree, own, on, marker } = await openTrialWorld()
  for (const points of [8, 10, 14]) await agree(points, 'calibration')
  const { task } = await own()
  const body = { ...on, script_id: task?.script_id ?? 0, idem_key: 'one-key-for-all' }
  const send = (points: number) =>
    marker.send(trialMark, { body: { ...body, scores: [points * 1000] } })
  expect((await send(9)).data.next.set_done).toBe(1)
  expect((await send(9)).data.next.set_done).toBe(1)
  expect((await send(8)).error.error).toBe('MARKING_IDEMPOTENCY_MISMATCH')
})

test('trial: where the block does not ask for it nobody is held up, and who agreed on the scores needs no set', async () => {
  const { set, live, leader, own, services, blockId, leaderId, agree } = await openTrialWorld()
  await services.db
    .insertInto('block_marker')
    .values({
      block_id: blockId,
      user_id: leaderId,
      duty: 'marker',
      quota: null,
      weight: 1,
      suspended_at: null,
    })
    .execute()
  await agree(8, 'calibration')
  expect(await own(leader)).toMatchObject({ needed: false, step: 'no_scripts' })
  expect((await live(leader)).tasks).toHaveLength(2)
  expect((await live()).reason).toBe('unqualified')
  await set({ qualify: 0 })
  expect((await live()).tasks).toHaveLength(2)
})

test('trial: a trial paper keeps the entries that it was given by, as they stood then', async () => {
  const { agree, own, results, on, leader, marker } = await openTrialWorld()
  await agree(12, 'practice')
  const { data: before } = await leader.send(rubricGet, { query: on })
  const point_id = before.points[0]?.id ?? 0
  const save = (base_version: number, milli: number, entry_id?: string) =>
    leader.send(rubricSet, {
      body: {
        ...on,
        base_version,
        text: '',
        entries: [{ ...(entry_id ? { entry_id } : {}), point_id, text: '公式正确', milli }],
      },
    })
  const { data: saved } = await save(0, 9000)
  const entry_id = saved.shown.entries[0]?.entry_id ?? ''
  const { status } = await marker.send(trialMark, {
    body: {
      ...on,
      script_id: (await own()).task?.script_id ?? 0,
      idem_key: 'trial-by-entries',
      scores: [9000],
      rubric_version: 1,
      pressed_entries: [entry_id, 'of-no-rubric'],
    },
  })
  expect(status).toBe(200)
  await save(1, 5000, entry_id)
  expect((await results())?.trials.map(({ pressed }) => pressed)).toEqual([
    [{ entry_id, point_name: before.points[0]?.name, text: '公式正确', milli: 9000 }],
  ])
})

test('trial: own trials belong to markers of the block, results and decisions to who supervises', async () => {
  const { signIn, on, markerIds } = await openTrialWorld()
  const body = { ...on, script_id: 1, idem_key: 'key-of-somebody', scores: [1000] }
  const decision = { ...on, marker_id: markerIds[1] ?? 0, action: 'repeat' as const }
  for (const [who, marking, supervising] of [
    ['marker1', 200, 403],
    ['marker3', 200, 403],
    ['leader', 403, 200],
    ['admin', 403, 200],
    ['student', 403, 403],
    ['other-admin', 403, 404],
  ] as const) {
    const client = await signIn(who)
    const answers = {
      own: (await client.send(ownQualification, { query: on })).status,
      mark: (await client.send(trialMark, { body })).status,
      results: (await client.send(qualificationResults, { query: on })).status,
      decide: (await client.send(qualificationDecide, { body: decision })).status,
    }
    // Who may mark or decide is told by the rule that there is nothing to mark or to decide.
    const instead = (status: number) => (status === 200 ? 409 : status)
    expect([who, answers]).toEqual([
      who,
      {
        own: marking,
        mark: instead(marking),
        results: supervising,
        decide: instead(supervising),
      },
    ])
  }
})
