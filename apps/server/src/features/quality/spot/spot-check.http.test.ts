import {
  checkDetail,
  markNext,
  markSubmit,
  masterReview,
  spotCheckGet,
  spotCheckList,
  spotCheckListExport,
  spotCheckRecord,
  spotCheckReject,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { RELEASE_BITS, startOfDay } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { readXlsx } from '../../../testing/read-xlsx.ts'
import { openTestApp } from '../../../testing/index.ts'
import { removePairs, writePairs } from '../../marking-setup/avoidance/avoided-pairs.ts'
import { seedMarking, type Wanted } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

/** A block of 20 points in which marker1 has given the scores named, in points. */
const open = async (scores: number[], wanted: Wanted = {}, kind?: DatabaseKind) => {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, {
    candidates: scores.length + 1,
    ...wanted,
  })
  const { blockId, examId } = marked
  const marker = await app.signIn('marker1')
  const markAs = async (reader: typeof marker, score: number) => {
    const { data } = await reader.send(markNext, { query: { block_id: blockId, n: 1 } })
    const [task] = data.tasks
    await reader.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: task?.reading_id ?? 0,
        idem_key: `key-of-score-${score}-${task?.reading_id}`,
        scores: [score * 1000],
        active_ms: score === 20 ? 1000 : 30_000,
      },
    })
  }
  for (const score of scores) await markAs(marker, score)
  const leader = await app.signIn('leader')
  const take = async (query = {}) =>
    (await leader.send(spotCheckGet, { query: { block_id: blockId, percent: 100, ...query } })).data
  const on = { exam_id: examId, subject_id: SUBJECT, block_id: blockId }
  const say = async (verdict: object) => {
    const { task } = await take()
    return leader.send(spotCheckReject, {
      body: {
        ...on,
        marker_id: task?.marker_id ?? 0,
        task_detail_id: task?.task_detail_id ?? 0,
        is_rejected: 0,
        is_marked: 0,
        ...verdict,
      },
    })
  }
  const list = async (query = {}) =>
    (await leader.send(spotCheckList, { query: { exam_id: examId, ...query } })).data
  return {
    ...app,
    signIn: (who: string) => app.signIn(who),
    ...marked,
    marker,
    markAs,
    leader,
    on,
    take,
    say,
    list,
  }
}

/** Four readings, in the order in which they were given. */
async function timed(kind: DatabaseKind) {
  const world = await open([0, 7, 12, 20], {}, kind)
  const rows = await world.services.db.selectFrom('reading').select('id').orderBy('id').execute()
  return { ...world, readingIds: rows.map(({ id }) => id) }
}

test.for([
  [{ is_rejected: 0, is_marked: 0 }, 'FINAL', 8000, 'agreed'],
  [{ is_rejected: 0, is_marked: 1, reject_score: 6500 }, 'FINAL', 6500, 'corrected'],
  [{ is_rejected: 1, is_marked: 0, comment: '漏看第二问' }, 'REJECTED', null, 'rejected'],
  [{ is_rejected: 1, is_marked: 1, reject_score: 6000 }, 'FINAL', 6000, 'overruled'],
  [{ is_rejected: 0, is_marked: 0, reject_score: 1000 }, 'FINAL', 8000, 'agreed'],
] as const)(
  'spot check: the verdict %o leaves the paper %s at %o (%s)',
  async ([verdict, state, final, result]) => {
    const { say, list, take } = await open([8])
    expect((await say(verdict)).data).toEqual({ state, final_milli: final })
    expect(await list({ result })).toMatchObject({
      total: 1,
      counts: { agreed: 0, corrected: 0, rejected: 0, overruled: 0, [result]: 1 },
      list: [{ score_milli: 8000, is_rejected: verdict.is_rejected, is_marked: verdict.is_marked }],
    })
    expect(await take()).toMatchObject({ task: null, remaining: 0, checked_today: 1 })
  },
)

test('spot check: who is sent a paper back reads why, and gives it another score', async () => {
  const { say, marker, blockId, take, list } = await open([8])
  await say({ is_rejected: 1, comment: '漏看第二问' })
  const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
  expect(data.tasks[0]).toMatchObject({ kind: 'rejected', reject_comment: '漏看第二问' })
  const again = await marker.send(markSubmit, {
    body: {
      block_id: blockId,
      reading_id: data.tasks[0]?.reading_id ?? 0,
      idem_key: 'second-judgement',
      scores: [9000],
    },
  })
  expect(again.data.outcome).toBe('submitted')
  // The new reading is another one to check.
  expect((await take()).task).toMatchObject({ total_milli: 9000, rejections: 1 })
  expect((await list()).counts.rejected).toBe(1)
})

