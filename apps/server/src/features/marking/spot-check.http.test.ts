import {
  markNext,
  markSubmit,
  spotCheckGet,
  spotCheckList,
  spotCheckListExport,
  spotCheckRecord,
  spotCheckReject,
} from '@hengjuan/contracts'
import type { DatabaseKind } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'
import { seedMarking, SUBJECT, type Wanted } from './testing/marked-subject.ts'

/** A block of 20 points in which marker1 has given the scores named, in points. */
const open = async (scores: number[], wanted: Wanted = {}, kind?: DatabaseKind) => {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, {
    candidates: scores.length + 1,
    ...wanted,
  })
  const { blockId, examId } = marked
  const marker = await app.signIn('marker1')
  const mark = async (score: number) => {
    const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    const [task] = data.tasks
    await marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: task?.reading_id ?? 0,
        idem_key: `key-of-score-${score}-${task?.reading_id}`,
        scores: [score * 1000],
        active_ms: score === 20 ? 1000 : 30_000,
      },
    })
  }
  for (const score of scores) await mark(score)
  const leader = await app.signIn('leader')
  const take = async (query = {}) =>
    (await leader.send(spotCheckGet, { query: { block_id: blockId, ...query } })).data
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
    leader,
    on,
    take,
    say,
    list,
  }
}

test.for([
  [{ is_rejected: 0, is_marked: 0 }, 'FINAL', 8000, 'agreed'],
  [{ is_rejected: 0, is_marked: 1, reject_score: 6500 }, 'FINAL', 6500, 'corrected'],
  [{ is_rejected: 1, is_marked: 0, comment: '漏看第二问' }, 'REJECTED', null, 'rejected'],
  [{ is_rejected: 1, is_marked: 1, reject_score: 6000 }, 'FINAL', 6000, 'overruled'],
  [{ is_rejected: 0, is_marked: 0, reject_score: 1000 }, 'FINAL', 8000, 'agreed'],
] as const)(
  'the verdict %o leaves the paper %s at %o (%s)',
  async ([verdict, state, final, result]) => {
    const { say, list, take } = await open([8])
    expect((await say(verdict)).data).toEqual({ state, final_milli: final })
    expect(await list({ result })).toMatchObject({
      total: 1,
      checked: 1,
      list: [{ score_milli: 8000, is_rejected: verdict.is_rejected, is_marked: verdict.is_marked }],
    })
    expect(await take()).toMatchObject({ task: null, remaining: 0, checked_today: 1 })
  },
)

test('who is sent a paper back reads why, and gives it another score', async () => {
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
  expect((await list()).rejected).toBe(1)
})

test.for([
  [{ kind: 'zero' }, 1],
  [{ kind: 'full' }, 1],
  [{ kind: 'fast' }, 1],
  [{ kind: 'band', low_milli: 5000, high_milli: 12_000 }, 2],
  [{ kind: 'random' }, 4],
  [{ kind: 'random', percent: 5 }, 1],
  [{ kind: 'random', percent: 26 }, 2],
  [{ kind: 'random', percent: 50 }, 2],
  [{ kind: 'random', percent: 100 }, 4],
] as const)('the sample %o holds %i readings', async ([query, count]) => {
  const { take } = await open([0, 7, 12, 20])
  expect((await take(query)).remaining).toBe(count)
})

test('a share is of each marker, and what was checked stays a part of it, on PostgreSQL as well', async () => {
  const { take, say } = await open([0, 7, 12, 20], {}, 'postgres')
  expect((await take({ kind: 'random', percent: 50 })).remaining).toBe(2)
  await say({})
  expect((await take({ kind: 'random', percent: 50 })).remaining).toBe(1)
  expect((await take({ kind: 'random', percent: 100 })).remaining).toBe(3)
})

test('near a line are the papers of candidates whose total is near it', async () => {
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
  '%o is refused with %i %s, and nothing is recorded',
  async ([verdict, status, code]) => {
    const { say, list } = await open([8])
    const answer = await say(verdict)
    expect([answer.status, answer.error.error]).toEqual([status, code])
    expect((await list()).total).toBe(0)
  },
)

test('nobody checks an own reading', async () => {
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

test('the record of a paper and the exported list say what was checked', async () => {
  const { say, take, leader, examId } = await open([8])
  const unitId = (await take()).task?.unit_id ?? 0
  await say({ is_marked: 1, reject_score: 6500, comment: '多给了' })
  const record = await leader.send(spotCheckRecord, { query: { unit_id: unitId } })
  expect(record.data.list).toMatchObject([{ reject_milli: 6500, comment: '多给了' }])
  const file = await leader.send(spotCheckListExport, { query: { exam_id: examId } })
  expect(file.status).toBe(200)
  expect(file.bytes.subarray(0, 2).toString()).toBe('PK')
})

test.for([
  ['admin', 200],
  ['leader', 200],
  ['marker2', 403],
  ['student', 403],
  ['other-admin', 404],
] as const)('spot checks are made by who supervises: %s gets %i', async ([who, status]) => {
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
})
