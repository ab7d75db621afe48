import { benchmarkScripts, benchmarkScriptSet, qualificationWaiting } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'
import { selectSeedsFor } from '../seeds/seed.query.ts'
import { seedSheet, SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'
import { openTrialWorld, SET } from '../../marking/testing/trial-world.ts'

everyDatabase('a script whose paper is another than was agreed on, on %s', (kind) => {
  test('is given to nobody in a trial, counts for no set, and is told to the leader', async () => {
    const world = await openTrialWorld(kind)
    const { agree, own, give, services, examId, on, leader, results } = world
    for (let script = 0; script < SET; script++) await agree(15, 'calibration')
    const shown = (await own()).task?.script_id ?? 0
    const { candidate_id: candidateId } = await services.db
      .selectFrom('benchmark_script')
      .innerJoin('unit', 'unit.id', 'benchmark_script.unit_id')
      .select('unit.candidate_id')
      .where('benchmark_script.id', '=', shown)
      .executeTakeFirstOrThrow()
    await services.db
      .updateTable('scan_sheet')
      .set({ state: 'void' })
      .where('candidate_id', '=', candidateId)
      .execute()
    await seedSheet(services, examId, candidateId, 'b'.repeat(64))
    const candidate = { examId, subjectId: SUBJECT, candidateId }
    await withRetry(services, async (db) =>
      syncUnits(db, services, candidate, await imagesOf(db, candidate)),
    )
    // What was given while the page showed the sheet before is refused, and counts for nothing.
    expect((await give(shown, 15)).error.error).toBe('MARKING_TRIAL_NOT_NEXT')
    expect(await own()).toMatchObject({ set_done: 0, set_total: SET - 1 })
    expect((await own()).task?.script_id).not.toBe(shown)
    const listed = async () =>
      (await leader.send(benchmarkScripts, { query: on })).data.list.filter(
        ({ is_overtaken }) => is_overtaken,
      )
    expect((await listed()).map(({ script_id }) => script_id)).toEqual([shown])
    // Failed, they have nobody's second set to wait for: the leader hears of it.
    for (let paper = 1; paper < SET; paper++) await give((await own()).task?.script_id ?? 0, 3)
    expect(await results()).toMatchObject({ waits: 'no_set', unmet_papers: 0 })
    const { data } = await leader.send(qualificationWaiting, { query: { exam_id: examId } })
    expect(data.list).toMatchObject([{ to_decide: 1 }])
    // Taken out of use it is an ordinary paper.
    await leader.send(benchmarkScriptSet, { body: { ...on, script_id: shown, retire: 1 } })
    expect(await listed()).toEqual([])
  })

  test('is no seed for whoever was told its score in practice', async () => {
    const { agree, own, markNextTrial, services, on, leader, markerIds, blockId } =
      await openTrialWorld(kind)
    const script_id = await agree(15, 'practice')
    expect((await own()).task?.script_id).toBe(script_id)
    await markNextTrial(15)
    await leader.send(benchmarkScriptSet, { body: { ...on, script_id, kind: 'seed' } })
    const seedsOf = async (no: number) =>
      (
        await selectSeedsFor(services.db, {
          blockId,
          markerId: markerIds[no] ?? 0,
          avoidClassIds: [],
        })
      ).map(({ id }) => id)
    expect([await seedsOf(0), await seedsOf(1)]).toEqual([[], [script_id]])
  })

  test('is in no trial of whoever met it as a seed, unless they gave it in one before', async () => {
    const world = await openTrialWorld(kind)
    const { agree, own, give, markNextTrial, services, on, leader, examId, markerIds } = world
    const met = async (scriptId: number, no: number) => {
      const { unit_id } = await services.db
        .selectFrom('benchmark_script')
        .select('unit_id')
        .where('id', '=', scriptId)
        .executeTakeFirstOrThrow()
      const at = '2026-11-20T01:00:00.000Z'
      await services.db
        .insertInto('reading')
        .values({
          unit_id,
          block_id: on.block_id,
          role: 'SEED',
          marker_id: markerIds[no] ?? 0,
          state: 'given',
          rev: 1,
          points: '[15000]',
          total_milli: 15_000,
          idem_key: `seed-${scriptId}-${no}`,
          claimed_at: at,
          lease_until: null,
          submitted_at: at,
          active_ms: null,
          flags: '[]',
          traces: null,
          superseded_by: null,
        })
        .execute()
    }
    await agree(15, 'practice')
    const practised = (await own()).task?.script_id ?? 0
    await markNextTrial(15)
    await met(practised, 0)
    expect(await own()).toMatchObject({ practice_done: 1, practice_total: 1 })
    const script = await agree(15, 'calibration')
    expect((await own()).task?.script_id).toBe(script)
    await met(script, 0)
    expect(await own()).toMatchObject({ task: null, waits: 'no_scripts' })
    expect((await give(script, 15)).error.error).toBe('MARKING_TRIAL_NOT_NEXT')
    // The leader's count says the same of this marker, and of nobody else.
    const { data } = await leader.send(qualificationWaiting, { query: { exam_id: examId } })
    expect(data.list).toMatchObject([{ without_scripts: 1 }])
  })
})
