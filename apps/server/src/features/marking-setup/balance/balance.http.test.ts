import {
  allocationGet,
  allocationSet,
  balanceGet,
  balanceSet,
  markNext,
  messagesGet,
  ownTasks,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking, type Wanted } from '../../marking/testing/seed-marking.ts'
import { lockAllocation } from '../../marking-core/block/allocation-stamp.ts'
import { balanceBlocks } from './balance-block.ts'

/** When the seeded markers begin, by the clock of the test application. */
const DAY = '2026-11-20'

/**
 * A block of sixty papers that two markers share, and what each handed in from midnight on, by hour. The
 * readings are written as they would be found, so that no test marks for an hour.
 */
const open = async (
  given: readonly (readonly number[])[],
  { kind = 'sqlite', ...wanted }: Wanted & { kind?: DatabaseKind } = {},
) => {
  const app = await openTestApp(kind)
  const { services, school, signIn, advance } = app
  const marked = await seedMarking(services, school, {
    candidates: 60,
    markers: 2,
    allocation: 2,
    ...wanted,
  })
  const { blockId, markerIds } = marked
  const units = await services.db.selectFrom('unit').select('id').orderBy('id').execute()
  let next = 0
  for (const [index, hours] of given.entries())
    for (const [hour, count] of hours.entries())
      for (let nth = 0; nth < count; nth++) {
        const at = `${DAY}T${String(hour).padStart(2, '0')}:${String(nth).padStart(2, '0')}:00.000Z`
        await services.db
          .insertInto('reading')
          .values({
            unit_id: units[next++]?.id ?? 0,
            block_id: blockId,
            role: 'R1',
            marker_id: markerIds[index] ?? 0,
            state: 'submitted',
            rev: 1,
            points: '[8000]',
            total_milli: 8000,
            idem_key: `given-${next}`,
            claimed_at: at,
            lease_until: null,
            submitted_at: at,
            active_ms: 3000,
            flags: '[]',
            traces: null,
            superseded_by: null,
          })
          .execute()
      }
  const on = { block_id: blockId }
  const [director, leader] = [await signIn('director'), await signIn('leader')]
  const view = async () => (await leader.send(balanceGet, { query: on })).data
  const act = (action: 'on' | 'off' | 'now', who = director) =>
    who.send(balanceSet, { body: { ...on, action } })
  const targets = async () => {
    const { data } = await director.send(allocationGet, { query: on })
    return data.list.flatMap(({ duty, target }) => (duty === 'marker' ? [target] : []))
  }
  return { ...app, ...marked, on, director, leader, view, act, targets, advance }
}

/** One has handed in twenty-four papers, the other none: thirty-six are left, six and thirty. */
const FAST_AND_ABSENT = [[24], []] as const

