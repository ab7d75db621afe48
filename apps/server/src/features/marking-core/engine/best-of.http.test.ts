import {
  blockMasterDetail,
  blockSettingsGet,
  checkDetail,
  markInfo,
  markNext,
  markSubmit,
  scoreInspectDetail,
  scoreInspectUpdate,
  spotCheckGet,
  spotCheckReject,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { markAllTakeBest, TWO_QUESTIONS } from '../../marking/testing/best-of-block.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

/** A paper with questions 17 and 18 of 10 points, of which one is to be answered; nothing is filled in. */
async function open(kind: DatabaseKind) {
  const app = await openTestApp(kind)
  const { services } = app
  const marked = await seedMarking(services, app.school, {
    candidates: 1,
    mode: 1,
    points: TWO_QUESTIONS,
  })
  const { blockId } = marked
  await markAllTakeBest(services, marked)
  const mark = async (who: string, scores: number[]) => {
    const marker = await app.signIn(who)
    const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    const reading_id = data.tasks[0]?.reading_id ?? 0
    await marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id,
        idem_key: `key-of-${reading_id}`,
        scores: scores.map((points) => points * 1000),
      },
    })
    return data.tasks[0]
  }
  const unit = () =>
    services.db
      .selectFrom('unit')
      .select(['state', 'final_milli', 'final_points'])
      .executeTakeFirstOrThrow()
  return { ...app, ...marked, mark, unit }
}

everyDatabase('optional questions that are all marked on %s', (kind) => {
  test('the best counts, by both readings together; a correction too is of what counts', async () => {
    const { mark, unit, signIn, services, examId, blockId, candidateIds } = await open(kind)
    // No number was filled in, and still nobody has to settle which question it is.
    expect(await unit()).toMatchObject({ state: 'READY' })
    const task = await mark('marker1', [8, 6])
    expect(task?.points.map(({ question_no: no }) => no)).toEqual(['17', '18'])
    const marker = await signIn('marker1')
    const info = await marker.send(markInfo, { query: { block_id: blockId } })
    expect(info.data).toMatchObject({ full_milli: 10_000, best_of: 1 })
    // 17 has 15 points together, 18 has 14; apart by one there, by two where it does not count.
    await mark('marker2', [7, 8])
    expect(await unit()).toEqual({
      state: 'FINAL',
      final_milli: 7500,
      final_points: '[7500,null]',
    })
    const scored = await services.db
      .selectFrom('candidate_subject')
      .innerJoin('question', 'question.exam_id', 'candidate_subject.exam_id')
      .where('question.no', '=', '17')
      .select(['subjective_milli', 'item_scores', 'question.id'])
      .executeTakeFirstOrThrow()
    expect([scored.subjective_milli, JSON.parse(scored.item_scores ?? '')]).toEqual([
      7500,
      { [scored.id]: 7500 },
    ])

    const leader = await signIn('leader')
    const settings = await leader.send(blockSettingsGet, {
      query: { exam_id: examId, subject_id: SUBJECT },
    })
    expect(settings.data.blocks[0]?.optional).toEqual({
      choose: 1,
      offered: 2,
      policy: 'mark_all_take_best',
    })
    const { data } = await leader.send(spotCheckGet, { query: { block_id: blockId } })
    const checked = data.task
    expect(checked).toMatchObject({
      answered: null,
      best_of: 1,
      total_milli: 8000,
      final_milli: 7500,
    })
    const admin = await signIn('admin')
    const inspected = await admin.send(scoreInspectDetail, {
      query: { exam_id: examId, subject_id: SUBJECT, candidate_id: candidateIds[0] ?? 0 },
    })
    expect(inspected.data.blocks).toMatchObject([{ best_of: 1, final_points: [7500, 7000] }])
    const { data: opened } = await admin.send(checkDetail, {
      query: { exam_id: examId, block_id: blockId, task_detail_id: checked?.task_detail_id ?? 0 },
    })
    expect(opened).toMatchObject({ best_of: 1, final_points: [7500, 7000] })
    const correct = (reject_score: number) =>
      leader.send(spotCheckReject, {
        body: {
          exam_id: examId,
          subject_id: SUBJECT,
          block_id: blockId,
          marker_id: checked?.marker_id ?? 0,
          task_detail_id: checked?.task_detail_id ?? 0,
          is_rejected: 0,
          is_marked: 1,
          reject_score,
        },
      })
    expect((await correct(11_000)).error.error).toBe('MARKING_SCORE_OUT_OF_RANGE')
    expect((await correct(4000)).data).toEqual({ state: 'FINAL', final_milli: 4000 })
    expect((await correct(7000)).data).toEqual({ state: 'FINAL', final_milli: 7000 })
    const { data: work } = await leader.send(blockMasterDetail, {
      query: { exam_id: examId, block_id: blockId },
    })
    expect(work.list.map(({ score_milli }) => score_milli)).toEqual([7000, 4000])
  })

  test('a question that loses points in an inspection makes room for the other', async () => {
    const { mark, unit, signIn, examId, candidateIds } = await open(kind)
    await mark('marker1', [8, 6])
    await mark('marker2', [7, 8])
    const on = { exam_id: examId, subject_id: SUBJECT, candidate_id: candidateIds[0] ?? 0 }
    const look = async () => {
      const { data } = await (await signIn('admin')).send(scoreInspectDetail, { query: on })
      return data.blocks[0]!
    }
    const say = async (who: string, change: object) => {
      const { unit_id, version } = await look()
      const body = { ...on, unit_id, version, reason: '第17题误给', ...change }
      return (await (await signIn(who)).send(scoreInspectUpdate, { body })).data
    }
    const { final_points: given } = await look()
    expect(await say('admin', { scores: given })).toMatchObject({ state: 'unchanged' })
    const asked = await say('admin', { scores: [1000, given[1]] })
    expect(asked).toMatchObject({
      state: 'pending',
      before_milli: 7500,
      after_milli: 7000,
      changes: [{ before_milli: 7500, after_milli: 1000 }],
    })
    await say('director', { correction_id: asked.correction_id, decision: 'approve' })
    expect(await unit()).toEqual({
      state: 'FINAL',
      final_milli: 7000,
      final_points: '[null,7000]',
    })
    expect((await look()).final_points).toEqual([1000, 7000])
  })
})
