import {
  blankBlockChecked,
  blankBlockConfirm,
  blankBlockGet,
  blankBlockList,
  blankBlockReject,
  blockProgress,
  checkBlockList,
  checkBlockStatus,
  checkDetail,
  exportBlockProgress,
  exportMarkerProgress,
  exportSchoolProgress,
  exportSubjectProgress,
  markerAlerts,
  markerHelpers,
  markerTable,
  markerWaiting,
  markerWaitingSet,
  markingProgress,
  paperRecall,
  paperRecord,
  readAgainSet,
  scoreCurve,
  scoreDistribution,
  spotCheckGet,
  spotCheckHold,
  spotCheckList,
  spotCheckListExport,
  spotCheckRecord,
  spotCheckReject,
  supervisedBlocks,
  supervisedMarkers,
  supervisedPapers,
  supervisedSchools,
  supervisedSubjects,
  supervisionEvents,
  trendTaskDetail,
} from '@hengjuan/contracts'
import { expect } from 'vitest'
import type { Answer, TestClient } from '../../../../testing/index.ts'
import { openRoleWorld, type RoleWorld, rolesWith, type Use } from './role-world.ts'

/** Leads the block without any further right. */
const leaders = rolesWith('marking.mark').filter(
  (role) => !rolesWith('marking.supervise').includes(role),
)
/** Who sees all of the block, by the role or by leading it. */
const overBlock = [...rolesWith('marking.supervise'), ...leaders]

