import {
  allocationGet,
  allocationMastersSet,
  allocationSet,
  balanceGet,
  blockSettingsSet,
  blockMarkers,
  examMarkers,
  examMarkersSet,
  markersImport,
  markingStaff,
  messagesGet,
  messagesUnread,
  notesGet,
  markInfo,
  markNext,
  markSubmit,
  ownTasks,
  rubricGet,
  rubricUse,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { openTestApp, xlsxFile } from '../../../testing/index.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'

/**
 * An exam of two schools: every second candidate is a guest's, and so are their papers. The first school
 * holds it.
 */
async function open(candidates = 4) {
  const app = await openTestApp()
  const { services, school, otherSchool } = app
  const { db } = services
  const marked = await seedMarking(services, school, {
    candidates,
    markers: 1,
    settings: { qualify: false },
  })
  const guests = marked.candidateIds.filter((_, no) => no % 2 === 1)
  await db
    .updateTable('candidate')
    .set({ school_id: otherSchool.schoolId })
    .where('id', 'in', guests)
    .execute()
  const old = db.selectFrom('unit').select('id').where('candidate_id', 'in', guests)
  await db.deleteFrom('mark_event').where('unit_id', 'in', old).execute()
  await db.deleteFrom('unit').where('candidate_id', 'in', guests).execute()
  for (const candidateId of guests) {
    const candidate = { examId: marked.examId, subjectId: SUBJECT, candidateId }
    await db
      .transaction()
      .execute(async (db) => syncUnits(db, services, candidate, await imagesOf(db, candidate)))
  }
  const on = { block_id: marked.blockId }
  const [director, guest] = [await app.signIn('director'), await app.signIn('other-marker1')]
  const assign = (ids: readonly (number | undefined)[]) =>
    director.send(allocationSet, {
      body: {
        ...on,
        markers: [
          ...ids.map((marker_id = 0) => ({ marker_id })),
          { marker_id: marked.leaderId, duty: 'leader' },
        ],
      },
    })
  return { ...app, ...marked, on, director, guest, guestId: otherSchool.userIds['marker1'], assign }
}

test('guest markers: teachers of every school of a joint exam may be assigned, and read the papers of the other', async () => {
  const { director, guest, guestId, on, assign, markerIds, services, school, examId } = await open()
  const staff = (await director.send(markingStaff, { query: on })).data
  expect([...new Set(staff.map(({ school_name }) => school_name))]).toEqual([
    '测试中学',
    '另一中学',
  ])
  expect(staff.find(({ user_id }) => user_id === guestId)).toMatchObject({
    account: 'other-marker1',
    role_names: ['阅卷教师'],
  })
  // Before they are assigned, the exam does not exist for them.
  expect((await guest.send(markNext, { query: { ...on, n: 10 } })).status).toBe(404)

  const { status } = await assign([markerIds[0], guestId])
  expect(status).toBe(200)
  expect((await guest.send(ownTasks, { query: {} })).data).toMatchObject([
    { block_name: '第17题', pool_count: 2 },
  ])
  expect((await guest.send(markInfo, { query: on })).status).toBe(200)
  const { tasks } = (await guest.send(markNext, { query: { ...on, n: 10 } })).data
  expect(tasks).toHaveLength(2)
  const read = await services.db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('reading.marker_id', '=', guestId ?? 0)
    .select('unit.school_id')
    .distinct()
    .execute()
  expect(read).toEqual([{ school_id: school.schoolId }])
  const submitted = await guest.send(markSubmit, {
    body: {
      ...on,
      reading_id: tasks[0]?.reading_id ?? 0,
      idem_key: 'guest-reading',
      scores: [8000],
    },
  })
  expect(submitted.status).toBe(200)
  const { data } = await director.send(allocationGet, { query: on })
  expect(data.list.find(({ marker_id }) => marker_id === guestId)).toMatchObject({ done: 1 })

  // Assigned to mark is not allowed to see or change how the exam is held.
  for (const answer of [
    await guest.send(allocationGet, { query: on }),
    await guest.send(blockMarkers, { query: on }),
    await guest.send(markingStaff, { query: on }),
  ])
    expect([403, 404]).toContain(answer.status)
  const params = { schoolId: school.schoolId, examId }
  const list = (await director.send(examMarkers, { params })).data
  expect(list[0]?.blocks[0]?.people.map(({ account }) => account)).toContain('other-marker1')
  // The staff page of the exam keeps them.
  const kept = await director.send(examMarkersSet, {
    params,
    body: {
      subject_id: SUBJECT,
      blocks: [{ ...on, marker_ids: [markerIds[0] ?? 0, guestId ?? 0], leader_ids: [] }],
    },
  })
  expect(kept.status).toBe(200)
})

test('guest markers: who marks as a guest reads what the block is marked by, as a marker whatever they are at home', async () => {
  const { director, on, assign, markerIds, guestId, otherSchool, signIn, examId } = await open()
  // At home this one leads mathematics.
  const leaderId = otherSchool.userIds['leader']
  const asked = async (who: string) => {
    const client = await signIn(who)
    return [
      (await client.send(rubricGet, { query: on })).status,
      (await client.send(notesGet, { query: on })).status,
      (await client.send(messagesGet, { query: on })).status,
      (await client.send(messagesUnread, { query: { exam_id: examId } })).status,
    ]
  }
  expect(await asked('other-leader')).toEqual([404, 404, 404, 404])
  expect((await assign([markerIds[0], guestId, leaderId])).status).toBe(200)
  expect(await asked('other-marker1')).toEqual([200, 200, 200, 200])
  expect(await asked('other-leader')).toEqual([200, 200, 200, 200])
  const home = await signIn('other-leader')
  expect((await home.send(messagesUnread, { query: { exam_id: examId } })).data.list).toMatchObject(
    [{ block_id: on.block_id, side: 'marker' }],
  )
  const rubric = (await home.send(rubricGet, { query: on })).data
  expect([rubric.may_change, rubric.history.every(({ readings }) => readings === null)]).toEqual([
    false,
    true,
  ])
  const refused = await home.send(rubricUse, { query: on })
  expect([refused.status, refused.error.error]).toEqual([403, 'MARKING_LEADERS_ONLY'])
  // Whoever leads a block of another subject leads it in full.
  await director.send(allocationMastersSet, { body: { ...on, leader_ids: [leaderId ?? 0] } })
  expect((await home.send(rubricGet, { query: on })).data.may_change).toBe(true)
  expect((await home.send(rubricUse, { query: on })).status).toBe(200)
})

test('guest markers: teachers of a school that takes no part are refused', async () => {
  const { services, school, assign, markerIds, guestId, signIn, on } = await open()
  await services.db.updateTable('candidate').set({ school_id: school.schoolId }).execute()
  const answer = await assign([markerIds[0], guestId])
  expect([answer.status, answer.error.error]).toEqual([404, 'STAFF_NOT_FOUND'])
  for (const [who, status] of [
    ['leader', 200],
    ['admin', 200],
    ['marker1', 403],
    ['student', 403],
    ['other-admin', 404],
  ] as const) {
    const list = await (await signIn(who)).send(markingStaff, { query: on })
    expect([who, list.status]).toEqual([who, status])
  }
})

test('guest markers: schools that read their own papers share them among their own teachers', async () => {
  const { director, on, examId, assign, markerIds, guestId, school, otherSchool, signIn } =
    await open()
  const second = school.userIds['marker2'] ?? 0
  await director.send(blockSettingsSet, {
    body: {
      exam_id: examId,
      subject_id: SUBJECT,
      blocks: [{ ...on, mark_scope: 'own_school', alloc_mode: 2 }],
    },
  })
  const { data } = await assign([markerIds[0], second, guestId])
  const targetOf = (id = 0) => data.list.find(({ marker_id }) => marker_id === id)?.target
  expect([markerIds[0], second, guestId].map(targetOf)).toEqual([1, 1, 2])
  expect(data.parts).toMatchObject([
    { name: '测试中学', school_ids: [school.schoolId], units: 2, readings: 2 },
    { name: '另一中学', school_ids: [otherSchool.schoolId], marker_ids: [guestId], readings: 2 },
  ])
  const quotas = (...list: number[]) =>
    director.send(allocationSet, {
      body: {
        ...on,
        alloc_mode: 3,
        markers: [markerIds[0], second, guestId].map((marker_id = 0, index) => ({
          marker_id,
          quota: list[index] ?? null,
        })),
      },
    })
  // Enough in all, but not for the guests' papers.
  const short = await quotas(2, 1, 1)
  expect([short.status, short.error.msg]).toEqual([400, expect.stringContaining('还差 1 份')])
  expect((await quotas(1, 1, 2)).status).toBe(200)
  const guest = await signIn('other-marker1')
  const { tasks } = (await guest.send(markNext, { query: { ...on, n: 10 } })).data
  expect(tasks).toHaveLength(2)
})

test('guest markers: work is balanced within a school: another one takes nothing over', async () => {
  const { director, on, examId, assign, markerIds, guestId, school, services } = await open(80)
  const { db } = services
  const [first = 0, second = 0] = [markerIds[0], school.userIds['marker2']]
  await director.send(blockSettingsSet, {
    body: {
      exam_id: examId,
      subject_id: SUBJECT,
      blocks: [{ ...on, mark_scope: 'own_school', alloc_mode: 2 }],
    },
  })
  await assign([first, second, guestId])
  // The first and the guest are quick; the second marked one paper the day before.
  const units = await db.selectFrom('unit').select(['id', 'school_id']).orderBy('id').execute()
  const own = units.filter(({ school_id }) => school_id === school.schoolId)
  const others = units.filter(({ school_id }) => school_id !== school.schoolId)
  const given = [
    ...own.slice(0, 20).map(({ id }) => [id, first, '2026-11-20T00:30:00.000Z'] as const),
    ...own.slice(20, 21).map(({ id }) => [id, second, '2026-11-19T00:40:00.000Z'] as const),
    ...others.slice(0, 20).map(({ id }) => [id, guestId ?? 0, '2026-11-20T00:30:00.000Z'] as const),
  ]
  await db
    .insertInto('reading')
    .values(
      given.map(([unit_id, marker_id, at]) => ({
        unit_id,
        block_id: on.block_id,
        role: 'R1',
        marker_id,
        state: 'submitted',
        rev: 1,
        points: '[8000]',
        total_milli: 8000,
        idem_key: `given-${unit_id}`,
        claimed_at: at,
        lease_until: null,
        submitted_at: at,
        active_ms: 3000,
        flags: '[]',
        traces: null,
        superseded_by: null,
      })),
    )
    .execute()
  // Both have been able to mark since then.
  await db.updateTable('block').set({ opened_at: '2026-11-18T00:00:00.000Z' }).execute()
  await db.updateTable('block_marker').set({ able_since: '2026-11-18T00:00:00.000Z' }).execute()
  const { data } = await director.send(balanceGet, { query: on })
  const targets = data.markers.map((row) => [row.marker_id, row.target, row.new_target])
  expect(data.is_due).toBe(true)
  expect(targets.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [first, 20, 39],
    [second, 20, 1],
    [guestId, 40, 40],
  ])
})

