import {
  blockProgress,
  exportBlockProgress,
  exportMarkerProgress,
  login,
  markingProgress,
  scoreCurve,
  scoreDistribution,
  supervisedBlocks,
  supervisedMarkers,
  supervisedSubjects,
  supervisionEvents,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { readXlsx } from '../../testing/read-xlsx.ts'
import { seedTinyExam, type TestApp } from '../../testing/index.ts'
import { TEST_PASSWORD } from '../../testing/seed-school.ts'
import { openMarking } from './testing/open-marking.ts'

/** A submitted reading, and the event that a real one leaves. */
async function submit(app: TestApp, examId: number, blockId: number, at: string): Promise<void> {
  const { db } = app.services
  const claim = await db
    .selectFrom('reading')
    .selectAll()
    .where('block_id', '=', blockId)
    .where('state', '=', 'claimed')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('reading')
    .set({ state: 'submitted', total_milli: 9000, submitted_at: at, active_ms: 3000 })
    .where('id', '=', claim.id)
    .execute()
  await db
    .updateTable('unit')
    .set({ state: 'FINAL', final_milli: 9000, final_source: 'SINGLE' })
    .where('id', '=', claim.unit_id)
    .execute()
  await db
    .insertInto('mark_event')
    .values({
      unit_id: claim.unit_id,
      exam_id: examId,
      seq: 99,
      type: 'submit',
      actor_id: claim.marker_id,
      payload: '{}',
      at,
    })
    .execute()
}

/** The stream of an exam as a browser reads it: each state when it comes, not after a time. */
async function watch({ app, anonymous }: TestApp, account: string, examId: number) {
  const { headers } = await anonymous.send(login, { body: { account, password: TEST_PASSWORD } })
  const response = await app.inject({
    method: supervisionEvents.method,
    url: supervisionEvents.path,
    query: { exam_id: String(examId) },
    headers: {
      cookie: [headers['set-cookie']]
        .flat()
        .map((line) => String(line).split(';')[0])
        .join('; '),
    },
    payloadAsStream: true,
  })
  const chunks = response.stream()[Symbol.asyncIterator]()
  interface State {
    id: number
    done: number | undefined
  }
  let text = ''
  const next = async (): Promise<State | null> => {
    for (;;) {
      // What was not read yet comes in one piece, be it one event or several.
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const [id, event, data] = text.slice(0, end).split('\n')
        text = text.slice(end + 2)
        if (event !== 'event: progress') continue
        const { subjects } = JSON.parse(data?.slice('data: '.length) ?? '') as {
          subjects: { numbers: { done: number } }[]
        }
        return { id: Number(id?.slice('id: '.length)), done: subjects[0]?.numbers.done }
      }
      const { value, done } = await chunks.next()
      if (done) return null
      text += String(value)
    }
  }
  return {
    /** The first state from now on that is as wanted. */
    until: async (isWanted: (state: State) => boolean): Promise<State> => {
      for (;;) {
        const state = await next()
        if (!state) throw new Error('the stream ended before')
        if (isWanted(state)) return state
      }
    },
    end: async () => {
      while ((await next()) !== null);
    },
  }
}

