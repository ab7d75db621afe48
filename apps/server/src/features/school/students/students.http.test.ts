import {
  examCreate,
  examCreateConfirm,
  login,
  settingSave,
  studentAccounts,
  studentAdd,
  studentBatch,
  studentDetail,
  studentExport,
  studentList,
  studentTransfer,
  studentUpdate,
} from '@hengjuan/contracts'
import { describe, expect, test } from 'vitest'
import { openTestApp, seedTinyExam } from '../../../testing/index.ts'
import { readXlsx } from '../../../testing/read-xlsx.ts'

describe.each(['sqlite', 'postgres'] as const)('students on %s', (kind) => {
  test('batch: moves, combinations and states are written together and taken back by what is answered', async () => {
    const { signIn, school } = await openTestApp(kind)
    const admin = await signIn('admin')
    const [first = 0, second = 0] = school.studentIds
    const rows = async () => {
      const { data } = await admin.send(studentList, { query: { keyword: '1' } })
      return data.list.map(({ student_id, class_id, combo, state }) => [
        student_id,
        class_id,
        combo,
        state,
      ])
    }
    const before = await rows()
    const students = [
      { student_id: first, class_id: school.classIds[1] ?? 0, combo: '化生物' },
      { student_id: second, combo: '史政地' },
    ]
    const done = await admin.send(studentBatch, { body: { students } })
    expect(done.data.changed).toBe(2)
    const found = await admin.send(studentList, { query: { combo: '生物化' } })
    expect(found.data.list).toMatchObject([
      { student_id: first, combo: '物化生', class_id: school.classIds[1] },
    ])
    const bad = await admin.send(studentBatch, {
      body: { students: [{ student_id: first, combo: '物史化' }] },
    })
    expect(bad.error.msg).toBe('王小明1的选科不能使用：3+1+2 模式不能同时选物理和历史')
    await admin.send(studentBatch, { body: { students: done.data.before } })
    expect(await rows()).toEqual(before)
    const same = await admin.send(studentBatch, {
      body: { students: [{ student_id: first, state: 'in' }] },
    })
    expect(same.data).toEqual({ changed: 0, before: [] })
  })

  test('state: whoever is suspended leaves the list, stands under it, and comes back', async () => {
    const { signIn, school } = await openTestApp(kind)
    const admin = await signIn('admin')
    const [first = 0] = school.studentIds
    const set = (state: 'suspended' | 'in') =>
      admin.send(studentBatch, { body: { students: [{ student_id: first, state }] } })
    await set('suspended')
    const count = async (query: object) => (await admin.send(studentList, { query })).data.total
    expect([
      await count({}),
      await count({ state: 'suspended' }),
      await count({ state: 'left' }),
    ]).toEqual([11, 1, 0])
    const { data } = await admin.send(studentDetail, { query: { student_id: first } })
    expect(data.student.state).toBe('suspended')
    expect(data.history[0]).toMatchObject({
      action_label: '修改学生',
      fields: [{ label: '状态', before: '在读', after: '休学' }],
    })
    await set('in')
    expect(await count({})).toBe(12)
  })

  test('batch: is refused to who may not, and for students and classes of others', async () => {
    const { signIn, school, otherSchool } = await openTestApp(kind)
    const [first = 0] = school.studentIds
    const body = { students: [{ student_id: first, state: 'left' as const }] }
    for (const account of ['principal', 'grade', 'head', 'marker1', 'student'])
      expect((await (await signIn(account)).send(studentBatch, { body })).status, account).toBe(403)
    const admin = await signIn('admin')
    const strange = { student_id: otherSchool.studentIds[0] ?? 0, state: 'left' as const }
    expect((await admin.send(studentBatch, { body: { students: [strange] } })).status).toBe(404)
    const away = { student_id: first, class_id: otherSchool.classIds[0] ?? 0 }
    expect((await admin.send(studentBatch, { body: { students: [away] } })).status).toBe(404)
  })

  test('combo: follows the scheme of the school', async () => {
    const { signIn, school } = await openTestApp(kind)
    const admin = await signIn('admin')
    const body = {
      student_no: '7001',
      name: '选科生',
      class_id: school.classIds[0] ?? 0,
      combo: '化生地',
    }
    expect((await admin.send(studentAdd, { body })).error.error).toBe('COMBO_INVALID')
    const saved = await admin.send(settingSave, {
      body: {
        key: 'school.combos',
        scope: 'school',
        version: 0,
        value: { scheme: '3+3', subject_ids: [4, 5, 6, 7, 8, 9] },
        reason: '本省 3+3',
      },
    })
    expect(saved.status).toBe(200)
    expect((await admin.send(studentAdd, { body })).status).toBe(200)
    const found = await admin.send(studentList, { query: { keyword: '7001' } })
    expect(found.data.list[0]?.combo).toBe('化生地')
  })

  test('combo: decides who does not sit a subject when a roster is made', async () => {
    const { signIn, school, services } = await openTestApp(kind)
    const admin = await signIn('admin')
    const [first = 0] = school.studentIds
    await admin.send(studentBatch, { body: { students: [{ student_id: first, combo: '物化生' }] } })
    const made = await admin.send(examCreate, {
      params: { schoolId: school.schoolId },
      body: {
        name: '选科考试',
        type: 1,
        mode: 1,
        grade_id: 10,
        start_date: '2026-12-01',
        class_ids: [school.classIds[0] ?? 0],
        subject_ids: [2, 4, 9],
      },
    })
    await admin.send(examCreateConfirm, { body: { exam_id: made.data.exam_id } })
    const rows = await services.db
      .selectFrom('candidate_subject')
      .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
      .where('candidate.exam_id', '=', made.data.exam_id)
      .select(['candidate.student_id', 'subject_id', 'attendance'])
      .execute()
    expect(rows).toHaveLength(12)
    expect(rows.filter(({ attendance }) => attendance === 3)).toEqual([
      { student_id: first, subject_id: 9, attendance: 3 },
    ])
  })

  test('accounts: are opened once with a password that signs in; others are skipped', async () => {
    const { signIn, school, services, anonymous } = await openTestApp(kind)
    const admin = await signIn('admin')
    const [withAccount = 0, plain = 0] = school.studentIds
    // A class whose name says the grade is not named with it twice on a slip.
    await services.db
      .updateTable('class')
      .set({ name: '高一(1)班' })
      .where('id', '=', school.classIds[0] ?? 0)
      .execute()
    const opened = await admin.send(studentAccounts, {
      body: { student_ids: [withAccount, plain] },
    })
    expect(opened.data).toMatchObject({
      skipped: 1,
      accounts: [{ student_id: plain, class_name: '高一(1)班' }],
    })
    const [one] = opened.data.accounts
    const entered = await anonymous.send(login, {
      body: { account: one?.account ?? '', password: one?.initial_password ?? '' },
    })
    expect(entered.status).toBe(200)
    const without = await admin.send(studentList, { query: { account: 'without', limit: 50 } })
    expect(without.data.total).toBe(10)
    const reset = await admin.send(studentAccounts, { body: { student_ids: [plain], reset: true } })
    expect(reset.data.accounts[0]?.initial_password).not.toBe(one?.initial_password)
    const head = await signIn('head')
    expect((await head.send(studentAccounts, { body: { student_ids: [plain] } })).status).toBe(403)
  })

  test('detail: exams are listed; phone and register number are whole for managers only', async () => {
    const { signIn, school, services, otherSchool } = await openTestApp(kind)
    await seedTinyExam(services, school)
    const admin = await signIn('admin')
    const [first = 0] = school.studentIds
    const query = { student_id: first }
    await admin.send(studentUpdate, {
      body: { ...query, guardian_phone: '13812345678', registry_no: 'G123456789' },
    })
    const whole = await admin.send(studentDetail, { query })
    expect(whole.data).toMatchObject({
      guardian_phone: '13812345678',
      registry_no: 'G123456789',
      student: { guardian_phone: '138****5678' },
      exams: [{ published: false, class_name: '高一1班' }],
    })
    const head = await signIn('head')
    const cut = await head.send(studentDetail, { query })
    expect(cut.data).toMatchObject({
      guardian_phone: '138****5678',
      registry_no: null,
      history: [],
    })
    const beyond = { student_id: school.studentIds[5] ?? 0 }
    expect((await head.send(studentDetail, { query: beyond })).status).toBe(404)
    const strange = { student_id: otherSchool.studentIds[0] ?? 0 }
    expect((await admin.send(studentDetail, { query: strange })).status).toBe(404)
  })

  test('export: has the columns of the import, within the reach of the role', async () => {
    const { signIn } = await openTestApp(kind)
    const head = await signIn('head')
    const file = await head.send(studentExport, { query: {} })
    const rows = await readXlsx(file.bytes)
    expect(rows[0]?.slice(0, 5)).toEqual(['年级', '班级', '学号', '姓名', '性别'])
    expect(rows).toHaveLength(5)
    const none = await head.send(studentExport, { query: { keyword: '没有这个人' } })
    expect(none.error.error).toBe('EXPORT_EMPTY')
  })

  test('transfer: a code brings a student to another school once, and each side takes its part back', async () => {
    const { signIn, school, otherSchool, advance } = await openTestApp(kind)
    const [from, to] = [await signIn('admin'), await signIn('other-admin')]
    const [first = 0] = school.studentIds
    const out = await from.send(studentTransfer, {
      body: { action: 'out', student_ids: [first], reason: '随父母迁居' },
    })
    const [given] = out.data.codes
    expect(given?.code).toMatch(/^[A-Z]{8}$/)
    const again = await from.send(studentTransfer, {
      body: { action: 'out', student_ids: [first], reason: '再来一次' },
    })
    expect(again.error.error).toBe('TRANSFER_UNDER_WAY')
    const take = (code: string) =>
      to.send(studentTransfer, {
        body: { action: 'in', code, student_no: '8001', class_id: otherSchool.classIds[0] ?? 0 },
      })
    expect((await take('AAAAAAAA')).error.msg).toBe('转学码不正确或已过期，请向原学校索取')
    const taken = await take((given?.code ?? '').toLowerCase())
    expect(taken.status).toBe(200)
    const studentId = taken.data.student_id ?? 0
    const came = await to.send(studentDetail, { query: { student_id: studentId } })
    expect(came.data).toMatchObject({
      student: { name: '王小明1', student_no: '8001' },
      transfer: { direction: 'in', school_name: '测试中学', code: null },
    })
    const left = await from.send(studentDetail, { query: { student_id: first } })
    expect(left.data).toMatchObject({
      student: { state: 'transferred' },
      transfer: { direction: 'out', school_name: '另一中学', can_undo: false },
    })
    expect((await take(given?.code ?? '')).error.error).toBe('TRANSFER_CODE_WRONG')
    const undo = { body: { action: 'undo' as const, transfer_id: given?.transfer_id ?? 0 } }
    expect((await from.send(studentTransfer, undo)).error.error).toBe('TRANSFER_UNDO_LATE')
    expect((await to.send(studentTransfer, undo)).data.undone).toBe(true)
    expect((await to.send(studentList, { query: { keyword: '8001' } })).data.total).toBe(0)
    expect((await from.send(studentTransfer, undo)).data.undone).toBe(true)
    const back = await from.send(studentList, { query: { keyword: '1001' } })
    expect(back.data.list).toMatchObject([{ state: 'in' }])
    const second = await from.send(studentTransfer, {
      body: { action: 'out', student_ids: [first], reason: '随父母迁居' },
    })
    advance(91 * 86_400_000)
    const late = await (
      await signIn('other-admin')
    ).send(studentTransfer, {
      body: {
        action: 'in',
        code: second.data.codes[0]?.code ?? '',
        student_no: '8001',
        class_id: otherSchool.classIds[0] ?? 0,
      },
    })
    expect(late.error.error).toBe('TRANSFER_CODE_WRONG')
  })
})