test('guest markers: a table names the school of teachers who are called alike', async () => {
  const { director, on, examId } = await open()
  const send = (rows: string[][], preview: 0 | 1) =>
    director.send(
      markersImport,
      { query: { exam_id: examId, subject_id: SUBJECT, preview } },
      { file: xlsxFile([['题块', '教师', '账号', '学校', '职责'], ...rows]) },
    )
  const refused = await send(
    [
      ['第17题', '阅卷老师2', '', '', ''],
      ['第17题', '阅卷老师2', '', '第三中学', ''],
      ['第17题', '', 'other-marker2', '测试中学', ''],
    ],
    0,
  )
  expect(refused.error.fields.map(({ path, msg }) => `${path} ${msg}`)).toEqual([
    'B2 有 2 位教师叫「阅卷老师2」，请填写账号或学校：marker2（测试中学）、other-marker2（另一中学）',
    'D3 没有学校「第三中学」参加本场考试，参加的有：测试中学、另一中学',
    'C4 测试中学没有可以阅卷的账号「other-marker2」，请先在人员信息中添加',
  ])
  const { data } = await send([['第17题', '阅卷老师2', '', '另一中学', '']], 0)
  expect(data.rows).toMatchObject([{ account: 'other-marker2', school: '另一中学', result: 'add' }])
  const { data: after } = await director.send(allocationGet, { query: on })
  expect(after.list.filter(({ duty }) => duty === 'marker')).toHaveLength(2)
})
