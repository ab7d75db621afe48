import {
  blockSettingsSet,
  checkDetail,
  leaderDecide,
  leaderNext,
  markNext,
  markSubmit,
  masterSpotCheck,
  paperRecord,
  seedResults,
  spotCheckGet,
  supervisedPapers,
  trendTaskDetail,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../testing/index.ts'
import { seedMarking } from '../marking/testing/seed-marking.ts'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'

/** One paper on which two markers disagree; who arbitrates it leads the block, who supervises does not. */
async function open(arb_view: 'none' | 'scores' | 'names') {
  const app = await openTestApp()
  const { services, school, signIn } = app
  const marked = await seedMarking(services, school, {
    candidates: 1,
    markers: 2,
    mode: 1,
    toleranceMilli: 0,
  })
  const on = { block_id: marked.blockId }
  const inBlock = { exam_id: marked.examId, ...on }
  const director = await signIn('director')
  await director.send(blockSettingsSet, {
    body: { exam_id: marked.examId, subject_id: SUBJECT, blocks: [{ ...on, arb_view }] },
  })
  let reading_id = 0
  for (const [who, points] of [
    ['marker1', 8],
    ['marker2', 12],
  ] as const) {
    const marker = await signIn(who)
    const { data } = await marker.send(markNext, { query: { ...on, n: 1 } })
    reading_id = data.tasks[0]?.reading_id ?? 0
    const idem_key = `key-of-reading-${reading_id}`
    await marker.send(markSubmit, {
      body: { ...on, reading_id, idem_key, scores: [points * 1000] },
    })
  }
  const leader = await signIn('leader')
  const { unit_id } = await services.db
    .selectFrom('reading')
    .select('unit_id')
    .where('id', '=', reading_id)
    .executeTakeFirstOrThrow()
  const look = async (who: TestClient) => {
    const detail = await who.send(checkDetail, {
      query: { ...inBlock, task_detail_id: reading_id },
    })
    const record = await who.send(paperRecord, { query: { ...inBlock, unit_id } })
    const list = await who.send(trendTaskDetail, { query: inBlock })
    const { marker_id, is_hidden, readings, images, refusals } = detail.data
    return {
      names: readings.map(({ marker_name }) => marker_name),
      totals: readings.map(({ total_milli }) => total_milli),
      marker_id,
      is_hidden: [is_hidden, record.data.is_hidden],
      images: images.length,
      agree: refusals.correct,
      steps: record.data.list.length,
      listed: [list.data.total, list.data.hidden, list.data.list.length],
    }
  }
  return { ...app, ...marked, on, inBlock, director, leader, reading_id, unit_id, look }
}

test.for(['none', 'scores'] as const)(
  'blind arbitration: where arbitrators see %s, supervision shows them no more of what waits for them',
  async (view) => {
    const world = await open(view)
    const { leader, director, look, inBlock, on, reading_id, markerIds, services } = world
    expect(await look(leader)).toEqual({
      names: [],
      totals: [],
      marker_id: null,
      is_hidden: [true, true],
      images: 1,
      agree: expect.stringContaining('请先在仲裁任务中裁定'),
      steps: 0,
      listed: [0, 2, 0],
    })
    // By marker or by score it is not to be found out either.
    for (const more of [{ marker_id: markerIds[0] ?? 0 }, { low_milli: 8000, high_milli: 8000 }]) {
      const { data } = await leader.send(trendTaskDetail, { query: { ...inBlock, ...more } })
      expect(data).toMatchObject({ total: 0, list: [] })
    }
    // Where it waits is no secret.
    const waiting = { ...inBlock, waits_for: 'arbitration' as const }
    expect((await leader.send(supervisedPapers, { query: waiting })).data.list).toMatchObject([
      { given: 2, is_led: true },
    ])
    for (const route of [masterSpotCheck, spotCheckGet]) {
      const sample = await leader.send(route, { query: on })
      expect([sample.data.task, sample.data.remaining]).toEqual([null, 0])
      const named = await leader.send(route, { query: { ...on, task_detail_id: reading_id } })
      expect([named.status, named.error.error]).toEqual([403, 'MARKING_ARBITRATE_FIRST'])
    }
    await services.db
      .updateTable('block_marker')
      .set({ seed_state: 'warned' })
      .where('user_id', '=', markerIds[0] ?? 0)
      .execute()
    const { data: seeds } = await leader.send(seedResults, { query: on })
    expect(seeds.list[0]).toMatchObject({ remark_count: 1, remark: [] })

    // Who supervises and does not arbitrate sees it all.
    expect(await look(director)).toMatchObject({
      names: ['阅卷老师1', '阅卷老师2'],
      totals: [8000, 12_000],
      is_hidden: [false, false],
      listed: [2, 0, 2],
    })
  },
)

test('blind arbitration: once it is decided, or where arbitrators see names, nothing is kept back', async () => {
  const open1 = await open('names')
  expect(await open1.look(open1.leader)).toMatchObject({
    names: ['阅卷老师1', '阅卷老师2'],
    is_hidden: [false, false],
    listed: [2, 0, 2],
  })
  const { leader, look, on, unit_id } = await open('scores')
  await leader.send(leaderNext, { query: { mode: 'arbitration', ...on } })
  // In hand it waits as before.
  expect((await look(leader)).names).toEqual([])
  await leader.send(leaderDecide, {
    body: { mode: 'arbitration', unit_id, idem_key: 'decides-one', scores: [10_000] },
  })
  expect(await look(leader)).toMatchObject({
    names: ['阅卷老师1', '阅卷老师2', '数学组长'],
    is_hidden: [false, false],
    listed: [3, 0, 3],
  })
})