test.for([
  [{ kind: 'zero' }, 1],
  [{ kind: 'full' }, 1],
  [{ kind: 'fast' }, 1],
  [{ kind: 'band', low_milli: 5000, high_milli: 12_000 }, 2],
  [{ kind: 'random', percent: 100 }, 4],
  // Nobody says how many: the share of the domain rules.
  [{ kind: 'random', percent: undefined }, 1],
  [{ kind: 'random', percent: 5 }, 1],
  [{ kind: 'random', percent: 26 }, 2],
  [{ kind: 'random', percent: 50 }, 2],
  [{ kind: 'random', percent: 100 }, 4],
] as const)('spot check: the sample %o holds %i readings', async ([query, count]) => {
  const { take } = await open([0, 7, 12, 20])
  expect((await take(query)).remaining).toBe(count)
})

everyDatabase('zeros on %s', (kind) => {
  test('nothing given for nothing written is no zero to look at, a short answer in little ink is', async () => {
    const { take, services, blockId, marker } = await open(
      [0, 0, 0],
      { candidates: 4, ink: [0.05, 0.001, 0.001, 0.001], settings: { blankCheck: false } },
      kind,
    )
    const zeros = async () => [
      (await take({ kind: 'zero' })).remaining,
      (await take({ kind: 'mixed', percent: 100 })).parts?.find(({ part }) => part === 'extreme')
        ?.count,
    ]
    expect((await take({ kind: 'random' })).remaining).toBe(3)
    const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    const [left] = data.tasks
    const units = await services.db
      .selectFrom('unit')
      .select(['id', 'facts', 'ink_ratio'])
      .orderBy('id')
      .execute()
    const inked = units.filter(({ id, ink_ratio }) => ink_ratio > 0.01 && id !== left?.unit_id)
    expect(await zeros()).toEqual([inked.length, inked.length])
    // The stroke of a pen, and one of a speck of dirt.
    const strokes = [1.4, 0.7]
    for (const { id, facts } of units.filter(({ ink_ratio }) => ink_ratio < 0.01))
      if (id !== left?.unit_id)
        await services.db
          .updateTable('unit')
          .set({ facts: JSON.stringify({ ...JSON.parse(facts), strokeMm: strokes.pop() ?? 0 }) })
          .where('id', '=', id)
          .execute()
    expect(await zeros()).toEqual([inked.length + 1, inked.length + 1])
  })
})

test('spot check: a marker is told that there is writing by its ink, or by the stroke of a pen', async () => {
  const { marker, blockId, services } = await open([], {
    candidates: 3,
    ink: [0.05, 0.001, 0.001],
    settings: { blankCheck: false, blankInkLimit: 0.02 },
  })
  const told = async () => {
    const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 3 } })
    return data.tasks.filter(({ is_written }) => is_written).length
  }
  expect(await told()).toBe(1)
  const { id, facts } = await services.db
    .selectFrom('unit')
    .select(['id', 'facts'])
    .where('ink_ratio', '<', 0.01)
    .executeTakeFirstOrThrow()
  await services.db
    .updateTable('unit')
    .set({ facts: JSON.stringify({ ...JSON.parse(facts), strokeMm: 1.4 }) })
    .where('id', '=', id)
    .execute()
  expect(await told()).toBe(2)
  // The limit is the block's.
  await services.db.updateTable('unit').set({ ink_ratio: 0.015 }).execute()
  expect(await told()).toBe(1)
})

test('spot check: a share is of each marker, and what was checked stays a part of it, on PostgreSQL as well', async () => {
  const { take, say } = await open([0, 7, 12, 20], {}, 'postgres')
  expect((await take({ kind: 'random', percent: 50 })).remaining).toBe(2)
  await say({})
  expect((await take({ kind: 'random', percent: 50 })).remaining).toBe(1)
  expect((await take({ kind: 'random', percent: 100 })).remaining).toBe(3)
})

