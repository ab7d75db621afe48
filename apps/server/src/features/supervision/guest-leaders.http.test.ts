import {
  allocationMastersSet,
  blockMasterDetail,
  blockProgress,
  checkBlockStatus,
  checkDetail,
  flaggedPapers,
  homeTodos,
  identicalExport,
  ledBlocks,
  markingProgress,
  markNext,
  markSubmit,
  masterReview,
  masterSpotCheck,
  paperRecall,
  paperRecord,
  rubricUse,
  scoreCurve,
  scoreDistribution,
  supervisedBlocks,
  supervisedMarkers,
  supervisedPapers,
  supervisedSchools,
  supervisedSubjects,
  supervisionEvents,
  trendTaskDetail,
  type Route,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test, vi } from 'vitest'
import { readXlsx } from '../../testing/read-xlsx.ts'
import { openTestApp, type TestClient } from '../../testing/index.ts'
import { seedMarking } from '../marking/testing/seed-marking.ts'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'

/**
 * A joint exam with two blocks, of which the first has two marks and two papers said to be identical. It is led by
 * a teacher of the other school, who supervises mathematics there, and by one of the own school for another grade.
 */
async function open(kind?: DatabaseKind) {
  const app = await openTestApp(kind)
  const { services, school, otherSchool, signIn } = app
  const { db } = services
  const marked = await seedMarking(services, school, { candidates: 8, markers: 2 })
  await db
    .updateTable('candidate')
    .set({ school_id: otherSchool.schoolId })
    .where('id', 'in', marked.candidateIds.slice(4))
    .execute()
  const foreignId = school.userIds['marker3'] ?? 0
  await db
    .updateTable('user_role')
    .set({ grade_ids: '[11]', role: 'subject_teacher' })
    .where('user_id', '=', foreignId)
    .execute()
  const guestId = otherSchool.userIds['leader'] ?? 0
  const on = { block_id: marked.blockId }
  const { id: _, ...columns } = await db
    .selectFrom('block')
    .selectAll()
    .where('id', '=', marked.blockId)
    .executeTakeFirstOrThrow()
  const { id: otherId } = await db
    .insertInto('block')
    .values({ ...columns, block_key: '18', name: '第18题', sort: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const marker = await signIn('marker1')
  const { tasks } = (await marker.send(markNext, { query: { ...on, n: 4 } })).data
  const hand = (no: number, more: object) => {
    const reading_id = tasks[no]?.reading_id ?? 0
    return marker.send(markSubmit, {
      body: { ...on, reading_id, idem_key: `key-of-reading-${reading_id}`, ...more },
    })
  }
  for (const no of [0, 1]) await hand(no, { scores: [8000] })
  const pair_code = tasks[0]?.secret_code ?? ''
  await hand(2, { problem: { reason: 'identical', pair_code } })
  const director = await signIn('director')
  const appoint = (leader_ids: number[]) =>
    director.send(allocationMastersSet, { body: { ...on, leader_ids } })
  return {
    ...app,
    ...marked,
    db,
    on,
    otherId,
    guestId,
    foreignId,
    appoint,
    inExam: { exam_id: marked.examId },
    inBlock: { exam_id: marked.examId, ...on },
    reading_id: tasks[0]?.reading_id ?? 0,
    unit_id: tasks[0]?.unit_id ?? 0,
    held: tasks[3]?.unit_id ?? 0,
  }
}

type World = Awaited<ReturnType<typeof open>>

/** What a leader looks at and does, of the block that is named. */
const asks = (
  { examId, markerIds, reading_id, unit_id, held }: World,
  block_id: number,
  /** Of the paper as the leader sees it: the second to agree has seen what the first one said. */
  version: number | undefined,
) => {
  const on = { block_id }
  const inBlock = { exam_id: examId, block_id }
  return [
    [masterSpotCheck, { query: on }],
    [rubricUse, { query: on }],
    [flaggedPapers, { query: on }],
    [checkDetail, { query: { ...inBlock, task_detail_id: reading_id } }],
    [trendTaskDetail, { query: inBlock }],
    [blockMasterDetail, { query: inBlock }],
    [checkBlockStatus, { query: inBlock }],
    [blockProgress, { query: inBlock }],
    [scoreDistribution, { query: inBlock }],
    [scoreCurve, { query: { ...inBlock, marker_id: markerIds[0] ?? 0 } }],
    [supervisedMarkers, { query: inBlock }],
    [supervisedPapers, { query: { ...inBlock, waits_for: 'done' } }],
    [paperRecord, { query: { ...inBlock, unit_id } }],
    [paperRecall, { body: { ...inBlock, unit_id: held } }],
    [masterReview, { body: { ...on, outcome: 'agree', task_detail_id: reading_id, version } }],
  ] as const satisfies readonly (readonly [Route, object])[]
}

async function statuses(who: TestClient, world: World, blockId: number): Promise<number[]> {
  const list: number[] = []
  const { examId, reading_id } = world
  const shown = await who.send(checkDetail, {
    query: { exam_id: examId, block_id: blockId, task_detail_id: reading_id },
  })
  for (const [route, input] of asks(world, blockId, shown.data?.version))
    list.push((await who.send(route, input)).status)
  return list
}

const LEADERS = ['other-leader', 'marker3'] as const

everyDatabase('leaders from another school or grade on %s', (kind) => {
  test('open what their samples, lists and figures show, of their block alone', async () => {
    const world = await open(kind)
    const { appoint, guestId, foreignId, signIn, on, otherId, inExam } = world
    expect((await appoint([guestId, foreignId])).status).toBe(200)
    for (const who of LEADERS) {
      const client = await signIn(who)
      expect((await client.send(ledBlocks)).data).toMatchObject([on])
      expect([who, new Set(await statuses(client, world, on.block_id))]).toEqual([
        who,
        new Set([200]),
      ])
      // Neither their subject at home nor their school opens another block.
      const others = (await statuses(client, world, otherId)).filter((status) => status === 200)
      expect([who, others]).toEqual([who, []])

      const { data } = await client.send(supervisedSubjects, { query: inExam })
      expect(data).toMatchObject({ supervises: true, by_role: false })
      expect(data.blocks).toMatchObject([{ ...on, is_led: true, is_supervised: false }])
      expect(data.subjects).toMatchObject([{ subject_id: SUBJECT, block_count: 1 }])
      const { data: blocks } = await client.send(supervisedBlocks, { query: inExam })
      expect(blocks.list).toMatchObject([on])
      const { data: progress } = await client.send(markingProgress, { query: inExam })
      expect(progress.numbers.total).toBe(8)
      const { data: markers } = await client.send(supervisedMarkers, { query: inExam })
      expect(new Set(markers.list.map(({ block_id }) => block_id))).toEqual(new Set([on.block_id]))
      const all = await client.send(supervisedPapers, { query: { ...inExam, waits_for: 'total' } })
      expect(all.data.total).toBe(8)
      const report = await client.send(identicalExport, { query: inExam })
      const text = JSON.stringify(await readXlsx(report.bytes))
      expect([text.includes('第17题'), text.includes('考生')]).toEqual([true, false])
    }
  })
})

test('guest leaders: a guest sees nothing of the exam beyond the own blocks, and whose school a paper is of least of all', async () => {
  const world = await open()
  const { appoint, guestId, foreignId, signIn, inExam, inBlock, otherSchool, school } = world
  await appoint([guestId, foreignId])
  const guest = await signIn('other-leader')
  const { data } = await guest.send(supervisedSubjects, { query: inExam })
  expect(data.subjects).toMatchObject([{ expected: 0, scanned: 0 }])
  expect((await guest.send(supervisedSchools, { query: inExam })).status).toBe(404)
  for (const { schoolId: school_id } of [school, otherSchool])
    for (const who of LEADERS) {
      const query = { ...inBlock, waits_for: 'total' as const, school_id }
      const answer = await (await signIn(who)).send(supervisedPapers, { query })
      expect([answer.status, answer.data.total]).toEqual([200, 0])
    }
})

test('guest leaders: who marks as a guest sees the own work, whatever they supervise at home', async () => {
  const world = await open()
  const { db, guestId, signIn, on, inExam, inBlock, markerIds, reading_id, unit_id } = world
  await db
    .insertInto('block_marker')
    .values({ ...on, user_id: guestId, duty: 'marker', weight: 1 })
    .execute()
  const guest = await signIn('other-leader')
  const { data } = await guest.send(supervisedSubjects, { query: inExam })
  expect(data).toMatchObject({ supervises: false, by_role: false })
  expect(data.blocks).toMatchObject([{ ...on, is_led: false, is_supervised: false }])
  expect(data.blocks[0]).toMatchObject({ agreement: null, mean_milli: null })
  const { data: markers } = await guest.send(supervisedMarkers, { query: inBlock })
  expect(markers.list.map(({ marker_id }) => marker_id)).toEqual([guestId])
  const refused = [
    await guest.send(checkDetail, { query: { ...inBlock, task_detail_id: reading_id } }),
    await guest.send(paperRecord, { query: { ...inBlock, unit_id } }),
    await guest.send(supervisedPapers, { query: { ...inBlock, waits_for: 'done' } }),
    await guest.send(checkBlockStatus, { query: inBlock }),
    await guest.send(blockMasterDetail, { query: inBlock }),
    await guest.send(scoreCurve, { query: { ...inBlock, marker_id: markerIds[0] ?? 0 } }),
  ]
  expect(new Set(refused.map(({ status, error }) => `${status} ${error.error}`))).toEqual(
    new Set(['403 MARKING_LEADERS_ONLY']),
  )
  const pairs = await guest.send(identicalExport, { query: inExam })
  expect([pairs.status, pairs.error.error]).toEqual([403, 'MARKING_LEADS_NOTHING'])
  const whole = await guest.send(supervisedPapers, { query: { ...inExam, waits_for: 'total' } })
  expect([whole.status, whole.data.total]).toEqual([200, 0])
})

test('guest leaders: nobody who is not assigned finds the exam, before and after', async () => {
  const world = await open()
  const { appoint, guestId, foreignId, leaderId, signIn, on, inExam } = world
  const exams = async (who: TestClient) => [
    (await who.send(supervisedSubjects, { query: inExam })).status,
    (await who.send(supervisedMarkers, { query: inExam })).status,
    (await who.send(supervisionEvents, { query: inExam })).status,
    (await who.send(identicalExport, { query: inExam })).status,
  ]
  const clients = await Promise.all(LEADERS.map((who) => signIn(who)))
  for (const who of clients) expect(await exams(who)).toEqual([404, 404, 404, 404])
  await appoint([guestId, foreignId])
  for (const who of clients)
    expect((await who.send(supervisedMarkers, { query: inExam })).status).toBe(200)
  await appoint([leaderId])
  for (const who of clients) {
    expect(await exams(who)).toEqual([404, 404, 404, 404])
    const open = (await statuses(who, world, on.block_id)).filter((status) => status === 200)
    expect(open).toEqual([])
  }
})

test('guest leaders: the stream of a guest has the own blocks, and ends with the assignment', async () => {
  const world = await open()
  const { app, appoint, guestId, leaderId, signIn, inExam, on } = world
  await appoint([guestId])
  const guest = await signIn('other-leader')
  const response = await app.inject({
    method: supervisionEvents.method,
    url: supervisionEvents.path,
    query: { exam_id: String(inExam.exam_id) },
    headers: guest.headers,
    payloadAsStream: true,
  })
  expect(response.statusCode).toBe(200)
  const chunks = response.stream()
  const texts: string[] = []
  const ended = (async () => {
    for await (const chunk of chunks) texts.push(String(chunk))
  })()
  await vi.waitFor(() => expect(texts.join('')).toContain('event: progress'), 10_000)
  const first = texts.join('')
  expect(first).toContain(`"block_id":${on.block_id},`)
  expect(first).not.toContain('第18题')
  await appoint([leaderId])
  // Half a minute later it is asked whether the caller still reaches the exam.
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 31_000)
  await ended
  later.mockRestore()
})

test('guest leaders: papers that wait for a guest stand on the home page', async () => {
  const { db, on, guestId, foreignId, signIn, otherSchool, appoint } = await open()
  const markerId = otherSchool.userIds['marker1'] ?? 0
  const todos = async (who: string) => (await (await signIn(who)).send(homeTodos)).data
  expect(await todos('other-marker1')).toEqual([])
  await db
    .insertInto('block_marker')
    .values({ ...on, user_id: markerId, duty: 'marker', weight: 1 })
    .execute()
  expect(await todos('other-marker1')).toMatchObject([{ kind: 'marking', ...on, count: 4 }])
  await appoint([guestId, foreignId])
  for (const who of LEADERS)
    expect(await todos(who)).toMatchObject([{ kind: 'arbitration', ...on, count: 1 }])
  // Everybody else's papers stay theirs.
  expect(await todos('other-marker2')).toEqual([])
})