everyDatabase('balancing the rest of the work on %s', (kind) => {
  test('switched off while it is at work, it is off behind what it does', async () => {
    const { services, act, leader, blockId } = await open(FAST_AND_ABSENT, { kind })
    const order: string[] = []
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
    const balancing = services.db.transaction().execute(async (db) => {
      await lockAllocation(db, blockId)
      locked()
      await new Promise((next) => setTimeout(next, 500))
      order.push('balanced')
    })
    await isLocked
    const { data } = await act('off')
    order.push('off')
    await balancing
    expect([order, data.is_on]).toEqual([['balanced', 'off'], false])
    // Who presses it as well says nothing new.
    const { data: again } = await act('off', leader)
    expect(again).toMatchObject({ is_on: false, switched: { by_name: '教务主任' } })
    expect(again.events).toHaveLength(1)
  })

  test('preview, switching on, the balancing by the clock with its record, and going back', async () => {
    const world = await open(FAST_AND_ABSENT, { kind })
    const { view, act, targets, services, advance, signIn, on, director } = world
    expect(await targets()).toEqual([30, 30])
    const before = await view()
    expect(before).toMatchObject({
      is_on: true,
      switched: null,
      deadline: null,
      is_due: false,
      standing: 'even',
      refusal: null,
      events: [],
      markers: [
        { done: 24, target: 30, pace_per_hour: 24, hours_left: 0.25, new_target: 30 },
        { done: 0, target: 30, pace_per_hour: null, hours_left: 1.25, new_target: 30 },
      ],
    })
    // Not due while both would be done in an hour.
    expect((await act('now')).error.error).toBe('MARKING_BALANCE_NOTHING')
    await balanceBlocks(services)
    expect(await targets()).toEqual([30, 30])

    expect((await act('on')).data).toMatchObject({
      is_on: true,
      switched: { by_name: '教务主任' },
      events: [{ kind: 'on' }],
    })
    // A few more of the second marker yesterday, and none since: the share goes to whoever marks.
    await sendSecondAway(world)
    const due = await view()
    expect(due).toMatchObject({
      is_due: true,
      standing: 'due',
      moved: 26,
      markers: [
        { done: 20, target: 30, new_target: 56 },
        { done: 4, absence: 'idle', hours_left: null, new_target: 4 },
      ],
    })
    expect(due.reason).toContain('阅卷老师2超过 24 小时没有提交')
    await balanceBlocks(services)
    expect(await targets()).toEqual([56, 4])
    const after = await view()
    expect(after.events[0]).toMatchObject({
      kind: 'balance',
      by_name: null,
      moved: 26,
      alloc_mode: 2,
      markers: [
        { quota_before: null, target_before: 30, target_after: 56 },
        { quota_before: null, target_before: 30, target_after: 4 },
      ],
    })
    // Both are told, and the papers are there to be taken.
    for (const [account, words] of [
      ['marker1', '由 30 份改为 56 份'],
      ['marker2', '由 30 份改为 4 份'],
    ] as const) {
      const { data } = await (await signIn(account)).send(messagesGet, { query: on })
      expect(data.list.map(({ text }) => text)).toEqual([expect.stringContaining(words)])
      expect(data.list[0]?.author_name).toBe('系统')
    }
    const marker1 = await signIn('marker1')
    expect((await marker1.send(markNext, { query: { ...on, n: 3 } })).data.tasks).toHaveLength(3)
    // Once balanced, it rests; and nothing is due now.
    advance(60_000)
    await balanceBlocks(services)
    expect((await view()).events).toHaveLength(2)

    // What another leader changed since is not changed back with it, nor is balancing turned off for nothing.
    const undo = (event_id = after.events[0]?.event_id) =>
      director.send(balanceSet, {
        body: { ...on, action: 'undo', ...(event_id === undefined ? {} : { event_id }) },
      })
    const set = (quotas: readonly number[]) =>
      director.send(allocationSet, {
        body: {
          ...on,
          markers: [
            ...quotas.map((quota, no) => ({ marker_id: world.markerIds[no] ?? 0, quota })),
            { marker_id: world.leaderId, duty: 'leader' as const },
          ],
        },
      })
    expect((await set([50, 10])).status).toBe(200)
    expect((await undo()).error.error).toBe('MARKING_ALLOCATION_CHANGED')
    expect([await targets(), (await view()).is_on]).toEqual([[50, 10], true])
    expect((await set([56, 4])).status).toBe(200)
    expect((await undo(999_999)).error.error).toBe('MARKING_ALLOCATION_CHANGED')
    // Taken back, everybody has the share of before, and hears of it.
    expect((await undo()).data).toMatchObject({ is_on: false, events: [{ kind: 'off' }, {}, {}] })
    expect((await director.send(allocationGet, { query: on })).data.alloc_mode).toBe(2)
    const { data: heard } = await marker1.send(messagesGet, { query: on })
    expect(heard.list.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('由 56 份改为 30 份'),
    )
    expect(await targets()).toEqual([30, 30])
    advance(3_600_000)
    await balanceBlocks(services)
    expect(await targets()).toEqual([30, 30])
  })
})

/** A few of the first marker's papers are the second's of more than a day ago: the second is away. */
async function sendSecondAway(
  { services, markerIds }: Awaited<ReturnType<typeof open>>,
  papers = 4,
): Promise<void> {
  await services.db.updateTable('block').set({ opened_at: '2026-11-18T00:00:00.000Z' }).execute()
  await services.db
    .updateTable('reading')
    .set({ marker_id: markerIds[1] ?? 0, submitted_at: '2026-11-19T00:30:00.000Z' })
    .where(
      'idem_key',
      'in',
      Array.from({ length: papers }, (_, no) => `given-${no + 1}`),
    )
    .execute()
}

