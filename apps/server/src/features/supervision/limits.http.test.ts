import {
  exportMarkerProgress,
  markerLimitsGet,
  markerLimitsSet,
  markNext,
  markSubmit,
  spotCheckGet,
  spotCheckReject,
  supervisedMarkers,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { readXlsx } from '../../testing/read-xlsx.ts'
import { openTestApp, type TestApp } from '../../testing/index.ts'
import { seedMarking } from '../marking/testing/seed-marking.ts'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'

const USUAL = {
  errors: 2,
  lone_errors: 3,
  share_percent: 5,
  consistency_percent: 85,
  seed_percent: 80,
  fast_percent: 5,
}

/** Marks papers faster than one can read, as many as are enough to judge. */
async function markFast(app: TestApp, blockId: number, count: number): Promise<void> {
  const marker = await app.signIn('marker1')
  for (let at = 0; at < count; at++) {
    app.advance(30_000 + (at % 7) * 9000)
    const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    const reading_id = data.tasks[0]?.reading_id ?? 0
    const { status } = await marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id,
        idem_key: `read-too-fast-${reading_id}`,
        scores: [((at * 7) % 20) * 1000],
        active_ms: 400,
      },
    })
    expect(status).toBe(200)
  }
}

everyDatabase('limits of the traffic light on %s', (kind) => {
  test('an exam has the usual limits until it sets its own, and the lights follow', async () => {
    const app = await openTestApp(kind)
    const { examId, blockId } = await seedMarking(app.services, app.school, { candidates: 22 })
    await markFast(app, blockId, 20)
    const admin = await app.signIn('admin')
    const query = { exam_id: examId }
    const light = async () => {
      const { data } = await admin.send(supervisedMarkers, { query })
      const row = data.list.find(({ n }) => n > 0)
      return [row?.light, row?.reasons]
    }
    expect((await admin.send(markerLimitsGet, { query })).data).toEqual({
      limits: USUAL,
      usual: USUAL,
    })
    expect(await light()).toEqual(['amber', ['过快给分 20 份，超过 5%']])

    const own = { ...USUAL, fast_percent: 100 }
    const set = await admin.send(markerLimitsSet, { body: { exam_id: examId, limits: own } })
    expect(set.data).toEqual({ limits: own, usual: USUAL })
    expect(await light()).toEqual(['green', []])
    const wrong = { ...USUAL, seed_percent: 101 }
    const refused = await admin.send(markerLimitsSet, { body: { exam_id: examId, limits: wrong } })
    expect([refused.status, refused.error.fields[0]?.path]).toEqual([400, 'limits.seed_percent'])

    await admin.send(markerLimitsSet, { body: { exam_id: examId, limits: null } })
    expect((await admin.send(markerLimitsGet, { query })).data.limits).toEqual(USUAL)
    const { action, before } = await app.services.db
      .selectFrom('audit')
      .where('action', '=', 'marker-limits')
      .orderBy('id', 'desc')
      .select(['action', 'before'])
      .executeTakeFirstOrThrow()
    expect([action, JSON.parse(before ?? '')]).toMatchObject([
      'marker-limits',
      { fastPercent: 100 },
    ])
  })
})

test('limits of judgement: the list of who is not done names those with papers left, and nobody once all is marked', async () => {
  const app = await openTestApp()
  const { examId, blockId } = await seedMarking(app.services, app.school, { candidates: 3 })
  const admin = await app.signIn('admin')
  const list = () =>
    admin.send(exportMarkerProgress, { query: { exam_id: examId, unfinished: 1 as const } })
  await markFast(app, blockId, 2)
  const rows = await readXlsx((await list()).bytes)
  expect(rows[1]?.slice(2, 7)).toEqual(['教师', '已评', '任务量', '还差', '手中未提交'])
  expect(rows.slice(2, -1).map((row) => [row[2], row[3]])).toEqual([
    ['阅卷老师1', '2'],
    ['阅卷老师2', '0'],
    ['阅卷老师3', '0'],
  ])
  await markFast(app, blockId, 1)
  expect((await list()).error.msg).toBe('没有可以导出的内容：没有未完成的教师')
})

test('limits of judgement: the list of who is not done names who has a paper to mark again and nothing else', async () => {
  const app = await openTestApp()
  const { examId, blockId, markerIds } = await seedMarking(app.services, app.school, {
    candidates: 2,
  })
  await markFast(app, blockId, 2)
  const director = await app.signIn('director')
  const [marker_id = 0] = markerIds
  const on = { exam_id: examId, subject_id: SUBJECT, block_id: blockId, marker_id }
  const { task } = (await director.send(spotCheckGet, { query: { block_id: blockId } })).data
  const sent = await director.send(spotCheckReject, {
    body: {
      ...on,
      task_detail_id: task?.task_detail_id ?? 0,
      is_rejected: 1,
      is_marked: 0,
      comment: '请重看第二步',
    },
  })
  expect(sent.data.state).toBe('REJECTED')
  const { bytes } = await director.send(exportMarkerProgress, {
    query: { exam_id: examId, unfinished: 1 },
  })
  const [, head = [], ...rows] = await readXlsx(bytes)
  expect(rows.slice(0, -1).map((row) => [row[2], row[head.indexOf('待重评')]])).toEqual([
    ['阅卷老师1', '1'],
  ])
})

test.for([
  ['admin', 200, 200],
  ['director', 200, 200],
  ['principal', 200, 403],
  ['leader', 200, 403],
  ['marker1', 403, 403],
  ['student', 403, 403],
  ['other-admin', 404, 404],
] as const)(
  'limits of judgement: %s sees the limits: %i, sets them: %i',
  async ([account, look, change]) => {
    const app = await openTestApp()
    const { examId } = await seedMarking(app.services, app.school, { candidates: 1 })
    const client = await app.signIn(account)
    const seen = await client.send(markerLimitsGet, { query: { exam_id: examId } })
    const set = await client.send(markerLimitsSet, { body: { exam_id: examId, limits: null } })
    expect([seen.status, set.status]).toEqual([look, change])
  },
)
