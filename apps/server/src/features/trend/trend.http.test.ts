import { analysisTrend, createSnapshot, settingSave } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam } from '../../testing/index.ts'

everyDatabase('trends over exams on %s', (kind) => {
  const open = async (gradeId = 10) => {
    const app = await openTestApp(kind)
    const director = await app.signIn('director')
    const examIds: number[] = []
    for (const [at, name] of ['九月月考', '十月月考', '期中'].entries()) {
      const { examId } = await seedTinyExam(app.services, app.school, {
        name,
        gradeId,
        startDate: `2026-0${at + 7}-01`,
      })
      const { status } = await director.send(createSnapshot, {
        body: { exam_id: examId, confirm_name: name },
      })
      expect(status).toBe(200)
      examIds.push(examId)
    }
    const student = await app.signIn('student')
    const own = (query: object = {}) => student.send(analysisTrend, { query })
    return { ...app, director, student, own, examIds }
  }

  test('a student sees the own standing, the oldest first, and nobody else', async () => {
    const { own, school } = await open()
    const { data } = await own()
    expect(data.form).toBe('z')
    expect(data.exams.map(({ name }) => name)).toEqual(['九月月考', '十月月考', '期中'])
    expect(data.series.map(({ subject_name }) => subject_name)).toEqual(['总分', '语文', '数学'])
    const [total] = data.series
    expect(total?.points).toHaveLength(3)
    expect(total?.points[0]).toMatchObject({ score_milli: 28_000, full_milli: 30_000 })
    expect(total?.points[0]?.z?.v).toBeGreaterThan(0)
    // Three exams allow no sentence.
    expect(total?.sentence).toBeNull()
    expect((await own({ student_id: school.studentIds[1] })).status).toBe(404)
    expect((await own({ class_id: school.classIds[0] })).status).toBe(404)
    expect(
      (await own({ student_id: school.studentIds[0], subject_id: 2 })).data.series,
    ).toHaveLength(1)
  })

  test('where a rank is hidden no standard score is told', async () => {
    const { own, signIn, school } = await open()
    const admin = await signIn('admin')
    const set = (key: string, value: object) =>
      admin.send(settingSave, {
        body: { key, scope: 'school', version: 0, value, reason: '试' },
      })
    await set('report.ranks', {
      teacher: true,
      student: false,
      types: ['school'],
      policy_reason: '',
    })
    const { data } = await own()
    expect(data.form).toBe('levels')
    expect(JSON.stringify(data)).not.toContain('"z"')
    await set('report.policy', { profile: 'stage', items: { analysis: false }, reason: '' })
    expect((await own()).error.error).toBe('TREND_HIDDEN')
    expect(school.studentIds.length).toBeGreaterThan(0)
  })

  test('grade 8 is told levels and no score', async () => {
    const { own } = await open(8)
    const { data } = await own()
    expect(data.form).toBe('levels')
    expect(data.series.map(({ subject_name }) => subject_name)).toEqual(['语文', '数学'])
    expect(data.series[0]?.points[0]?.level).toBe('A')
    expect(JSON.stringify(data)).not.toContain('score_milli')
  })

  test('staff see whom they reach: the class teacher the own class, leaders all, nobody a stranger', async () => {
    const { signIn, school, director } = await open()
    const [first = 0, second = 0] = school.classIds
    const head = await signIn('head')
    const ask = (client: typeof director, query: object) => client.send(analysisTrend, { query })
    const other = school.studentIds[4] ?? 0
    expect((await ask(head, { student_id: school.studentIds[0] })).status).toBe(200)
    expect((await ask(head, { student_id: other })).status).toBe(404)
    expect((await ask(head, { class_id: second })).status).toBe(404)
    expect((await ask(director, { student_id: other })).status).toBe(200)
    const { data } = await ask(director, { class_id: first })
    expect(data.series[0]?.points[0]?.z?.hi).toBeGreaterThan(data.series[0]?.points[0]?.z?.v ?? 9)
    expect((await ask(director, {})).status).toBe(404)
  })
})
