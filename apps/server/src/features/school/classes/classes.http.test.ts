import {
  classDelete,
  classDetail,
  classMembers,
  classSave,
  classSplit,
  personalClasses,
  personalStudents,
  schoolChanges,
  schoolClasses,
  schoolStudents,
  staffList,
  studentList,
} from '@hengjuan/contracts'
import { describe, expect, test } from 'vitest'
import { openTestApp, seedTinyExam } from '../../../testing/index.ts'

const PHYSICS = 4

describe.each(['sqlite', 'postgres'] as const)('classes on %s', (kind) => {
  test('class: is made, renamed with its teachers, and refused a name that reads the same', async () => {
    const { signIn, school } = await openTestApp(kind)
    const director = await signIn('director')
    const made = await director.send(classSave, {
      body: { name: '3班', grade_id: 10, class_teacher_id: school.userIds['marker1'] ?? 0 },
    })
    expect(made.status).toBe(200)
    const list = async () => (await director.send(schoolClasses, { query: {} })).data
    expect(await list()).toContainEqual(
      expect.objectContaining({
        name: '3班',
        class_teacher: '阅卷老师1',
        student_count: 0,
        sort: 3,
      }),
    )
    const again = await director.send(classSave, { body: { name: '（３）班', grade_id: 10 } })
    expect(again.error.msg).toBe('本年级已有班级 3班，请换一个名称')
    const [classId = 0] = school.classIds
    const teachers = [
      { subject_id: 2, user_id: school.userIds['marker2'] ?? 0 },
      { subject_id: PHYSICS, user_id: school.userIds['marker3'] ?? 0 },
    ]
    const body = { class_id: classId, class_teacher_id: school.userIds['marker2'] ?? 0, teachers }
    expect((await director.send(classSave, { body })).status).toBe(200)
    expect((await list()).find(({ class_id }) => class_id === classId)).toMatchObject({
      name: '1班',
      class_teacher: '阅卷老师2',
      teachers: [
        { subject_name: '数学', name: '阅卷老师2' },
        { subject_name: '物理', name: '阅卷老师3' },
      ],
    })
    // The identity as subject teacher reaches the class that it was given.
    const staff = await director.send(staffList, { query: { keyword: '阅卷老师3' } })
    expect(staff.data.list[0]?.roles.find(({ role }) => role === 'subject_teacher')).toMatchObject({
      class_ids: [classId],
      subject_ids: [PHYSICS],
      grade_ids: [10],
    })
    const own = await (await signIn('marker3')).send(personalClasses)
    expect(own.data).toMatchObject([
      { class_id: classId, subject_ids: [PHYSICS], is_class_teacher: false, student_count: 4 },
    ])
    // Nobody teaches any more: the identity goes with the last class.
    await director.send(classSave, { body: { class_id: classId, teachers: [] } })
    const after = await director.send(staffList, { query: { keyword: '阅卷老师3' } })
    expect(after.data.list[0]?.roles.map(({ role }) => role)).toEqual(['marking_teacher'])
  })

  test('class: only managers of the school change it, and only their own', async () => {
    const { signIn, school, otherSchool } = await openTestApp(kind)
    const body = { class_id: school.classIds[0] ?? 0, name: '9班' }
    for (const account of ['principal', 'grade', 'head', 'marker1', 'scanner', 'student'])
      expect((await (await signIn(account)).send(classSave, { body })).status, account).toBe(403)
    const admin = await signIn('admin')
    const strange = { class_id: otherSchool.classIds[0] ?? 0 }
    expect((await admin.send(classSave, { body: { ...strange, name: '9班' } })).status).toBe(404)
    expect((await admin.send(classDelete, { body: strange })).status).toBe(404)
    expect((await admin.send(classDetail, { query: strange })).status).toBe(404)
    const foreigner = { ...body, class_teacher_id: otherSchool.userIds['head'] ?? 0 }
    expect((await admin.send(classSave, { body: foreigner })).error.error).toBe('STAFF_NOT_FOUND')
  })

  test('class: with students or exams it is not deleted, examined ones are closed and found again', async () => {
    const { signIn, school, services } = await openTestApp(kind)
    await seedTinyExam(services, school)
    const admin = await signIn('admin')
    const [classId = 0] = school.classIds
    const full = await admin.send(classDelete, { body: { class_id: classId } })
    expect(full.error.msg).toBe('班级 1班 还有 4 名学生，请先转出学生再删除')
    await services.db
      .updateTable('student')
      .set({ class_id: school.classIds[1] ?? 0 })
      .where('class_id', '=', classId)
      .execute()
    const examined = await admin.send(classDelete, { body: { class_id: classId } })
    expect(examined.error.msg).toBe('1班 参加过考试，只能停用')
    const closed = await admin.send(classDelete, { body: { class_id: classId, close: true } })
    expect(closed.data).toEqual({ closed: true })
    const ids = async (query: object) =>
      (await admin.send(schoolClasses, { query })).data.map(({ class_id }) => class_id)
    expect(await ids({})).not.toContain(classId)
    expect(await ids({ with_closed: true })).toContain(classId)
    const { data } = await admin.send(classDetail, { query: { class_id: classId } })
    expect(data.exams).toHaveLength(1)
    const made = await admin.send(classSave, { body: { name: '8班', grade_id: 11 } })
    const gone = await admin.send(classDelete, { body: { class_id: made.data.class_id } })
    expect(gone.data).toEqual({ closed: false })
  })

  test('teaching class: a student is in one of a subject, and moves when asked to', async () => {
    const { signIn, school, otherSchool } = await openTestApp(kind)
    const admin = await signIn('admin')
    const make = async (name: string) =>
      (
        await admin.send(classSave, {
          body: { name, grade_id: 10, kind: 'teaching', subject_id: PHYSICS },
        })
      ).data.class_id
    const [a, b] = [await make('物理A班'), await make('物理B班')]
    const [first = 0, second = 0] = school.studentIds
    const change = (body: object) => admin.send(classMembers, { body: { class_id: a, ...body } })
    expect((await change({ add: [first, second] })).data).toEqual({
      added: 2,
      removed: 0,
      moved: 0,
    })
    const taken = await change({ class_id: b, add: [first] })
    expect(taken.status).toBe(409)
    expect(taken.error.msg).toMatch(/^王小明1 的物理已在 物理A班/)
    expect((await change({ class_id: b, add: [first], move: true })).data.moved).toBe(1)
    const members = await admin.send(studentList, { query: { class_id: b } })
    expect(members.data.list).toMatchObject([
      { name: '王小明1', teaching_classes: [{ name: '物理B班', subject_name: '物理' }] },
    ])
    const counts = await admin.send(schoolClasses, { query: { kind: 'teaching' } })
    expect(counts.data.map(({ name, student_count }) => [name, student_count])).toEqual([
      ['物理A班', 1],
      ['物理B班', 1],
    ])
    expect((await change({ remove: [second] })).data.removed).toBe(1)
    expect((await change({ add: [otherSchool.studentIds[0] ?? 0] })).status).toBe(404)
    const plain = await change({ class_id: school.classIds[0] ?? 0, add: [first] })
    expect(plain.error.error).toBe('CLASS_NOT_TEACHING')
  })

  test('split: a plan writes nothing, applied and undone everybody is where they were', async () => {
    const { signIn, services, school } = await openTestApp(kind)
    const admin = await signIn('admin')
    const where = async () =>
      await services.db
        .selectFrom('student')
        .where('school_id', '=', school.schoolId)
        .select(['id', 'class_id'])
        .orderBy('id')
        .execute()
    const before = await where()
    const draft = await admin.send(classSplit, {
      body: { phase: 'draft', grade_id: 10, count: 4, order: 'score' },
    })
    expect(draft.data.classes.map(({ size }) => size)).toEqual([2, 2, 2, 2])
    expect(draft.data.classes.map(({ male, female }) => male + female)).toEqual([2, 2, 2, 2])
    expect(await where()).toEqual(before)
    const { into } = draft.data
    const missing = into.map((one, at) => (at === 0 ? { ...one, student_ids: [] } : one))
    const refused = await admin.send(classSplit, {
      body: { phase: 'preview', grade_id: 10, into: missing },
    })
    expect(refused.error.error).toBe('SPLIT_INVALID')
    const applied = await admin.send(classSplit, { body: { phase: 'apply', grade_id: 10, into } })
    expect(applied.data.moved).toBeGreaterThan(0)
    const classes = async () =>
      (await admin.send(schoolClasses, { query: { grade_id: 10 } })).data.map(
        ({ student_count }) => student_count,
      )
    expect(await classes()).toEqual([2, 2, 2, 2])
    const { data: changes } = await admin.send(schoolChanges, { query: { kind: 'split' } })
    expect(changes).toMatchObject([{ undone_at: null, by_name: '管理员' }])
    const changeId = applied.data.change_id ?? 0
    const undone = await admin.send(classSplit, { body: { phase: 'undo', change_id: changeId } })
    expect(undone.data).toMatchObject({ moved: applied.data.moved, kept: 0 })
    expect(await where()).toEqual(before)
    expect(await classes()).toEqual([4, 4])
    const twice = await admin.send(classSplit, { body: { phase: 'undo', change_id: changeId } })
    expect(twice.error.error).toBe('CHANGE_UNDONE')
    const other = await signIn('other-admin')
    expect(
      (await other.send(classSplit, { body: { phase: 'undo', change_id: changeId } })).status,
    ).toBe(404)
  })

  test('own classes: a class teacher sees the own students, and no others', async () => {
    const { signIn, school } = await openTestApp(kind)
    const head = await signIn('head')
    const own = await head.send(personalStudents, { query: {} })
    expect(own.data.total).toBe(4)
    const other = await head.send(personalStudents, {
      query: { class_id: school.classIds[1] ?? 0 },
    })
    expect(other.status).toBe(404)
    expect((await head.send(schoolStudents, { query: {} })).data).toHaveLength(4)
  })
})
