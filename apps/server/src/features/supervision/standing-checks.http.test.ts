import {
  blockClear,
  blockMasterReset,
  checkBlockStatus,
  markNext,
  markSubmit,
  masterReview,
  spotCheckGet,
  spotCheckList,
  spotCheckReject,
  supervisedMarkers,
  trendTaskDetail,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { applyEvent } from '../marking-core/engine/apply-event.ts'
import { syncUnits } from '../marking-core/engine/sync-units.ts'
import { withRetry } from '../marking-core/engine/with-retry.ts'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'
import { imagesOf } from '../marking/testing/sheet-images.ts'
import { openGiven } from './testing/given-scores.ts'

everyDatabase('what is to be checked, and what was, on %s', (kind) => {
  const opened = async () => {
    const app = await openGiven(kind, [
      ['marker1', 8],
      ['marker1', 9],
      ['marker2', 12],
    ])
    const { leader, on, readings, services, examId } = app
    const review = async (place: number, outcome: 'agree' | 'return') => {
      const body = {
        block_id: on.block_id,
        task_detail_id: readings[place]?.id ?? 0,
        outcome,
        comment: '请重看第二步',
      }
      expect((await leader.send(masterReview, { body })).status).toBe(200)
    }
    return {
      ...app,
      review,
      figures: async () =>
        (await leader.send(checkBlockStatus, { query: on })).data.markers.map((row) => [
          row.checked_today,
          row.checked,
          row.target,
        ]),
      /** Checks of today, as the desk of the checker counts and lists them, and what it would still offer. */
      desk: async (percent = 100) => {
        const { data } = await leader.send(spotCheckGet, {
          query: { block_id: on.block_id, percent },
        })
        const { data: behind } = await leader.send(trendTaskDetail, {
          query: { ...on, kind: 'checked_today' },
        })
        return { today: behind.total, remaining: data.remaining }
      },
      attend: async (place: number, attendance: 0 | 1) => {
        const { db } = services
        const { candidate_id: candidateId } = await db
          .selectFrom('unit')
          .select('candidate_id')
          .where('id', '=', readings[place]?.unitId ?? 0)
          .executeTakeFirstOrThrow()
        await db
          .updateTable('candidate_subject')
          .set({ attendance })
          .where('candidate_id', '=', candidateId)
          .execute()
        const candidate = { examId, subjectId: SUBJECT, candidateId }
        await withRetry(services, async (trx) =>
          syncUnits(trx, services, candidate, await imagesOf(trx, candidate)),
        )
      },
    }
  }

  test('are papers that can be checked: not those of candidates who turn out to be away', async () => {
    const { review, figures, desk, attend } = await opened()
    await review(2, 'agree')
    expect(await figures()).toEqual([
      [0, 0, 1],
      [1, 1, 1],
    ])
    await attend(2, 1)
    expect(await figures()).toEqual([[0, 0, 1]])
    expect(await desk()).toEqual({ today: 0, remaining: 2 })
    // Of what is left, a share is drawn that can be had in full, whichever paper it fell on before.
    await attend(0, 1)
    expect(await desk(5)).toEqual({ today: 0, remaining: 1 })
    await attend(0, 0)
    await attend(1, 1)
    expect(await desk(5)).toEqual({ today: 0, remaining: 1 })
    await attend(2, 0)
    expect(await figures()).toEqual([
      [0, 0, 1],
      [1, 1, 1],
    ])
  })

  test('are papers that have a mark: not those that ended as misconduct, until that is withdrawn', async () => {
    const { review, figures, desk, services, readings, signIn } = await opened()
    await review(2, 'agree')
    const unit_id = readings[2]?.unitId ?? 0
    const by = 1
    for (const event of [
      { type: 'raise_problem', by, readingId: null, reason: 'identical', note: '' },
      { type: 'resolve_problem', by, outcome: { kind: 'misconduct', note: '卷面写有姓名' } },
    ] as const)
      await withRetry(services, (db) => applyEvent(db, services, unit_id, event, { userId: null }))
    expect(await figures()).toEqual([[0, 0, 1]])
    expect(await desk()).toEqual({ today: 0, remaining: 2 })
    const reopen = { unit_id, action: 'reopen', reason: '核实后不属实' } as const
    const director = await signIn('director')
    expect((await director.send(blockMasterReset, { body: reopen })).status).toBe(200)
    expect(await figures()).toEqual([
      [0, 0, 1],
      [1, 1, 1],
    ])
  })

  test('begin anew once the block was cleared, and are back when that is undone', async () => {
    const { review, figures, director, on } = await opened().then(async (app) => ({
      ...app,
      director: await app.signIn('director'),
    }))
    await review(0, 'agree')
    const clear = async (body: object) => {
      const sent = { body: { block_id: on.block_id, action: 'undo' as const, ...body } }
      expect((await director.send(blockClear, sent)).status).toBe(200)
    }
    await clear({ action: 'clear', block_name: '第17题', reason: '评分标准改了' })
    expect(await figures()).toEqual([])
    await clear({})
    expect(await figures()).toEqual([
      [1, 1, 1],
      [0, 0, 1],
    ])
  })

  test('do not stand once a leader withdrew what was corrected', async () => {
    const { leader, on, readings, figures, desk, signIn, markerIds, advance } = await opened()
    const director = await signIn('director')
    const [checked] = readings
    const marker_id = markerIds[0] ?? 0
    const say = () =>
      leader.send(spotCheckReject, {
        body: {
          ...on,
          subject_id: SUBJECT,
          marker_id,
          task_detail_id: checked?.id ?? 0,
          is_rejected: 1,
          is_marked: 1,
          reject_score: 5000,
        },
      })
    const blame = async () => {
      const { data } = await director.send(supervisedMarkers, { query: on })
      const row = data.list.find((one) => one.marker_id === marker_id)
      return [row?.rejection, row?.overrule_count]
    }
    expect((await say()).data).toMatchObject({ final_milli: 5000 })
    expect(await figures()).toEqual([
      [1, 1, 1],
      [0, 0, 1],
    ])
    expect(await blame()).toEqual([{ num: 1, den: 1 }, 1])
    const body = { unit_id: checked?.unitId ?? 0, reason: '按错了' }
    advance(60_000)
    expect((await leader.send(blockMasterReset, { body })).status).toBe(200)
    expect(await figures()).toEqual([
      [0, 0, 1],
      [0, 0, 1],
    ])
    expect(await blame()).toEqual([{ num: 0, den: 0 }, 0])
    // It is there to be checked again, and the record says what became of the first check.
    expect(await desk()).toEqual({ today: 0, remaining: 3 })
    const made = await director.send(spotCheckList, { query: { exam_id: on.exam_id } })
    expect(made.data.list).toMatchObject([{ reject_milli: 5000, withdrawn_at: expect.any(String) }])
    advance(60_000)
    expect((await say()).data).toMatchObject({ final_milli: 5000 })
    expect(await blame()).toEqual([{ num: 1, den: 1 }, 1])
  })

  test('open what was sent back although it was marked again since', async () => {
    const { review, signIn, on, readings } = await opened()
    await review(0, 'return')
    const [marker, director] = [await signIn('marker1'), await signIn('director')]
    const { data } = await marker.send(markNext, { query: { block_id: on.block_id, n: 1 } })
    const { status } = await marker.send(markSubmit, {
      body: {
        block_id: on.block_id,
        reading_id: data.tasks[0]?.reading_id ?? 0,
        idem_key: 'marks-it-again',
        scores: [11_000],
        active_ms: 3000,
      },
    })
    expect(status).toBe(200)
    const behind = await director.send(trendTaskDetail, { query: { ...on, kind: 'sent_back' } })
    expect(behind.data.list).toMatchObject([{ unit_id: readings[0]?.unitId, total_milli: 11_000 }])
  })
})
