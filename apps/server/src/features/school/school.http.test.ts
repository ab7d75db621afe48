import {
  currentUser,
  getSubjects,
  login,
  schoolClasses,
  schoolMarkers,
  schoolStudents,
  schoolSubjects,
  schoolSystem,
  staffAdd,
  staffDelete,
  staffImport,
  staffList,
  staffUpdate,
  studentAdd,
  studentDelete,
  studentImport,
  studentList,
  studentUpdate,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, xlsxFile } from '../../testing/index.ts'
import { createSchool, hasSchool } from './create-school.ts'

const STUDENT_HEAD = ['年级', '班级', '学号', '姓名', '性别']
const STAFF_HEAD = ['账号', '姓名', '角色', '年级', '班级', '学科']

describe('the school', () => {
  test('shows stages, grades and classes as far as the role reaches', async () => {
    const { signIn, school } = await openTestApp()
    const admin = await signIn('admin')
    const tree = await admin.send(schoolSystem)
    expect(tree.data.stages).toMatchObject([
      {
        name: '高中',
        grades: [
          { name: '高一', class_count: 2, student_count: 8 },
          { name: '高二', class_count: 1, student_count: 4 },
        ],
      },
    ])
    const grade = await signIn('grade')
    expect((await grade.send(schoolClasses, { query: {} })).data).toHaveLength(2)
    const head = await signIn('head')
    expect((await head.send(schoolClasses, { query: {} })).data).toMatchObject([
      { class_id: school.classIds[0], name: '1班', grade_name: '高一', class_teacher: '班主任' },
    ])
  })

  test('subjects come without the total for teaching and with it as names', async () => {
    const { signIn } = await openTestApp()
    const admin = await signIn('admin')
    expect((await admin.send(schoolSubjects)).data.map(({ name }) => name)).not.toContain('总分')
    expect((await admin.send(getSubjects)).data.map(({ name }) => name)).toContain('总分')
    const leader = await signIn('leader')
    expect((await leader.send(schoolSubjects)).data.map(({ name }) => name)).toEqual(['数学'])
  })

  test('teachers who may mark are found by subject and initials', async () => {
    const { signIn } = await openTestApp()
    const admin = await signIn('admin')
    const all = await admin.send(schoolMarkers, { query: {} })
    expect(all.data.map(({ account }) => account)).not.toContain('scanner')
    const maths = await admin.send(schoolMarkers, { query: { subject_id: 3, keyword: 'marker1' } })
    expect(maths.data.map(({ account }) => account)).toEqual(['marker1'])
  })
})