everyDatabase('a sample by time on %s', (kind) => {
  test('fast is what took under a second or a quarter of the middle time of the block', async () => {
    const { take, services, readingIds } = await timed(kind)
    const took = async (...seconds: number[]) => {
      for (const [index, id] of readingIds.entries())
        await services.db
          .updateTable('reading')
          .set({ active_ms: (seconds[index] ?? 0) * 1000 })
          .where('id', '=', id)
          .execute()
      return (await take({ kind: 'fast' })).remaining
    }
    // The middle of 5, 20, 20 and 24 is 20: a quarter is five seconds, and five is not less.
    expect(await took(5, 20, 20, 24)).toBe(0)
    expect(await took(4.999, 20, 20, 24)).toBe(1)
    // Half of the middle was slow enough.
    expect(await took(10, 20, 20, 24)).toBe(0)
    // The middle of an even number lies between two: (20 + 22) / 2 / 4 = 5.25.
    expect(await took(5.2, 20, 22, 24)).toBe(1)
    // Never below a second, however quick all are.
    expect(await took(0.999, 1, 2, 2)).toBe(1)
  })

  test('readings are drawn from the hours named, both ends included', async () => {
    const { take, services, readingIds } = await timed(kind)
    for (const [index, id] of readingIds.entries())
      await services.db
        .updateTable('reading')
        .set({ submitted_at: `2026-11-20T0${index + 1}:00:00.000Z` })
        .where('id', '=', id)
        .execute()
    const between = async (submitted_from?: string, submitted_to?: string) =>
      (
        await take({
          ...(submitted_from && { submitted_from }),
          ...(submitted_to && { submitted_to }),
        })
      ).remaining
    expect(await between()).toBe(4)
    expect(await between('2026-11-20T02:00:00.000Z')).toBe(3)
    expect(await between('2026-11-20T02:00Z', '2026-11-20T03:00Z')).toBe(2)
    expect(await between(undefined, '2026-11-20T00:59:59.999Z')).toBe(0)
    expect(
      (await take({ kind: 'band', low_milli: 5000, submitted_to: '2026-11-20T02:00Z' })).remaining,
    ).toBe(1)
  })
})

everyDatabase('a mixed sample on %s', (kind) => {
  test('is a share of the work, in which each risk has its turn and chance the rest', async () => {
    // Ten readings: one fast (full marks), three of nothing for something written, six like any other.
    const world = await open([0, 0, 0, 20, 7, 7, 8, 8, 9, 9], {}, kind)
    const { take, say, services } = world
    const mixed = async (percent: number, more = {}) => {
      const { remaining, parts, task } = await take({ kind: 'mixed', percent, ...more })
      const counts = Object.fromEntries((parts ?? []).map(({ part, count }) => [part, count]))
      return { remaining, ...counts, first: task?.task_detail_id }
    }
    const of = (random: number, extreme: number, fast: number, near_line: number) => {
      const remaining = random + extreme + fast + near_line
      return { remaining, random, extreme, fast, near_line }
    }
    expect(await mixed(10)).toMatchObject(of(0, 1, 0, 0))
    // Three of five may be risks: one fast, and what it leaves goes to the extremes.
    const half = await mixed(50)
    expect(half).toMatchObject(of(2, 2, 1, 0))
    expect(await mixed(50)).toEqual(half)
    expect(await mixed(100)).toMatchObject(of(6, 3, 1, 0))
    // Near a line are the six others, when the line is named.
    await services.db.updateTable('candidate_subject').set({ total_milli: 60_000 }).execute()
    const line = { line_milli: 61_000, window_milli: 1000 }
    expect(await mixed(50, line)).toMatchObject(of(2, 1, 1, 1))
    expect(await mixed(50, { ...line, line_milli: 80_000 })).toMatchObject(of(2, 2, 1, 0))
    // What was checked stays a part of the share.
    await say({ task_detail_id: half.first })
    expect([(await mixed(50)).remaining, (await mixed(100)).remaining]).toEqual([4, 9])
  })
})

test.for(['2026-11-20', '2026-13-20T10:00Z'])(
  'spot check: “%s” is no time to sample by',
  async (time) => {
    const { leader, blockId } = await open([8])
    const { status } = await leader.send(spotCheckGet, {
      query: { block_id: blockId, submitted_from: time },
    })
    expect(status).toBe(400)
  },
)

