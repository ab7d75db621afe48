import {
  blockSettingsGet,
  currentUser,
  examAdminPeople,
  examAdmins,
  examAdminsSet,
  examDelete,
  examGet,
  examMarkersSet,
  homeExams,
  notificationList,
  previewAll,
  rubricGet,
  schoolMarkers,
  supervisedBlocks,
  supervisedSchools,
  userPermission,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import type { ExamAdminMay } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import {
  openTestApp,
  seedJointExam,
  seedTinyExam,
  type TestApp,
  type TestClient,
} from '../../testing/index.ts'

interface Named {
  user_id: number
  subject_ids: 'all' | number[]
  may: ExamAdminMay[]
}

async function openExams(app: TestApp) {
  const { services, school } = app
  const a = await seedTinyExam(services, school)
  const b = await seedTinyExam(services, school, { name: '高一期末考试' })
  const admin = await app.signIn('admin')
  const name = async (examId: number, admins: Named[], by = admin) => {
    const params = { schoolId: school.schoolId, examId }
    const { data } = await by.send(examAdmins, { params })
    return by.send(examAdminsSet, { params, body: { admins, seen: data.seen } })
  }
  return { a: a.examId, b: b.examId, admin, name }
}

/** What a call of each permission answers: `in`, or the code of the refusal. */
async function reached(client: TestClient, schoolId: number, examId: number, subjectId: number) {
  const asked = { exam_id: examId, subject_id: subjectId }
  const codeOf = async (answer: Promise<{ status: number; error: { error: string } }>) => {
    const { status, error } = await answer
    // Past the door the call finds that there is no such block.
    return status === 200 || error.error === 'MARKING_BLOCK_NOT_FOUND' ? 'in' : error.error
  }
  return {
    setup: await codeOf(
      client.send(examMarkersSet, {
        params: { schoolId, examId },
        body: {
          subject_id: subjectId,
          blocks: [{ block_id: 999_999, marker_ids: [], leader_ids: [] }],
        },
      }),
    ),
    supervise: await codeOf(client.send(blockSettingsGet, { query: asked })),
    publish: await codeOf(client.send(previewAll, { query: { exam_id: examId } })),
  }
}

const SHUT = { setup: 'NOT_ALLOWED', supervise: 'NOT_ALLOWED', publish: 'NOT_ALLOWED' }
const NO_EXAM = 'EXAM_NOT_FOUND'
const NO_SUBJECT = 'SUBJECT_NOT_IN_EXAM'

/** What is given for exam A, and what it opens: subjects 1 and 2 of A, and B. */
const GRANTS: [ExamAdminMay[], 'all' | number[], object, object, object][] = [
  [
    ['supervise'],
    [1],
    { ...SHUT, supervise: 'in' },
    { ...SHUT, supervise: NO_SUBJECT },
    { ...SHUT, supervise: NO_EXAM },
  ],
  [
    ['setup', 'supervise'],
    [2],
    { ...SHUT, setup: NO_SUBJECT, supervise: NO_SUBJECT },
    { ...SHUT, setup: 'in', supervise: 'in' },
    { ...SHUT, setup: NO_EXAM, supervise: NO_EXAM },
  ],
  [
    ['publish'],
    'all',
    { ...SHUT, publish: 'in' },
    { ...SHUT, publish: 'in' },
    { ...SHUT, publish: NO_EXAM },
  ],
  [
    ['setup', 'supervise', 'publish'],
    'all',
    { setup: 'in', supervise: 'in', publish: 'in' },
    { setup: 'in', supervise: 'in', publish: 'in' },
    { setup: NO_EXAM, supervise: NO_EXAM, publish: NO_EXAM },
  ],
]

everyDatabase('marking admins of an exam on %s', (kind) => {
  test('somebody named for an exam may do there what they were named for, and nothing elsewhere', async () => {
    const app = await openTestApp(kind)
    const { a, b, name } = await openExams(app)
    const { schoolId, userIds } = app.school
    const marker = await app.signIn('marker3')
    const see = (exam: number, subject: number) => reached(marker, schoolId, exam, subject)
    expect(await see(a, 1)).toEqual(SHUT)
    const user_id = userIds['marker3'] ?? 0
    for (const [may, subject_ids, first, second, other] of GRANTS) {
      expect((await name(a, [{ user_id, subject_ids, may }])).status).toBe(200)
      expect([may, await see(a, 1)]).toEqual([may, first])
      expect([may, await see(a, 2)]).toEqual([may, second])
      expect([may, await see(b, 1)]).toEqual([may, other])
    }
    // Of another person nothing changed.
    expect(await reached(await app.signIn('marker2'), schoolId, a, 1)).toEqual(SHUT)
    // Taken back: at the next call.
    const heir = { user_id: userIds['marker2'] ?? 0, subject_ids: 'all' as const }
    expect((await name(a, [{ ...heir, may: ['supervise'] }])).status).toBe(200)
    expect(await see(a, 1)).toEqual(SHUT)
  })

  test('in a list of a whole exam it shows the subjects that were named, beside those of the role', async () => {
    const app = await openTestApp(kind)
    const { a, b, name } = await openExams(app)
    const { userIds } = app.school
    const subjectsOf = async (client: TestClient, exam_id: number) => {
      const { data, error } = await client.send(supervisedBlocks, { query: { exam_id } })
      return (
        error?.error ??
        data.list
          .flatMap((row) => (row.is_supervised ? row.subject_id : []))
          .toSorted((one, other) => one - other)
      )
    }
    // Leads 数学 in the school, and was named for 语文 in one exam.
    const leader = await app.signIn('leader')
    expect(await subjectsOf(leader, a)).toEqual([2])
    await name(a, [{ user_id: userIds['leader'] ?? 0, subject_ids: [1], may: ['supervise'] }])
    expect(await subjectsOf(leader, a)).toEqual([1, 2])
    expect(await subjectsOf(leader, b)).toEqual([2])
    // To supervise is not to set up, where the role does not reach.
    const { data } = await leader.send(supervisedBlocks, { query: { exam_id: a } })
    const chinese = data.list.find(({ subject_id }) => subject_id === 1)?.block_id ?? 0
    const rubric = await leader.send(rubricGet, { query: { block_id: chinese } })
    expect(rubric.data.may_change).toBe(true)
    await app.services.db
      .deleteFrom('block_marker')
      .where('user_id', '=', userIds['leader'] ?? 0)
      .execute()
    const without = await leader.send(rubricGet, { query: { block_id: chinese } })
    expect(without.data.may_change).toBe(false)
  })

  test('the home page lists the exam, the person is told, and 为什么 names the grant', async () => {
    const app = await openTestApp(kind)
    const { schoolId, userIds } = app.school
    // Out of the class teacher's grade.
    const { examId } = await seedTinyExam(app.services, app.school, { gradeId: 11, name: '高二' })
    const { name, admin, a } = await openExams(app)
    const head = await app.signIn('head')
    const params = { schoolId, examId }
    const titles = async () => (await head.send(homeExams, { query: {} })).data.map((e) => e.name)
    const mayStaff = async (exam_id: number) =>
      (await head.send(schoolMarkers, { query: { exam_id } })).error?.error ?? 'in'
    expect(await titles()).not.toContain('高二')
    expect((await head.send(examGet, { params })).error.error).toBe('EXAM_NOT_FOUND')
    expect(await mayStaff(examId)).toBe('NOT_ALLOWED')

    const user_id = userIds['head'] ?? 0
    await name(examId, [{ user_id, subject_ids: [1], may: ['setup', 'supervise'] }])
    expect(await titles()).toContain('高二')
    const { data: exam } = await head.send(examGet, { params })
    expect(exam.subjects.map(({ subject_id }) => subject_id)).toEqual([1])
    expect([await mayStaff(examId), await mayStaff(a)]).toEqual(['in', 'EXAM_NOT_FOUND'])
    const { data: user } = await head.send(currentUser, {})
    expect(user.exam_grants).toEqual([
      {
        exam_id: examId,
        subject_ids: [1],
        permissions: ['exam.read', 'staff.read', 'marking.setup', 'marking.supervise'],
      },
    ])
    const told = await head.send(notificationList, { query: {} })
    expect(told.data.list[0]).toMatchObject({
      title: '您是「高二」的阅卷管理员',
      text: '管理员 请您负责语文的阅卷设置、阅卷监管。权限只在这场考试内有效。',
    })
    const why = async (client: TestClient, subject_id: number, more: object = {}) =>
      (
        await client.send(userPermission, {
          query: { what: 'marking.setup', exam_id: examId, subject_id, ...more },
        })
      ).data
    const answer = await why(head, 1)
    expect(answer.answer).toMatchObject({ allowed: true, reasons: [] })
    expect(answer.answer?.because).toMatch(
      /^是「高二」的阅卷管理员：语文，阅卷设置、阅卷监管（管理员 于 /,
    )
    expect(answer.permissions.find(({ code }) => code === 'marking.setup')).toMatchObject({
      granted: true,
      because: expect.stringMatching(/^只在单场考试内：是「高二」/),
    })
    expect((await why(head, 2)).answer?.allowed).toBe(false)
    expect((await why(admin, 1, { user_id })).answer?.because).toMatch(/阅卷管理员/)

    // What is thrown away is opened by no grant.
    await app.services.db.deleteFrom('scan_sheet').where('exam_id', '=', examId).execute()
    await app.services.db
      .updateTable('exam')
      .set({ deleted_at: '2026-11-20T00:00:00.000Z' })
      .where('id', '=', examId)
      .execute()
    expect(await titles()).not.toContain('高二')
    expect(await reached(head, schoolId, examId, 1)).toEqual(SHUT)
    expect((await head.send(currentUser, {})).data.exam_grants).toEqual([])
  })

  test('who names: managers of the exam, knowingly, never the last one away', async () => {
    const app = await openTestApp(kind)
    const { a, admin, name } = await openExams(app)
    const { schoolId, userIds } = app.school
    const params = { schoolId, examId: a }
    const one = (account: string, may: ExamAdminMay[], subject_ids: 'all' | number[] = 'all') => ({
      user_id: userIds[account] ?? 0,
      subject_ids,
      may,
    })
    const codes = async (admins: Named[]) => (await name(a, admins)).error?.error ?? 'ok'
    expect(await codes([])).toBe('ok')
    expect(await codes([one('marker1', ['setup'])])).toBe('EXAM_ADMIN_INVALID')
    expect(await codes([one('marker1', ['publish'], [1])])).toBe('EXAM_ADMIN_INVALID')
    expect(await codes([one('marker1', ['supervise'], [9])])).toBe('SUBJECT_NOT_IN_EXAM')
    expect(await codes([one('student', ['supervise'])])).toBe('STAFF_NOT_FOUND')
    const foreign = app.otherSchool.userIds['marker1'] ?? 0
    expect(await codes([{ user_id: foreign, subject_ids: 'all', may: ['supervise'] }])).toBe(
      'STAFF_NOT_FOUND',
    )
    expect(await codes([one('marker1', ['supervise']), one('marker2', ['publish'])])).toBe('ok')
    expect(await codes([])).toBe('EXAM_ADMIN_LAST')
    const { data } = await admin.send(examAdmins, { params })
    expect(data.admins.map((row) => [row.name, row.may, row.added_by_name])).toEqual([
      ['阅卷老师1', ['supervise'], '管理员'],
      ['阅卷老师2', ['publish'], '管理员'],
    ])
    // Somebody else was quicker.
    const director = await app.signIn('director')
    await name(a, [one('marker1', ['supervise'])], director)
    const stale = await admin.send(examAdminsSet, {
      params,
      body: { admins: [one('marker2', ['publish'])], seen: data.seen },
    })
    expect(stale.error.error).toBe('EXAM_ADMINS_CHANGED')
    // Whoever stays as they were keeps by whom they were named.
    const now = (await admin.send(examAdmins, { params })).data
    expect(now.admins.map((row) => [row.name, row.added_by_name])).toEqual([
      ['阅卷老师1', '管理员'],
    ])
    const gone = await app.signIn('marker2')
    expect((await gone.send(notificationList, { query: {} })).data.list[0]?.title).toBe(
      '您不再是「高一期中考试」的阅卷管理员',
    )
    const row = await app.services.db
      .selectFrom('audit')
      .where('action', '=', 'exam-admins')
      .where('user_id', '=', userIds['director'] ?? 0)
      .select(['object', 'before', 'after'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      object: `exam:${a}`,
      before: JSON.stringify({
        admins: ['阅卷老师1（全部科目的阅卷监管）', '阅卷老师2（全部科目的预审与发布）'],
      }),
      after: JSON.stringify({ admins: ['阅卷老师1（全部科目的阅卷监管）'] }),
    })
    // Being named is no right to name, nor to throw the exam away.
    await name(a, [one('marker1', ['setup', 'supervise', 'publish'])])
    const named = await app.signIn('marker1')
    for (const answer of [
      await named.send(examAdmins, { params }),
      await named.send(examAdminPeople, { params, query: {} }),
      await named.send(examDelete, { params, query: {} }),
    ])
      expect(answer.error.error).toBe('NOT_ALLOWED')
    const found = await admin.send(examAdminPeople, { params, query: { keyword: 'marker' } })
    expect(found.data.map((person) => [person.account, person.role_names])).toEqual([
      ['marker1', ['阅卷教师']],
      ['marker2', ['阅卷教师']],
      ['marker3', ['阅卷教师']],
    ])
  })

  test('of a joint exam: a teacher of a school that takes part supervises it, and sees no other school', async () => {
    const app = await openTestApp(kind)
    const { examId, organiser, schools, bureau } = await seedJointExam(app)
    const [east, west] = schools
    if (!east || !west) throw new Error('no schools')
    const params = { schoolId: bureau.bureauId, examId }
    const people = await organiser.send(examAdminPeople, { params, query: { keyword: 'marker1' } })
    expect(people.data.map(({ school_name }) => school_name)).toContain(east.name)
    const user_id = east.userIds['marker1'] ?? 0
    const send = async (may: ExamAdminMay[]) => {
      const { data } = await organiser.send(examAdmins, { params })
      return organiser.send(examAdminsSet, {
        params,
        body: { admins: [{ user_id, subject_ids: [1], may }], seen: data.seen },
      })
    }
    expect((await send(['publish'])).error.error).toBe('EXAM_ADMIN_INVALID')
    expect((await send(['supervise'])).status).toBe(200)
    const marker = await app.signIn(`${east.prefix}marker1`)
    const at = (client: TestClient, subject: number) =>
      reached(client, east.schoolId, examId, subject)
    expect(await at(marker, 1)).toEqual({ ...SHUT, supervise: 'in' })
    expect(await at(marker, 2)).toEqual({ ...SHUT, supervise: NO_SUBJECT })
    const schoolRows = await marker.send(supervisedSchools, { query: { exam_id: examId } })
    expect(schoolRows.data.list.map(({ school_id }) => school_id)).toEqual([east.schoolId])
    // The same account of another school was not named.
    expect(await at(await app.signIn(`${west.prefix}marker1`), 1)).toEqual(SHUT)
  })
})
