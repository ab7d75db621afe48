import {
  allocationBatch,
  allocationBlocks,
  allocationCopy,
  allocationGet,
  allocationGroups,
  allocationGroupsSet,
  allocationMasters,
  allocationMastersSet,
  allocationRealloc,
  allocationSet,
  avoidanceImport,
  avoidancePeople,
  avoidedPairs,
  avoidedPairSet,
  balanceGet,
  balanceSet,
  blockClear,
  blockMarkers,
  blockSettingsGet,
  blockSettingsSet,
  blockStatusSet,
  markerDelete,
  markerLimitsGet,
  markerLimitsSet,
  markersDeleteAll,
  markersImport,
  markersTable,
  markingConfirm,
  markingStaff,
  nearLineGet,
  nearLineSet,
  stuckGet,
  stuckSet,
  toleranceGaps,
} from '@hengjuan/contracts'
import { expect } from 'vitest'
import { xlsxFile } from '../../../../testing/index.ts'
import { SUBJECT } from '../../testing/seed-sheet.ts'
import { openRoleWorld, type Use } from './role-world.ts'

/** A block in equal shares with one mark in it, and a marker who has not begun. */
export async function openSetup() {
  const world = await openRoleWorld({ candidates: 4, markers: 2, allocation: 2 })
  const { on, inSubject, signIn, give, take, admin, markerIds, leaderId, services } = world
  const marker = await signIn('marker1')
  await give(marker, await take(marker), { scores: [12_000] })
  const [atWork = 0, idle = 0] = markerIds
  const leader = { marker_id: leaderId, duty: 'leader' as const }
  const { id: _, ...columns } = await services.db
    .selectFrom('block')
    .selectAll()
    .executeTakeFirstOrThrow()
  const { id: otherId } = await services.db
    .insertInto('block')
    .values({ ...columns, block_key: '18', name: '第18题', sort: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const several = { ...inSubject, block_ids: [otherId], preview: 1 }
  const markers = [{ marker_id: atWork }, { marker_id: idle }, leader]
  const allocate = (client = admin) => client.send(allocationSet, { body: { ...on, markers } })
  const uses: Use[] = [
    ...(
      [
        blockMarkers,
        markingStaff,
        allocationGet,
        allocationGroups,
        balanceGet,
        toleranceGaps,
      ] as const
    ).map((route): Use => ({
      route,
      use: ({ client }) => client.send(route, { query: on }),
    })),
    ...([blockSettingsGet, nearLineGet, allocationBlocks, allocationMasters] as const).map(
      (route): Use => ({
        route,
        use: ({ client }) => client.send(route, { query: inSubject }),
      }),
    ),
    {
      route: blockSettingsSet,
      use: ({ client }) =>
        client.send(blockSettingsSet, {
          body: { ...inSubject, blocks: [{ ...on, rubric: '步骤完整给满分' }] },
        }),
    },
    { route: allocationSet, use: ({ client }) => allocate(client) },
    {
      route: allocationCopy,
      use: ({ client }) =>
        client.send(allocationCopy, {
          body: { ...several, from_block_id: on.block_id, parts: ['markers'] },
        }),
    },
    {
      route: allocationBatch,
      use: ({ client }) =>
        client.send(allocationBatch, { body: { ...several, how: 'add', leader_ids: [leaderId] } }),
    },
    {
      route: allocationMastersSet,
      use: ({ client }) =>
        client.send(allocationMastersSet, { body: { ...on, leader_ids: [leaderId] } }),
    },
    {
      route: allocationGroupsSet,
      use: ({ client }) =>
        client.send(allocationGroupsSet, {
          body: { ...inSubject, block_ids: [on.block_id], mark_scope: 'mixed', groups: [] },
        }),
    },
    {
      route: allocationRealloc,
      use: ({ client }) =>
        client.send(allocationRealloc, {
          body: { ...on, changes: [], sharing: 'even', preview: 1 },
        }),
    },
    {
      route: markersTable,
      use: ({ client }) => client.send(markersTable, { query: inSubject }),
    },
    {
      route: markersImport,
      use: async ({ client }) => {
        const table = [
          ['题块', '教师', '账号', '职责', '任务量', '比例'],
          ['第17题', '阅卷老师3', '', '', '', ''],
        ]
        const answer = await client.send(
          markersImport,
          { query: { ...inSubject, preview: 0 } },
          { file: xlsxFile(table) },
        )
        expect(answer.data?.applied).toBe(1)
        return answer
      },
    },
    {
      route: markerDelete,
      use: async ({ client }) => {
        await allocate()
        return client.send(markerDelete, { body: { ...on, marker_id: idle } })
      },
    },
    {
      route: markersDeleteAll,
      use: async ({ client }) => {
        await allocate()
        const answer = await client.send(markersDeleteAll, { body: on })
        expect(answer.data).toMatchObject({ removed: 1, kept: 1 })
        return answer
      },
    },
    {
      route: markingConfirm,
      use: async ({ client }) => {
        await allocate()
        return client.send(markingConfirm, {
          body: { ...inSubject, block_ids: [on.block_id] },
        })
      },
    },
    {
      route: blockStatusSet,
      use: async ({ client }) => {
        await client.send(blockStatusSet, { body: { ...on, action: 'pause' } })
        return client.send(blockStatusSet, { body: { ...on, action: 'open' } })
      },
    },
    {
      route: balanceSet,
      use: ({ client }) => client.send(balanceSet, { body: { ...on, action: 'on' } }),
    },
    {
      route: nearLineSet,
      use: ({ client }) =>
        client.send(nearLineSet, {
          body: {
            ...inSubject,
            action: 'save',
            rule: {
              lines: [{ name: '及格线', total_milli: 12_000 }],
              window_milli: 1000,
              single_mode: 1,
              block_ids: null,
            },
          },
        }),
    },
    {
      route: blockClear,
      use: async ({ client }) => {
        await admin.send(blockStatusSet, { body: { ...on, action: 'pause' } })
        const cleared = await client.send(blockClear, {
          body: { ...on, action: 'clear', block_name: '第17题', reason: '评分标准有误' },
        })
        expect(cleared.data?.changed).toBe(1)
        return client.send(blockClear, { body: { ...on, action: 'undo' } })
      },
    },
  ]
  return { world, uses }
}

/** Papers of a class that the only marker teaches: nobody may read them. */
export async function openManaged() {
  const world = await openRoleWorld({
    candidates: 12,
    markers: 1,
    columns: { avoid_own_class: 1 },
  })
  const { on, inExam, services, markerIds, candidateIds, school } = world
  const marker_id = markerIds[0] ?? 0
  await services.db
    .insertInto('teaching')
    .values({ user_id: marker_id, class_id: school.classIds[0] ?? 0, subject_id: SUBJECT })
    .execute()
  let next = 0
  const uses: Use[] = [
    { route: stuckGet, use: ({ client }) => client.send(stuckGet, { query: on }) },
    {
      route: stuckSet,
      use: async ({ client }) => {
        const { data } = await client.send(stuckGet, { query: on })
        const paper = data?.list.at(-1)
        const answer = await client.send(stuckSet, {
          body: {
            ...on,
            action: 'release',
            unit_ids: [paper?.unit_id ?? 0],
            rules: paper?.options[0]?.rules ?? [],
            reason: '人手不足',
          },
        })
        expect(answer.data?.changed).toBe(1)
        return answer
      },
    },
    {
      route: markerLimitsGet,
      use: ({ client }) => client.send(markerLimitsGet, { query: inExam }),
    },
    {
      route: markerLimitsSet,
      use: ({ client }) => client.send(markerLimitsSet, { body: { ...inExam, limits: null } }),
    },
    { route: avoidedPairs, use: ({ client }) => client.send(avoidedPairs, { query: inExam }) },
    {
      route: avoidancePeople,
      use: ({ client }) =>
        client.send(avoidancePeople, { query: { ...inExam, kind: 'marker', keyword: '老师' } }),
    },
    {
      route: avoidedPairSet,
      use: ({ client }) =>
        client.send(avoidedPairSet, {
          body: { ...inExam, action: 'add', marker_id, candidate_id: candidateIds[next++] ?? 0 },
        }),
    },
    {
      route: avoidanceImport,
      use: async ({ client }) => {
        const table = [
          ['教师', '账号', '考号', '考生', '班级', '关系'],
          ['阅卷老师1', '', '', '考生11', '', '父女'],
        ]
        const answer = await client.send(
          avoidanceImport,
          { query: { ...inExam, preview: 0 } },
          { file: xlsxFile(table) },
        )
        expect(answer.data?.applied).toBe(1)
        return answer
      },
    },
  ]
  return { world, uses }
}