everyDatabase('a sample by disagreement on %s', (kind) => {
  test('holds what another reader of the same paper scored differently, both readings of it', async () => {
    const wanted = { candidates: 4, mode: 2 } as const
    const { take, markAs, signIn } = await open([8, 8, 8, 8], wanted, kind)
    const apart = async (gap_milli?: number) =>
      (await take({ kind: 'apart', ...(gap_milli !== undefined && { gap_milli }) })).remaining
    expect(await apart()).toBe(0)
    const second = await signIn('marker2')
    for (const score of [8, 9, 4]) await markAs(second, score)
    expect(await apart()).toBe(4)
    // As far apart as asked is not further.
    expect(await apart(1000)).toBe(2)
    expect(await apart(3999)).toBe(2)
    expect(await apart(4000)).toBe(0)
  })
})

test('spot check: near a line are the papers of candidates whose total is near it', async () => {
  const { take, services } = await open([4, 9])
  await services.db.updateTable('candidate_subject').set({ total_milli: 60_000 }).execute()
  const near = { kind: 'near_line', line_milli: 61_000, window_milli: 1000 }
  expect((await take(near)).remaining).toBe(2)
  expect((await take({ ...near, line_milli: 63_000 })).remaining).toBe(0)
})

test.for([
  [{ is_rejected: 1 }, 400, 'MARKING_COMMENT_MISSING'],
  [{ is_marked: 1, reject_score: 6700 }, 400, 'MARKING_OFF_GRID'],
  [{ is_marked: 1, reject_score: 21_000 }, 400, 'MARKING_SCORE_OUT_OF_RANGE'],
  [{ is_marked: 1 }, 400, 'MARKING_EMPTY_POINT'],
  [{ marker_id: 1 }, 404, 'MARKING_READING_NOT_FOUND'],
] as const)(
  'spot check: %o is refused with %i %s, and nothing is recorded',
  async ([verdict, status, code]) => {
    const { say, list } = await open([8])
    const answer = await say(verdict)
    expect([answer.status, answer.error.error]).toEqual([status, code])
    expect((await list()).total).toBe(0)
  },
)

everyDatabase('a correction point by point on %s', (kind) => {
  test('moves the points that the checker named, also where the total stays', async () => {
    const points = [4000, 6000].map((fullMilli) => ({ fullMilli, stepMilli: 1000 }))
    const { services, marker, blockId, on, take, leader, list } = await open([], { points }, kind)
    const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    const readingId = data.tasks[0]?.reading_id ?? 0
    await marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: readingId,
        idem_key: 'of-two-points',
        scores: [2000, 5000],
      },
    })
    const { task } = await take()
    const correct = (reject_score: number, reject_scores: number[]) =>
      leader.send(spotCheckReject, {
        body: {
          ...on,
          marker_id: task?.marker_id ?? 0,
          task_detail_id: readingId,
          is_rejected: 0,
          is_marked: 1,
          reject_score,
          reject_scores,
        },
      })
    const final = () => services.db.selectFrom('unit').select('final_points').executeTakeFirst()
    const odd = await correct(6000, [2000, 5000])
    expect([odd.status, odd.error.error]).toEqual([400, 'MARKING_POINTS_SUM'])
    expect((await correct(7000, [3000, 4000])).data).toEqual({ state: 'FINAL', final_milli: 7000 })
    expect(await final()).toEqual({ final_points: '[3000,4000]' })
    // The same once more changes nothing; another division of the same total is another word.
    await correct(7000, [3000, 4000])
    expect((await list()).total).toBe(1)
    expect((await correct(7000, [4000, 3000])).status).toBe(200)
    expect(await final()).toEqual({ final_points: '[4000,3000]' })
    expect((await list()).total).toBe(2)
  })
})

test('spot check: the checks of today are those since midnight in China, wherever the server runs', async () => {
  const { say, take, services } = await open([8, 9])
  await say({})
  const midnight = Date.parse(startOfDay(services.clock.now()))
  const after = async (ms: number) => {
    const checked_at = new Date(midnight + ms).toISOString()
    await services.db.updateTable('spot_check').set({ checked_at }).execute()
    return (await take()).checked_today
  }
  expect(await after(0)).toBe(1)
  expect(await after(-1)).toBe(0)
})

test('spot check: nobody checks an own reading', async () => {
  const { services, leader, leaderId, take, on } = await open([8])
  const { task } = await take()
  await services.db
    .updateTable('reading')
    .set({ marker_id: leaderId })
    .where('id', '=', task?.task_detail_id ?? 0)
    .execute()
  expect((await take()).remaining).toBe(0)
  const answer = await leader.send(spotCheckReject, {
    body: {
      ...on,
      marker_id: leaderId,
      task_detail_id: task?.task_detail_id ?? 0,
      is_rejected: 0,
      is_marked: 0,
    },
  })
  expect(answer.error.error).toBe('MARKING_SPOT_CHECK_OWN')
})

