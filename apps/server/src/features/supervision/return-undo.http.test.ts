import {
  checkBlockStatus,
  checkDetail,
  markNext,
  markSubmit,
  masterReview,
  returnWithdraw,
  spotCheckList,
  spotCheckReject,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'
import { openGiven } from './testing/given-scores.ts'

everyDatabase('one reading that was sent back is taken back on %s', (kind) => {
  const opened = async (rejections = 0) => {
    const app = await openGiven(kind, [
      ['marker1', 8],
      ['marker1', 9],
    ])
    const { leader, on, readings, services, signIn, examId } = app
    const { block_id } = on
    const { id: task_detail_id = 0, unitId = 0 } = readings[0] ?? {}
    await services.db
      .updateTable('reading')
      .set({ rejections })
      .where('id', '=', task_detail_id)
      .execute()
    return {
      ...app,
      block_id,
      task_detail_id,
      unitId,
      sendBack: (who = leader) =>
        who.send(masterReview, {
          body: { block_id, task_detail_id, outcome: 'return', comment: '请按细则重评' },
        }),
      undo: (who = leader) => who.send(returnWithdraw, { body: { block_id, task_detail_id } }),
      shown: async (who = leader) =>
        (await who.send(checkDetail, { query: { ...on, task_detail_id } })).data,
      paper: () =>
        services.db
          .selectFrom('unit')
          .innerJoin('reading', 'reading.unit_id', 'unit.id')
          .where('unit.id', '=', unitId)
          .where('reading.state', '<>', 'superseded')
          .select(['unit.state', 'unit.final_milli', 'reading.state as reading'])
          .select('reading.rejections')
          .executeTakeFirstOrThrow(),
      rejectedOf: async () =>
        (await leader.send(checkBlockStatus, { query: on })).data.markers.map(
          ({ rejected }) => rejected,
        ),
      checks: async () =>
        (await (await signIn('director')).send(spotCheckList, { query: { exam_id: examId } })).data
          .list,
    }
  }

  test('and the paper, its figures and its record are as they were', async () => {
    const { sendBack, undo, shown, paper, rejectedOf, checks, advance } = await opened()
    const before = await paper()
    expect((await shown()).sent_back).toBeNull()
    await sendBack()
    expect(await paper()).toMatchObject({ state: 'REJECTED', reading: 'rejected', rejections: 1 })
    expect((await shown()).sent_back).toMatchObject({
      by_name: '数学组长',
      withdraw_refusal: null,
    })
    expect(await rejectedOf()).toContain(1)
    advance(1000)
    expect((await undo()).data).toEqual({
      state: before.state,
      final_milli: before.final_milli,
    })
    expect(await paper()).toEqual(before)
    expect((await shown()).sent_back).toBeNull()
    expect(await rejectedOf()).not.toContain(1)
    expect(await checks()).toMatchObject([{ is_rejected: 1, withdrawn_at: expect.any(String) }])
    // A second press, or another leader, finds it done; and it can be sent back once more.
    const again = await undo()
    expect([again.status, again.error.msg]).toEqual([
      409,
      '这份试卷的打回不能撤销：已经撤销，或没有打回过',
    ])
    advance(1000)
    await sendBack()
    expect(await paper()).toMatchObject({ state: 'REJECTED', rejections: 1 })
  })

  test('but not once its marker gave it again', async () => {
    const { sendBack, undo, shown, signIn, block_id, unitId } = await opened()
    await sendBack()
    const marker = await signIn('marker1')
    const { tasks } = (await marker.send(markNext, { query: { block_id, n: 1 } })).data
    expect(tasks[0]?.unit_id).toBe(unitId)
    await marker.send(markSubmit, {
      body: {
        block_id,
        reading_id: tasks[0]?.reading_id ?? 0,
        idem_key: 'given-once-more',
        scores: [7000],
      },
    })
    const late = await undo()
    expect([late.status, late.error.msg]).toEqual([409, '这份试卷的打回不能撤销：教师已重评'])
    expect((await shown()).sent_back).toBeNull()
  })

  test('also where it went to an arbitrator, having been sent back too often', async () => {
    const { sendBack, undo, shown, paper, signIn } = await opened(2)
    const before = await paper()
    await sendBack()
    expect(await paper()).toMatchObject({ state: 'ARBITRATION', rejections: 3 })
    // Whoever is to arbitrate it is shown nothing of it; others are.
    expect((await shown()).sent_back).toBeNull()
    expect((await shown(await signIn('director'))).sent_back?.withdraw_refusal).toBeNull()
    await undo()
    expect(await paper()).toEqual(before)
  })

  test('by any who supervises the block, but not by its own marker', async () => {
    const { sendBack, undo, shown, paper, signIn, examId, block_id, task_detail_id, school } =
      await opened()
    await sendBack()
    expect((await undo(await signIn('marker1'))).status).toBe(403)
    const director = await signIn('director')
    expect((await undo(director)).status).toBe(200)
    // What a supervisor sent back is taken back the same way.
    await director.send(spotCheckReject, {
      body: {
        exam_id: examId,
        subject_id: SUBJECT,
        block_id,
        marker_id: school.userIds['marker1'] ?? 0,
        task_detail_id,
        is_rejected: 1,
        is_marked: 0,
        comment: '给分偏高',
        version: (await shown(director)).version,
      },
    })
    expect((await paper()).state).toBe('REJECTED')
    expect((await undo(director)).status).toBe(200)
    expect(await paper()).toMatchObject({ state: 'FINAL', rejections: 0 })
  })
})
