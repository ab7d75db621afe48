import {
  allocationGet,
  allocationSet,
  blockSettingsGet,
  blockSettingsSet,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { RELEASE_BITS } from '@hengjuan/domain'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { submitMark } from '../../marking-desk/desk/submit-mark.ts'
import { seedMarking, type Wanted } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

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
    const { preview, scope, schoolId, blockId, director, on } = await open({ mode: 1 })
    expect(await preview({ avoid_own_school: 1 })).toEqual([
      {
        block_id: blockId,
        block_name: expect.any(String),
        schools: [{ school_id: schoolId, name: '测试中学', class_name: null, readings: 12 }],
        markers: [],
      },
    ])
    expect(await scope()).toEqual(['mixed', 0])
    expect(await preview({ mark_scope: 'own_school' })).toEqual([])
    expect(await preview({ min_ms: 500 })).toEqual([])
    // What is out of reach by what was saved before is no matter of other settings.
    const saved = { block_id: blockId, avoid_own_school: 1 }
    await director.send(blockSettingsSet, { body: { ...on, blocks: [saved] } })
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
    expect(found?.schools).toEqual([
      { school_id: schoolId, name: '测试中学', class_name: null, readings: 2 },
    ])
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

  /** Of two markers each teaches one of the two classes, which have three candidates each. */
  const openTaught = async (wanted: Wanted = {}) => {
    const opened = await open({ mode: 2, columns: { avoid_own_class: 0 }, ...wanted })
    const { services, school, markerIds } = opened
    for (const [no, user_id] of markerIds.slice(0, 2).entries())
      await services.db
        .insertInto('teaching')
        .values({ user_id, class_id: school.classIds[no] ?? 0, subject_id: SUBJECT })
        .execute()
    const ofClass = (class_name: string) => ({
      school_id: school.schoolId,
      name: '测试中学',
      class_name,
    })
    /** Class and readings of what is left. */
    const left = async (patch: object) =>
      (await opened.preview(patch)).flatMap(({ schools }) =>
        schools.map(({ class_name, readings }) => [class_name, readings]),
      )
    const change = (columns: object) =>
      services.db.updateTable('block').set(columns).where('id', '=', opened.blockId).execute()
    return { ...opened, ofClass, left, change }
  }

  test('two teachers of two classes leave every second reading where the own class is avoided', async () => {
    const { preview, ofClass, left, director, blockId, on, change } = await openTaught()
    expect(await preview({ avoid_own_class: 1 })).toEqual([
      {
        block_id: blockId,
        block_name: expect.any(String),
        schools: [
          { ...ofClass('1班'), readings: 3 },
          { ...ofClass('2班'), readings: 3 },
        ],
        markers: [],
      },
    ])
    expect(await left({ avoid_own_class: 0 })).toEqual([])
    // As usual, two markers avoid their own classes; one reading of each paper they can give.
    const usual = { avoid_own_class: null }
    expect(await left({ ...usual, mark_mode: 0 })).toEqual([])
    const blocks = [{ block_id: blockId, ...usual, mark_mode: 0 as const }]
    await director.send(blockSettingsSet, { body: { ...on, blocks } })
    const both = [
      ['1班', 3],
      ['2班', 3],
    ]
    expect(await left({ mark_mode: 2 })).toEqual(both)
    // In a joint exam other schools have classes of the same name.
    await change({ is_joint: 1 })
    expect(await left({ mark_mode: 2, avoid_own_school: 0 })).toEqual([
      ['测试中学1班', 3],
      ['测试中学2班', 3],
    ])
    // By the usual rule of a joint exam nobody reads the own school at all.
    expect(await left({ mark_mode: 2 })).toEqual([[null, 12]])
  })

  test('a third marker reads what the teachers of a class may not', async () => {
    const { left } = await openTaught({ markers: 3 })
    expect(await left({ avoid_own_class: 1 })).toEqual([])
    expect(await left({ avoid_own_class: 1, mark_mode: 4 })).toEqual([])
  })

  test('papers that were released from the avoidance are read all the same, here and in the allocation', async () => {
    const { left, change, services, school, director, blockId } = await openTaught()
    await change({ avoid_own_class: 1 })
    const gaps = async () => {
      const { data } = await director.send(allocationGet, { query: { block_id: blockId } })
      return data.school_gaps.map(({ class_name, count, markers }) => [class_name, count, markers])
    }
    expect(await gaps()).toEqual([
      ['1班', 3, 1],
      ['2班', 3, 1],
    ])
    await services.db
      .updateTable('unit')
      .set({ released: RELEASE_BITS.own_class })
      .where('class_id', '=', school.classIds[0] ?? 0)
      .execute()
    await change({ has_released: 1 })
    expect(await left({ avoid_own_class: 1 })).toEqual([['2班', 3]])
    expect(await gaps()).toEqual([['2班', 3, 1]])
  })

  test('papers that scanning has yet to bring are counted for their class', async () => {
    const { left, services, school } = await openTaught()
    await services.db
      .updateTable('unit')
      .set({ state: 'WAIT_IMAGE', images: '[]' })
      .where('class_id', '=', school.classIds[1] ?? 0)
      .execute()
    expect(await left({ avoid_own_class: 1 })).toEqual([
      ['1班', 3],
      ['2班', 3],
    ])
    await services.db.updateTable('scan_batch').set({ closed_at: '2026-11-20' }).execute()
    await services.db
      .updateTable('candidate_subject')
      .set({ attendance: -1 })
      .where(
        'candidate_id',
        'in',
        services.db
          .selectFrom('candidate')
          .select('id')
          .where('class_id', '=', school.classIds[1] ?? 0),
      )
      .execute()
    expect(await left({ avoid_own_class: 1 })).toEqual([
      ['1班', 3],
      ['2班', 3],
    ])
  })

  test('readings that were given are no longer left, and their givers read no paper twice', async () => {
    const { left, markerIds, services, blockId } = await openTaught()
    const [first = 0] = markerIds
    // The teacher of the first class reads one paper of each class, before anybody is kept from any.
    const { tasks } = await nextPapers(services, blockId, first, 6)
    const own = await services.db
      .selectFrom('unit')
      .select(['id', 'class_id'])
      .orderBy('id')
      .execute()
    const seen = new Set<number>()
    for (const { unit_id, reading_id } of tasks) {
      const classId = own.find(({ id }) => id === unit_id)?.class_id ?? 0
      if (seen.has(classId)) continue
      seen.add(classId)
      await submitMark(services, {
        markerId: first,
        blockId,
        readingId: reading_id,
        idemKey: ulid(),
        scores: [10_000],
        activeMs: 3000,
      })
    }
    expect(await left({ avoid_own_class: 1 })).toEqual([
      ['1班', 2],
      ['2班', 3],
    ])
  })

  test('an allocation that leaves classes without enough readers is saved, and says so', async () => {
    const { director, blockId, markerIds, ofClass, change } = await openTaught()
    await change({ avoid_own_class: null })
    const [first = 0, second = 0] = markerIds
    const save = (...ids: number[]) =>
      director.send(allocationSet, {
        body: {
          block_id: blockId,
          alloc_mode: 1,
          quotas_are_weights: 0,
          markers: ids.map((marker_id) => ({ marker_id })),
        },
      })
    const { status, data } = await save(first, second)
    expect([status, data.problems]).toEqual([200, []])
    expect(data.school_gaps).toEqual([
      { ...ofClass('1班'), count: 3, markers: 1 },
      { ...ofClass('2班'), count: 3, markers: 1 },
    ])
  })
})
