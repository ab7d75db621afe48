import {
  benchmarkScripts,
  benchmarkScriptSet,
  leaderDecide,
  leaderHold,
  leaderList,
  leaderNext,
  markNext,
  markSubmit,
  masterReview,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'

const MODE = 'arbitration'

/** One paper in arbitration, and more leaders of the block beside the first. */
async function open(kind?: DatabaseKind, others: readonly string[] = ['marker3']) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, {
    candidates: 1,
    mode: 1,
    toleranceMilli: 1000,
  })
  for (const other of others)
    await app.services.db
      .insertInto('block_marker')
      .values({
        block_id: marked.blockId,
        user_id: app.school.userIds[other] ?? 0,
        duty: 'leader',
        weight: 1,
      })
      .execute()
  for (const [who, points] of [
    ['marker1', 20],
    ['marker2', 2],
  ] as const) {
    const marker = await app.signIn(who)
    const { data } = await marker.send(markNext, { query: { block_id: marked.blockId, n: 1 } })
    await marker.send(markSubmit, {
      body: {
        block_id: marked.blockId,
        reading_id: data.tasks[0]?.reading_id ?? 0,
        idem_key: `reading-${who}`,
        scores: [points * 1000],
      },
    })
  }
  const listOf = async (who: string) => {
    const client = await app.signIn(who)
    return (await client.send(leaderList, { query: { mode: MODE } })).data.list[0]
  }
  return { ...app, ...marked, listOf }
}

test('arbitration handed over: a leader hands an arbitration over, and another who has not read the paper decides it', async () => {
  const { signIn, listOf } = await open()
  expect(await listOf('leader')).toMatchObject({ eligible: 2, eligible_online: 1, held_by: null })
  const first = await signIn('leader')
  const taken = await first.send(leaderNext, { query: { mode: MODE } })
  const unit_id = taken.data.task?.unit_id ?? 0
  expect(taken.data.task?.colleagues).toMatchObject([{ name: '阅卷老师3', is_online: false }])
  expect((await listOf('marker3'))?.blocked_reason).toContain('正在处理')
  // The second leader is at work now.
  expect(await listOf('leader')).toMatchObject({ eligible: 2, eligible_online: 2 })

  const body = { mode: MODE, unit_id, idem_key: 'hand-over-key', outcome: 'return' } as const
  expect((await first.send(leaderDecide, { body })).data).toEqual({ state: 'ARBITRATION' })
  // A repeat changes nothing.
  expect((await first.send(leaderDecide, { body })).status).toBe(200)

  const second = await signIn('marker3')
  const next = await second.send(leaderNext, { query: { mode: MODE } })
  expect(next.data.task?.unit_id).toBe(unit_id)
  const decided = await second.send(leaderDecide, {
    body: { mode: MODE, unit_id, idem_key: 'decision-key', scores: [9000] },
  })
  expect(decided.data).toEqual({ state: 'FINAL' })
  expect(await listOf('leader')).toBeUndefined()
})

everyDatabase('handing a paper over on %s', (kind) => {
  test('to a named leader puts it first for them, and leaves it to them', async () => {
    const { signIn, listOf, school } = await open(kind, ['marker3', 'head'])
    const first = await signIn('leader')
    const { data } = await first.send(leaderNext, { query: { mode: MODE } })
    const unit_id = data.task?.unit_id ?? 0
    const body = { mode: MODE, unit_id, idem_key: 'hand-over-key', outcome: 'return' } as const
    const giveTo = (to: string) =>
      first.send(leaderDecide, { body: { ...body, to_user_id: school.userIds[to] ?? 0 } })
    // Who read the paper, and who is no leader of the block, is not asked to decide it.
    expect((await giveTo('marker1')).error).toMatchObject({
      error: 'MARKING_HAND_OVER_UNFIT',
      msg: '所选教师 不能仲裁这份试卷：不是本题块的题组长、评阅过它或需要回避，请另选一位',
    })
    expect((await giveTo('leader')).error.error).toBe('MARKING_HAND_OVER_UNFIT')
    expect((await giveTo('head')).data).toEqual({ state: 'ARBITRATION' })

    const handed = { to_name: '班主任', by_name: '数学组长' }
    expect(await listOf('leader')).toMatchObject({
      handed_over: { ...handed, is_own: false },
      held_by: null,
    })
    expect((await listOf('head'))?.handed_over).toEqual({ ...handed, is_own: true })
    // Others are not given it, and may take it all the same.
    const other = await signIn('marker3')
    expect((await other.send(leaderNext, { query: { mode: MODE } })).data.task).toBeNull()
    const chosen = await other.send(leaderNext, { query: { mode: MODE, unit_id } })
    expect(chosen.data.task?.unit_id).toBe(unit_id)
    const taken = await first.send(leaderDecide, { body })
    expect(taken.error.error).toBe('MARKING_ARBITRATION_HELD')
    // So it is for who opens it from an older list.
    const late = await first.send(leaderNext, { query: { mode: MODE, unit_id } })
    expect(late.error.error).toBe('MARKING_ARBITRATION_HELD')
    expect(late.error.msg).toMatch(/^这份试卷正由 .+ 仲裁，请处理其他试卷$/)
    await other.send(leaderDecide, { body })
    // Given back to whoever comes first.
    expect((await listOf('leader'))?.handed_over).toBeNull()
    await giveTo('head')
    const head = await signIn('head')
    const next = await head.send(leaderNext, { query: { mode: MODE } })
    expect(next.data.task?.unit_id).toBe(unit_id)
    const decided = await head.send(leaderDecide, {
      body: { mode: MODE, unit_id, idem_key: 'decision-key', scores: [9000] },
    })
    expect(decided.data).toEqual({ state: 'FINAL' })
    expect((await giveTo('head')).error.error).toBe('MARKING_UNIT_NOT_OPEN')
    const over = await other.send(leaderNext, { query: { mode: MODE, unit_id } })
    expect(over.error.msg).toBe('这份试卷已由 班主任 仲裁，请处理其他试卷')
  })

  test('a reading is not sent back beneath who is deciding; where it is checked, they hear of it', async () => {
    const { signIn, blockId, listOf } = await open(kind)
    const [first, other] = [await signIn('leader'), await signIn('marker3')]
    const { data } = await other.send(leaderNext, { query: { mode: MODE } })
    const unit_id = data.task?.unit_id ?? 0
    const reading = data.task?.readings[0]?.reading_id ?? 0
    const body = { mode: MODE, unit_id, idem_key: 'beneath-them' } as const
    const comment = '第二步没有给分'
    const refused = await first.send(leaderDecide, {
      body: { ...body, outcome: 'return', to_reading_id: reading, comment },
    })
    expect(refused.error.msg).toBe('这份试卷正由 阅卷老师3 仲裁，请处理其他试卷')
    expect(await listOf('marker3')).toMatchObject({ held_by: '阅卷老师3' })

    const hold = { body: { mode: MODE, unit_id } } as const
    expect((await other.send(leaderHold, hold)).data).toEqual({ lost: null, changed: null })
    const review = {
      block_id: blockId,
      outcome: 'return',
      task_detail_id: reading,
      comment,
    } as const
    expect((await first.send(masterReview, { body: review })).data).toMatchObject({ changed: 1 })
    expect((await other.send(leaderHold, hold)).data.lost).toContain('当前为「待重评」状态')
    const late = await other.send(leaderDecide, { body: { ...body, scores: [9000] } })
    expect(late.error.error).toBe('MARKING_ARBITRATION_LATE')
    // Marked again and still apart, it is anybody's.
    const marker = await signIn('marker1')
    const { data: queue } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    await marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: queue.tasks[0]?.reading_id ?? 0,
        idem_key: 'second-thought',
        scores: [19_000],
      },
    })
    expect(await listOf('leader')).toMatchObject({ held_by: null, blocked_reason: null })
  })
})

