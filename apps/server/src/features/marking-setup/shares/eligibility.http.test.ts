import {
  allocationBlocks,
  allocationGet,
  blockSettingsGet,
  blockSettingsSet,
  supervisedBlocks,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

const open = async () => {
  const app = await openTestApp('sqlite')
  const marked = await seedMarking(app.services, app.school, { candidates: 4, markers: 2 })
  const on = { exam_id: marked.examId, subject_id: SUBJECT }
  const [director, leader] = [await app.signIn('director'), await app.signIn('leader')]
  const view = async () => {
    const { data } = await leader.send(blockSettingsGet, { query: on })
    return { schools: data.schools, block: data.blocks[0] }
  }
  const set = (patch: object) =>
    director.send(blockSettingsSet, {
      body: { ...on, blocks: [{ block_id: marked.blockId, ...patch }] },
    })
  return { ...app, ...marked, on, leader, view, set }
}

test('eligibility: scope, groups and avoidance are saved and shown; contradictions are refused', async () => {
  const { view, set, school, markerIds, services, blockId } = await open()
  const before = await view()
  expect(before.schools).toEqual([{ school_id: school.schoolId, name: '测试中学', count: 4 }])
  expect(before.block).toMatchObject({
    mark_scope: 'mixed',
    avoid_own_school: 0,
    is_joint: 0,
    school_groups: [],
    markers: markerIds.map((marker_id) => ({ marker_id, school_ids: [school.schoolId] })),
  })
  // As usual: off in a school's own exam, on in a joint one.
  await services.db.updateTable('block').set({ is_joint: 1 }).where('id', '=', blockId).execute()
  expect((await view()).block?.avoid_own_school).toBe(1)

  const noGroups = await set({ mark_scope: 'group' })
  expect([noGroups.status, noGroups.error.error]).toEqual([409, 'MARKING_GROUPS_MISSING'])
  const both = await set({ mark_scope: 'own_school', avoid_own_school: 1 })
  expect([both.status, both.error.error]).toEqual([409, 'MARKING_SCOPE_CONTRADICTS'])
  expect(both.error.msg).toContain('请把「回避本校」改为「否」')
  expect((await view()).block).toMatchObject({ mark_scope: 'mixed', school_groups: [] })

  expect((await set({ mark_scope: 'own_school' })).status).toBe(200)
  expect((await view()).block).toMatchObject({ mark_scope: 'own_school', avoid_own_school: 0 })
  // Said on purpose, it is not dropped silently.
  await set({ mark_scope: 'mixed', avoid_own_school: 1 })
  expect((await set({ mark_scope: 'own_school' })).error.error).toBe('MARKING_SCOPE_CONTRADICTS')

  const school_groups = [{ name: '一组', school_ids: [school.schoolId], marker_ids: markerIds }]
  expect((await set({ mark_scope: 'group', school_groups })).status).toBe(200)
  expect((await view()).block).toMatchObject({ mark_scope: 'group', school_groups })
})

test('eligibility: the own class is avoided as usual, by how many mark the block, until somebody chooses', async () => {
  const { view, set, services, blockId, markerIds } = await open()
  const shown = async () => {
    const { block } = await view()
    return [block?.marker_count, block?.avoid_own_class, block?.avoids_own_class]
  }
  expect(await shown()).toEqual([2, null, 1])
  await services.db
    .deleteFrom('block_marker')
    .where('block_id', '=', blockId)
    .where('user_id', '=', markerIds[1] ?? 0)
    .execute()
  expect(await shown()).toEqual([1, null, 0])
  for (const [chosen, avoids] of [
    [1, 1],
    [0, 0],
    [null, 0],
  ] as const) {
    expect((await set({ avoid_own_class: chosen })).status).toBe(200)
    expect(await shown()).toEqual([1, chosen, avoids])
  }
})

test('eligibility: the allocation names schools that its markers cannot cover', async () => {
  const { set, leader, school, blockId, markerIds, services, on } = await open()
  const gaps = async () =>
    (await leader.send(allocationGet, { query: { block_id: blockId } })).data.school_gaps
  const listed = async () => {
    const { data } = await leader.send(allocationBlocks, { query: on })
    return data.blocks[0]?.school_gaps
  }
  const whole = { school_id: school.schoolId, name: '测试中学', class_name: null, count: 4 }
  expect(await gaps()).toEqual([])
  await set({ avoid_own_school: 1 })
  expect(await gaps()).toEqual([{ ...whole, markers: 0 }])
  await set({ mark_scope: 'own_school', avoid_own_school: 0 })
  expect(await gaps()).toEqual([])
  // Three people for a paper, and two of them.
  await services.db.updateTable('block').set({ mark_mode: 3 }).where('id', '=', blockId).execute()
  expect(await gaps()).toEqual([{ ...whole, markers: markerIds.length }])
  // The list of all blocks warns of the same.
  expect(await listed()).toEqual(await gaps())
})

test('eligibility: supervision says how many papers nobody may read, and why', async () => {
  const { set, leader, on } = await open()
  await set({ avoid_own_school: 1 })
  const { data } = await leader.send(supervisedBlocks, { query: on })
  expect(data.list[0]).toMatchObject({
    stuck_count: 4,
    gone_count: 0,
    reasons: ['无人可阅 4 份（回避本校 4 份）'],
  })
})
