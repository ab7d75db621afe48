import { blockSettingsSet, markNext, markSubmit, toleranceGaps } from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

const POINTS = [
  { fullMilli: 6000, stepMilli: 500 },
  { fullMilli: 14_000, stepMilli: 500 },
]

/** An exam of the past whose block was read twice, and one whose marking is being set up. */
async function open(kind: DatabaseKind = 'sqlite') {
  const app = await openTestApp(kind)
  const past = await seedMarking(app.services, app.school, {
    candidates: 3,
    markers: 2,
    mode: 1,
    points: POINTS,
    toleranceMilli: 20_000,
  })
  const { db } = app.services
  await db
    .updateTable('exam')
    .set({ name: '第一次月考', start_date: '2026-10-08' })
    .where('id', '=', past.examId)
    .execute()
  const given = [
    [3, 10, 3, 10],
    [3, 10, 5, 8],
    [3, 10, 4, 13],
  ]
  const units = await db.selectFrom('unit').select('id').orderBy('id').execute()
  for (const [no, account] of ['marker1', 'marker2'].entries()) {
    const marker = await app.signIn(account)
    const { data } = await marker.send(markNext, { query: { block_id: past.blockId, n: 3 } })
    for (const { reading_id, unit_id } of data.tasks) {
      const of = given[units.findIndex(({ id }) => id === unit_id)] ?? []
      const taken = await marker.send(markSubmit, {
        body: {
          block_id: past.blockId,
          reading_id,
          idem_key: `key-of-reading-${reading_id}`,
          scores: of.slice(2 * no, 2 * no + 2).map((points) => points * 1000),
        },
      })
      expect(taken.status).toBe(200)
    }
  }
  const now = await seedMarking(app.services, app.school, {
    candidates: 0,
    markers: 2,
    points: POINTS,
  })
  const leader = await app.signIn('leader')
  const gaps = async (block_id = now.blockId) =>
    (await leader.send(toleranceGaps, { query: { block_id } })).data
  const admin = await app.signIn('admin')
  const set = (change: object) =>
    admin.send(blockSettingsSet, {
      body: {
        exam_id: now.examId,
        subject_id: SUBJECT,
        blocks: [{ block_id: now.blockId, ...change }],
      },
    })
  return { ...app, past, now, gaps, db, set }
}

const HISTOGRAM = [
  { gap_milli: 0, point_gaps_milli: [0, 0], count: 1 },
  { gap_milli: 0, point_gaps_milli: [2000, 2000], count: 1 },
  { gap_milli: 4000, point_gaps_milli: [1000, 3000], count: 1 },
]
const sorted = (gaps: typeof HISTOGRAM) =>
  gaps.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))

everyDatabase('how far two readings lie apart, on %s', (kind) => {
  test('a block has its own pairs, and before it has any those of the block like it', async () => {
    const { gaps, past, now, db } = await open(kind)
    const own = await gaps(past.blockId)
    expect(own).toMatchObject({ source: 'own', pair_count: 3, has_points: true })
    expect(sorted(own.gaps)).toEqual(sorted(HISTOGRAM))
    const foretold = await gaps()
    expect(foretold).toMatchObject({
      source: 'earlier',
      exam_name: '第一次月考',
      block_name: '第17题',
      pair_count: 3,
      has_points: true,
    })
    expect(sorted(foretold.gaps)).toEqual(sorted(HISTOGRAM))
    // Points of other sizes: totals can be compared, points can not.
    await db
      .updateTable('score_point')
      .set({ full_milli: 10_000 })
      .where('block_id', '=', now.blockId)
      .execute()
    expect(await gaps()).toMatchObject({ source: 'earlier', has_points: false, pair_count: 3 })
  })
})

test('neither other full marks nor later or deleted exams say anything', async () => {
  const { gaps, past, now, db } = await open()
  const none = { source: 'none', pair_count: 0, gaps: [], exam_name: '', block_name: '' }
  const exam = (change: object) =>
    db.updateTable('exam').set(change).where('id', '=', past.examId).execute()
  await exam({ start_date: '2027-01-10' })
  expect(await gaps()).toMatchObject(none)
  await exam({ start_date: '2026-10-08', deleted_at: '2026-11-20T00:00:00.000Z' })
  expect(await gaps()).toMatchObject(none)
  await exam({ deleted_at: null })
  expect((await gaps()).source).toBe('earlier')
  await db.updateTable('block').set({ full_milli: 12_000 }).where('id', '=', now.blockId).execute()
  expect(await gaps()).toMatchObject(none)
})

test('a share of papers that are read twice is any from a hundredth of a percent to all', async () => {
  const { set, db, now } = await open()
  for (const double_ratio of [0.01, 12.5, 33.33, 100]) {
    expect((await set({ mark_mode: 1, double_ratio })).status).toBe(200)
    const block = await db
      .selectFrom('block')
      .select('double_ratio')
      .where('id', '=', now.blockId)
      .executeTakeFirstOrThrow()
    expect(block.double_ratio).toBe(double_ratio)
  }
  for (const double_ratio of [0, -5, 100.5])
    expect((await set({ double_ratio })).error.error).toBe('INPUT_INVALID')
})
