import {
  allocationGet,
  type InputOf,
  leaderNext,
  markCorrect,
  markNext,
  markSubmit,
  nearLineGet,
  nearLineSet,
  previewAll,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import type { Services } from '../../../services.ts'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { hold, untilWaiting } from '../../marking/testing/at-once.ts'
import { seedMarking, type Wanted } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { selectBlockUnitCounts } from '../../marking-core/engine/unit-counts.query.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'

type Rule = NonNullable<InputOf<typeof nearLineSet>['body']['rule']>

const PASS: Rule = {
  lines: [{ name: '及格线', total_milli: 12_000 }],
  window_milli: 1000,
  single_mode: 1,
  block_ids: null,
}

/** Papers of 20 points that the first marker gave these points, in an exam that marks them once. */
const open = async (points: readonly number[], wanted: Wanted & { kind?: DatabaseKind } = {}) => {
  const { kind = 'sqlite', ...rest } = wanted
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, {
    candidates: points.length,
    toleranceMilli: 0,
    ...rest,
  })
  const { blockId, examId } = marked
  const on = { exam_id: examId, subject_id: SUBJECT }
  const take = async (client: TestClient) =>
    (await client.send(markNext, { query: { block_id: blockId, n: 1 } })).data.tasks[0]
  let next = 0
  const mark = async (client: TestClient, given: number) => {
    const task = await take(client)
    const { status } = await client.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: task?.reading_id ?? 0,
        idem_key: `near-line-${next++}`,
        scores: [given * 1000],
      },
    })
    expect(status).toBe(200)
    return task?.unit_id ?? 0
  }
  const marker1 = await app.signIn('marker1')
  for (const given of points) await mark(marker1, given)
  const leader = await app.signIn('leader')
  const send = (body: Partial<InputOf<typeof nearLineSet>['body']>, client = leader) =>
    client.send(nearLineSet, { body: { ...on, action: 'save', ...body } })
  const view = async () => (await leader.send(nearLineGet, { query: on })).data
  const unit = (id: number) =>
    app.services.db
      .selectFrom('unit')
      .select(['state', 'final_milli', 'final_source'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  return { ...app, ...marked, on, take, mark, marker1, leader, send, view, unit }
}

/** First and second readings that the markers of a block share. */
const readingsOf = async ({ db }: Services, blockId: number) =>
  (await selectBlockUnitCounts(db, [blockId])).get(blockId)?.readings

everyDatabase('near a line on %s', (kind) => {
  test('papers near a line go to a second reader, once; both readings make the mark', async () => {
    const world = await open([12, 11, 13, 13.5, 20, 10.5], { kind })
    const { send, view, signIn, mark, unit, services, blockId } = world
    expect(await view()).toMatchObject({ rule: null, preview: null, runs: [], full_milli: 20_000 })
    expect((await view()).usual_lines).toEqual([
      { name: '优秀线', total_milli: 18_000 },
      { name: '良好线', total_milli: 16_000 },
      { name: '及格线', total_milli: 12_000 },
    ])
    const two: Rule = {
      ...PASS,
      lines: [...PASS.lines, { name: ' 优秀线 ', total_milli: 19_000 }],
    }
    const saved = await send({ rule: two })
    expect(saved.data.preview).toEqual({
      candidates: 4,
      papers: 4,
      open_candidates: 0,
      lines: [
        { name: '及格线', total_milli: 12_000, candidates: 3, papers: 3 },
        { name: '优秀线', total_milli: 19_000, candidates: 1, papers: 1 },
      ],
    })
    // A block that is read once has the usual tolerance of its full mark.
    expect(saved.data.blocks).toMatchObject([
      { settle_mode: 1, tolerance_milli: 3000, papers: 4, warning: null },
    ])
    expect((await send({ rule: PASS })).data.preview).toMatchObject({ papers: 3 })

    const run = await send({ action: 'run' })
    expect(run.data).toMatchObject({
      preview: { papers: 0, open_candidates: 3 },
      runs: [{ by_name: '数学组长', candidates: 3, papers: 3, done: 0, withdrawable: 3 }],
    })
    const again = await send({ action: 'run' })
    expect([again.status, again.error.error]).toEqual([409, 'MARKING_NEAR_LINE_NOTHING'])
    expect(again.error.msg).toContain('还有 3 名考生的总分没有评完')

    // The first reader gets none of them; the second all three.
    expect(await world.take(world.marker1)).toBeUndefined()
    const marker2 = await signIn('marker2')
    const papers = [await mark(marker2, 11), await mark(marker2, 11), await mark(marker2, 11)]
    expect(await world.take(marker2)).toBeUndefined()
    expect(
      (await Promise.all(papers.map(unit)))
        .map(({ final_milli }) => final_milli ?? 0)
        .toSorted((a, b) => a - b),
    ).toEqual([11_000, 11_500, 12_000])
    const [settled] = (await view()).runs
    // 12 became 11.5, which is below the line; 13 became 12, and 11 stayed.
    expect(settled).toMatchObject({ done: 3, changed: 2, crossed: 1, withdrawable: 0 })
    expect((await send({ action: 'run' })).error.error).toBe('MARKING_NEAR_LINE_NOTHING')

    // The log gives the papers back as they are.
    const events = await services.db
      .selectFrom('mark_event')
      .select(['type', 'seq'])
      .where('unit_id', '=', papers[0] ?? 0)
      .orderBy('seq')
      .execute()
    expect(events.map(({ type }) => type)).toEqual([
      'images_ready',
      'claim',
      'submit',
      'read_again',
      'claim',
      'submit',
    ])
    expect(await readingsOf(services, blockId)).toBe(6 + 3)
  })

  test('what nobody has begun can be called off, and is sent again by a later run', async () => {
    const { send, view, take, signIn, services, blockId } = await open([12, 11, 13], { kind })
    await send({ rule: PASS })
    await send({ action: 'run' })
    await take(await signIn('marker2'))
    const [run] = (await view()).runs
    expect(run?.withdrawable).toBe(2)
    const undone = await send({ action: 'withdraw', run_id: run?.run_id ?? 0 })
    expect(undone.data).toMatchObject({
      preview: { papers: 2, open_candidates: 1 },
      runs: [{ papers: 3, withdrawn: 2, withdrawable: 0 }],
    })
    const twice = await send({ action: 'withdraw', run_id: run?.run_id ?? 0 })
    expect([twice.status, twice.error.error]).toEqual([409, 'MARKING_NEAR_LINE_NO_UNDO'])
    expect((await send({ action: 'run' })).data.runs).toMatchObject([
      { papers: 2, withdrawn: 0, withdrawable: 2 },
      { papers: 3, withdrawn: 2, withdrawable: 0 },
    ])
    expect(await readingsOf(services, blockId)).toBe(3 + 3)
  })
})

everyDatabase('the publication checklist on %s', (kind) => {
  test('reminds of papers near a line that nobody read a second time, and holds back for none', async () => {
    const world = await open([12, 11, 13], { kind })
    const { send, signIn, mark, examId } = world
    const director = await signIn('director')
    const reminders = async () => {
      const { data } = await director.send(previewAll, { query: { exam_id: examId } })
      const gate = data.subjects.find(({ subject_id }) => subject_id === SUBJECT)?.gate ?? []
      return gate
        .filter(({ code }) => code.startsWith('nearLine') || code === 'unitsNotFinal')
        .map(({ code, count, blocking }) => [code, count, blocking])
    }
    expect(await reminders()).toEqual([])
    await send({ rule: PASS })
    expect(await reminders()).toEqual([['nearLineUnsent', 3, false]])
    await send({ action: 'run' })
    const marker2 = await signIn('marker2')
    await mark(marker2, 12)
    expect(await reminders()).toEqual([
      ['unitsNotFinal', 2, true],
      ['nearLineUnfinished', 2, false],
    ])
    // Of a candidate who was absent after all nothing is to be finished.
    const { db } = world.services
    const waiting = await db
      .selectFrom('unit')
      .selectAll()
      .where('final_milli', 'is', null)
      .execute()
    const candidate = { examId, subjectId: SUBJECT, candidateId: waiting[0]?.candidate_id ?? 0 }
    const attend = async (attendance: 0 | 1) => {
      await db
        .updateTable('candidate_subject')
        .set({ attendance })
        .where('candidate_id', '=', candidate.candidateId)
        .execute()
      await withRetry(world.services, async (trx) =>
        syncUnits(trx, world.services, candidate, await imagesOf(trx, candidate)),
      )
    }
    await attend(1)
    expect((await reminders()).map(([code, count]) => [code, count])).toEqual([
      ['unitsNotFinal', 1],
      ['nearLineUnfinished', 1],
    ])
    await attend(0)
    // Without the rule, what was sent is still to be finished.
    await send({ rule: null })
    expect(await reminders()).toHaveLength(2)
    await mark(marker2, 12)
    await mark(marker2, 12)
    expect(await reminders()).toEqual([])
  })
})

test('near a line: readings too far apart go the way that the rule names', async () => {
  const { send, signIn, mark, unit, leader } = await open([12, 12])
  await send({ rule: { ...PASS, single_mode: 1 } })
  await send({ action: 'run' })
  const paper = await mark(await signIn('marker2'), 6)
  expect((await unit(paper)).state).toBe('ARBITRATION')
  const { data } = await leader.send(leaderNext, { query: { mode: 'arbitration' } })
  expect(data.task).toMatchObject({ unit_id: paper, gap_milli: 6000, tolerance_milli: 3000 })
  const two = await open([12])
  await two.send({ rule: { ...PASS, single_mode: 2 } })
  await two.send({ action: 'run' })
  const other = await two.mark(await two.signIn('marker2'), 6)
  expect(await two.unit(other)).toMatchObject({ state: 'FINAL', final_milli: 9000 })
})

test('near a line: a closed block opens again, the work is shared out, and what is missing is said before', async () => {
  const world = await open([12], { allocation: 2, markers: 2 })
  const { services, send, signIn, blockId, leader, mark, view } = world
  await services.db.updateTable('block').set({ status: 'closed' }).execute()
  const [block] = (await send({ rule: PASS })).data.blocks
  expect(block?.warning).toContain('重新开启')
  await services.db.deleteFrom('block_marker').where('duty', '=', 'leader').execute()
  expect((await view()).blocks[0]?.warning).toContain('没有仲裁教师')
  await services.db
    .updateTable('block_marker')
    .set({ suspended_at: '2026-11-20T00:00:00.000Z' })
    .where('user_id', '=', world.markerIds[1] ?? 0)
    .execute()
  expect((await view()).blocks[0]?.warning).toContain('没有第二人')
  await services.db.updateTable('block_marker').set({ suspended_at: null }).execute()
  const targets = async () => {
    const { data } = await leader.send(allocationGet, { query: { block_id: blockId } })
    return [data.readings, data.list.map(({ target }) => target)]
  }
  expect(await targets()).toEqual([1, [1, 0]])
  await send({ action: 'run' })
  expect(await targets()).toEqual([2, [1, 1]])
  await mark(await signIn('marker2'), 12)
  expect((await view()).runs).toMatchObject([{ done: 1, changed: 0 }])
})

test('near a line: lines above the full mark and blocks of others are refused; a chosen block alone is sent', async () => {
  const { send, blockId } = await open([12])
  const high = await send({ rule: { ...PASS, lines: [{ name: '优秀', total_milli: 20_500 }] } })
  expect([high.status, high.error.msg]).toEqual([
    409,
    '分数线「优秀」应在 0 到满分 20 分之间，请修改后再保存',
  ])
  expect((await send({ rule: { ...PASS, block_ids: [blockId + 9] } })).status).toBe(404)
  expect((await send({ rule: { ...PASS, lines: [] } })).status).toBe(400)
  const unset = await send({ action: 'run' })
  expect([unset.status, unset.error.error]).toEqual([409, 'MARKING_NEAR_LINE_UNSET'])
  expect((await send({ rule: { ...PASS, block_ids: [blockId] } })).data.preview?.papers).toBe(1)
  expect((await send({ rule: null })).data).toMatchObject({ rule: null, preview: null })
})

test('each role: supervisors look, who sets up marking runs it, others do neither', async () => {
  const { signIn, on, send } = await open([12])
  for (const [account, look, change] of [
    ['leader', 200, 200],
    ['director', 200, 200],
    ['admin', 200, 200],
    ['principal', 200, 403],
    ['marker1', 403, 403],
    ['head', 403, 403],
    ['other-admin', 404, 404],
  ] as const) {
    const who = await signIn(account)
    const looked = await who.send(nearLineGet, { query: on })
    const saved = await send({ rule: PASS }, who)
    expect([account, looked.status, saved.status]).toEqual([account, look, change])
  }
})

test('near a line: once results are out nothing is sent: marks are locked', async () => {
  const { send, services, examId } = await open([12])
  await send({ rule: PASS })
  await services.db
    .updateTable('exam')
    .set({ published_snapshot_id: 1 })
    .where('id', '=', examId)
    .execute()
  const refused = await send({ action: 'run' })
  expect([refused.status, refused.error.error]).toEqual([409, 'EXAM_PUBLISHED'])
})

test('near a line: a paper whose marker takes it away from the line at the same moment is not sent', async () => {
  const { services, blockId, marker1, send, unit } = await open([12, 12], { kind: 'postgres' })
  expect((await send({ action: 'save', rule: PASS })).status).toBe(200)
  const [reading] = await services.db
    .selectFrom('reading')
    .select(['id', 'unit_id'])
    .orderBy('id')
    .execute()
  const { id = 0, unit_id: unitId = 0 } = reading ?? {}
  const letGo = await hold(services, (db) =>
    db.selectFrom('unit').select('id').where('id', '=', unitId).forUpdate().execute(),
  )
  const correcting = marker1.send(markCorrect, {
    body: { block_id: blockId, reading_id: id, idem_key: 'near-line-corrected', scores: [18_000] },
  })
  await untilWaiting(services, 1, correcting)
  const running = send({ action: 'run' })
  await untilWaiting(services, 2, running)
  await letGo()
  expect([(await correcting).status, (await running).status]).toEqual([200, 200])
  expect(await unit(unitId)).toMatchObject({ state: 'FINAL', final_milli: 18_000 })
  const sent = await services.db.selectFrom('near_line_paper').select('final_before').execute()
  expect(sent).toEqual([{ final_before: 12_000 }])
})