describe('students', () => {
  everyDatabase('are listed, searched and paged on %s', (kind) => {
    test('within the classes of the role', async () => {
      const { signIn } = await openTestApp(kind)
      const admin = await signIn('admin')
      const page = await admin.send(studentList, { query: { limit: 5, page: 2 } })
      expect(page.data).toMatchObject({ total: 12, page: 2, page_size: 5 })
      expect(page.data.list).toHaveLength(5)
      const found = await admin.send(studentList, { query: { keyword: '韩梅' } })
      expect(found.data.list.map(({ name }) => name)).toEqual(['韩梅梅1', '韩梅梅2', '韩梅梅3'])
      const head = await signIn('head')
      expect((await head.send(studentList, { query: {} })).data.total).toBe(4)
      const percent = await admin.send(studentList, { query: { keyword: '%' } })
      expect(percent.data.total).toBe(0)
    })
  })

  test('may be read by leaders and class teachers, not by scanning or marking staff', async () => {
    const { signIn, school, otherSchool } = await openTestApp()
    for (const account of ['principal', 'head'])
      expect((await (await signIn(account)).send(schoolStudents, { query: {} })).status).toBe(200)
    for (const account of ['scanner', 'marker1', 'student'])
      expect((await (await signIn(account)).send(schoolStudents, { query: {} })).status).toBe(403)
    const head = await signIn('head')
    const strange = [school.classIds[1], otherSchool.classIds[0]]
    for (const class_id of strange)
      expect((await head.send(studentList, { query: { class_id: class_id ?? 0 } })).status).toBe(
        404,
      )
  })

  test('are added to a class by id or by name, and a number is refused with its owner', async () => {
    const { signIn, school } = await openTestApp()
    const director = await signIn('director')
    const added = await director.send(studentAdd, {
      body: { student_no: '2001', name: '欧阳娜娜', gender: '女', grade_id: 11, class_name: '8班' },
    })
    expect(added.status).toBe(200)
    const found = await director.send(studentList, { query: { keyword: 'oynn' } })
    expect(found.data.list).toMatchObject([{ name: '欧阳娜娜', class_name: '8班', gender: '女' }])
    const again = await director.send(studentAdd, {
      body: { student_no: '1001', name: '别人', class_id: school.classIds[0] ?? 0 },
    })
    expect(again.status).toBe(409)
    expect(again.error.msg).toBe('学号 1001 已被 王小明1 使用，请核对后修改')
    const classless = await director.send(studentAdd, {
      body: { student_no: '2002', name: '某某' },
    })
    expect(classless.error.fields).toEqual([
      { path: 'class_id', msg: '请选择班级，或填写年级和班级名称' },
    ])
    for (const account of ['principal', 'head']) {
      const body = { student_no: '3001', name: '某某', class_id: school.classIds[0] ?? 0 }
      expect((await (await signIn(account)).send(studentAdd, { body })).status).toBe(403)
    }
  })

  test('change class, name and number, and leave; another school’s answer 404', async () => {
    const { signIn, school, otherSchool, services } = await openTestApp()
    const admin = await signIn('admin')
    const [studentId = 0] = school.studentIds
    const body = { student_id: studentId, class_id: school.classIds[1] ?? 0, name: '王大明' }
    expect((await admin.send(studentUpdate, { body })).status).toBe(200)
    const found = await admin.send(studentList, { query: { keyword: 'wdm' } })
    expect(found.data.list).toMatchObject([{ class_id: school.classIds[1], name: '王大明' }])
    const taken = await admin.send(studentUpdate, {
      body: { student_id: studentId, student_no: '1002' },
    })
    expect(taken.error.error).toBe('STUDENT_NO_TAKEN')
    await admin.send(studentUpdate, { body: { student_id: studentId, left: true } })
    expect((await admin.send(studentList, { query: { left: true } })).data.total).toBe(1)
    const [strange = 0] = otherSchool.studentIds
    expect((await admin.send(studentUpdate, { body: { student_id: strange } })).status).toBe(404)
    expect((await admin.send(studentDelete, { body: { student_ids: [strange] } })).status).toBe(404)
    const audits = await services.db.selectFrom('audit').select('action').execute()
    expect(audits.filter(({ action }) => action === 'student-update')).toHaveLength(2)
  })

  test('are deleted unless they have an own account', async () => {
    const { signIn, school } = await openTestApp()
    const admin = await signIn('admin')
    const [withAccount = 0, plain = 0] = school.studentIds
    expect((await admin.send(studentDelete, { body: { student_ids: [plain] } })).data).toEqual({
      deleted: 1,
    })
    const kept = await admin.send(studentDelete, { body: { student_ids: [withAccount] } })
    expect(kept.error.error).toBe('STUDENT_HAS_SCORES')
  })
})

describe('an import of students', () => {
  everyDatabase('is written as a whole on %s', (kind) => {
    test('with missing classes, and a second time changes only what is new', async () => {
      const { signIn } = await openTestApp(kind)
      const admin = await signIn('admin')
      const rows = [
        ['高一', '1班', '1001', '王小明1', '男'],
        ['高一年级', '3班', '5001', '诸葛亮', '男'],
        ['高二', '1班', '5002', '黄月英', ''],
      ]
      const file = xlsxFile([STUDENT_HEAD, ...rows])
      const first = await admin.send(studentImport, { query: {} }, { file })
      expect(first.data).toEqual({
        added: 2,
        updated: 0,
        unchanged: 1,
        classes_added: ['高一3班'],
      })
      const moved = xlsxFile([STUDENT_HEAD, ['高二', '1班', '5001', '诸葛亮', '男']])
      expect((await admin.send(studentImport, { query: {} }, { file: moved })).data).toMatchObject({
        added: 0,
        updated: 1,
      })
    })
  })

  test('with mistakes names every cell and writes nothing', async () => {
    const { signIn, services } = await openTestApp()
    const admin = await signIn('admin')
    const file = xlsxFile([
      STUDENT_HEAD,
      ['高一', '9班', '5001', '诸葛亮', '男'],
      ['幼儿园', '1班', '5001', '黄月英', '女'],
      ['高一', '', '1001', '曹操', '?'],
      ['高一', '1班', '学号', '', ''],
    ])
    const answer = await admin.send(studentImport, { query: {} }, { file })
    expect(answer.status).toBe(422)
    expect(answer.error.msg).toBe('导入文件有 7 处错误，尚未写入任何数据，请按清单修改后重新上传')
    expect(answer.error.fields).toEqual([
      { path: 'A3', msg: '没有年级「幼儿园」，请填写如 高一、七年级' },
      { path: 'C3', msg: '学号 5001 已被 诸葛亮 使用（第 2 行）' },
      { path: 'B4', msg: '请填写班级' },
      { path: 'E4', msg: '性别请填写 男 或 女' },
      { path: 'C4', msg: '学号 1001 已被 王小明1 使用' },
      { path: 'D5', msg: '请填写姓名' },
      { path: 'C5', msg: '学号应为 32 位以内的字母、数字或短横' },
    ])
    const students = await services.db.selectFrom('student').select('id').execute()
    expect(students).toHaveLength(24)
    const classes = await services.db.selectFrom('class').select('id').execute()
    expect(classes).toHaveLength(6)
  })

  test('of something else is refused in words', async () => {
    const { signIn } = await openTestApp()
    const admin = await signIn('admin')
    const csv = await admin.send(
      studentImport,
      { query: {} },
      { file: Buffer.from('年级,班级\n高一,1班') },
    )
    expect(csv.error).toMatchObject({ error: 'IMPORT_FILE_INVALID' })
    const head = await signIn('head')
    expect((await head.send(studentImport, { query: {} }, { file: Buffer.from('') })).status).toBe(
      403,
    )
  })
})