everyDatabase('papers that the checker reads as well on %s', (kind) => {
  /** Three papers that marker1 read, of which the checker read one, has one in hand, and read none. */
  async function openRead() {
    const opened = await open([8, 9, 10], { mode: 1 }, kind)
    const { services, leaderId, blockId, signIn } = opened
    const second = await signIn('marker2')
    const { data } = await second.send(markNext, { query: { block_id: blockId, n: 4 } })
    const first = await services.db
      .selectFrom('reading')
      .select(['id', 'unit_id', 'marker_id', 'role'])
      .where('state', '=', 'submitted')
      .orderBy('id')
      .execute()
    const readings = first.flatMap((reading) => {
      const own = data.tasks.find(({ unit_id }) => unit_id === reading.unit_id)
      return own ? { ...reading, own: own.reading_id } : []
    })
    const [read, held, free] = readings
    if (!read || !held || !free) throw new Error('three papers that both read')
    await second.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: read.own,
        idem_key: 'key-of-the-second-reader',
        scores: [8000],
      },
    })
    for (const { own } of [read, held])
      await services.db
        .updateTable('reading')
        .set({ marker_id: leaderId })
        .where('id', '=', own)
        .execute()
    return { ...opened, read, held, free }
  }

  test('are in no sample of theirs, and can not be opened or judged by name', async () => {
    const { leader, take, on, blockId, read, held, free } = await openRead()
    for (const kindOf of ['random', 'band', 'mixed'] as const) {
      const { remaining, task } = await take({ kind: kindOf, percent: 100 })
      expect([remaining, task?.unit_id]).toEqual([1, free.unit_id])
    }
    for (const { id, marker_id } of [read, held]) {
      const opened = await leader.send(spotCheckGet, {
        query: { block_id: blockId, task_detail_id: id },
      })
      expect(opened.error.error).toBe('MARKING_SPOT_CHECK_READER')
      for (const said of [
        { is_rejected: 0, is_marked: 0 },
        { is_rejected: 0, is_marked: 1, reject_score: 9000 },
        { is_rejected: 1, is_marked: 0, comment: '偏松' },
      ] as const) {
        const judged = await leader.send(spotCheckReject, {
          body: { ...on, task_detail_id: id, marker_id, ...said },
        })
        expect(judged.error.error).toBe('MARKING_SPOT_CHECK_READER')
      }
    }
  })

  test('nor those that they may still be given as the second reader', async () => {
    const { take, on, leaderId, services } = await open([8, 9], { mode: 1 }, kind)
    const all = { percent: 100 }
    expect((await take(all)).remaining).toBe(2)
    const duty = { block_id: on.block_id, user_id: leaderId, duty: 'marker', weight: 1 }
    await services.db.insertInto('block_marker').values(duty).execute()
    expect(await take(all)).toMatchObject({ remaining: 0, task: null })
    await services.db.updateTable('unit').set({ free_role: null }).execute()
    expect((await take(all)).remaining).toBe(2)
  })

  test('show why they are not checked by who read them, and can be put before an arbitrator', async () => {
    const { leader, on, read, free, services } = await openRead()
    const refusals = async (task_detail_id: number) =>
      (await leader.send(checkDetail, { query: { ...on, task_detail_id } })).data.refusals
    const barred = await refusals(read.id)
    for (const why of [barred.agree, barred.send_back, barred.correct])
      expect(why).toMatch(/您也评阅这份试卷/)
    expect(await refusals(free.id)).toMatchObject({ agree: null })
    expect(barred.escalate).toBe(null)
    // All that a marker gave goes back whatever the leader read of it.
    const review = { ...on, marker_id: read.marker_id, outcome: 'return' as const }
    const shown = await leader.send(masterReview, { body: { ...review, preview: 1 } })
    expect(shown.data).toMatchObject({ total: 3, changed: 3, refused: 0 })
    const sent = await leader.send(masterReview, { body: { ...review, comment: '整批偏松' } })
    expect(sent.data).toMatchObject({ total: 3, changed: 3, refused: 0 })
    const rejected = await services.db
      .selectFrom('reading')
      .select('id')
      .where('state', '=', 'rejected')
      .execute()
    expect(rejected).toHaveLength(3)
  })
})

