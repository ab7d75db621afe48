import {
  allocationBatch,
  allocationBlocks,
  allocationCopy,
  allocationGroups,
  allocationGroupsSet,
  allocationMasters,
  allocationMastersSet,
  allocationRealloc,
  allocationSet,
  type InputOf,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { openTwoBlocks } from './testing/two-blocks.ts'

type Copy = Partial<InputOf<typeof allocationCopy>['body']>

everyDatabase('copying an allocation on %s', (kind) => {
  test('shows what would change, then does just that, and refuses when something else would happen', async () => {
    const { director, on, blockId, otherId, markersOf, markerIds, leaderId } = await openTwoBlocks({
      kind,
      allocation: 3,
      quotas: [6, 4, 2],
    })
    const [one = 0, two = 0, three = 0] = markerIds
    await director.send(allocationSet, {
      body: { block_id: otherId, alloc_mode: 1, markers: [{ marker_id: one }] },
    })
    const copy = (body: Copy) =>
      director.send(allocationCopy, {
        body: {
          ...on,
          from_block_id: blockId,
          block_ids: [otherId],
          parts: ['markers', 'leaders'],
          ...body,
        },
      })
    const { data: shown } = await copy({ preview: 1 })
    expect(shown.blocks[0]?.problem).toBe('')
    expect(
      shown.blocks[0]?.rows.map(({ what, result, before, after }) => [what, result, before, after]),
    ).toEqual([
      ['mode', 'change', '动态分配', '定量分配（按份数）'],
      ['marker', 'change', '参加', '6 份'],
      ['marker', 'add', '', '4 份'],
      ['marker', 'add', '', '2 份'],
      ['leader', 'add', '', '仲裁教师'],
    ])
    // Nothing was written yet.
    expect((await markersOf(otherId)).list).toHaveLength(1)
    // Somebody changes the block in between: what was shown is not what would happen.
    await director.send(allocationSet, {
      body: { block_id: otherId, alloc_mode: 1, markers: [{ marker_id: two }] },
    })
    const late = await copy({ stamp: shown.stamp })
    expect([late.status, late.error.error]).toEqual([409, 'MARKING_ALLOCATION_CHANGED'])
    const { data: again } = await copy({ preview: 1 })
    const { data: done } = await copy({ stamp: again.stamp })
    expect(done.applied).toBe(1)
    const { list, alloc_mode } = await markersOf(otherId)
    expect(alloc_mode).toBe(3)
    expect(list.map(({ marker_id, duty, quota }) => [marker_id, duty, quota])).toEqual([
      [one, 'marker', 6],
      [two, 'marker', 4],
      [three, 'marker', 2],
      [leaderId, 'leader', null],
    ])
    const same = (await copy({ preview: 1 })).data.blocks[0]?.rows ?? []
    expect(new Set(same.map(({ result }) => result))).toEqual(new Set(['same']))
  })
})

test('allocation: who has marked and is not named stops and keeps the work; quotas are scaled to the papers', async () => {
  const { director, on, blockId, otherId, markersOf, markerIds, signIn, services } =
    await openTwoBlocks({
      mode: 1,
      allocation: 3,
      quotas: [12, 12, null],
    })
  const [one = 0, two = 0, three = 0] = markerIds
  await services.db.updateTable('block').set({ mark_mode: 0 }).where('id', '=', otherId).execute()
  await director.send(allocationSet, {
    body: { block_id: otherId, alloc_mode: 3, markers: [{ marker_id: one, quota: 12 }] },
  })
  // The first block is read by the second as well, who is not named by the other one.
  await (await signIn('marker2')).send(markNext, { query: { block_id: blockId, n: 2 } })
  const ask = (from_block_id: number, block_id: number) =>
    director.send(allocationCopy, {
      body: { ...on, from_block_id, block_ids: [block_id], parts: ['markers'], preview: 1 },
    })
  const back = (await ask(otherId, blockId)).data.blocks[0]
  expect(back?.rows.map(({ name, result, after }) => [name, result, after])).toEqual([
    ['分配方式', 'same', '定量分配（按份数）'],
    // Nobody reads a paper twice.
    ['阅卷老师1', 'same', '12 份'],
    ['阅卷老师2', 'stop', '停止分配'],
    ['阅卷老师3', 'remove', ''],
  ])
  // From a block that is read once to one that is read twice: 8 and 4 of 12 papers are 12 and 12 readings.
  await director.send(allocationSet, {
    body: {
      block_id: otherId,
      alloc_mode: 3,
      markers: [
        { marker_id: one, quota: 8 },
        { marker_id: two, quota: 4 },
      ],
    },
  })
  const twice = (await ask(otherId, blockId)).data.blocks[0]
  expect(twice?.problem).toBe('')
  expect(twice?.rows.slice(1, 3).map(({ result }) => result)).toEqual(['same', 'same'])
  // Papers that are read twice need two people.
  expect(back?.problem).toContain('目前只有 1 名')
  const there = await director.send(allocationCopy, {
    body: { ...on, from_block_id: blockId, block_ids: [otherId], parts: ['markers'] },
  })
  // Twelve and twelve of twenty-four readings are six and six of twelve; who has no quota gets none.
  expect(there.data.applied).toBe(1)
  const { list } = await markersOf(otherId)
  expect(list.map(({ marker_id, quota }) => [marker_id, quota])).toEqual([
    [one, 6],
    [two, 6],
    [three, 0],
  ])
})

test('allocation: the scope is copied with its groups, and a block of another subject can be the source', async () => {
  const { director, on, blockId, otherId, markerIds, school, signIn } = await openTwoBlocks({
    subjectId: 3,
  })
  const [one = 0, two = 0] = markerIds
  const physics = { ...on, subject_id: 3 }
  const groups = [{ name: '甲组', school_ids: [school.schoolId], marker_ids: [one, two] }]
  const set = { ...physics, block_ids: [otherId], mark_scope: 'group' as const, groups }
  expect((await director.send(allocationGroupsSet, { body: set })).status).toBe(200)
  const { data } = await director.send(allocationGroups, { query: { block_id: otherId } })
  expect(data).toMatchObject({ mark_scope: 'group', groups, markers: [] })
  const copy = { ...on, from_block_id: otherId, block_ids: [blockId], parts: ['scope' as const] }
  const shown = await director.send(allocationCopy, { body: { ...copy, preview: 1 } })
  expect(shown.data.blocks[0]?.rows).toMatchObject([
    { what: 'scope', result: 'change', before: '混阅；多于一名教师时回避本班', note: '' },
  ])
  expect(shown.data.blocks[0]?.rows[0]?.after).toMatch(
    /^指定学校的教师组；甲组（.*，2 名教师）；多于一名教师时回避本班$/,
  )
  expect((await director.send(allocationCopy, { body: copy })).data.applied).toBe(1)
  const now = await director.send(allocationGroups, { query: { block_id: blockId } })
  expect(now.data).toMatchObject({ mark_scope: 'group', groups })
  // A leader of mathematics reaches no block of physics, neither to take from nor to change.
  const leader = await signIn('leader')
  expect((await leader.send(allocationCopy, { body: copy })).status).toBe(404)
  expect((await leader.send(allocationBlocks, { query: physics })).status).toBe(404)
  const strange = { ...copy, from_block_id: blockId, block_ids: [otherId] }
  expect((await director.send(allocationCopy, { body: strange })).error.error).toBe(
    'MARKING_BLOCK_NOT_FOUND',
  )
})

test('allocation: a copied scope says what would be out of reach with it; once saved, nothing is said', async () => {
  const { director, on, blockId, otherId, markerIds, school } = await openTwoBlocks({
    mode: 1,
    markers: 3,
  })
  const [one = 0] = markerIds
  const groups = [{ name: '甲组', school_ids: [school.schoolId], marker_ids: [one] }]
  const set = { ...on, block_ids: [otherId], mark_scope: 'group' as const, groups }
  await director.send(allocationGroupsSet, { body: set })
  const copy = { ...on, from_block_id: otherId, block_ids: [blockId], parts: ['scope' as const] }
  const shown = await director.send(allocationCopy, { body: { ...copy, preview: 1 } })
  const { data: kept } = await director.send(allocationGroups, { query: { block_id: blockId } })
  expect(kept).toMatchObject({ mark_scope: 'mixed', groups: [] })
  // Each of twelve papers is to be read by two, and one person is left.
  expect(shown.data.blocks).toMatchObject([
    {
      block_id: blockId,
      problem: '',
      unreached: {
        block_id: blockId,
        schools: [{ school_id: school.schoolId, name: '测试中学', class_name: null, readings: 12 }],
      },
    },
  ])
  const done = await director.send(allocationCopy, { body: copy })
  expect([done.data.applied, done.data.blocks[0]?.unreached]).toEqual([1, null])
})

everyDatabase('groups of several blocks on %s', (kind) => {
  test('are shown with what would be out of reach, and saved only as they were shown', async () => {
    const { director, on, blockId, markerIds, school, services } = await openTwoBlocks({
      kind,
      mode: 1,
      markers: 3,
    })
    const [one = 0] = markerIds
    const groups = [{ name: '甲组', school_ids: [school.schoolId], marker_ids: [one] }]
    const set = (more: object) =>
      director.send(allocationGroupsSet, {
        body: { ...on, block_ids: [blockId], mark_scope: 'group', groups, ...more },
      })
    const scopeNow = async () =>
      (await director.send(allocationGroups, { query: { block_id: blockId } })).data.mark_scope
    const { data: shown } = await set({ preview: 1 })
    expect(shown).toMatchObject({
      applied: 0,
      blocks: [
        {
          block_id: blockId,
          rows: [{ what: 'scope', result: 'change', before: '混阅；多于一名教师时回避本班' }],
          unreached: { schools: [{ readings: 12 }] },
        },
      ],
    })
    expect(await scopeNow()).toBe('mixed')
    // Somebody else has their own papers read by the school itself.
    await set({ mark_scope: 'own_school', groups: [] })
    const late = await set({ stamp: shown.stamp })
    expect([late.status, late.error.error]).toEqual([409, 'MARKING_ALLOCATION_CHANGED'])
    expect(await scopeNow()).toBe('own_school')
    const { data: again } = await set({ preview: 1 })
    expect((await set({ stamp: again.stamp })).data.applied).toBe(1)
    expect(await scopeNow()).toBe('group')
    // Who is kept from the own class goes on being decided by how many mark.
    const { avoid_own_class } = await services.db
      .selectFrom('block')
      .select('avoid_own_class')
      .where('id', '=', blockId)
      .executeTakeFirstOrThrow()
    expect(avoid_own_class).toBeNull()
  })
})

everyDatabase('two leaders at one allocation on %s', (kind) => {
  test('do not undo each other: who saves what they saw before is told, and nothing is saved', async () => {
    const { director, blockId, markersOf, markerIds, leaderId, school } = await openTwoBlocks({
      kind,
      markers: 2,
    })
    const [one = 0, two = 0] = markerIds
    const newcomer = school.userIds['marker3'] ?? 0
    const seen = await markersOf(blockId)
    const save = (ids: number[], stamp?: string) =>
      director.send(allocationSet, {
        body: {
          block_id: blockId,
          ...(stamp === undefined ? {} : { stamp }),
          markers: [
            ...ids.map((marker_id) => ({ marker_id })),
            { marker_id: leaderId, duty: 'leader' as const },
          ],
        },
      })
    expect((await save([one, two, newcomer], seen.stamp)).status).toBe(200)
    const late = await save([one, two], seen.stamp)
    expect([late.status, late.error.error]).toEqual([409, 'MARKING_ALLOCATION_CHANGED'])
    const now = await markersOf(blockId)
    expect(now.list.map(({ marker_id }) => marker_id)).toContain(newcomer)
    expect((await save([one, two], now.stamp)).status).toBe(200)
    const before = (await markersOf(blockId)).stamp
    const realloc = (stamp: string, change: number) =>
      director.send(allocationRealloc, {
        body: { block_id: blockId, changes: [{ marker_id: change }], sharing: 'even', stamp },
      })
    await save([one, two, newcomer], before)
    const stale = await realloc(before, one)
    expect([stale.status, stale.error.error]).toEqual([409, 'MARKING_ALLOCATION_CHANGED'])
    expect((await realloc((await markersOf(blockId)).stamp, one)).status).toBe(200)
  })
})

test('allocation: a batch adds people to several blocks or replaces theirs', async () => {
  const { director, on, blockId, otherId, markerIds, leaderId } = await openTwoBlocks()
  const [one = 0, two = 0, three = 0] = markerIds
  const both = { ...on, block_ids: [blockId, otherId] }
  const added = await director.send(allocationBatch, {
    body: { ...both, how: 'add', markers: [{ marker_id: two }], leader_ids: [leaderId] },
  })
  expect(
    added.data.blocks.map(({ rows }) => rows.map(({ name, result }) => `${name} ${result}`)),
  ).toEqual([
    ['阅卷老师1 same', '阅卷老师2 same', '阅卷老师3 same', '数学组长 same'],
    ['阅卷老师2 add', '数学组长 add'],
  ])
  await director.send(allocationBatch, {
    body: {
      ...both,
      how: 'replace',
      alloc_mode: 3,
      markers: [
        { marker_id: one, weight: 3 },
        { marker_id: three, weight: 1 },
      ],
    },
  })
  const { data } = await director.send(allocationBlocks, { query: on })
  expect(data).toMatchObject({ subject_name: '数学', subjects: [{ subject_id: SUBJECT }] })
  expect(data.blocks).toMatchObject(
    ['第17题', '第18题'].map((block_name) => ({
      block_name,
      alloc_mode: 3,
      quotas_are_weights: 1,
      units: 12,
      readings: 12,
      done: 0,
      given: 12,
      markers: [{ user_id: one }, { user_id: three }],
      leaders: [{ user_id: leaderId }],
      problems: [],
    })),
  )
  const nobody = { ...both, how: 'replace' as const, markers: [], preview: 1 }
  const refused = await director.send(allocationBatch, { body: nobody })
  expect(refused.data.blocks.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('目前只有 0 名'),
    expect.stringContaining('目前只有 0 名'),
  ])
  // All or none.
  const written = await director.send(allocationBatch, { body: { ...nobody, preview: 0 } })
  expect(written.error.error).toBe('MARKING_MARKERS_TOO_FEW')
  const stranger = { ...both, how: 'add' as const, leader_ids: [999_999] }
  expect((await director.send(allocationBatch, { body: stranger })).error.error).toBe(
    'STAFF_NOT_FOUND',
  )
})