everyDatabase('supervision of marking on %s', (kind) => {
  test('every paper is counted once, what is in hand apart from what lies in the pool', async () => {
    const { app, examId, block } = await openMarking(kind)
    const director = await app.signIn('director')
    const { data } = await director.send(supervisedSubjects, { query: { exam_id: examId } })
    expect(data.supervises).toBe(true)
    const [chinese, mathematics] = data.subjects
    expect(chinese).toMatchObject({
      subject_name: '语文',
      expected: 6,
      numbers: {
        total: 6,
        ready: 1,
        claimed: 1,
        done: 2,
        third: 0,
        arbitration: 1,
        problem: 1,
        blank: 0,
        rejected: 0,
        waiting: 0,
      },
    })
    expect(mathematics?.numbers).toMatchObject({ total: 6, done: 6, ready: 0 })
    expect(data.blocks.find(({ block_id }) => block_id === block)).toMatchObject({
      block_name: '阅读',
      marking_progress: 33.33,
      marking_count: 2,
      reading_total: 6,
      marking_teacher_count: 2,
      question_count: 1,
      score: 10_000,
      mean_milli: 4750,
      sd_milli: 4750,
      idle_claims: 1,
      stuck_count: 0,
      reasons: ['待仲裁 1 份', '问题卷 1 份', '超过半小时未提交 1 份'],
    })
    const whole = await director.send(markingProgress, { query: { exam_id: examId } })
    expect(whole.data.numbers).toMatchObject({ total: 12, done: 8 })
    const one = await director.send(supervisedBlocks, {
      query: { exam_id: examId, subject_id: 2 },
    })
    expect(one.data.list.map(({ block_name }) => block_name)).toEqual(['解答'])
  })

  test('the speed follows from the last hour, and one reading tells no end', async () => {
    const { app, examId, block } = await openMarking(kind)
    const director = await app.signIn('director')
    const query = { exam_id: examId, block_id: block }
    const before = await director.send(blockProgress, { query })
    expect(before.data.row).toMatchObject({ speed_per_hour: 0, eta: null })
    await submit(app, examId, block, '2026-11-20T00:30:00.000Z')
    const after = await director.send(blockProgress, { query })
    // One reading in the last hour is a speed, and too little to tell an end by.
    expect(after.data.row).toMatchObject({ marking_count: 3, speed_per_hour: 1, eta: null })
    expect(after.data.hours.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 1, 0])
  })

  test('papers that nobody may read are found', async () => {
    const { app, examId, block, candidateIds } = await openMarking(kind)
    const { db } = app.services
    await db
      .updateTable('block_marker')
      .set({ suspended_at: '2026-11-20T00:00:00.000Z' })
      .where('block_id', '=', block)
      .where('user_id', '=', app.school.userIds['marker2'] ?? 0)
      .execute()
    await db.updateTable('block').set({ avoid_own_class: 1 }).where('id', '=', block).execute()
    const { class_id } = await db
      .selectFrom('candidate')
      .select('class_id')
      .where('id', '=', candidateIds['102'] ?? 0)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('teaching')
      .values({ user_id: app.school.userIds['marker1'] ?? 0, class_id, subject_id: 1 })
      .execute()
    const director = await app.signIn('director')
    const { data } = await director.send(supervisedBlocks, { query: { exam_id: examId } })
    expect(data.list[0]).toMatchObject({ stuck_count: 1, marking_teacher_count: 1 })
    expect(data.list[0]?.reasons[0]).toBe('无人可阅 1 份（回避本班 1 份）')
  })

  test('markers have their work and no judgement on a handful of readings', async () => {
    const { app, examId, block } = await openMarking(kind)
    const director = await app.signIn('director')
    const { data } = await director.send(supervisedMarkers, {
      query: { exam_id: examId, block_id: block },
    })
    expect(data.list.map((row) => [row.name, row.duty, row.done, row.claimed, row.light])).toEqual([
      ['阅卷老师1', 'marker', 2, 0, 'grey'],
      ['阅卷老师2', 'marker', 0, 1, 'grey'],
      ['数学组长', 'leader', 0, 0, 'grey'],
    ])
    expect(data.list[0]).toMatchObject({ mean_milli: 4750, median_ms: 4000, n: 2 })
  })

  test('a score curve lies over that of the block', async () => {
    const { app, examId, block } = await openMarking(kind)
    const director = await app.signIn('director')
    const marker_id = app.school.userIds['marker1'] ?? 0
    const { data } = await director.send(scoreCurve, {
      query: { exam_id: examId, block_id: block, marker_id },
    })
    expect(data).toMatchObject({
      pool_n: 2,
      marker_n: 2,
      distance: 0,
      marker: [
        { score_milli: 0, count: 1 },
        { score_milli: 9500, count: 1 },
      ],
    })
    expect([data.first_at, data.last_at]).toEqual([
      expect.stringMatching(/^2026/),
      expect.stringMatching(/^2026/),
    ])
    const before = await director.send(scoreCurve, {
      query: { exam_id: examId, block_id: block, marker_id, until: data.first_at ?? '' },
    })
    expect([before.data.marker_n, before.data.pool_n, before.data.distance]).toEqual([0, 0, null])
    const all = await director.send(scoreDistribution, {
      query: { exam_id: examId, block_id: block },
    })
    expect(all.data.finals).toEqual(all.data.readings)
    expect(all.data.readings_n).toBe(2)
    expect(all.data.markers).toEqual([
      { marker_id, name: '阅卷老师1', readings: data.marker, n: 2, distance: 0 },
    ])
  })

  test('scores are spread by marker beside the pool; one marker alone where one is named', async () => {
    const { app, examId, block } = await openMarking(kind)
    // Another reads one of the papers a second time, and differs.
    const { services, school } = app
    const [one, other] = [school.userIds['marker1'] ?? 0, school.userIds['marker2'] ?? 0]
    const { id: _, ...first } = await services.db
      .selectFrom('reading')
      .selectAll()
      .where('block_id', '=', block)
      .where('state', '=', 'submitted')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await services.db
      .insertInto('reading')
      .values({
        ...first,
        role: 'R2',
        live_role: 'R2',
        marker_id: other,
        live_marker: other,
        idem_key: 'other',
        total_milli: 9500,
      })
      .execute()
    const director = await app.signIn('director')
    const on = { exam_id: examId, block_id: block }
    const { data } = await director.send(scoreDistribution, { query: on })
    expect([data.readings_n, data.readings]).toEqual([
      3,
      [
        { score_milli: 0, count: 1 },
        { score_milli: 9500, count: 2 },
      ],
    ])
    // A half against two thirds; all against two thirds.
    expect(data.markers.map(({ marker_id, n }) => [marker_id, n])).toEqual([
      [one, 2],
      [other, 1],
    ])
    expect(data.markers[0]?.distance).toBeCloseTo(1 / 6)
    expect(data.markers[1]?.distance).toBeCloseTo(1 / 3)
    const named = await director.send(scoreDistribution, { query: { ...on, marker_id: other } })
    expect(named.data.markers).toEqual([data.markers[1]])
    expect(named.data.readings).toEqual(data.readings)
    const none = await director.send(scoreDistribution, { query: { ...on, marker_id: 99_999 } })
    expect(none.data.markers).toEqual([])
  })

  test('exports read back', async () => {
    const { app, examId } = await openMarking(kind)
    const director = await app.signIn('director')
    const query = { exam_id: examId }
    const blocks = await readXlsx((await director.send(exportBlockProgress, { query })).bytes)
    expect(blocks[2]?.slice(0, 9)).toEqual([
      '语文',
      '阅读',
      '10',
      '单评',
      '动态分配',
      '6',
      '1',
      '1',
      '2',
    ])
    const { data } = await director.send(supervisedSubjects, { query })
    const read = data.blocks.find(({ block_name }) => block_name === '阅读')
    const columnOf = (title: string) => blocks[1]?.indexOf(title) ?? -1
    expect(['打回次数', '小题数', '给分点'].map((title) => blocks[2]?.[columnOf(title)])).toEqual([
      String(read?.overrule_count),
      String(read?.question_count),
      read?.point_name,
    ])
    // A share is a number, to be sorted and averaged; and the papers by what they wait for add up.
    const at = (title: string) => Number(blocks[2]?.[columnOf(title)])
    expect(at('进度')).toBe((read?.marking_progress ?? 0) / 100)
    const waits = '待评 评阅中 已完成 待三评 待仲裁 问题卷 空白确认 待重评 待切图'.split(' ')
    expect(waits.reduce((sum, title) => sum + at(title), 0)).toBe(at('总份数'))
    const markers = await readXlsx((await director.send(exportMarkerProgress, { query })).bytes)
    expect(markers[2]?.slice(0, 4)).toEqual(['语文', '阅读', '阅卷老师1', '2'])
  })

  test('the stream sends the state at once and again after a change, and ends with the server', async () => {
    const { app, examId, block } = await openMarking(kind)
    const events = await watch(app, 'director', examId)
    expect(await events.until(() => true)).toEqual({ id: 0, done: 2 })
    await submit(app, examId, block, '2026-11-20T00:59:00.000Z')
    expect((await events.until(({ done }) => done === 3)).id).toBeGreaterThan(0)
    await app.app.close()
    await events.end()
  })
})

