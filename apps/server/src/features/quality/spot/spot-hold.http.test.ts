import {
  checkBlockStatus,
  checkDetail,
  type InputOf,
  markCorrect,
  markNext,
  markSubmit,
  masterReview,
  masterSpotCheck,
  spotCheckGet,
  spotCheckHold,
  spotCheckReject,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

const LEASE_MS = 2 * 60_000

/** A block of 20 points, 8 given to each of some papers; two who check them. */
async function open(kind: DatabaseKind = 'sqlite', papers = 4) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, { candidates: papers })
  const { blockId, examId } = marked
  const on = { block_id: blockId }
  const marker = await app.signIn('marker1')
  for (let count = 0; count < papers; count++) {
    const { data } = await marker.send(markNext, { query: { ...on, n: 1 } })
    const [task] = data.tasks
    await marker.send(markSubmit, {
      body: {
        ...on,
        reading_id: task?.reading_id ?? 0,
        idem_key: `key-of-${task?.reading_id}`,
        scores: [8000],
      },
    })
  }
  const [wu, zhou] = [await app.signIn('leader'), await app.signIn('admin')]
  const take = async (
    who: TestClient,
    query: Partial<InputOf<typeof spotCheckGet>['query']> = {},
  ) => (await who.send(spotCheckGet, { query: { ...on, percent: 100, ...query } })).data
  const idOf = async (who: TestClient, query = {}) => (await take(who, query)).task?.task_detail_id
  const say = (
    who: TestClient,
    task: { task_detail_id: number; marker_id: number },
    verdict: Partial<InputOf<typeof spotCheckReject>['body']> = {},
  ) =>
    who.send(spotCheckReject, {
      body: {
        exam_id: examId,
        subject_id: SUBJECT,
        ...on,
        marker_id: task.marker_id,
        task_detail_id: task.task_detail_id,
        is_rejected: 0,
        is_marked: 0,
        ...verdict,
      },
    })
  const keep = (who: TestClient, task_detail_id: number, more: { leave?: 1 } = {}) =>
    who.send(spotCheckHold, { body: { ...on, task_detail_id, ...more } })
  const figures = async () => {
    const { data } = await wu.send(checkBlockStatus, { query: { exam_id: examId, ...on } })
    const [row] = data.markers
    return [row?.checked, row?.checked_today, row?.corrected, row?.rejected]
  }
  const unit = (id: number) =>
    app.services.db
      .selectFrom('unit')
      .select(['state', 'final_milli'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const made = () => app.services.db.selectFrom('spot_check').selectAll().orderBy('id').execute()
  return { ...app, ...marked, on, marker, wu, zhou, take, idOf, say, keep, figures, unit, made }
}

/** A task that must be there. */
function there<T>(task: T | null | undefined): T {
  if (!task) throw new Error('nothing to check')
  return task
}

everyDatabase('two checkers of one sample on %s', (kind) => {
  test('are given different papers, also at the same moment, and each paper once', async () => {
    const { wu, zhou, take, say } = await open(kind)
    const first = await Promise.all([take(wu), take(zhou)])
    expect(new Set(first.map(({ task }) => task?.unit_id)).size).toBe(2)
    expect(first.map(({ task }) => task?.held_by)).toEqual([null, null])
    // Who looks again sees the same paper; nobody has checked it, so it counts still.
    const again = await take(wu)
    expect(again.task?.unit_id).toBe(first[0].task?.unit_id)
    expect([again.remaining, again.held]).toEqual([4, 1])
    const seen = new Set<number>()
    let [mine, theirs] = first
    for (const _ of [1, 2]) {
      const [a, b] = [there(mine.task), there(theirs.task)]
      const answers = await Promise.all([
        say(wu, a, { version: a.version }),
        say(zhou, b, { version: b.version }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      seen.add(a.unit_id).add(b.unit_id)
      ;[mine, theirs] = await Promise.all([take(wu), take(zhou)])
    }
    expect(seen.size).toBe(4)
    expect([mine.task, theirs.task, mine.remaining]).toEqual([null, null, 0])
  })

  test('a paper is free when its checker goes on, leaves, or says nothing for two minutes', async () => {
    const { wu, zhou, idOf, take, keep, advance } = await open(kind, 1)
    const { task_detail_id: id, version } = there((await take(wu)).task)
    expect(await take(zhou)).toMatchObject({ task: null, remaining: 1, held: 1 })
    // The page that stays open keeps it.
    advance(LEASE_MS - 1000)
    expect((await keep(wu, id)).data).toEqual({ held_by: null, version })
    advance(LEASE_MS - 1000)
    expect(await idOf(zhou)).toBeUndefined()
    expect((await keep(zhou, id)).data).toEqual({ held_by: '数学组长', version })
    expect((await take(zhou, { task_detail_id: id })).task).toMatchObject({ held_by: '数学组长' })
    await keep(wu, id, { leave: 1 })
    expect(await idOf(zhou)).toBe(id)
    expect(await idOf(wu)).toBeUndefined()
    advance(LEASE_MS)
    expect(await idOf(wu)).toBe(id)
    // A sample in which it is not gives it back as well.
    expect(await idOf(wu, { kind: 'zero' })).toBeUndefined()
    expect(await idOf(zhou)).toBe(id)
  })

  test('the second is told who said what, nothing is overwritten, and figures count papers', async () => {
    const { wu, zhou, take, say, keep, figures, unit, made, advance } = await open(kind)
    const one = there((await take(wu)).task)
    advance(LEASE_MS)
    const two = there((await take(zhou)).task)
    expect(two.task_detail_id).toBe(one.task_detail_id)
    const corrected = { is_marked: 1, reject_score: 5000, version: one.version }
    expect((await say(wu, one, corrected)).data).toEqual({ state: 'FINAL', final_milli: 5000 })
    const late = { is_marked: 1, reject_score: 9000 }
    const refused = await say(zhou, two, { ...late, version: two.version })
    expect([refused.status, refused.error.error]).toEqual([409, 'VERSION_CONFLICT'])
    expect(refused.error.msg).toMatch(/^数学组长 11月20日 09:\d\d 抽查改分为 5 分，.*请刷新/)
    expect((await unit(one.unit_id)).final_milli).toBe(5000)
    expect(await figures()).toEqual([1, 1, 1, 0])
    // Having seen it, the other may say otherwise: that is one paper still.
    const { task_detail_id } = two
    expect((await keep(zhou, task_detail_id)).data.version).toBe(two.version + 1)
    const seen = there((await take(zhou, { task_detail_id })).task)
    expect(seen.checks).toMatchObject([{ checker_name: '数学组长', reject_milli: 5000 }])
    expect((await say(zhou, two, { ...late, version: seen.version })).status).toBe(200)
    expect((await unit(one.unit_id)).final_milli).toBe(9000)
    expect([await figures(), (await made()).length]).toEqual([[1, 1, 1, 0], 2])
  })

  test('of two verdicts at the same moment one is taken', async () => {
    const { wu, zhou, take, say, made, figures } = await open(kind, 1)
    const { task_detail_id } = there((await take(wu)).task)
    const task = there((await take(zhou, { task_detail_id })).task)
    const answers = await Promise.all(
      [wu, zhou].map((who, index) =>
        say(who, task, { is_marked: 1, reject_score: 5000 + index * 4000, version: task.version }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect([(await made()).length, await figures()]).toEqual([1, [1, 1, 1, 0]])
  })

  test('the same said again by the same checker changes nothing and counts once', async () => {
    const { wu, take, say, made, figures, services } = await open(kind)
    const task = there((await take(wu)).task)
    for (const _ of [1, 2, 3]) {
      const answer = await say(wu, task, { version: task.version })
      expect(answer.data).toEqual({ state: 'FINAL', final_milli: 8000 })
    }
    const back = there((await take(wu)).task)
    for (const _ of [1, 2])
      expect((await say(wu, back, { is_rejected: 1, comment: '漏看' })).data.state).toBe('REJECTED')
    expect([(await made()).length, await figures()]).toEqual([2, [2, 2, 0, 1]])
    const kept = await services.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'spot-check')
      .execute()
    expect(kept).toHaveLength(2)
    // Another word about the same paper is another check of it.
    expect((await say(wu, task, { comment: '再看过' })).status).toBe(200)
    expect([(await made()).length, await figures()]).toEqual([3, [2, 2, 0, 1]])
  })

  test('without a version holds what was shown last; who was shown nothing overwrites nobody', async () => {
    const { wu, zhou, take, say, unit, advance } = await open(kind, 1)
    const task = there((await take(wu)).task)
    const five = { is_marked: 1, reject_score: 5000 }
    expect((await say(zhou, task, five)).status).toBe(200)
    // It lay on this one's table before the other decided.
    expect((await say(wu, task, { is_marked: 1, reject_score: 7000 })).status).toBe(409)
    advance(LEASE_MS)
    await take(wu, { task_detail_id: task.task_detail_id })
    expect((await say(wu, task, { is_marked: 1, reject_score: 7000 })).status).toBe(200)
    const blind = await say(zhou, task, { is_marked: 1, reject_score: 6000 })
    expect([blind.status, blind.error.error]).toEqual([409, 'VERSION_CONFLICT'])
    expect((await unit(task.unit_id)).final_milli).toBe(7000)
  })
})

test('spot check hold: leaders without a wider role are kept apart and refused in the same way', async () => {
  const { wu, on, take, say, keep, signIn, examId, services, school, markerIds, made } =
    await open()
  const userId = school.userIds['marker3'] ?? 0
  await services.db
    .insertInto('block_marker')
    .values({ ...on, user_id: userId, duty: 'leader', weight: 1 })
    .execute()
  const li = await signIn('marker3')
  const mine = there((await take(wu)).task)
  const { data } = await li.send(masterSpotCheck, { query: { ...on, percent: 100 } })
  const theirs = there(data.task)
  expect(theirs.unit_id).not.toBe(mine.unit_id)
  expect((await keep(li, mine.task_detail_id)).data.held_by).toBe('数学组长')
  const { task_detail_id } = theirs
  const look = async () =>
    (await li.send(checkDetail, { query: { exam_id: examId, ...on, task_detail_id } })).data
  const { version } = await look()
  expect((await say(wu, theirs, { is_marked: 1, reject_score: 6000, version })).status).toBe(200)
  const correct = (seen: number) =>
    li.send(masterReview, {
      body: {
        ...on,
        task_detail_id,
        outcome: 'correct',
        score_milli: 9000,
        version: seen,
      },
    })
  const late = await correct(version)
  expect([late.status, late.error.error]).toEqual([409, 'VERSION_CONFLICT'])
  expect((await correct((await look()).version)).status).toBe(200)
  // All of a marker are sent back whatever was said of one of them; what was decided stays decided.
  const all = await li.send(masterReview, {
    body: { ...on, outcome: 'return', marker_id: markerIds[0] ?? 0, comment: '按新标准重评' },
  })
  expect(all.data).toMatchObject({ total: 4, changed: 3, refused: 1 })
  expect(await made()).toHaveLength(5)
})

test.for([
  ['leader', 200],
  ['admin', 200],
  ['marker2', 403],
  ['student', 403],
  ['other-admin', 404],
] as const)('a paper is held by who checks: %s gets %i', async ([who, status]) => {
  const { signIn, wu, idOf, keep } = await open()
  const id = there(await idOf(wu))
  const client = await signIn(who)
  expect((await keep(client, id)).status).toBe(status)
  if (status === 200) expect((await keep(client, id + 999)).status).toBe(404)
})

everyDatabase('a reading that its marker changes under a checker on %s', (kind) => {
  test('is shown as it became, wherever the checker asks for what was looked at', async () => {
    const { wu, take, say, on, marker, examId } = await open(kind, 1)
    const task = there((await take(wu)).task)
    const { task_detail_id } = task
    const idem_key = 'changed-by-its-marker'
    const body = { ...on, reading_id: task_detail_id, idem_key, scores: [9000] }
    expect((await marker.send(markCorrect, { body })).status).toBe(200)
    const late = await say(wu, task, { version: task.version })
    expect(late.error.msg).toMatch(/回评改分，您看到的评阅情况刚刚有变化/)
    const now = there((await take(wu, { task_detail_id })).task)
    expect(now).toMatchObject({ unit_id: task.unit_id, total_milli: 9000 })
    expect(now.task_detail_id).not.toBe(task_detail_id)
    const query = { exam_id: examId, ...on, task_detail_id }
    expect((await wu.send(checkDetail, { query })).data.task_detail_id).toBe(now.task_detail_id)
    expect((await say(wu, now, { version: now.version })).status).toBe(200)
  })
})
