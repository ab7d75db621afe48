import {
  blockMasterDetail,
  blockMasterReset,
  checkBlockList,
  checkBlockStatus,
  checkDetail,
  exportSchoolProgress,
  exportSubjectProgress,
  type InputOf,
  leaderDecide,
  masterReview,
  masterSpotCheck,
  previewAll,
  supervisedMarkers,
  supervisedSchools,
  trendTaskDetail,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import type { TestClient } from '../../testing/index.ts'
import { readXlsx } from '../../testing/read-xlsx.ts'
import { openGiven as open } from './testing/given-scores.ts'

everyDatabase('the publication checklist on %s', (kind) => {
  test('reminds of spot checks that are missing, by what the sample of each marker asks for', async () => {
    const { leader, signIn, on, examId, readings } = await open(kind, [
      ['marker1', 8],
      ['marker1', 12],
      ['marker2', 12],
    ])
    const director = await signIn('director')
    const missing = async () => {
      const { data } = await director.send(previewAll, { query: { exam_id: examId } })
      return data.subjects
        .flatMap(({ gate }) => gate)
        .filter(({ code }) => code === 'spotChecksShort')
        .map(({ count, blocking }) => [count, blocking])
    }
    // A twentieth of two readings, and of one, is one each.
    expect(await missing()).toEqual([[2, false]])
    const { status } = await leader.send(masterReview, {
      body: {
        block_id: on.block_id,
        outcome: 'agree',
        task_detail_id: readings[0]?.id ?? 0,
      },
    })
    expect(status).toBe(200)
    expect(await missing()).toEqual([[1, false]])
  })
})

everyDatabase('from a figure to the readings behind it on %s', (kind) => {
  test('each kind lists the readings that the figure counts', async () => {
    const { leader, on, readings, services, advance, signIn } = await open(
      kind,
      [
        ['marker1', 8],
        ['marker2', 16],
        ['marker1', 8],
        ['marker2', 9],
      ],
      { mode: 1, candidates: 2 },
    )
    // The second marker may have begun with the paper that was the first one's second.
    const other = readings[1]
    const far = readings.find(({ id, unitId }) => id !== other?.id && unitId === other?.unitId)
    const near = [readings[0], readings[2]].find((one) => one?.unitId !== other?.unitId)
    const director = await signIn('director')
    const of = async (
      wanted: InputOf<typeof trendTaskDetail>['query']['kind'],
      who: TestClient = director,
    ) => {
      const { data } = await who.send(trendTaskDetail, { query: { ...on, kind: wanted } })
      return data.list.map(({ task_detail_id }) => task_detail_id).toSorted((a, b) => a - b)
    }
    const ids = (...wanted: ({ id: number } | undefined)[]) =>
      wanted.map((one) => one?.id ?? 0).toSorted((a, b) => a - b)
    expect(await of('apart')).toEqual(ids(far, other))
    expect(await of('arbitration')).toEqual(ids(far, other))
    // Who arbitrates them learns no more of them here than where they decide.
    expect(await of('arbitration', leader)).toEqual([])
    expect([await of('third'), await of('sent_back'), await of('off')]).toEqual([[], [], []])
    await leader.send(leaderDecide, {
      body: {
        mode: 'arbitration',
        unit_id: far?.unitId ?? 0,
        idem_key: 'decides-the-far-one',
        scores: [15_000],
      },
    })
    // 8 is far from the decided 15, 16 is not; the combined paper of 8 and 9 is near both.
    expect(await of('off')).toEqual(ids(far))
    expect(await of('arbitration', leader)).toEqual(ids(far, other))
    // A quarter of the usual time is no whole number of milliseconds.
    await services.db.updateTable('reading').set({ active_ms: 8501 }).execute()
    const took = (active_ms: number) =>
      services.db
        .updateTable('reading')
        .set({ active_ms })
        .where('id', '=', near?.id ?? 0)
        .execute()
    await took(2126)
    expect(await of('fast')).toEqual([])
    await took(2125)
    expect(await of('fast')).toEqual(ids(near))
    advance(60_000)
    await leader.send(masterReview, {
      body: { block_id: on.block_id, outcome: 'agree', task_detail_id: near?.id ?? 0 },
    })
    expect([await of('checked'), await of('sent_back')]).toEqual([ids(near), []])
    expect([await of('checked_today'), await of('corrected')]).toEqual([ids(near), []])
    // Yesterday, and with another score.
    await services.db
      .updateTable('spot_check')
      .set({ checked_at: '2026-11-19T15:59:59.999Z', is_marked: 1 })
      .execute()
    expect([await of('checked_today'), await of('corrected')]).toEqual([[], ids(near)])
    expect(await of('checked')).toEqual(ids(near))
  })

  test('the readings of a point of the curve, one of them in full, how far schools and checking are', async () => {
    const { leader, on, readings, examId, school, services } = await open(kind, [
      ['marker1', 8],
      ['marker1', 12],
      ['marker2', 12],
    ])
    const list = async (query: object) =>
      (await leader.send(trendTaskDetail, { query: { ...on, ...query } })).data
    expect(await list({})).toMatchObject({ total: 3, page: 1 })
    const marker1 = school.userIds['marker1'] ?? 0
    const point = await list({ marker_id: marker1, low_milli: 12_000, high_milli: 12_000 })
    expect(point).toMatchObject({
      total: 1,
      list: [
        {
          task_detail_id: readings[1]?.id,
          total_milli: 12_000,
          final_milli: 12_000,
          unit_state: 'FINAL',
          checked: false,
        },
      ],
    })
    expect((await list({ since: '2026-11-20T01:02:30.000Z' })).total).toBe(1)
    expect((await list({ unit_state: 'REJECTED' })).total).toBe(0)
    expect((await list({ limit: 1, page: 3 })).list).toHaveLength(1)

    const one = await leader.send(checkDetail, {
      query: { ...on, task_detail_id: readings[0]?.id ?? 0 },
    })
    expect(one.data).toMatchObject({
      full_milli: 20_000,
      unit_state: 'FINAL',
      final_milli: 8000,
      final_points: [8000],
      readings: [{ role: 'R1', total_milli: 8000, scores: [8000] }],
      checks: [],
      refusals: { send_back: null, correct: null, escalate: null },
    })
    expect(one.data.images).toHaveLength(1)
    expect(one.data.refusals.reopen).toMatch(/不能撤销裁定/)

    const schools = await leader.send(supervisedSchools, { query: { exam_id: examId } })
    expect(schools.data.list).toMatchObject([
      {
        school_id: school.schoolId,
        expected: 4,
        scanned: 4,
        units: 4,
        done: 3,
        marking_progress: 75,
        mean_milli: 32_000 / 3,
      },
    ])
    const saved = await leader.send(exportSchoolProgress, { query: { exam_id: examId } })
    const [, head, row] = await readXlsx(saved.bytes)
    expect(Object.fromEntries((head ?? []).map((title, at) => [title, row?.[at]]))).toMatchObject({
      学校: schools.data.list[0]?.school_name,
      应扫: '4',
      已扫: '4',
      总份数: '4',
      已完成: '3',
      还差: '1',
      进度: '0.75',
      题块均分: '10.67',
    })
    const file = await leader.send(exportSubjectProgress, { query: { exam_id: examId } })
    const table = await readXlsx(file.bytes)
    expect(table[2]?.slice(1, 8)).toEqual(['1', '4', '4', '4', '1', '0', '3'])

    // One agreed, one sent back.
    const review = (reading: number | undefined, outcome: 'agree' | 'return') =>
      leader.send(masterReview, {
        body: {
          block_id: on.block_id,
          task_detail_id: reading ?? 0,
          outcome,
          comment: '请重看第二步',
        },
      })
    expect((await review(readings[0]?.id, 'agree')).data).toMatchObject({ changed: 1, refused: 0 })
    expect((await review(readings[2]?.id, 'return')).data).toMatchObject({ changed: 1 })
    const { data: status } = await leader.send(checkBlockStatus, { query: on })
    expect(status).toMatchObject({ share_percent: 5, daily_target: 20 })
    expect(
      status.markers.map((row) => [row.readings, row.checked, row.rejected, row.target, row.pass]),
    ).toEqual([
      [2, 1, 0, 1, { num: 1, den: 1 }],
      [1, 1, 1, 1, { num: 0, den: 1 }],
    ])
    const { data: blocks } = await leader.send(checkBlockList, { query: { exam_id: examId } })
    expect(blocks.list).toMatchObject([
      { readings: 3, checked: 2, checked_today: 2, target: 2, pass: { num: 1, den: 2 } },
    ])
    // Sent back once more: still one reading of one that was checked.
    const check = await services.db
      .selectFrom('spot_check')
      .selectAll()
      .where('is_rejected', '=', 1)
      .executeTakeFirstOrThrow()
    const { id: _, ...same } = check
    await services.db.insertInto('spot_check').values(same).execute()
    const twice = await leader.send(checkBlockStatus, { query: on })
    expect(twice.data.markers[1]).toMatchObject({
      checked: 1,
      rejected: 1,
      pass: { num: 0, den: 1 },
    })
    const markers = await leader.send(supervisedMarkers, { query: { exam_id: examId } })
    expect(markers.data.list.map(({ rejection }) => rejection)).toContainEqual({ num: 1, den: 1 })
    await services.db.deleteFrom('spot_check').where('id', '>', check.id).execute()
    const again = await leader.send(checkDetail, {
      query: { ...on, task_detail_id: readings[2]?.id ?? 0 },
    })
    expect(again.data).toMatchObject({
      unit_state: 'REJECTED',
      checks: [{ is_rejected: 1, comment: '请重看第二步' }],
    })
  })

  test('a decision is seen, withdrawn and made again; a settled mark can be put before the leader', async () => {
    const { leader, on, readings, signIn } = await open(
      kind,
      [
        ['marker1', 8],
        ['marker2', 16],
        ['marker1', 8],
        ['marker2', 9],
      ],
      { mode: 1, candidates: 2 },
    )
    const detail = async () => (await leader.send(blockMasterDetail, { query: on })).data
    const before = await detail()
    expect(before).toMatchObject({ waiting_arbitration: 1, total: 0 })
    const director = await signIn('director')
    const { data: states } = await director.send(trendTaskDetail, {
      query: { ...on, unit_state: 'ARBITRATION' },
    })
    const unitId = states.list[0]?.unit_id ?? 0
    const decide = (idem_key: string, points: number) =>
      leader.send(leaderDecide, {
        body: { mode: 'arbitration', unit_id: unitId, idem_key, scores: [points * 1000] },
      })
    expect((await decide('first-decision', 12)).data.state).toBe('FINAL')
    expect(await detail()).toMatchObject({
      total: 1,
      waiting_arbitration: 0,
      leaders: [{ arbitrated: 1 }],
      list: [{ kind: 'arbitrate', score_milli: 12_000, unit_id: unitId, reset_refusal: null }],
    })
    const reset = (unit_id: number, action: 'reopen' | 'escalate') =>
      director.send(blockMasterReset, { body: { unit_id, action, reason: '仲裁有误' } })
    expect((await reset(unitId, 'reopen')).data).toEqual({
      state: 'ARBITRATION',
      final_milli: null,
    })
    expect((await detail()).list.map(({ kind, reset_refusal }) => [kind, reset_refusal])).toEqual([
      ['reopen', '这一步没有给出分数，不需要撤销'],
      ['arbitrate', '之后另有处理，请撤销最近的一次'],
    ])
    expect((await decide('second-decision', 10)).data.state).toBe('FINAL')

    const settled = readings.find((reading) => reading.unitId !== unitId)?.unitId ?? 0
    expect((await reset(settled, 'escalate')).data).toEqual({
      state: 'ARBITRATION',
      final_milli: null,
    })
    const twice = await reset(settled, 'escalate')
    expect([twice.status, twice.error.error]).toEqual([409, 'MARKING_UNIT_NOT_OPEN'])
  })
})

test('check by supervisors: all of a marker since a time are sent back: counted first, over the limit to the arbitrator', async () => {
  const { leader, on, services, readings, school } = await open('sqlite', [
    ['marker1', 8],
    ['marker1', 12],
    ['marker1', 5],
    ['marker2', 5],
  ])
  await services.db
    .updateTable('reading')
    .set({ rejections: 2 })
    .where('id', '=', readings[2]?.id ?? 0)
    .execute()
  const send = (extra: object) =>
    leader.send(masterReview, {
      body: {
        block_id: on.block_id,
        outcome: 'return',
        marker_id: school.userIds['marker1'] ?? 0,
        since: '2026-11-20T01:01:30.000Z',
        ...extra,
      },
    })
  const states = async () =>
    (await services.db.selectFrom('unit').select('state').orderBy('state').execute()).map(
      ({ state }) => state,
    )
  const was = await states()
  expect((await send({ preview: 1 })).data).toEqual({
    total: 2,
    changed: 1,
    escalated: 1,
    refused: 0,
    reasons: [],
    return_id: null,
  })
  expect(await states()).toEqual(was)
  expect((await send({})).error.error).toBe('MARKING_COMMENT_MISSING')
  expect((await send({ comment: '给分偏松' })).data).toMatchObject({ changed: 1, escalated: 1 })
  expect(await states()).toEqual(['ARBITRATION', 'FINAL', 'FINAL', 'REJECTED'])
  const own = await leader.send(masterReview, {
    body: { block_id: on.block_id, outcome: 'agree' },
  })
  expect(own.error.error).toBe('INPUT_INVALID')
})

test('check by supervisors: who sees readings, and who acts on them', async () => {
  const { signIn, on, readings, examId } = await open('sqlite', [
    ['marker1', 8],
    ['marker2', 12],
  ])
  const [first] = readings
  const asked = async (who: string) => {
    const client = await signIn(who)
    const query = { ...on, task_detail_id: first?.id ?? 0 }
    return [
      await client.send(trendTaskDetail, { query: on }),
      await client.send(checkDetail, { query }),
      await client.send(checkBlockStatus, { query: on }),
      await client.send(blockMasterDetail, { query: on }),
      await client.send(checkBlockList, { query: { exam_id: examId } }),
      await client.send(supervisedSchools, { query: { exam_id: examId } }),
      await client.send(exportSubjectProgress, { query: { exam_id: examId } }),
      await client.send(exportSchoolProgress, { query: { exam_id: examId } }),
      await client.send(masterSpotCheck, { query: { block_id: on.block_id } }),
      await client.send(masterReview, {
        body: { block_id: on.block_id, outcome: 'agree', task_detail_id: 99_999 },
      }),
      await client.send(blockMasterReset, { body: { unit_id: first?.unitId ?? 0, reason: ' ' } }),
    ].map(({ status }) => status)
  }
  const table: Record<string, number[]> = {}
  for (const who of [
    'leader',
    'director',
    'principal',
    'marker1',
    'scanner',
    'student',
    'other-admin',
  ])
    table[who] = await asked(who)
  expect(table).toEqual({
    leader: [200, 200, 200, 200, 200, 200, 200, 200, 200, 404, 400],
    // Supervises, but does not lead the block.
    director: [200, 200, 200, 200, 200, 200, 200, 200, 403, 403, 400],
    principal: [200, 200, 200, 200, 200, 200, 200, 200, 403, 403, 400],
    // Finds the own papers on the marking page.
    marker1: [403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403],
    scanner: [404, 404, 404, 404, 403, 403, 403, 403, 403, 403, 403],
    student: [403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403],
    'other-admin': [404, 404, 404, 404, 404, 404, 404, 404, 403, 403, 404],
  })
})
