import { reportConfigSave, userPermission } from '@hengjuan/contracts'
import { describe, expect, test } from 'vitest'
import { openTestApp, seedTinyExam } from '../../testing/index.ts'

describe.each(['sqlite', 'postgres'] as const)('explain on %s', (kind) => {
  test('explain: each refusal names its rule and who can help, and tells nothing of other schools', async () => {
    const { services, school, otherSchool, signIn } = await openTestApp(kind)
    const { examId } = await seedTinyExam(services, school)
    const { examId: foreign } = await seedTinyExam(services, otherSchool)
    const head = await signIn('head')
    const ask = async (query: object) => {
      const { data } = await head.send(userPermission, { query })
      return data.answer?.reasons.map(({ code, fix }) => [
        code,
        fix.who.map(({ name }) => name).join(),
      ])
    }
    expect(await ask({ what: 'report.read' })).toEqual([])
    expect(await ask({ what: 'score.publish' })).toEqual([['NO_PERMISSION', '管理员']])
    expect(await ask({ what: 'score.publish,report.read' })).toEqual([])
    expect(await ask({ what: 'report.read', exam_id: examId })).toEqual([
      ['NOT_RELEASED', '管理员,教务主任'],
    ])
    const other = school.classIds[1] ?? 0
    const { data } = await head.send(userPermission, {
      query: { what: 'report.read', class_id: other },
    })
    expect(data.answer?.reasons.map(({ text }) => text)).toEqual([
      '您的班级范围是高一1班，不含所查内容',
    ])
    expect(await ask({ what: 'report.read', subject_id: 3 })).toEqual([['SUBJECT', '管理员']])
    // An exam of another school and one that does not exist are one answer.
    expect(await ask({ what: 'report.read', exam_id: foreign })).toEqual(
      await ask({ what: 'report.read', exam_id: 999_999 }),
    )
    const admin = await signIn('admin')
    await admin.send(reportConfigSave, {
      body: {
        reason: '家长会',
        versions: {},
        user_visible: { teacher: false, student: true },
      },
    })
    const told = await head.send(userPermission, {
      query: { what: 'report.read', exam_id: examId },
    })
    expect(told.data.answer?.reasons.at(-1)?.text).toMatch(/不向教师显示排名（管理员 于 /)
  })

  test('explain: of others only whoever manages accounts asks, within the own school', async () => {
    const { school, otherSchool, signIn } = await openTestApp(kind)
    const [admin, head] = [await signIn('admin'), await signIn('head')]
    const query = { user_id: school.userIds['leader'] ?? 0, what: 'exam.manage' }
    const seen = await admin.send(userPermission, { query })
    expect(seen.data.role).toBe('subject_leader')
    expect(seen.data.answer?.allowed).toBe(false)
    expect(seen.data.permissions.find(({ code }) => code === 'sheet.design')?.granted).toBe(true)
    expect((await head.send(userPermission, { query })).error.error).toBe('NOT_ALLOWED')
    const foreign = { ...query, user_id: otherSchool.userIds['leader'] ?? 0 }
    expect((await admin.send(userPermission, { query: foreign })).error.error).toBe(
      'STAFF_NOT_FOUND',
    )
  })
})
