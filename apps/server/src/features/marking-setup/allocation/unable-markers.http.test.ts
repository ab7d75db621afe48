import {
  allocationBlocks,
  allocationCopy,
  allocationRealloc,
  allocationSet,
  examMarkersSet,
  markersImport,
  markingStaff,
  markersTable,
  markNext,
  messagesGet,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { selectActiveMarkers } from '../../marking-core/claims/active-markers.query.ts'
import { openTwoBlocks } from './testing/two-blocks.ts'

type Stage = Awaited<ReturnType<typeof openTwoBlocks>>

/** What takes the means to mark from the first marker. */
const LOSSES = [
  [
    'account is out of use',
    ({ services, markerIds }: Stage) =>
      services.db
        .updateTable('user')
        .set({ disabled_at: '2026-11-20T01:00:00.000Z' })
        .where('id', '=', markerIds[0] ?? 0)
        .execute(),
  ],
  [
    'role does not mark any more',
    ({ services, markerIds }: Stage) =>
      services.db
        .updateTable('user_role')
        .set({ role: 'scan_operator' })
        .where('user_id', '=', markerIds[0] ?? 0)
        .execute(),
  ],
] as const

everyDatabase('a marker whose means to mark are gone, on %s', (kind) => {
  test.for(LOSSES)(
    'whose %s is told of, and keeps nobody from changing the block',
    async ([, lose]) => {
      const stage = await openTwoBlocks({ kind, markers: 3, allocation: 2 })
      const { director, blockId, otherId, markerIds, markersOf, on, signIn } = stage
      const [one = 0, two = 0, three = 0] = markerIds
      await (await signIn('marker1')).send(markNext, { query: { block_id: blockId, n: 3 } })
      await lose(stage)
      const view = await markersOf(blockId)
      expect(view.list.map(({ marker_id, may_mark }) => [marker_id, may_mark])).toEqual([
        [one, 0],
        [two, 1],
        [three, 1],
        [expect.any(Number), 1],
      ])
      const overview = await director.send(allocationBlocks, { query: on })
      expect(overview.data.blocks[0]?.unable).toMatchObject([{ user_id: one }])
      // Papers that wait for such a reader alone are papers that nobody may read.
      const readers = await selectActiveMarkers(stage.services.db, { examId: on.exam_id, blockId })
      expect(readers.map(({ user_id }) => user_id)).toEqual([two, three])

      const people = view.list.map(({ marker_id, duty }) => ({
        marker_id,
        duty: duty === 'leader' ? ('leader' as const) : ('marker' as const),
      }))
      const saved = await director.send(allocationSet, {
        body: { block_id: blockId, markers: people },
      })
      expect(saved.status).toBe(200)
      const copied = await director.send(allocationCopy, {
        body: { ...on, block_ids: [otherId], from_block_id: blockId, parts: ['markers'] },
      })
      expect(copied.data.blocks[0]?.rows.map(({ name }) => name)).not.toContain('阅卷老师1')
      expect(copied.status).toBe(200)

      // The table of who marks is imported as it is.
      const { bytes } = await director.send(markersTable, { query: on })
      const imported = await director.send(markersImport, { query: on }, { file: bytes })
      expect(imported.data.rows.map(({ result }) => result)).not.toContain('error')
      expect((await markersOf(blockId)).list.map(({ marker_id }) => marker_id)).toContain(one)

      const stopped = await director.send(allocationRealloc, {
        body: { block_id: blockId, changes: [{ marker_id: one }], sharing: 'even' },
      })
      expect(stopped.data).toMatchObject({
        applied: 1,
        recalled: 3,
        people: [
          { marker_id: one, stopped: 1, target_after: 0 },
          { marker_id: two, target_after: 6 },
          { marker_id: three, target_after: 6 },
        ],
      })
      const letOn = await director.send(allocationSet, {
        body: {
          block_id: blockId,
          markers: people.map((row) => (row.marker_id === one ? { ...row, suspended: 0 } : row)),
        },
      })
      expect(letOn.error.error).toBe('STAFF_NOT_FOUND')
    },
  )

  test('who may only arbitrate has no page to mark on, and gets no share of the work', async () => {
    const stage = await openTwoBlocks({ kind, markers: 2, allocation: 2 })
    const { director, blockId, examId, markerIds, on, school, markersOf } = stage
    const [one = 0, two = 0] = markerIds
    const headId = school.userIds['director'] ?? 0
    const { data: staff } = await director.send(markingStaff, { query: { block_id: blockId } })
    expect(staff.find(({ user_id }) => user_id === headId)).toMatchObject({
      may_mark: 0,
      may_arbitrate: 1,
    })
    const assign = (duty: 'marker' | 'leader') =>
      director.send(allocationSet, {
        body: {
          block_id: blockId,
          markers: [{ marker_id: one }, { marker_id: two }, { marker_id: headId, duty }],
        },
      })
    const people = (marker_ids: number[]) =>
      director.send(examMarkersSet, {
        params: { schoolId: school.schoolId, examId },
        body: {
          subject_id: on.subject_id,
          blocks: [{ block_id: blockId, marker_ids, leader_ids: [headId] }],
        },
      })
    expect((await assign('marker')).error.error).toBe('STAFF_NOT_FOUND')
    expect((await assign('leader')).status).toBe(200)
    // Whom they lead with is no reason to let them mark as well.
    expect((await people([one, two, headId])).error.error).toBe('STAFF_NOT_FOUND')
    expect((await people([one, two])).status).toBe(200)
    const replaced = await director.send(allocationRealloc, {
      body: { block_id: blockId, changes: [{ marker_id: one, by_id: headId }], sharing: 'even' },
    })
    expect(replaced.error.error).toBe('STAFF_NOT_FOUND')
    const { list } = await markersOf(blockId)
    expect(list.map(({ duty, may_mark }) => [duty, may_mark])).toEqual([
      ['marker', 1],
      ['marker', 1],
      ['leader', 1],
    ])

    // Of whoever was put there before, the page says so.
    await stage.services.db
      .insertInto('block_marker')
      .values({ block_id: blockId, user_id: headId, duty: 'marker', quota: null, weight: 1 })
      .execute()
    const { data } = await director.send(allocationBlocks, { query: on })
    expect(data.blocks[0]?.unable).toMatchObject([{ user_id: headId }])
  })

  test('who holds papers is not said to have marked them', async () => {
    const { director, blockId, leaderId, markerIds, signIn } = await openTwoBlocks({
      kind,
      markers: 2,
    })
    await (await signIn('marker1')).send(markNext, { query: { block_id: blockId, n: 3 } })
    const answer = await director.send(allocationSet, {
      body: {
        block_id: blockId,
        markers: [
          { marker_id: markerIds[1] ?? 0 },
          { marker_id: leaderId, duty: 'leader' as const },
        ],
      },
    })
    expect(answer.error).toMatchObject({
      error: 'MARKING_MARKER_HOLDS',
      msg: '阅卷老师1 手中有 3 份未提交的试卷，不能移除，请等其提交或先收回试卷，也可改为停止分配',
    })
  })

  test('people of a block that is open are set as its allocation is: checked, and told', async () => {
    const stage = await openTwoBlocks({ kind, markers: 3, allocation: 2, mode: 1 })
    const { director, blockId, leaderId, examId, markerIds, school, signIn } = stage
    const [one = 0, two = 0, three = 0] = markerIds
    const set = (marker_ids: number[], leader_ids = [leaderId]) =>
      director.send(examMarkersSet, {
        params: { schoolId: school.schoolId, examId },
        body: {
          subject_id: stage.on.subject_id,
          blocks: [{ block_id: blockId, marker_ids, leader_ids }],
        },
      })
    expect((await set([one])).error.error).toBe('MARKING_MARKERS_TOO_FEW')
    expect((await set([one, two], [])).error.error).toBe('MARKING_ARBITRATOR_MISSING')
    await LOSSES[0][1](stage)
    expect((await set([one, two, three])).status).toBe(200)
    expect((await set([two, three])).status).toBe(200)
    const told = await (await signIn('marker2')).send(messagesGet, { query: { block_id: blockId } })
    expect(told.data.list[0]?.text).toMatch(/任务量由 8 份改为 12 份/)
  })
})