describe('staff', () => {
  const added = async (app: TestApp) => {
    const admin = await app.signIn('admin')
    const answer = await admin.send(staffAdd, {
      body: {
        account: 'zhao.yun',
        name: '赵云',
        roles: [{ role: 'subject_teacher' }, { role: 'marking_teacher' }],
        teaching: [{ class_id: app.school.classIds[0] ?? 0, subject_id: 2 }],
      },
    })
    return { admin, answer }
  }

  test('are added with a password that is shown once and works', async () => {
    const app = await openTestApp()
    const { admin, answer } = await added(app)
    expect(answer.data.initial_password).toMatch(/^[a-z2-9]{10}$/)
    const entered = await app.anonymous.send(login, {
      body: { account: 'zhao.yun', password: answer.data.initial_password ?? '' },
    })
    expect(entered.data.current_role).toMatchObject({
      role: 'subject_teacher',
      grade_ids: [10],
      class_ids: [app.school.classIds[0]],
      subject_ids: [2],
    })
    const list = await admin.send(staffList, { query: { keyword: 'zy' } })
    expect(list.data.list).toMatchObject([
      { name: '赵云', teaching: [{ class_name: '高一1班', subject_name: '数学' }] },
    ])
    const again = await admin.send(staffAdd, {
      body: { account: 'zhao.yun', name: '赵云二', roles: [{ role: 'scan_operator' }] },
    })
    expect(again.error.msg).toBe('账号 zhao.yun 已被使用，请换一个')
  })

  test.for([
    [
      'a weak password',
      { password: '12345678', roles: [{ role: 'scan_operator' }] },
      'PASSWORD_WEAK',
    ],
    ['a leader without a grade', { roles: [{ role: 'grade_director' }] }, 'INPUT_INVALID'],
    ['a teacher without a class', { roles: [{ role: 'class_teacher' }] }, 'INPUT_INVALID'],
    ['an unknown role', { roles: [{ role: 'emperor' }] }, 'INPUT_INVALID'],
    ['a regional role', { roles: [{ role: 'regional_admin' }] }, 'ROLE_NOT_GIVEN_HERE'],
    ['a pupil', { roles: [{ role: 'student' }] }, 'ROLE_NOT_GIVEN_HERE'],
    [
      'a class of another school',
      { roles: [{ role: 'class_teacher', class_ids: [4] }] },
      'INPUT_INVALID',
    ],
  ] as const)('are refused with %s', async ([, person, code]) => {
    const { signIn } = await openTestApp()
    const admin = await signIn('admin')
    const body = { account: 'someone', name: '某人', ...structuredClone(person) }
    const answer = await admin.send(staffAdd, { body: body as never })
    expect(answer.error.error).toBe(code)
  })

  test('at the head of the school are beyond the academic director', async () => {
    const { signIn, school } = await openTestApp()
    const director = await signIn('director')
    const upstart = { account: 'second', name: '新管理员', roles: [{ role: 'school_admin' }] }
    expect((await director.send(staffAdd, { body: upstart })).error.error).toBe('NOT_ALLOWED')
    const { admin = 0, marker1 = 0 } = school.userIds
    const reset = { user_id: admin, reset_password: true }
    expect((await director.send(staffUpdate, { body: reset })).error.error).toBe('NOT_ALLOWED')
    const promote = { user_id: marker1, roles: [{ role: 'principal' }] }
    expect((await director.send(staffUpdate, { body: promote })).error.error).toBe('NOT_ALLOWED')
    expect((await director.send(staffDelete, { body: { user_ids: [admin] } })).status).toBe(403)
    for (const account of ['principal', 'marker1'])
      expect((await (await signIn(account)).send(staffAdd, { body: upstart })).status).toBe(403)
  })

  test('who lose a role or are disabled are out at once', async () => {
    const { signIn, school } = await openTestApp()
    const admin = await signIn('admin')
    const { marker1 = 0, marker2 = 0 } = school.userIds
    const first = await signIn('marker1')
    await admin.send(staffUpdate, {
      body: { user_id: marker1, roles: [{ role: 'scan_operator' }] },
    })
    expect((await first.send(currentUser)).status).toBe(401)
    const second = await signIn('marker2')
    expect((await admin.send(staffDelete, { body: { user_ids: [marker2] } })).data.disabled).toBe(1)
    expect((await second.send(currentUser)).status).toBe(401)
    await expect(signIn('marker2')).rejects.toThrow('该账号已停用')
    await admin.send(staffUpdate, { body: { user_id: marker2, disabled: false } })
    expect((await (await signIn('marker2')).send(currentUser)).status).toBe(200)
  })

  test('can not shut themselves out, nor reach another school', async () => {
    const { signIn, school, otherSchool } = await openTestApp()
    const admin = await signIn('admin')
    const { admin: own = 0 } = school.userIds
    const { marker1: strange = 0 } = otherSchool.userIds
    const out = await admin.send(staffUpdate, { body: { user_id: own, disabled: true } })
    expect(out.error.error).toBe('STAFF_IS_SELF')
    expect((await admin.send(staffUpdate, { body: { user_id: strange } })).status).toBe(404)
    expect((await admin.send(staffDelete, { body: { user_ids: [strange] } })).status).toBe(404)
    const list = await admin.send(staffList, { query: { limit: 100 } })
    expect(list.data.list.some(({ account }) => account.startsWith('other-'))).toBe(false)
  })

  test('are imported with roles, classes and subjects, or not at all', async () => {
    const { signIn, anonymous } = await openTestApp()
    const admin = await signIn('admin')
    const wrong = xlsxFile([
      STAFF_HEAD,
      ['admin', '重名', '任课教师', '高一', '1班', '数学'],
      ['li.bai', '李白', '诗人、任课教师', '高一', '7班', '剑术'],
      ['li.bai', '李白', '班主任', '', '1班', ''],
    ])
    const refused = await admin.send(staffImport, {}, { file: wrong })
    expect(refused.error.fields.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['A2', 'C3', 'E3', 'F3', 'A4', 'E4']),
    )
    const right = xlsxFile([
      STAFF_HEAD,
      ['li.bai', '李白', '任课教师、阅卷教师', '高一', '1班、2班', '语文'],
      ['du.fu', '杜甫', '班主任', '高一', '2班', '语文'],
    ])
    const { data } = await admin.send(staffImport, {}, { file: right })
    expect(data.accounts.map(({ name }) => name)).toEqual(['李白', '杜甫'])
    const { account = '', initial_password: password = '' } = data.accounts[1] ?? {}
    const entered = await anonymous.send(login, { body: { account, password } })
    expect(entered.data.current_role).toMatchObject({ role: 'class_teacher', subject_ids: 'all' })
  })
})

describe('a first school', () => {
  const school = { name: '新学校', shortName: '', adminAccount: 'first', adminName: '管理员' }

  test('comes with an administrator who can sign in and sees the whole menu', async () => {
    const { services, anonymous } = await openTestApp()
    expect(await hasSchool(services.db)).toBe(true)
    const { password, schoolId } = await createSchool(services, school)
    const body = { account: 'first', password: password ?? '' }
    const entered = await anonymous.send(login, { body })
    expect(entered.data).toMatchObject({
      school_id: schoolId,
      school_name: '新学校',
      user_type: 999,
      current_role: { role: 'school_admin' },
    })
  })

  test('is refused with an account that is taken or a weak password', async () => {
    const { services } = await openTestApp()
    const taken = createSchool(services, { ...school, adminAccount: 'admin' })
    await expect(taken).rejects.toThrow('账号 admin 已被使用')
    const weak = createSchool(services, { ...school, password: 'first2026' })
    await expect(weak).rejects.toThrow('密码至少 8 位')
  })
})