describe('supervision: who sees what of marking', () => {
  test('a marker sees only the own row and nothing about how others mark', async () => {
    const { app, examId, block } = await openMarking('sqlite')
    const marker = await app.signIn('marker2')
    const { data } = await marker.send(supervisedSubjects, { query: { exam_id: examId } })
    expect(data.supervises).toBe(false)
    expect(data.blocks[0]).toMatchObject({ mean_milli: null, agreement: null, reasons: [] })
    const rows = await marker.send(supervisedMarkers, { query: { exam_id: examId } })
    expect(rows.data.list.map(({ block_name, name }) => [block_name, name])).toEqual([
      ['阅读', '阅卷老师2'],
      ['解答', '阅卷老师2'],
    ])
    const other = app.school.userIds['marker1'] ?? 0
    const query = { exam_id: examId, block_id: block }
    const curve = await marker.send(scoreCurve, { query: { ...query, marker_id: other } })
    expect(curve.error.error).toBe('MARKING_LEADERS_ONLY')
    expect((await marker.send(scoreDistribution, { query })).error.error).toBe(
      'MARKING_LEADERS_ONLY',
    )
    const own = await marker.send(scoreCurve, {
      query: { ...query, marker_id: app.school.userIds['marker2'] ?? 0 },
    })
    expect(own.status).toBe(200)
  })

  test('a subject leader sees the own subject, and other blocks only as their leader', async () => {
    const { app, examId, blockIds } = await openMarking('sqlite')
    const leader = await app.signIn('leader')
    const { data } = await leader.send(supervisedSubjects, { query: { exam_id: examId } })
    // Leads the block of 语文 without having the subject.
    expect(
      data.blocks.map(({ block_name, mean_milli }) => [block_name, mean_milli === null]),
    ).toEqual([
      ['阅读', false],
      ['解答', false],
    ])
    await app.services.db.deleteFrom('block_marker').where('duty', '=', 'leader').execute()
    const without = await leader.send(supervisedMarkers, { query: { exam_id: examId } })
    expect(new Set(without.data.list.map(({ block_id }) => block_id))).toEqual(new Set(blockIds[2]))
  })

  test.for([
    ['director', 200, 200],
    ['grade', 200, 200],
    ['marker1', 200, 403],
    ['marker3', 404, 403],
    ['scanner', 404, 403],
    ['student', 403, 403],
    ['other-director', 404, 404],
  ] as const)('%s opens a block: %i, exports: %i', async ([account, look, save]) => {
    const { app, examId, block } = await openMarking('sqlite')
    const client = await app.signIn(account)
    const answer = await client.send(blockProgress, { query: { exam_id: examId, block_id: block } })
    expect(answer.status).toBe(look)
    for (const route of [exportBlockProgress, exportMarkerProgress])
      expect((await client.send(route, { query: { exam_id: examId } })).status).toBe(save)
  })

  test('who has no part in the exam sees an empty picture', async () => {
    const { app, examId } = await openMarking('sqlite')
    const scanner = await app.signIn('scanner')
    const { data } = await scanner.send(supervisedSubjects, { query: { exam_id: examId } })
    expect([data.subjects, data.blocks]).toEqual([[], []])
  })

  test('a block of another exam is not found under this one', async () => {
    const { app, examId } = await openMarking('sqlite')
    const other = await seedTinyExam(app.services, app.school)
    const director = await app.signIn('director')
    const answer = await director.send(blockProgress, {
      query: { exam_id: examId, block_id: other.blockIds[1]?.[0] ?? 0 },
    })
    expect(answer.status).toBe(404)
  })
})
