import {
  allocationMastersSet,
  avoidedPairSet,
  blockMasterDetail,
  bulkReturns,
  bulkReturnWithdraw,
  checkBlockStatus,
  markNext,
  markSubmit,
  masterReview,
  paperRecord,
  spotCheckList,
  spotCheckReject,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'
import { openGiven } from './testing/given-scores.ts'

everyDatabase('all that a marker gave is sent back at once on %s', (kind) => {
  const opened = async () => {
    const app = await openGiven(
      kind,
      [8, 9, 12, 14].map((score) => ['marker1', score] as const),
    )
    const { leader, on, school, readings, examId, services, signIn } = app
    const { block_id } = on
    const body = { block_id, outcome: 'return' as const, marker_id: school.userIds['marker1'] ?? 0 }
    const candidateOf = async (place: number) => {
      const { candidate_id } = await services.db
        .selectFrom('unit')
        .select('candidate_id')
        .where('id', '=', readings[place]?.unitId ?? 0)
        .executeTakeFirstOrThrow()
      return candidate_id
    }
    return {
      ...app,
      preview: async () =>
        (await leader.send(masterReview, { body: { ...body, preview: 1 } })).data,
      sendBack: async () =>
        (await leader.send(masterReview, { body: { ...body, comment: '请按细则重评' } })).data,
      /** How much the leader has sent back, as the record of decisions counts it. */
      sentBack: async () =>
        (await leader.send(blockMasterDetail, { query: on })).data.leaders.map(
          ({ rejected }) => rejected,
        ),
      /** Every paper with what counts of it: state, mark, times it was sent back. */
      papers: () =>
        services.db
          .selectFrom('unit')
          .innerJoin('reading', 'reading.unit_id', 'unit.id')
          .where('reading.state', '<>', 'superseded')
          .select(['unit.id', 'unit.state', 'unit.final_milli', 'unit.final_source'])
          .select(['reading.state as reading', 'reading.rejections'])
          .orderBy('unit.id')
          .execute(),
      undo: (return_id: number, preview: 0 | 1 = 0, who = leader) =>
        who.send(bulkReturnWithdraw, { body: { block_id, return_id, preview } }),
      returns: async (who = leader) => (await who.send(bulkReturns, { query: on })).data,
      /** The marker takes the papers that came back. @returns what gives one of them this many points */
      takeAgain: async () => {
        const marker = await signIn('marker1')
        const { data } = await marker.send(markNext, { query: { block_id, n: 6 } })
        return async (unitId: number, points: number) => {
          const task = data.tasks.find((one) => one.unit_id === unitId)
          const { status } = await marker.send(markSubmit, {
            body: {
              block_id,
              reading_id: task?.reading_id ?? 0,
              idem_key: `given-again-${unitId}`,
              scores: [points * 1000],
              active_ms: 3000,
            },
          })
          expect(status).toBe(200)
        }
      },
      /** The leader is a relative of who wrote this paper. */
      relate: async (place: number) => {
        const director = await signIn('director')
        const { status } = await director.send(avoidedPairSet, {
          body: {
            exam_id: examId,
            action: 'add',
            marker_id: school.userIds['leader'] ?? 0,
            candidate_id: await candidateOf(place),
            relation: '父子',
          },
        })
        expect(status).toBe(200)
      },
    }
  }

  test('and before it happens as many are counted as go back then', async () => {
    const { preview, sendBack, relate, services, readings } = await opened()
    // Whose paper a relative decides nothing about, and one sent back too often.
    await relate(0)
    await services.db
      .updateTable('reading')
      .set({ rejections: 2 })
      .where('id', '=', readings[2]?.id ?? 0)
      .execute()
    const counted = await preview()
    expect(counted).toMatchObject({ total: 4, changed: 2, escalated: 1, refused: 1 })
    expect(counted.reasons).toHaveLength(1)
    expect(await sendBack()).toEqual({ ...counted, return_id: expect.any(Number) })
    const states = await services.db.selectFrom('unit').select('state').execute()
    expect(states.map(({ state }) => state).toSorted()).toEqual([
      'ARBITRATION',
      'FINAL',
      'REJECTED',
      'REJECTED',
    ])
    expect(await preview()).toMatchObject({ total: 2, changed: 0, refused: 2 })
  })

  test('and taken back as one act: every paper, figure and list is as it was', async () => {
    const { papers, sentBack, sendBack, undo, returns, advance, leader, on, services, readings } =
      await opened()
    await services.db
      .updateTable('reading')
      .set({ rejections: 2 })
      .where('id', '=', readings[2]?.id ?? 0)
      .execute()
    const [before, checks] = [
      await papers(),
      (await leader.send(checkBlockStatus, { query: on })).data.markers,
    ]
    advance(1000)
    const { return_id } = await sendBack()
    expect((await papers()).map(({ state }) => state).toSorted()).toEqual([
      'ARBITRATION',
      'REJECTED',
      'REJECTED',
      'REJECTED',
    ])
    expect(await returns()).toMatchObject([
      {
        return_id,
        marker_name: expect.any(String),
        by_name: '数学组长',
        comment: '请按细则重评',
        since: null,
        total: 4,
        waiting: 4,
        undone: 0,
        withdrawn: null,
        refusal: null,
      },
    ])
    expect(await sentBack()).toEqual([4])
    const whole = { total: 4, changed: 4, refused: 0, reasons: [] }
    expect((await undo(return_id ?? 0, 1)).data).toEqual(whole)
    expect((await papers()).some(({ state }) => state === 'FINAL')).toBe(false)
    advance(1000)
    expect((await undo(return_id ?? 0)).data).toEqual(whole)
    expect(await papers()).toEqual(before)
    expect(await sentBack()).toEqual([0])
    expect((await leader.send(checkBlockStatus, { query: on })).data.markers).toEqual(checks)
    expect(await returns()).toMatchObject([
      {
        waiting: 0,
        undone: 4,
        withdrawn: { by_name: '数学组长' },
        refusal: '都已重评或另有处理，不能撤销',
      },
    ])
    const listed = await leader.send(spotCheckList, { query: { exam_id: on.exam_id } })
    if (listed.status === 200)
      expect(listed.data.list.every(({ withdrawn_at }) => withdrawn_at !== null)).toBe(true)
    const record = await leader.send(paperRecord, {
      query: { ...on, unit_id: readings[0]?.unitId ?? 0 },
    })
    expect(record.data.list.map(({ type }) => type).slice(-2)).toEqual([
      'reject',
      'reject_withdrawn',
    ])
    // Once more there is nothing to take back, and the same can be sent back anew.
    expect((await undo(return_id ?? 0)).data).toEqual({ ...whole, total: 0, changed: 0 })
    advance(1000)
    expect(await sendBack()).toMatchObject({ changed: 3, escalated: 1 })
    expect(await returns()).toMatchObject([{ waiting: 4 }, { waiting: 0 }])
  })

  test('and of what was done since, each stays and is named with why', async () => {
    const { papers, sendBack, undo, advance, takeAgain, readings, on, leader, school, returns } =
      await opened()
    const { return_id } = await sendBack()
    advance(1000)
    const remark = await takeAgain()
    await remark(readings[0]?.unitId ?? 0, 10)
    await remark(readings[1]?.unitId ?? 0, 9)
    const corrected = await leader.send(spotCheckReject, {
      body: {
        ...on,
        subject_id: SUBJECT,
        marker_id: school.userIds['marker1'] ?? 0,
        task_detail_id: readings[2]?.id ?? 0,
        is_rejected: 0,
        is_marked: 1,
        reject_score: 11_000,
      },
    })
    expect(corrected.status).toBe(200)
    expect(await returns()).toMatchObject([{ total: 4, waiting: 1 }])
    const { data } = await undo(return_id ?? 0)
    expect(data).toMatchObject({ total: 4, changed: 1, refused: 3 })
    expect(data.reasons.map(({ msg, count, codes }) => [msg, count, codes.length])).toEqual([
      ['教师已重评', 2, 2],
      ['终评分已由他人裁定', 1, 1],
    ])
    const after = new Map((await papers()).map((paper) => [paper.id, paper]))
    expect(readings.map(({ unitId }) => after.get(unitId)?.final_milli)).toEqual([
      10_000,
      null,
      11_000,
      14_000,
    ])
  })
})

test('bulk return: a leader takes back what another one sent back, but not of the own papers; others do not', async () => {
  const world = await openGiven('sqlite', [['marker1', 8]])
  const { leader, on, school, signIn, examId } = world
  const { block_id } = on
  const marker_id = school.userIds['marker1'] ?? 0
  const leader_ids = ['leader', 'marker1', 'marker2'].map((name) => school.userIds[name] ?? 0)
  const named = await (
    await signIn('director')
  ).send(allocationMastersSet, { body: { block_id, leader_ids } })
  expect(named.status).toBe(200)
  const body = { block_id, outcome: 'return' as const, marker_id, comment: '请按细则重评' }
  const { return_id } = (await leader.send(masterReview, { body })).data
  const undo = async (account: string, id = return_id ?? 0) => {
    const client = await signIn(account)
    const answer = await client.send(bulkReturnWithdraw, { body: { block_id, return_id: id } })
    return [answer.status, answer.error?.error]
  }
  expect(await undo('marker1')).toEqual([403, 'MARKING_SPOT_CHECK_OWN'])
  expect((await undo('marker3'))[0]).toBe(403)
  expect(await undo('marker2', 999)).toEqual([404, 'MARKING_RETURN_UNKNOWN'])
  const seenBy = async (account: string) => {
    const client = await signIn(account)
    const { status, data } = await client.send(bulkReturns, {
      query: { exam_id: examId, block_id },
    })
    return [status, status === 200 ? data[0]?.refusal : null]
  }
  expect(await seenBy('marker1')).toEqual([200, '打回的是您本人的评阅，请由其他题组长撤销'])
  expect(await seenBy('director')).toEqual([200, '只有本题块的题组长可以撤销'])
  expect((await seenBy('student'))[0]).toBe(403)
  expect(await undo('marker2')).toEqual([200, undefined])
})

test('bulk return: of a paper in hand that is taken back its marker is told, and the score that was begun is not taken', async () => {
  const { leader, on, school, readings, signIn } = await openGiven('sqlite', [['marker1', 8]])
  const { block_id } = on
  const marker = await signIn('marker1')
  const marker_id = school.userIds['marker1'] ?? 0
  const body = { block_id, outcome: 'return' as const, marker_id, comment: '请按细则重评' }
  const { return_id } = (await leader.send(masterReview, { body })).data
  const [task] = (await marker.send(markNext, { query: { block_id, n: 1 } })).data.tasks
  expect(task).toMatchObject({ unit_id: readings[0]?.unitId, kind: 'rejected' })
  await leader.send(bulkReturnWithdraw, { body: { block_id, return_id: return_id ?? 0 } })
  const late = await marker.send(markSubmit, {
    body: {
      block_id,
      reading_id: task?.reading_id ?? 0,
      idem_key: 'too-late',
      scores: [9000],
      active_ms: 3000,
    },
  })
  expect(late.status).toBe(409)
  expect(
    (await marker.send(markNext, { query: { block_id, n: 1 } })).data.tasks,
  ).not.toContainEqual(expect.objectContaining({ unit_id: readings[0]?.unitId }))
})
