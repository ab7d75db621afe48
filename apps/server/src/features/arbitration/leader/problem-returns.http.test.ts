import {
  blockMasterReset,
  identicalVerdict,
  leaderDecide,
  leaderNext,
  markNext,
  markSubmit,
  spotCheckReject,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

async function open(kind: DatabaseKind, candidates: number) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, { candidates, markers: 2 })
  const on = { block_id: marked.blockId }
  const [marker, other] = [await app.signIn('marker1'), await app.signIn('marker2')]
  const leader = await app.signIn('leader')
  const director = await app.signIn('director')
  const take = async (who = marker, n = 1) =>
    (await who.send(markNext, { query: { ...on, n } })).data.tasks
  const hand = (reading_id: number, more: object, who = marker) =>
    who.send(markSubmit, {
      body: { ...on, reading_id, idem_key: `key-of-reading-${reading_id}`, ...more },
    })
  let decisions = 0
  const decide = (unit_id: number, more: object) =>
    leader.send(leaderDecide, {
      body: { mode: 'problem', unit_id, idem_key: `decision-${++decisions}`, ...more },
    })
  const look = async (unit_id: number) =>
    (await leader.send(leaderNext, { query: { mode: 'problem', unit_id } })).data.task
  const unit = (id: number) =>
    app.services.db
      .selectFrom('unit')
      .select(['state', 'final_milli', 'final_source'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  return { ...app, ...marked, on, marker, other, leader, director, take, hand, decide, look, unit }
}

const PROBLEM = { problem: { reason: 'unclear_image', note: '右下角' } }

everyDatabase('the leader returns a problem paper on %s', (kind) => {
  test('to who passed it on, who marks it', async () => {
    const { take, hand, decide, look, unit } = await open(kind, 1)
    const [task] = await take()
    await hand(task?.reading_id ?? 0, PROBLEM)
    const unitId = task?.unit_id ?? 0
    expect((await look(unitId))?.returns).toEqual([
      { to: 'raiser', state: 'MARKING', final_milli: null, refusal: null },
      { to: 'others', state: 'READY', final_milli: null, refusal: null },
    ])
    const back = await decide(unitId, { outcome: 'return', exclude_raiser: 0 })
    expect(back.data).toEqual({ state: 'MARKING' })
    const [again] = await take()
    expect(again).toMatchObject({ unit_id: unitId, kind: 'normal' })
    expect(again?.reading_id).not.toBe(task?.reading_id)
    await hand(again?.reading_id ?? 0, { scores: [8000] })
    expect(await unit(unitId)).toMatchObject({ state: 'FINAL', final_milli: 8000 })
  })

  test('having looked for the answer on the whole sheet, which names nobody', async () => {
    const { take, hand, leader } = await open(kind, 1)
    const [task] = await take()
    await hand(task?.reading_id ?? 0, PROBLEM)
    const { data, bytes } = await leader.send(leaderNext, {
      query: { mode: 'problem', unit_id: task?.unit_id ?? 0, whole: 1 },
    })
    expect(data.sheet).toEqual([{ block_name: '第17题', is_own: true, images: data.task?.images }])
    for (const secret of ['考生0', 'candidate', 'class_'])
      expect(bytes.toString()).not.toContain(secret)
  })

  test('to somebody else, and says so in a sentence where there is nobody', async () => {
    const { take, hand, decide, look, other, services, school, blockId } = await open(kind, 2)
    const [first] = await take()
    await hand(first?.reading_id ?? 0, PROBLEM)
    await decide(first?.unit_id ?? 0, { outcome: 'return', exclude_raiser: 1 })
    expect((await take()).map(({ unit_id }) => unit_id)).not.toContain(first?.unit_id)
    expect((await take(other, 2)).map(({ unit_id }) => unit_id)).toContain(first?.unit_id)

    const [second] = await take()
    await hand(second?.reading_id ?? 0, PROBLEM)
    await services.db
      .updateTable('block_marker')
      .set({ suspended_at: '2026-11-20T01:00:00.000Z' })
      .where('block_id', '=', blockId)
      .where('user_id', '=', school.userIds['marker2'] ?? 0)
      .execute()
    const refused = await decide(second?.unit_id ?? 0, { outcome: 'return', exclude_raiser: 1 })
    expect([refused.status, refused.error.error]).toEqual([409, 'MARKING_NO_OTHER_MARKER'])
    expect(refused.error.msg).toMatch(/^没有其他教师可以评阅这份试卷，请选择别的处理方式/)
    expect((await look(second?.unit_id ?? 0))?.returns[1]?.refusal).toBe(refused.error.msg)
  })

  test('that was scored and taken back, still to who passed it on', async () => {
    const { take, hand, decide, look, unit, director, services } = await open(kind, 1)
    const [task] = await take()
    await hand(task?.reading_id ?? 0, PROBLEM)
    const unitId = task?.unit_id ?? 0
    const before = await look(unitId)
    expect((await decide(unitId, { outcome: 'score', scores: [6000] })).data.state).toBe('FINAL')
    const reopen = { unit_id: unitId, action: 'reopen', reason: '看错了题号' } as const
    const withdrawn = await director.send(blockMasterReset, { body: reopen })
    expect(withdrawn.data).toEqual({ state: 'PROBLEM', final_milli: null })
    const again = await look(unitId)
    expect(again?.returns).toEqual(before?.returns)
    expect(again?.problem).toEqual({
      ...before?.problem,
      note: '右下角；撤销裁定：看错了题号',
    })
    // It is the same problem of the list: nobody passed on two.
    const problems = services.db.selectFrom('problem_paper').select(['resolved_at', 'raised_by'])
    expect(await problems.execute()).toMatchObject([{ resolved_at: null }])
    expect((await decide(unitId, { outcome: 'return', exclude_raiser: 0 })).data.state).toBe(
      'MARKING',
    )
    const [mine] = await take()
    await hand(mine?.reading_id ?? 0, { scores: [7000] })
    expect(await unit(unitId)).toMatchObject({ state: 'FINAL', final_milli: 7000 })
  })

  test('that had a corrected mark and was denied it for misconduct, to that mark', async () => {
    const { take, hand, decide, look, unit, leader, director, on, ...world } = await open(kind, 3)
    const [one, other] = await take(undefined, 2)
    const unitId = one?.unit_id ?? 0
    const given = await hand(one?.reading_id ?? 0, { scores: [5000] })
    await hand(other?.reading_id ?? 0, {
      problem: { reason: 'identical', note: '', pair_code: one?.secret_code ?? '' },
    })
    await director.send(spotCheckReject, {
      body: {
        exam_id: world.examId,
        subject_id: SUBJECT,
        ...on,
        marker_id: world.markerIds[0] ?? 0,
        task_detail_id: given.data.reading_id,
        is_rejected: 0,
        is_marked: 1,
        reject_score: 9000,
      },
    })
    const corrected = { state: 'FINAL', final_milli: 9000, final_source: 'SPOT' }
    expect(await unit(unitId)).toEqual(corrected)
    const judged = await leader.send(identicalVerdict, {
      body: {
        ...on,
        unit_id: unitId,
        other_unit_id: other?.unit_id ?? 0,
        outcome: 'misconduct',
        reason: '整题抄写一致',
        seen_at: null,
      },
    })
    expect(judged.data.states).toEqual(['FINAL', 'FINAL'])
    expect(await unit(unitId)).toMatchObject({ final_milli: 0, final_source: 'PROBLEM' })
    const withdrawn = await director.send(blockMasterReset, {
      body: { unit_id: unitId, action: 'reopen', reason: '核实后不属实' },
    })
    expect(withdrawn.data).toEqual({ state: 'PROBLEM', final_milli: null })
    expect((await look(unitId))?.returns).toEqual([
      { to: 'anyone', state: 'FINAL', final_milli: 9000, refusal: null },
    ])
    expect((await decide(unitId, { outcome: 'return' })).data).toEqual({ state: 'FINAL' })
    expect(await unit(unitId)).toEqual(corrected)
  })
})