/** A few papers with marks, and many on which nothing seems to be written. */
export async function openSupervision() {
  const ink = Array.from({ length: 60 }, (_, no) => (no < 24 ? 0.05 : 0.001))
  const world = await openRoleWorld({ candidates: ink.length, ink }, { leader: leaders })
  const { on, inExam, inSubject, signIn, give, take, reading, markerIds, services } = world
  const marker = await signIn('marker1')
  for (const points of [12_000, 15_000])
    await give(marker, await take(marker), { scores: [points] })
  const { id: task_detail_id, unit_id } = await reading()
  const marker_id = markerIds[0] ?? 0
  const inBlock = { ...inExam, ...on }
  const [, leaving = 0] = markerIds
  const isLeaving = (suspended_at: string | null) =>
    services.db
      .updateTable('block_marker')
      .set({ suspended_at })
      .where('block_id', '=', on.block_id)
      .where('user_id', '=', leaving)
      .execute()
  /** One paper waits for a marker who is stopped; it still does where the one before was not handed on. */
  const leaveWaiting = async () => {
    const { data } = await world.admin.send(markerWaiting, { query: inBlock })
    if (data.list.length > 0) return
    await isLeaving(null)
    const other = await signIn('marker2')
    const given = await give(other, await take(other), { scores: [9000] })
    const sentBack = await world.leader.send(spotCheckReject, {
      body: {
        ...inSubject,
        ...on,
        marker_id: leaving,
        task_detail_id: given.data.reading_id,
        is_rejected: 1,
        is_marked: 0,
        comment: '第二步请重看',
      },
    })
    expect(sentBack.status).toBe(200)
    await isLeaving('2026-11-20T01:00:00.000Z')
  }
  const blank = async (client: TestClient) => {
    const { data } = await client.send(blankBlockGet, { query: { ...on, n: 1 } })
    return data?.list.map((paper) => paper.unit_id) ?? [0]
  }
  const uses: Use[] = [
    ...(
      [
        supervisedSubjects,
        supervisedBlocks,
        supervisedMarkers,
        markerAlerts,
        markerTable,
        markingProgress,
      ] as const
    ).map((route): Use => ({ route, use: ({ client }) => client.send(route, { query: inExam }) })),
    { route: supervisionEvents, use: ({ client }) => firstEvent(world, client) },
    ...([blockProgress, scoreDistribution, markerHelpers, checkBlockStatus] as const).map(
      (route): Use => ({
        route,
        may: overBlock,
        use: ({ client }) => client.send(route, { query: inBlock }),
      }),
    ),
    {
      route: scoreCurve,
      may: overBlock,
      use: ({ client }) => client.send(scoreCurve, { query: { ...inBlock, marker_id } }),
    },
    {
      route: trendTaskDetail,
      may: overBlock,
      use: async ({ client }) => {
        const answer = await client.send(trendTaskDetail, { query: { ...inBlock, marker_id } })
        expect(answer.data?.list ?? [0, 0]).toHaveLength(2)
        return answer
      },
    },
    {
      route: checkDetail,
      may: overBlock,
      use: ({ client }) => client.send(checkDetail, { query: { ...inBlock, task_detail_id } }),
    },
    {
      route: supervisedPapers,
      may: overBlock,
      use: async ({ client }) => {
        const query = { ...inBlock, waits_for: 'done' as const }
        const answer = await client.send(supervisedPapers, { query })
        expect(answer.data?.list ?? [0, 0]).toHaveLength(2)
        return answer
      },
    },
    {
      route: paperRecord,
      may: overBlock,
      use: async ({ client }) => {
        const answer = await client.send(paperRecord, { query: { ...inBlock, unit_id } })
        expect(answer.data?.list).not.toEqual([])
        return answer
      },
    },
    {
      route: paperRecall,
      may: overBlock,
      use: ({ client }) => client.send(paperRecall, { body: { ...inBlock, unit_id } }),
    },
    {
      route: checkBlockList,
      may: overBlock,
      use: async ({ client }) => {
        const answer = await client.send(checkBlockList, { query: inExam })
        expect(answer.data?.list ?? [0]).toHaveLength(1)
        return answer
      },
    },
    {
      route: markerWaiting,
      may: overBlock,
      use: ({ client }) => client.send(markerWaiting, { query: inBlock }),
    },
    {
      route: markerWaitingSet,
      may: overBlock,
      use: async ({ client }) => {
        await leaveWaiting()
        const answer = await client.send(markerWaitingSet, { body: { ...inBlock, to: 'others' } })
        expect(answer.data?.changed ?? 1).toBe(1)
        return answer
      },
    },
    ...(
      [
        supervisedSchools,
        exportSubjectProgress,
        exportBlockProgress,
        exportMarkerProgress,
        exportSchoolProgress,
      ] as const
    ).map((route): Use => ({ route, use: ({ client }) => client.send(route, { query: inExam }) })),
    {
      route: spotCheckGet,
      use: async ({ client }) => {
        const answer = await client.send(spotCheckGet, { query: { ...on, percent: 100 } })
        expect(answer.data?.task).not.toBeNull()
        // Given back: the next one finds it in the sample.
        const id = answer.data?.task?.task_detail_id ?? 0
        await client.send(spotCheckHold, { body: { ...on, task_detail_id: id, leave: 1 } })
        return answer
      },
    },
    {
      route: spotCheckHold,
      may: overBlock,
      use: async ({ client }) => {
        const answer = await client.send(spotCheckHold, { body: { ...on, task_detail_id } })
        expect(answer.data?.held_by ?? null).toBeNull()
        await client.send(spotCheckHold, { body: { ...on, task_detail_id, leave: 1 } })
        return answer
      },
    },
    {
      route: spotCheckReject,
      use: async ({ client }) => {
        const seen = await client.send(spotCheckGet, { query: { ...on, task_detail_id } })
        const version = seen.data?.task?.version ?? 0
        const checked = { marker_id, task_detail_id, version }
        return client.send(spotCheckReject, {
          body: { ...inSubject, ...on, ...checked, is_rejected: 0, is_marked: 0 },
        })
      },
    },
    {
      route: readAgainSet,
      may: overBlock,
      use: async ({ client }) => {
        const body = { ...on, unit_ids: [unit_id], action: 'send' as const }
        const answer = await client.send(readAgainSet, { body })
        await client.send(readAgainSet, { body: { ...body, action: 'withdraw' } })
        return answer
      },
    },
    {
      route: spotCheckList,
      use: async ({ client }) => {
        const answer = await client.send(spotCheckList, { query: inSubject })
        expect(answer.data?.total).not.toBe(0)
        return answer
      },
    },
    {
      route: spotCheckListExport,
      use: ({ client }) => client.send(spotCheckListExport, { query: inSubject }),
    },
    {
      route: spotCheckRecord,
      use: ({ client }) => client.send(spotCheckRecord, { query: { unit_id } }),
    },
    {
      route: blankBlockList,
      may: overBlock,
      use: async ({ client }) => {
        const answer = await client.send(blankBlockList, { query: inExam })
        expect(answer.data?.list ?? [0]).toHaveLength(1)
        return answer
      },
    },
    {
      route: blankBlockGet,
      may: overBlock,
      use: ({ client }) => client.send(blankBlockGet, { query: on }),
    },
    {
      route: blankBlockChecked,
      may: overBlock,
      use: ({ client }) =>
        client.send(blankBlockChecked, { query: { ...on, of: 'confirmed' as const } }),
    },
    {
      route: blankBlockConfirm,
      may: overBlock,
      use: async ({ client }) => {
        const unit_ids = await blank(client)
        const answer = await client.send(blankBlockConfirm, { body: { ...on, unit_ids } })
        expect(answer.data?.skipped ?? 0).toBe(0)
        return answer
      },
    },
    {
      route: blankBlockReject,
      may: overBlock,
      use: async ({ client }) => {
        const unit_ids = await blank(client)
        const answer = await client.send(blankBlockReject, { body: { ...on, unit_ids } })
        expect(answer.data?.returned ?? 1).toBe(1)
        return answer
      },
    },
  ]
  return { world, uses }
}

/** A stream does not end: it is left after its first event. */
async function firstEvent(
  { app, inExam }: RoleWorld,
  client: TestClient,
): Promise<Answer<typeof supervisionEvents>> {
  const response = await app.inject({
    method: supervisionEvents.method,
    url: supervisionEvents.path,
    query: { exam_id: String(inExam.exam_id) },
    headers: client.headers,
    payloadAsStream: true,
  })
  const chunks = response.stream()
  for await (const chunk of chunks) {
    if (response.statusCode === 200) expect(String(chunk)).toContain('event: progress')
    break
  }
  chunks.destroy()
  return { status: response.statusCode } as Answer<typeof supervisionEvents>
}
