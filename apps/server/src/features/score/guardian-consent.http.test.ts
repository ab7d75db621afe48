import {
  analysisTrend,
  createSnapshot,
  ownConsent,
  ownConsentSet,
  ownPictures,
  settingSave,
  studentConsent,
  studentDetail,
  studentScore,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'

everyDatabase('consent of guardians on %s', (kind) => {
  const open = async (gradeId: number) => {
    const app = await openTestApp(kind)
    const { services, school } = app
    const { examId } = await seedTinyExam(services, school)
    const { db } = services
    await db.updateTable('exam').set({ grade_id: gradeId }).where('id', '=', examId).execute()
    await db
      .updateTable('class')
      .set({ grade_id: gradeId })
      .where('id', '=', school.classIds[0] ?? 0)
      .execute()
    const [admin, student] = [await app.signIn('admin'), await app.signIn('student')]
    await admin.send(createSnapshot, { body: { exam_id: examId, confirm_name: TINY_EXAM_NAME } })
    let version = 0
    const ask = (value: object) =>
      admin.send(settingSave, {
        body: {
          key: 'school.guardian_consent',
          scope: 'school',
          version: version++,
          value: { required: true, version: '1', text: '学校登记成绩并反馈给监护人。', ...value },
          reason: '试',
        },
      })
    const codes = async () => {
      const asked = [
        await student.send(studentScore, { body: { exam_id: examId, exam_no: '101' } }),
        await student.send(ownPictures, { query: { exam_id: examId, subject_id: 2 } }),
        await student.send(analysisTrend, { query: {} }),
      ]
      return asked.map(({ status, error }) => (status === 200 ? 'told' : error.error))
    }
    return { ...app, examId, admin, student, ask, codes }
  }
  const TOLD = ['told', 'told', 'told']
  const SHUT = Array.from({ length: 3 }, () => 'GUARDIAN_CONSENT_NEEDED')

  test('a school that asks tells nothing to grade 7 before a guardian agrees to what it says now', async () => {
    const { student, ask, codes, services, school } = await open(7)
    expect(await codes()).toEqual(TOLD)
    expect((await ask({})).status).toBe(200)
    expect(await codes()).toEqual(SHUT)
    const told = (await student.send(ownConsent, {})).data
    expect(told).toMatchObject({ is_lacking: true, version: '1', given: null })
    const give = (body: object) =>
      student.send(ownConsentSet, { body: { action: 'give', ...body } })
    expect((await give({ version: '1' })).error.error).toBe('CONSENT_NAME')
    expect((await give({ version: '0', guardian_name: '王建国' })).error.error).toBe(
      'CONSENT_CHANGED',
    )
    expect((await give({ version: '1', guardian_name: ' 王建国 ' })).status).toBe(200)
    expect(await codes()).toEqual(TOLD)
    const row = await services.db
      .selectFrom('student')
      .where('id', '=', school.studentIds[0] ?? 0)
      .select('guardian_consent')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(row.guardian_consent ?? '{}')).toMatchObject({ version: '1', by: '王建国' })
    // Another text is to be agreed to anew.
    await ask({ version: '2' })
    expect(await codes()).toEqual(SHUT)
    await give({ version: '2', guardian_name: '王建国' })
    expect(await codes()).toEqual(TOLD)
    await student.send(ownConsentSet, { body: { action: 'withdraw' } })
    expect(await codes()).toEqual(SHUT)
  })

  test('the school notes what came on paper, of its own students, and takes it back', async () => {
    const { admin, ask, codes, school, otherSchool, signIn } = await open(8)
    await ask({})
    const [student_id = 0] = school.studentIds
    const note = (student_ids: number[], action: 'record' | 'withdraw' = 'record', by = admin) =>
      by.send(studentConsent, { body: { student_ids, action } })
    const foreign = otherSchool.studentIds[0] ?? 0
    expect((await note([student_id, foreign])).error.error).toBe('STUDENT_NOT_FOUND')
    expect((await note([student_id], 'record', await signIn('head'))).status).toBe(403)
    expect(await codes()).toEqual(SHUT)
    expect((await note([student_id])).data).toEqual({ changed: 1 })
    expect((await note([student_id])).data).toEqual({ changed: 0 })
    expect(await codes()).toEqual(TOLD)
    const { data } = await admin.send(studentDetail, { query: { student_id } })
    expect(data.guardian_consent).toMatchObject({ version: '1', by: '管理员（登记纸质同意书）' })
    expect(data.history[0]).toMatchObject({ action_label: '监护人同意' })
    expect((await note([student_id], 'withdraw')).data).toEqual({ changed: 1 })
    expect(await codes()).toEqual(SHUT)
  })

  test('grade 10 is asked for none', async () => {
    const { ask, codes } = await open(10)
    await ask({})
    expect(await codes()).toEqual(TOLD)
  })
})