test('allocation: what a stopped marker did is part of what there is to read, and of what is shared', async () => {
  const { director, signIn, on, blockId, markerIds } = await openTwoBlocks({ allocation: 2 })
  const marker = await signIn('marker1')
  const { data: next } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
  const given = await marker.send(markSubmit, {
    body: {
      block_id: blockId,
      reading_id: next.tasks[0]?.reading_id ?? 0,
      idem_key: 'stopped-marker-1',
      scores: [8000],
    },
  })
  expect(given.status).toBe(200)
  const figures = async () =>
    (await director.send(allocationBlocks, { query: on })).data.blocks.find(
      ({ block_id }) => block_id === blockId,
    )
  expect(await figures()).toMatchObject({ units: 12, readings: 12, done: 1, given: 12 })
  await director.send(allocationSet, {
    body: {
      block_id: blockId,
      alloc_mode: 2,
      markers: markerIds.map((marker_id, index) => ({ marker_id, suspended: index === 0 ? 1 : 0 })),
    },
  })
  expect(await figures()).toMatchObject({
    units: 12,
    readings: 12,
    done: 1,
    given: 12,
    suspended_count: 1,
    stopped_done: 1,
  })
})

test('allocation: who leads a block is set by itself, and an arbitrated block that is open keeps somebody', async () => {
  const { director, on, blockId, leaderId, school } = await openTwoBlocks({ mode: 1 })
  const grade = school.userIds['grade'] ?? 0
  const set = (leader_ids: number[]) =>
    director.send(allocationMastersSet, { body: { block_id: blockId, leader_ids } })
  const led = (await set([leaderId, grade])).data.map(({ user_id }) => user_id)
  expect(new Set(led)).toEqual(new Set([leaderId, grade]))
  expect((await set([])).error.error).toBe('MARKING_ARBITRATOR_MISSING')
  const { data } = await director.send(allocationMasters, { query: on })
  expect(data).toMatchObject([
    { block_name: '第17题', needs_leader: 1, leaders: [{}, {}] },
    { block_name: '第18题', needs_leader: 1, leaders: [] },
  ])
})

