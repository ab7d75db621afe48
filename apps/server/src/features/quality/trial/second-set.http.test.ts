import { benchmarkScriptSet, ownTasks } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTrialWorld, SET } from '../../marking/testing/trial-world.ts'

/** A world with so many scripts agreed at 15. */
async function open(kind: Parameters<typeof openTrialWorld>[0], scripts: number) {
  const world = await openTrialWorld(kind)
  for (let script = 0; script < scripts; script++) await world.agree(15, 'calibration')
  return world
}

everyDatabase('the second set of a qualification on %s', (kind) => {
  test('has none of the papers of the first, and a third none of either', async () => {
    const { markSet, own, results, decide, marker } = await open(kind, 3 * SET)
    const first = await markSet(3)
    expect(await own()).toMatchObject({
      state: 'open',
      step: 'qualify',
      set_done: 0,
      set_total: SET,
      rounds: [{ is_passed: false, within: 0, bias_milli: -12_000 }],
    })
    expect((await decide('repeat')).error.error).toBe('MARKING_QUALIFICATION_SETTLED')
    const second = await markSet(3)
    expect(await own()).toMatchObject({ state: 'waiting', step: 'waiting', task: null })
    const tasks = await marker.send(ownTasks, { query: {} })
    expect(tasks.data[0]?.qualification).toBe('waiting')
    expect(await results()).toMatchObject({
      state: 'waiting',
      waits: 'failed',
      unmet_papers: SET,
      needed_papers: SET,
      trials: { length: 2 * SET },
    })
    expect((await decide('repeat', '请先看评分标准第 2 条')).data.state).toBe('open')
    expect(await own()).toMatchObject({ step: 'qualify', leader_note: '请先看评分标准第 2 条' })
    const third = await markSet(15)
    expect(new Set([...first, ...second, ...third]).size).toBe(3 * SET)
    expect(await results()).toMatchObject({ state: 'passed', waits: null })
  })

  test('is not there: the leader decides at once, and no paper comes again', async () => {
    const { markSet, own, results, decide, live, agree } = await open(kind, 2 * SET - 1)
    await markSet(3)
    expect(await own()).toMatchObject({ state: 'open', step: 'no_set', task: null })
    expect(await results()).toMatchObject({
      state: 'open',
      waits: 'no_set',
      unmet_papers: SET - 1,
      needed_papers: SET,
    })
    const refused = await decide('repeat')
    expect(refused.error).toMatchObject({ error: 'MARKING_NO_OTHER_SET' })
    expect(refused.error.msg).toContain(`只有 ${SET - 1} 份，再试一次需要 ${SET} 份`)
    // One more paper makes a set, with nothing else to be done.
    await agree(15, 'calibration')
    expect(await own()).toMatchObject({ step: 'qualify', set_total: SET })
    expect(await results()).toMatchObject({ waits: null })
    await markSet(3)
    expect((await decide('repeat')).error.error).toBe('MARKING_NO_OTHER_SET')
    expect((await decide('admit', '评分标准已当面说明')).data.state).toBe('admitted')
    expect((await live()).tasks).toHaveLength(2)
  })

  test('whoever has no second set may be admitted, or not, before another one is agreed', async () => {
    const { markSet, own, decide, live, results } = await open(kind, SET)
    await markSet(3)
    expect((await decide('refuse', ' ')).error.error).toBe('MARKING_REASON_MISSING')
    expect((await decide('refuse', '请先参加集体学习')).data.state).toBe('refused')
    expect(await own()).toMatchObject({
      state: 'refused',
      step: 'refused',
      task: null,
      leader_note: '请先参加集体学习',
    })
    expect((await live()).reason).toBe('unqualified')
    expect(await results()).toMatchObject({ state: 'refused', waits: null })
    expect((await decide('refuse', '再说一次')).error.error).toBe('MARKING_QUALIFICATION_SETTLED')
    // What was decided may be decided otherwise.
    expect((await decide('admit', '已参加学习')).data.state).toBe('admitted')
  })
})

test('second qualification set: a leader decides after the last set only, and whom nothing stops is not refused', async () => {
  const { decide, markSet, live, own, results } = await open('sqlite', 3 * SET)
  expect((await decide('refuse', '不熟悉评分标准')).error.error).toBe(
    'MARKING_QUALIFICATION_SETTLED',
  )
  await markSet(3)
  await markSet(3)
  await decide('repeat')
  await markSet(3)
  expect((await decide('admit', ' ')).error.error).toBe('MARKING_REASON_MISSING')
  expect((await decide('admit', '评分标准已当面说明')).data.state).toBe('admitted')
  expect((await live()).tasks).toHaveLength(2)
  // Asked to qualify anew, a marker keeps what is in hand and gets nothing more.
  expect((await decide('again')).data.state).toBe('open')
  expect((await live()).tasks).toHaveLength(2)
  expect(await own()).toMatchObject({ state: 'open', step: 'qualify' })
  const kinds = (await results())?.events.map((event) => event.kind)
  expect(kinds).toEqual(['fail', 'fail', 'repeat', 'fail', 'admit', 'again'])
})

test('second qualification set: a set whose papers are taken out of use half-way ends with the leader', async () => {
  const { on, own, markNextTrial, leader, markSet, results } = await open('sqlite', 2 * SET)
  const first = await markSet(3)
  const begun = (await own()).task?.script_id ?? 0
  await markNextTrial(3)
  for (let script_id = 1; script_id <= 2 * SET; script_id++)
    if (script_id !== begun && !first.includes(script_id))
      await leader.send(benchmarkScriptSet, { body: { ...on, script_id, retire: 1 } })
  expect(await own()).toMatchObject({ step: 'no_set', set_done: 1, task: null })
  expect(await results()).toMatchObject({ waits: 'no_set' })
})