everyDatabase('a relative’s papers on %s', (kind) => {
  test('are in no sample of the checker, and can not be opened or judged by name', async () => {
    const { services, leader, leaderId, take, on } = await open([8, 9, 10], {}, kind)
    const { id, child } = await services.db
      .selectFrom('reading')
      .innerJoin('unit', 'unit.id', 'reading.unit_id')
      .select(['reading.id', 'unit.candidate_id as child'])
      .orderBy('reading.id')
      .executeTakeFirstOrThrow()
    const pair = [{ markerId: leaderId, candidateId: child, relation: '子女' }]
    const { pairIds } = await writePairs(services, on.exam_id, pair, leaderId)
    for (const kindOf of ['random', 'band'] as const)
      expect((await take({ kind: kindOf })).remaining).toBe(2)
    const named = { block_id: on.block_id, task_detail_id: id }
    const opened = await leader.send(spotCheckGet, { query: named })
    expect(opened.error.error).toBe('MARKING_RELATIVE')
    const marker_id = (await take()).task?.marker_id ?? 0
    const judged = await leader.send(spotCheckReject, {
      body: { ...on, task_detail_id: id, marker_id, is_rejected: 0, is_marked: 0 },
    })
    expect(judged.error.error).toBe('MARKING_RELATIVE')
    // Released from it, the paper is one like any other; and so it is when the pair is taken away.
    await services.db
      .updateTable('unit')
      .set({ released: RELEASE_BITS.relative })
      .where('candidate_id', '=', child)
      .execute()
    expect((await take()).remaining).toBe(3)
    await services.db.updateTable('unit').set({ released: 0 }).execute()
    expect((await take()).remaining).toBe(2)
    await removePairs(services, on.exam_id, pairIds, leaderId)
    expect((await take()).remaining).toBe(3)
  })
})

test('spot check: checks are listed page by page, each once, the newest first', async () => {
  const { say, list } = await open([8, 9, 10])
  for (const comment of ['一', '二', '三']) await say({ comment })
  const pages = [await list({ page: 1, limit: 2 }), await list({ page: 2, limit: 2 })]
  expect(pages.map(({ list: rows }) => rows.map(({ comment }) => comment))).toEqual([
    ['三', '二'],
    ['一'],
  ])
  expect(pages.map(({ total, counts }) => [total, counts.agreed])).toEqual([
    [3, 3],
    [3, 3],
  ])
})

test('spot check: the record of a paper and the exported list say what was checked', async () => {
  const { say, take, leader, examId } = await open([8])
  const unitId = (await take()).task?.unit_id ?? 0
  await say({ is_marked: 1, reject_score: 6500, comment: '多给了' })
  const record = await leader.send(spotCheckRecord, { query: { unit_id: unitId } })
  expect(record.data.list).toMatchObject([{ reject_milli: 6500, comment: '多给了' }])
  const file = await leader.send(spotCheckListExport, { query: { exam_id: examId } })
  expect(file.status).toBe(200)
  const rows = await readXlsx(file.bytes)
  expect(rows[1]?.slice(5, 8)).toEqual(['原给分', '结果', '改分'])
  // What the note explains is in the table.
  expect(rows.at(-1)?.[0]).toMatch(/^数据时间 .*改分/)
  expect(rows.at(-1)?.[0]).not.toContain('率')
})

test.for([
  ['admin', 200],
  ['leader', 200],
  ['marker2', 403],
  ['student', 403],
  ['other-admin', 404],
] as const)(
  'spot check: spot checks are made by who supervises: %s gets %i',
  async ([who, status]) => {
    const { signIn, blockId, examId, take, on } = await open([8, 9])
    const { task } = await take()
    const client = await signIn(who)
    const answers = [
      await client.send(spotCheckGet, { query: { block_id: blockId } }),
      await client.send(spotCheckList, { query: { exam_id: examId } }),
      await client.send(spotCheckReject, {
        body: {
          ...on,
          marker_id: task?.marker_id ?? 0,
          task_detail_id: task?.task_detail_id ?? 0,
          is_rejected: 0,
          is_marked: 0,
        },
      }),
      await client.send(spotCheckRecord, { query: { unit_id: task?.unit_id ?? 0 } }),
      await client.send(spotCheckListExport, { query: { exam_id: examId } }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
  },
)