test('allocation: allocating is for those who manage the exam or lead the subject; looking, for who supervises', async () => {
  const { signIn, on, blockId, otherId } = await openTwoBlocks()
  for (const [who, look, act] of [
    ['admin', 200, 200],
    ['director', 200, 200],
    ['leader', 200, 200],
    ['principal', 200, 403],
    ['grade', 200, 403],
    ['marker1', 403, 403],
    ['scanner', 403, 403],
    ['other-admin', 404, 404],
  ] as const) {
    const client = await signIn(who)
    const block = { block_id: blockId }
    const seen = [
      await client.send(allocationBlocks, { query: on }),
      await client.send(allocationMasters, { query: on }),
      await client.send(allocationGroups, { query: block }),
    ]
    const several = { ...on, block_ids: [otherId], preview: 1 }
    const done = [
      await client.send(allocationCopy, {
        body: { ...several, from_block_id: blockId, parts: ['markers'] },
      }),
      await client.send(allocationBatch, { body: { ...several, how: 'add', leader_ids: [] } }),
      await client.send(allocationMastersSet, { body: { ...block, leader_ids: [] } }),
      await client.send(allocationGroupsSet, {
        body: { ...on, block_ids: [blockId], mark_scope: 'mixed', groups: [] },
      }),
      await client.send(allocationRealloc, {
        body: { ...block, changes: [], sharing: 'even', preview: 1 },
      }),
    ]
    expect([who, ...seen.map(({ status }) => status)]).toEqual([who, look, look, look])
    expect([who, ...done.map(({ status }) => status)]).toEqual([who, act, act, act, act, act])
  }
})
