import { allocationSet, blockSettingsGet, blockSettingsSet } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking, SUBJECT, type Wanted } from '../testing/marked-subject.ts'

everyDatabase('settings that put work out of reach, on %s', (kind) => {
  const open = async (wanted: Wanted = {}) => {
    const app = await openTestApp(kind)
    const marked = await seedMarking(app.services, app.school, {
      candidates: 6,
      markers: 2,
      ...wanted,
    })
    const on = { exam_id: marked.examId, subject_id: SUBJECT }
    const director = await app.signIn('director')
    const preview = async (patch: object) => {
      const blocks = [{ block_id: marked.blockId, ...patch }]
      const { status, data } = await director.send(blockSettingsSet, {
        body: { ...on, blocks, preview: 1 },
      })
      expect(status).toBe(200)
      return data.unreached
    }
    const scope = async () => {
      const { data } = await director.send(blockSettingsGet, { query: on })
      return [data.blocks[0]?.mark_scope, data.blocks[0]?.avoid_own_school]
    }
    const { schoolId } = app.school
    return { ...app, ...marked, on, director, preview, scope, schoolId }
  }

  test('nobody may read a school: all of its readings are left, and nothing is saved', async () => {
    const { preview, scope, schoolId, blockId } = await open({ mode: 1 })
    expect(await preview({ avoid_own_school: 1 })).toEqual([
      {
        block_id: blockId,
        block_name: expect.any(String),
        schools: [{ school_id: schoolId, name: '测试中学', readings: 12 }],
        markers: [],
      },
    ])
    expect(await scope()).toEqual(['mixed', 0])
    expect(await preview({ mark_scope: 'own_school' })).toEqual([])
    expect(await preview({ min_ms: 500 })).toEqual([])
  })

  test('typed quotas that a group leaves short, and who can not come to theirs', async () => {
    const { preview, director, blockId, schoolId, markerIds, on, scope } = await open()
    const [first = 0, second = 0] = markerIds
    const saved = await director.send(allocationSet, {
      body: {
        block_id: blockId,
        alloc_mode: 3,
        quotas_are_weights: 0,
        markers: [
          { marker_id: first, quota: 4 },
          { marker_id: second, quota: 2 },
        ],
      },
    })
    expect(saved.status).toBe(200)
    const groupOf = (...marker_ids: number[]) => ({
      mark_scope: 'group' as const,
      school_groups: [{ name: '一组', school_ids: [schoolId], marker_ids }],
    })
    expect(await preview(groupOf(first, second))).toEqual([])
    const [found] = await preview(groupOf(first))
    expect(found?.schools).toEqual([{ school_id: schoolId, name: '测试中学', readings: 2 }])
    expect(found?.markers).toMatchObject([{ marker_id: second, target: 2, most: 0 }])
    // Whoever saves it all the same may.
    const blocks = [{ block_id: blockId, ...groupOf(first) }]
    const { data } = await director.send(blockSettingsSet, { body: { ...on, blocks } })
    expect([data.ok, data.unreached]).toEqual([true, []])
    expect(await scope()).toEqual(['group', 0])
  })

  test('settings that can not be saved are refused when they are saved', async () => {
    const { preview, director, blockId, on } = await open()
    const patch = { mark_scope: 'group' as const }
    expect(await preview(patch)).toEqual([])
    const blocks = [{ block_id: blockId, ...patch }]
    const { error } = await director.send(blockSettingsSet, { body: { ...on, blocks } })
    expect(error.error).toBe('MARKING_GROUPS_MISSING')
  })
})