test('arbitration handed over: a reading that disagrees goes back to its marker, with the words of the leader', async () => {
  const { signIn, listOf, blockId } = await open()
  const leader = await signIn('leader')
  const { data } = await leader.send(leaderNext, { query: { mode: MODE } })
  const unit_id = data.task?.unit_id ?? 0
  const [first] = data.task?.readings ?? []
  const send = (more: object) =>
    leader.send(leaderDecide, {
      body: {
        mode: MODE,
        unit_id,
        idem_key: 'send-back-key',
        outcome: 'return',
        to_reading_id: first?.reading_id ?? 0,
        ...more,
      },
    })
  expect((await send({})).error.error).toBe('MARKING_COMMENT_MISSING')
  expect((await send({ comment: '请看', to_reading_id: 99_999 })).error.error).toBe(
    'MARKING_READING_NOT_FOUND',
  )
  expect((await send({ comment: '第二步没有给分' })).data).toEqual({ state: 'REJECTED' })
  expect(await listOf('leader')).toBeUndefined()
  const marker = await signIn('marker1')
  const { data: queue } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
  expect(queue.tasks).toMatchObject([{ kind: 'rejected', reject_comment: '第二步没有给分' }])
  // The same score as the other reader settles it.
  await marker.send(markSubmit, {
    body: {
      block_id: blockId,
      reading_id: queue.tasks[0]?.reading_id ?? 0,
      idem_key: 'second-thought',
      scores: [2000],
    },
  })
  expect(await listOf('leader')).toBeUndefined()
})

test('arbitration handed over: a leader adds the paper on the table to the benchmark set, and decides it all the same', async () => {
  const { signIn, blockId } = await open()
  const leader = await signIn('leader')
  const { data } = await leader.send(leaderNext, { query: { mode: MODE } })
  const unit_id = data.task?.unit_id ?? 0
  const body = { block_id: blockId, unit_id, kind: 'discussion' } as const
  const { data: made } = await leader.send(benchmarkScriptSet, { body })
  const again = await leader.send(benchmarkScriptSet, { body })
  expect([again.status, again.error.error]).toEqual([409, 'MARKING_BENCHMARK_EXISTS'])
  const decided = await leader.send(leaderDecide, {
    body: { mode: MODE, unit_id, idem_key: 'decision-key', scores: [9000] },
  })
  expect(decided.data).toEqual({ state: 'FINAL' })
  const { data: set } = await leader.send(benchmarkScripts, { query: { block_id: blockId } })
  expect(set.list).toMatchObject([{ script_id: made.script_id, unit_id, kind: 'discussion' }])
})

test('arbitration handed over: nobody but a leader of the block hands over', async () => {
  const { signIn, listOf } = await open()
  const unit_id = (await listOf('leader'))?.unit_id ?? 0
  for (const who of ['marker1', 'head', 'student']) {
    const answer = await (
      await signIn(who)
    ).send(leaderDecide, {
      body: { mode: MODE, unit_id, idem_key: 'hand-over-key', outcome: 'return' },
    })
    expect([who, answer.status]).toEqual([who, 403])
  }
})
