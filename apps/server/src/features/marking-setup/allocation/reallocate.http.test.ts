import {
  allocationRealloc,
  allocationSet,
  balanceGet,
  blockSettingsSet,
  markNext,
  markSubmit,
  messagesGet,
  ownTasks,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { openTwoBlocks } from './testing/two-blocks.ts'

everyDatabase('sharing the rest anew on %s', (kind) => {
  test('is shown first; papers in hand come back, and the newcomer sees the work as pending', async () => {
    const { director, blockId, markerIds, markersOf, signIn, school } = await openTwoBlocks({
      kind,
      markers: 2,
      allocation: 2,
    })
    const [one = 0, two = 0] = markerIds
    const teacher = school.userIds['marker3'] ?? 0
    const marker = await signIn('marker1')
    await marker.send(markNext, { query: { block_id: blockId, n: 3 } })
    const body = {
      block_id: blockId,
      changes: [{ marker_id: one, by_id: teacher }],
      sharing: 'even' as const,
    }
    const shown = await director.send(allocationRealloc, { body: { ...body, preview: 1 } })
    expect(shown.data).toMatchObject({ applied: 0, recalled: 3, allocation: { alloc_mode: 2 } })
    const { data } = await director.send(allocationRealloc, { body })
    expect(data).toMatchObject({
      applied: 1,
      recalled: 3,
      people: [
        { marker_id: one, claimed: 3, stopped: 1, target_before: 6, target_after: 0 },
        { marker_id: two, stopped: 0, target_before: 6, target_after: 6 },
        { marker_id: teacher, stopped: 0, target_before: null, target_after: 6 },
      ],
      allocation: { alloc_mode: 3, problems: [] },
    })
    const newcomer = await signIn('marker3')
    expect(
      (await newcomer.send(messagesGet, { query: { block_id: blockId } })).data.list[0]?.text,
    ).toBe('您已加入本题块的阅卷，任务量 6 份。')
    const { list } = await markersOf(blockId)
    expect(list.find(({ marker_id }) => marker_id === one)).toMatchObject({
      suspended: 1,
      claimed: 0,
    })
    const tasks = await newcomer.send(ownTasks, { query: {} })
    // As many as the target leaves, of the 12 that wait; what is in hand is part of it.
    expect(tasks.data).toMatchObject([{ block_id: blockId, target: 6, pool_count: 6 }])
    await newcomer.send(markNext, { query: { block_id: blockId, n: 2 } })
    const after = await newcomer.send(ownTasks, { query: {} })
    expect(after.data).toMatchObject([{ claimed_count: 2, pool_count: 4 }])
  })
})

everyDatabase('targets that are kept, on %s', (kind) => {
  test('a surplus stays, who takes over has what was left, and nobody else hears of it', async () => {
    const { director, blockId, markerIds, markersOf, school, signIn } = await openTwoBlocks({
      kind,
      markers: 2,
      allocation: 2,
    })
    const [one = 0, two = 0] = markerIds
    const teacher = school.userIds['marker3'] ?? 0
    const quotas = { alloc_mode: 3, quotas_are_weights: 0 }
    const markers = [
      { marker_id: one, quota: 10 },
      { marker_id: two, quota: 8 },
    ]
    const set = await director.send(allocationSet, {
      body: { block_id: blockId, ...quotas, markers },
    })
    expect(set.status).toBe(200)
    const heard = async () => {
      const colleague = await signIn('marker2')
      const { data } = await colleague.send(messagesGet, { query: { block_id: blockId } })
      return data.list.length
    }
    const before = await heard()
    const { data } = await director.send(allocationRealloc, {
      body: {
        block_id: blockId,
        changes: [{ marker_id: one, by_id: teacher }],
        sharing: 'keep',
      },
    })
    expect(data.people.map(({ target_after }) => target_after)).toEqual([0, 8, 10])
    expect((await markersOf(blockId)).problems).toEqual([])
    expect(await heard()).toBe(before)
  })
})

everyDatabase('what is said of work shared anew on %s', (kind) => {
  test('goes to each whose work changes, once it is done and not when it is only shown', async () => {
    const { director, blockId, markerIds, signIn } = await openTwoBlocks({
      kind,
      markers: 3,
      allocation: 2,
    })
    const heard = async (account: string) => {
      const { data } = await (
        await signIn(account)
      ).send(messagesGet, { query: { block_id: blockId } })
      return data.list.map(({ author_name, text }) => `${author_name}：${text}`)
    }
    const marker = await signIn('marker1')
    await marker.send(markNext, { query: { block_id: blockId, n: 2 } })
    const [one = 0] = markerIds
    const body = { block_id: blockId, changes: [{ marker_id: one }], sharing: 'even' as const }
    await director.send(allocationRealloc, { body: { ...body, preview: 1 } })
    expect(await heard('marker1')).toEqual([])
    expect((await director.send(allocationRealloc, { body })).status).toBe(200)
    expect(await heard('marker1')).toEqual([
      '系统：已停止向您分配本题块的试卷，手中未提交的试卷已收回。如需继续请联系题组长。',
    ])
    const { data: own } = await marker.send(ownTasks, { query: {} })
    expect(own).toMatchObject([
      { block_id: blockId, claimed_count: 0, pool_count: 0, suspended: 1 },
    ])
    for (const account of ['marker2', 'marker3'])
      expect(await heard(account)).toEqual([
        '系统：剩余任务已重新分配：您的任务量由 4 份改为 6 份，增加 2 份。',
      ])
  })
})

test('reallocation: who has all of their share in hand is told of no papers, as long as others may read them', async () => {
  const { blockId, markerIds, services, signIn } = await openTwoBlocks({
    markers: 3,
    allocation: 2,
  })
  const marker = await signIn('marker1')
  const told = async () => {
    const { data } = await marker.send(ownTasks, { query: {} })
    return data.find((row) => row.block_id === blockId)
  }
  expect(await told()).toMatchObject({ target: 4, claimed_count: 0, pool_count: 4 })
  await marker.send(markNext, { query: { block_id: blockId, n: 4 } })
  expect(await told()).toMatchObject({ claimed_count: 4, pool_count: 0 })
  // Once nobody else is there to read the other eight, they are whose who is.
  await services.db
    .updateTable('block_marker')
    .set({ suspended_at: services.clock.now().toISOString() })
    .where('block_id', '=', blockId)
    .where('user_id', 'in', markerIds.slice(1))
    .execute()
  expect(await told()).toMatchObject({ claimed_count: 4, pool_count: 8 })
})

test('reallocation: somebody who is not in the block, or may not mark, takes no part in it', async () => {
  const { director, blockId, markerIds, school } = await openTwoBlocks({ allocation: 2 })
  const ask = (change: { marker_id: number; by_id?: number }) =>
    director.send(allocationRealloc, {
      body: { block_id: blockId, changes: [change], sharing: 'even' },
    })
  const student = school.userIds['student'] ?? 0
  for (const change of [{ marker_id: 999_999 }, { marker_id: markerIds[0] ?? 0, by_id: student }])
    expect((await ask(change)).error.error).toBe('STAFF_NOT_FOUND')
})

test('reallocation: a newcomer shares what is left, and nobody loses what is done or what was seen of their input', async () => {
  const { director, blockId, markerIds, markersOf, services, school } = await openTwoBlocks({
    markers: 2,
    allocation: 2,
    candidates: 40,
  })
  const [one = 0, two = 0] = markerIds
  const teacher = school.userIds['marker3'] ?? 0
  const units = await services.db.selectFrom('unit').select('id').orderBy('id').execute()
  for (const [index, { id }] of units.slice(0, 16).entries())
    await services.db
      .insertInto('reading')
      .values({
        unit_id: id,
        block_id: blockId,
        role: 'R1',
        marker_id: one,
        state: 'submitted',
        rev: 1,
        points: '[8000]',
        total_milli: 8000,
        idem_key: `given-${index}`,
        claimed_at: '2026-11-20T00:00:00.000Z',
        lease_until: null,
        submitted_at: `2026-11-20T00:00:${10 + index}.000Z`,
        active_ms: 3000,
        flags: '[]',
        traces: null,
        superseded_by: null,
      })
      .execute()
  await services.db
    .updateTable('block_marker')
    .set({ input_signs: '["synthetic"]' })
    .where('user_id', '=', one)
    .execute()
  const targets = async () => (await markersOf(blockId)).list.map(({ target }) => target)
  expect(await targets()).toEqual([20, 20, null])
  const people = [one, two, teacher].map((marker_id) => ({ marker_id }))
  const leader = { marker_id: school.userIds['leader'] ?? 0, duty: 'leader' as const }
  await director.send(allocationSet, { body: { block_id: blockId, markers: [...people, leader] } })
  // Sixteen are done: the other twenty-four are shared by three.
  const byId = new Map(
    (await markersOf(blockId)).list.map(({ marker_id, target, base }) => [
      marker_id,
      [target, base],
    ]),
  )
  expect([one, two, teacher].map((id) => byId.get(id))).toEqual([
    [24, 16],
    [8, 0],
    [8, 0],
  ])
  const { input_signs } = await services.db
    .selectFrom('block_marker')
    .select('input_signs')
    .where('user_id', '=', one)
    .executeTakeFirstOrThrow()
  expect(input_signs).toBe('["synthetic"]')
})

everyDatabase('a block whose work was shared anew on %s', (kind) => {
  test('is balanced by itself as it was before, until somebody chooses another way of sharing', async () => {
    const world = await openTwoBlocks({ kind, markers: 3, allocation: 2 })
    const { director, blockId, leaderId, markerIds, on } = world
    const isOn = async () =>
      (await director.send(balanceGet, { query: { block_id: blockId } })).data.is_on
    const share = (changes: { marker_id: number }[], preview?: 1) =>
      director.send(allocationRealloc, {
        body: { block_id: blockId, changes, sharing: 'even', ...(preview ? { preview } : {}) },
      })
    const allocate = (part: object) =>
      director.send(allocationSet, {
        body: {
          block_id: blockId,
          ...part,
          markers: [
            ...markerIds.slice(0, 2).map((marker_id) => ({ marker_id, quota: 6 })),
            { marker_id: leaderId, duty: 'leader' as const },
          ],
        },
      })
    expect(await isOn()).toBe(true)
    expect((await share([{ marker_id: markerIds[2] ?? 0 }])).data.allocation.alloc_mode).toBe(3)
    expect(await isOn()).toBe(true)
    // Once more, now from quotas; and with people of the same quotas.
    await share([])
    expect((await allocate({ alloc_mode: 3 })).status).toBe(200)
    expect(await isOn()).toBe(true)
    // Another way, and back to quotas: these are typed.
    await director.send(blockSettingsSet, {
      body: { ...on, blocks: [{ block_id: blockId, alloc_mode: 1 }] },
    })
    await allocate({ alloc_mode: 3 })
    expect(await isOn()).toBe(false)
    await share([])
    expect(await isOn()).toBe(false)
    await allocate({ alloc_mode: 2 })
    expect(await isOn()).toBe(true)
  })
})

test('reallocation: who leaves is stopped although another has nearly read all: nobody is given more than there is', async () => {
  const { services, school, signIn } = await openTestApp()
  const { blockId, markerIds } = await seedMarking(services, school, {
    markers: 3,
    mode: 1,
    allocation: 2,
  })
  const give = async (account: string, count: number) => {
    const marker = await signIn(account)
    const { data } = await marker.send(markNext, { query: { block_id: blockId, n: count } })
    for (const { reading_id } of data.tasks)
      await marker.send(markSubmit, {
        body: {
          block_id: blockId,
          reading_id,
          idem_key: `key-of-${reading_id}`,
          scores: [8000],
        },
      })
  }
  await give('marker1', 4)
  await give('marker3', 1)
  const director = await signIn('director')
  const [one = 0, two = 0, three = 0] = markerIds
  const changes = [{ marker_id: three }]
  const body = { block_id: blockId, changes, sharing: 'pace' as const }
  const targets = async (preview: 0 | 1) => {
    const { data } = await director.send(allocationRealloc, { body: { ...body, preview } })
    return data.people.map(({ marker_id, target_after }) => [marker_id, target_after])
  }
  const shared = [
    [one, 6],
    [two, 5],
    [three, 1],
  ]
  expect(await targets(1)).toEqual(shared)
  expect(await targets(0)).toEqual(shared)
})
