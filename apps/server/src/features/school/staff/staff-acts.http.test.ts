import {
  classSave,
  login,
  schoolClasses,
  staffDetail,
  staffEndSessions,
  staffExport,
  staffLeave,
  staffList,
  staffNumber,
  staffReset,
  staffRoles,
  staffState,
  staffUpdate,
} from '@hengjuan/contracts'
import { describe, expect, test } from 'vitest'
import { openTestApp, seedTinyExam } from '../../../testing/index.ts'
import { TEST_PASSWORD } from '../../../testing/seed-school.ts'
import { readXlsx } from '../../../testing/read-xlsx.ts'

describe.each(['sqlite', 'postgres'] as const)('staff acts on %s', (kind) => {
  test('list: tells identities with their scope, lessons and the last sign-in', async () => {
    const { signIn, school } = await openTestApp(kind)
    const admin = await signIn('admin')
    await admin.send(staffUpdate, {
      body: {
        user_id: school.userIds['head'] ?? 0,
        teaching: [{ class_id: school.classIds[0] ?? 0, subject_id: 2 }],
      },
    })
    const { data } = await admin.send(staffList, { query: { keyword: 'head' } })
    expect(data.list[0]).toMatchObject({
      roles: [{ role_name: '班主任', scope: '高一1班；数学' }],
      teaching: [{ class_name: '高一1班', subject_name: '数学' }],
      last_sign_in: null,
    })
    const self = await admin.send(staffList, { query: { keyword: 'admin' } })
    expect(self.data.list[0]?.last_sign_in).toMatch(/^2026-11-20T/)
  })

  test('state: a disabled account with its reason is signed out, stands under disabled, and comes back', async () => {
    const { signIn, school, anonymous } = await openTestApp(kind)
    const [admin, marker] = [await signIn('admin'), await signIn('marker1')]
    const user_ids = [school.userIds['marker1'] ?? 0]
    const set = (disabled: boolean) =>
      admin.send(staffState, { body: { user_ids, disabled, reason: '长期病假' } })
    expect((await set(true)).data.changed).toBe(1)
    expect((await marker.send(schoolClasses, { query: {} })).status).toBe(401)
    const enter = () =>
      anonymous.send(login, { body: { account: 'marker1', password: TEST_PASSWORD } })
    expect((await enter()).error.error).toBe('ACCOUNT_DISABLED')
    const { data } = await admin.send(staffList, { query: { disabled: true } })
    expect(data.list).toMatchObject([{ account: 'marker1', disabled_reason: '长期病假' }])
    expect((await set(true)).data.changed).toBe(0)
    await set(false)
    expect((await enter()).status).toBe(200)
    const history = await admin.send(staffDetail, { query: { user_id: user_ids[0] ?? 0 } })
    expect(history.data.history.map(({ action_label }) => action_label)).toEqual([
      '启用教职工',
      '停用教职工',
    ])
    const self = await admin.send(staffState, {
      body: { user_ids: [school.userIds['admin'] ?? 0], disabled: true, reason: '误点' },
    })
    expect(self.error.error).toBe('STAFF_IS_SELF')
  })

  test('acts on staff are refused to who may not manage them, and on heads to the director', async () => {
    const { signIn, school, otherSchool } = await openTestApp(kind)
    const marker = { user_ids: [school.userIds['marker1'] ?? 0] }
    for (const account of ['principal', 'grade', 'head', 'marker1', 'scanner', 'student']) {
      const client = await signIn(account)
      expect((await client.send(staffReset, { body: marker })).status, account).toBe(403)
      const leaving = {
        user_id: marker.user_ids[0] ?? 0,
        reason: '调离',
        classes: [],
        teaching: [],
      }
      expect((await client.send(staffLeave, { body: leaving })).status, account).toBe(403)
    }
    const director = await signIn('director')
    const head = { user_ids: [school.userIds['principal'] ?? 0] }
    expect((await director.send(staffReset, { body: head })).status).toBe(403)
    expect((await director.send(staffReset, { body: marker })).status).toBe(200)
    const strange = { user_ids: [otherSchool.userIds['marker1'] ?? 0] }
    expect((await director.send(staffReset, { body: strange })).status).toBe(404)
    const query = { user_id: otherSchool.userIds['marker1'] ?? 0 }
    expect((await director.send(staffDetail, { query })).status).toBe(404)
    const user = { user_id: school.userIds['student'] ?? 0 }
    expect((await director.send(staffEndSessions, { body: user })).status).toBe(404)
  })

  test('roles: many get one at once, the last one of a person stays and is told', async () => {
    const { signIn, school } = await openTestApp(kind)
    const admin = await signIn('admin')
    const user_ids = ['marker1', 'marker2'].map((name) => school.userIds[name] ?? 0)
    const added = await admin.send(staffRoles, {
      body: { user_ids, add: { role: 'grade_director', grade_ids: [11] } },
    })
    expect(added.data).toEqual({ changed: 2, kept: [] })
    const { data } = await admin.send(staffList, { query: { role: 'grade_director' } })
    expect(data.list.map(({ account }) => account)).toEqual(['grade', 'marker1', 'marker2'])
    expect(data.list[1]?.roles.at(-1)?.scope).toBe('高二')
    const removed = await admin.send(staffRoles, {
      body: { user_ids: [...user_ids, school.userIds['scanner'] ?? 0], remove: 'scan_operator' },
    })
    expect(removed.data).toEqual({
      changed: 0,
      kept: [{ name: '扫描员', why: '这是唯一的身份，请先添加别的身份，或停用账号' }],
    })
    const headless = await admin.send(staffRoles, {
      body: { user_ids, add: { role: 'prep_leader' } },
    })
    expect(headless.data.kept).toHaveLength(2)
  })

  test('reset: new passwords sign in, the old ones and open sessions do not', async () => {
    const { signIn, school, anonymous } = await openTestApp(kind)
    const [admin, marker] = [await signIn('admin'), await signIn('marker1')]
    const user_ids = ['marker1', 'marker2'].map((name) => school.userIds[name] ?? 0)
    const { data } = await admin.send(staffReset, { body: { user_ids } })
    expect(data.accounts.map(({ account }) => account)).toEqual(['marker1', 'marker2'])
    expect((await marker.send(schoolClasses, { query: {} })).status).toBe(401)
    const enter = (password: string) =>
      anonymous.send(login, { body: { account: 'marker1', password } })
    expect((await enter(TEST_PASSWORD)).status).toBe(401)
    expect((await enter(data.accounts[0]?.initial_password ?? '')).status).toBe(200)
  })

  test('number: is unique in the school, and found by it', async () => {
    const { signIn, school } = await openTestApp(kind)
    const [admin, other] = [await signIn('admin'), await signIn('other-admin')]
    const set = (name: string, staff_no: string | null) =>
      admin.send(staffNumber, { body: { user_id: school.userIds[name] ?? 0, staff_no } })
    expect((await set('marker1', 'T001')).status).toBe(200)
    const taken = await set('marker2', 'T001')
    expect(taken.status).toBe(409)
    expect(taken.error.msg).toBe('工号 T001 已被使用，请核对后修改')
    const found = await admin.send(staffList, { query: { keyword: 'T001' } })
    expect(found.data.list.map(({ account }) => account)).toEqual(['marker1'])
    expect((await other.send(staffList, { query: { keyword: 'T001' } })).data.total).toBe(0)
    expect((await set('marker1', null)).status).toBe(200)
  })

  test('sessions: are listed and ended', async () => {
    const { signIn, school } = await openTestApp(kind)
    const [admin, marker] = [await signIn('admin'), await signIn('marker1')]
    const user_id = school.userIds['marker1'] ?? 0
    const { data } = await admin.send(staffDetail, { query: { user_id } })
    expect(data.sessions).toHaveLength(1)
    expect((await admin.send(staffEndSessions, { body: { user_id } })).data.ended).toBe(1)
    expect((await marker.send(schoolClasses, { query: {} })).status).toBe(401)
    // The own session in which this is pressed goes on.
    await admin.send(staffEndSessions, { body: { user_id: school.userIds['admin'] ?? 0 } })
    expect((await admin.send(schoolClasses, { query: {} })).status).toBe(200)
  })

  test('leave: class and lessons go to others, then the account is disabled', async () => {
    const { signIn, school } = await openTestApp(kind)
    const admin = await signIn('admin')
    const [classId = 0] = school.classIds
    const [head = 0, marker = 0] = [school.userIds['head'], school.userIds['marker1']]
    await admin.send(classSave, {
      body: { class_id: classId, teachers: [{ subject_id: 2, user_id: head }] },
    })
    const gone = await admin.send(staffLeave, {
      body: {
        user_id: head,
        reason: '调往其他学校',
        classes: [{ class_id: classId, to_user_id: marker }],
        teaching: [{ class_id: classId, subject_id: 2, to_user_id: marker }],
      },
    })
    expect(gone.data).toEqual({ handed_over: 2 })
    const { data } = await admin.send(schoolClasses, { query: {} })
    expect(data.find(({ class_id }) => class_id === classId)).toMatchObject({
      class_teacher_id: marker,
      teachers: [{ user_id: marker, subject_name: '数学' }],
    })
    const left = await admin.send(staffList, { query: { disabled: true } })
    expect(left.data.list).toMatchObject([{ account: 'head', teaching: [] }])
  })

  test('leave: waits until nobody marks in the name of the person', async () => {
    const { signIn, school, services } = await openTestApp(kind)
    const { blockIds } = await seedTinyExam(services, school)
    await services.db
      .insertInto('block_marker')
      .values({
        block_id: blockIds[2]?.[0] ?? 0,
        user_id: school.userIds['marker3'] ?? 0,
        duty: 'leader',
        weight: 1,
        allow_exceed: 0,
        quota: null,
        suspended_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const admin = await signIn('admin')
    const body = {
      user_id: school.userIds['marker3'] ?? 0,
      reason: '退休',
      classes: [],
      teaching: [],
    }
    const refused = await admin.send(staffLeave, { body })
    expect(refused.status).toBe(409)
    expect(refused.error.error).toBe('STAFF_STILL_MARKS')
    const { data } = await admin.send(staffDetail, { query: { user_id: body.user_id } })
    expect(data.blocks.some(({ duty }) => duty === 'leader')).toBe(true)
  })

  test('export: has the columns of the import, a line for each lesson', async () => {
    const { signIn } = await openTestApp(kind)
    const admin = await signIn('admin')
    const file = await admin.send(staffExport, { query: { role: 'class_teacher' } })
    expect(await readXlsx(file.bytes)).toEqual([
      ['账号', '姓名', '角色', '年级', '班级', '学科'],
      ['head', '班主任', '班主任', '高一', '高一1班', ''],
    ])
    expect((await (await signIn('principal')).send(staffExport, { query: {} })).status).toBe(403)
  })
})