test('balance: average allocation is balanced until somebody switches it off, and goes on with the quotas it gave', async () => {
  const world = await open(FAST_AND_ABSENT)
  const { act, view, targets, services } = world
  await sendSecondAway(world)
  await act('off')
  await balanceBlocks(services)
  expect([(await view()).is_on, await targets()]).toEqual([false, [30, 30]])
  // Nobody ever switched it: on, and still on when the balancing has made it quota allocation.
  await services.db.deleteFrom('balance_event').execute()
  await balanceBlocks(services)
  expect([(await view()).is_on, await targets()]).toEqual([true, [56, 4]])
  // Quotas that somebody typed are balanced only where it was switched on.
  await services.db.deleteFrom('balance_event').execute()
  await services.db.updateTable('block').set({ was_average: 0 }).execute()
  await services.db.updateTable('block_marker').set({ quota: 30 }).execute()
  await balanceBlocks(services)
  expect([(await view()).is_on, await targets()]).toEqual([false, [30, 30]])
  await act('on')
  await balanceBlocks(services)
  expect(await targets()).toEqual([56, 4])
})

test('balance: who was finished has work again: the task shows the new target, and papers come', async () => {
  const world = await open([[30], []])
  const { services, signIn, examId, on, markerIds } = world
  await sendSecondAway(world, 2)
  await services.db
    .updateTable('block')
    .set({ settings: JSON.stringify({ autoTopUp: false }) })
    .execute()
  // Two of the thirty are the second marker's now, so the first needs two more to be finished.
  const first = await signIn('marker1')
  const task = async () => (await first.send(ownTasks, { query: { exam_id: examId } })).data[0]
  const take = async () =>
    (await first.send(markNext, { query: { ...on, n: 1 } })).data.tasks.length
  await services.db
    .updateTable('block_marker')
    .set({ quota: 28 })
    .where('user_id', '=', markerIds[0] ?? 0)
    .execute()
  await services.db
    .updateTable('block_marker')
    .set({ quota: 32 })
    .where('user_id', '=', markerIds[1] ?? 0)
    .execute()
  await services.db.updateTable('block').set({ alloc_mode: 3 }).execute()
  expect([await task(), await take()]).toMatchObject([{ target: 28, marking_count: 28 }, 0])
  await world.act('on')
  await balanceBlocks(services)
  expect([await task(), await take()]).toMatchObject([{ target: 58, marking_count: 28 }, 1])
})

test('a deadline decides who is late: kept, shown, taken away, and refused where it is no time', async () => {
  const { view, signIn, on, director } = await open(FAST_AND_ABSENT)
  // By the clock of the test it is 01:00; the second marker needs an hour and a quarter.
  const set = (deadline: string | null) =>
    director.send(balanceSet, { body: { ...on, action: 'deadline', deadline } })
  const late = await set('2026-11-20T02:00:00Z')
  expect(late.data).toMatchObject({ deadline: '2026-11-20T02:00:00.000Z', is_due: true })
  expect((await set('2026-11-20T02:30:00Z')).data).toMatchObject({
    is_due: false,
    reason: '各位教师都能在期限前完成',
  })
  expect((await set('明天')).status).toBe(400)
  expect((await view()).deadline).toBe('2026-11-20T02:30:00.000Z')
  const principal = await signIn('principal')
  const refused = await principal.send(balanceSet, {
    body: { ...on, action: 'deadline', deadline: null },
  })
  expect(refused.status).toBe(403)
  expect((await set(null)).data.deadline).toBeNull()
})

test('each role: supervisors look, who sets up marking switches, others do neither', async () => {
  const { signIn, on } = await open(FAST_AND_ABSENT)
  for (const [account, look, change] of [
    ['leader', 200, 200],
    ['director', 200, 200],
    ['admin', 200, 200],
    ['grade', 200, 403],
    ['principal', 200, 403],
    ['marker1', 403, 403],
    ['head', 403, 403],
    ['student', 403, 403],
    ['other-admin', 404, 404],
  ] as const) {
    const who = await signIn(account)
    const looked = await who.send(balanceGet, { query: on })
    const switched = await who.send(balanceSet, { body: { ...on, action: 'off' } })
    expect([account, looked.status, switched.status]).toEqual([account, look, change])
  }
})

test('balance: where nobody has a target there is nothing to balance', async () => {
  const { view, act } = await open([], { allocation: 1 })
  expect((await act('on')).error.error).toBe('MARKING_BALANCE_NO_TARGETS')
  expect((await act('now')).error.error).toBe('MARKING_BALANCE_NO_TARGETS')
  const { refusal, is_due } = await view()
  expect([refusal, is_due]).toEqual([expect.stringContaining('动态分配'), false])
})
