import {
  classDetail,
  classSave,
  examCreate,
  promotion,
  schoolClasses,
  staffList,
  studentBatch,
  studentDetail,
  studentList,
  termList,
  termSave,
} from '@hengjuan/contracts'
import type { Database } from '@hengjuan/db'
import { describe, expect, test } from 'vitest'
import { openTestApp, seedTinyExam } from '../../../testing/index.ts'

const YEAR = 2027

/** Everything that a promotion touches, row by row. */
async function rowsOf(db: Database) {
  const read = {
    classes: db.selectFrom('class').selectAll().orderBy('id').execute(),
    students: db.selectFrom('student').selectAll().orderBy('id').execute(),
    roles: db.selectFrom('user_role').selectAll().orderBy('id').execute(),
    teaching: db.selectFrom('teaching').selectAll().orderBy('id').execute(),
    members: db.selectFrom('class_member').selectAll().orderBy('student_id').execute(),
    years: db.selectFrom('class_year').selectAll().execute(),
    candidates: db.selectFrom('candidate').selectAll().orderBy('id').execute(),
  }
  return Object.fromEntries(
    await Promise.all(
      Object.entries(read).map(async ([name, rows]) => [name, await rows] as const),
    ),
  )
}

describe.each(['sqlite', 'postgres'] as const)('promotion on %s', (kind) => {
  test('promotion: goes into the next year in one press, and undone every row is as it was', async () => {
    const { signIn, school, services } = await openTestApp(kind)
    const { db } = services
    const admin = await signIn('admin')
    const [a = 0, b = 0, c = 0] = school.classIds
    const saved = (body: object) => admin.send(classSave, { body })
    await saved({ class_id: c, grade_id: 12, class_teacher_id: school.userIds['marker2'] })
    await saved({ class_id: a, teachers: [{ subject_id: 2, user_id: school.userIds['marker1'] }] })
    await saved({ class_id: c, teachers: [{ subject_id: 1, user_id: school.userIds['marker3'] }] })
    await seedTinyExam(services, school)
    const before = await rowsOf(db)

    const send = (phase: 'plan' | 'apply' | 'undo', more: object = {}) =>
      admin.send(promotion, { body: { phase, year: YEAR, ...more } })
    const plan = await send('plan')
    expect(plan.data).toMatchObject({
      title: '升入 2027-2028 学年',
      done: null,
      graduated: 4,
      rows: [
        { class_id: c, action: 'graduate', to_grade: 103, to_name: '2027届1班' },
        { class_id: a, action: 'promote', to_grade: 11, to_name: '1班', students: 4 },
        { class_id: b, action: 'promote', to_grade: 11, to_name: '2班' },
      ],
    })
    expect(await rowsOf(db)).toEqual(before)

    const applied = await send('apply')
    expect(applied.status).toBe(200)
    expect(applied.data.done).toMatchObject({ by_name: '管理员', undo_problems: [] })
    const { data: classes } = await admin.send(schoolClasses, { query: {} })
    expect(
      classes.map(({ grade_name, name, student_count }) => [grade_name, name, student_count]),
    ).toEqual([
      ['高二', '1班', 4],
      ['高二', '2班', 4],
    ])
    const { data: past } = await admin.send(schoolClasses, { query: { year: YEAR - 1 } })
    expect(past.map(({ grade_name, name }) => `${grade_name}${name}`)).toEqual([
      '高一1班',
      '高一2班',
      '高三1班',
    ])
    const { data: years } = await admin.send(classDetail, { query: { class_id: a } })
    expect(years.years).toEqual([{ year: YEAR - 1, grade_name: '高一', name: '1班' }])
    const graduates = await admin.send(studentList, { query: { state: 'graduated' } })
    expect(graduates.data.total).toBe(4)
    // The director moves on with the grade, the teacher with the class; who taught the graduates is free.
    const { data: staff } = await admin.send(staffList, { query: { limit: 50 } })
    const scopeOf = (account: string, role: string) =>
      staff.list.find((one) => one.account === account)?.roles.find((one) => one.role === role)
        ?.scope
    expect(scopeOf('grade', 'grade_director')).toBe('高二')
    expect(scopeOf('marker1', 'subject_teacher')).toBe('高二1班；数学')
    expect(staff.list.find(({ account }) => account === 'marker3')?.teaching).toEqual([])
    // What was sat then bears the names of then.
    const { data: student } = await admin.send(studentDetail, {
      query: { student_id: school.studentIds[0] ?? 0 },
    })
    expect(student.exams[0]?.class_name).toBe('高一1班')
    expect(await rowsOf(db)).toMatchObject({ candidates: before['candidates'] })

    const again = await send('apply')
    expect(again.status).toBe(409)
    expect(again.error.error).toBe('PROMOTION_DONE')

    const undone = await send('undo')
    expect(undone.status).toBe(200)
    expect(undone.data.done).toBeNull()
    expect(await rowsOf(db)).toEqual(before)
    expect((await send('undo')).status).toBe(404)
    expect((await send('apply')).status).toBe(200)
  })

  test('promotion: is not taken back once an exam stands on its classes, nor after thirty days', async () => {
    const { signIn, school, advance } = await openTestApp(kind)
    const admin = await signIn('admin')
    const send = (phase: 'plan' | 'apply' | 'undo') =>
      admin.send(promotion, { body: { phase, year: YEAR } })
    await send('apply')
    advance(60_000)
    const made = await admin.send(examCreate, {
      params: { schoolId: school.schoolId },
      body: {
        name: '开学考',
        type: 1,
        mode: 1,
        grade_id: 11,
        start_date: '2027-09-01',
        class_ids: [school.classIds[0] ?? 0],
        subject_ids: [2],
      },
    })
    expect(made.status).toBe(200)
    const refused = await send('undo')
    expect(refused.status).toBe(409)
    expect(refused.error.msg).toBe('不能撤销升级：升级后新建了考试「开学考」')
    expect((await send('plan')).data.done?.undo_problems).toEqual(['升级后新建了考试「开学考」'])
    advance(31 * 86_400_000)
    const late = await (
      await signIn('admin')
    ).send(promotion, { body: { phase: 'plan', year: YEAR } })
    expect(late.data.done?.undo_problems[0]).toBe('已超过 30 天')
  })

  test('promotion: keeps who was moved by hand since, merges, repeats and clears as told', async () => {
    const { signIn, school, advance } = await openTestApp(kind)
    const admin = await signIn('admin')
    const [a = 0, b = 0, c = 0] = school.classIds
    const [first = 0] = school.studentIds
    const repeating = school.studentIds[8] ?? 0
    const rows = [
      { class_id: c, action: 'promote' as const, to_grade: 12, to_name: '1班', into_id: null },
      { class_id: a, action: 'promote' as const, to_grade: 11, to_name: '1班', into_id: null },
      { class_id: b, action: 'merge' as const, to_grade: 11, to_name: '2班', into_id: a },
    ]
    const wrong = await admin.send(promotion, {
      body: {
        phase: 'apply',
        year: YEAR,
        rows: rows.map((row) => (row.class_id === c ? { ...row, to_grade: 11 } : row)),
      },
    })
    expect(wrong.error.error).toBe('PROMOTION_INVALID')
    const done = await admin.send(promotion, {
      body: {
        phase: 'apply',
        year: YEAR,
        rows,
        students: [{ student_id: repeating, action: 'repeat' }],
        directors: 'stay',
        clear_grades: [],
      },
    })
    expect(done.status).toBe(200)
    const { data } = await admin.send(schoolClasses, { query: {} })
    expect(data.map(({ name, student_count }) => [name, student_count])).toEqual([
      ['1班', 9],
      ['1班', 3],
    ])
    advance(60_000)
    await admin.send(studentBatch, {
      body: { students: [{ student_id: first, state: 'suspended' }] },
    })
    await admin.send(promotion, { body: { phase: 'undo', year: YEAR } })
    const back = await admin.send(studentList, { query: { class_id: a, state: 'suspended' } })
    expect(back.data.list).toMatchObject([{ student_id: first, class_id: a }])
  })

  test('promotion and terms: for the managers of the school alone; terms do not overlap', async () => {
    const { signIn } = await openTestApp(kind)
    for (const account of ['principal', 'grade', 'head', 'marker1', 'student']) {
      const body = { phase: 'plan' as const, year: YEAR }
      expect((await (await signIn(account)).send(promotion, { body })).status, account).toBe(403)
    }
    const director = await signIn('director')
    const term = { year: 2026, half: 1 as const, starts_on: '2026-09-01', ends_on: '2027-01-20' }
    const saved = await director.send(termSave, { body: term })
    expect(saved.data).toMatchObject([{ name: '2026-2027 学年第一学期', current: true }])
    const overlap = await director.send(termSave, {
      body: { ...term, half: 2, starts_on: '2027-01-15', ends_on: '2027-07-05' },
    })
    expect(overlap.error.msg).toBe('日期与2026-2027 学年第一学期重叠，请核对后修改')
    const odd = await director.send(termSave, { body: { ...term, ends_on: '2026-08-01' } })
    expect(odd.error.error).toBe('INPUT_INVALID')
    const head = await signIn('head')
    expect((await head.send(termList)).data).toHaveLength(1)
    expect((await head.send(termSave, { body: term })).status).toBe(403)
  })
})
