import { auditExport, auditList, login, settingSave, studentUpdate } from '@hengjuan/contracts'
import { describe, expect, test } from 'vitest'
import { readXlsx } from '../../testing/read-xlsx.ts'
import { openTestApp, seedTinyExam } from '../../testing/index.ts'

describe.each(['sqlite', 'postgres'] as const)('audit on %s', (kind) => {
  test('audit: a school reads its own record in words, with what changed, and nothing of another', async () => {
    const { anonymous, school, services, signIn } = await openTestApp(kind)
    await seedTinyExam(services, school)
    const admin = await signIn('admin')
    await admin.send(studentUpdate, {
      body: { student_id: school.studentIds[0] ?? 0, name: '王大明' },
    })
    await admin.send(settingSave, {
      body: {
        key: 'report.segment',
        scope: 'school',
        version: 0,
        value: { width_milli: 5000 },
        reason: '月考分段细一些',
      },
    })
    await anonymous.send(login, { body: { account: 'admin', password: 'wrong' } })
    await anonymous.send(login, { body: { account: 'other-admin', password: 'wrong' } })
    const { data } = await admin.send(auditList, { query: {} })
    expect(data.list.map(({ action_label }) => action_label)).toEqual([
      '登录失败',
      '修改设置',
      '修改学生',
      '登录',
    ])
    const [failed, setting, student, signedIn] = data.list
    expect(failed?.object_label).toBe('账号 管理员（admin）')
    expect(JSON.stringify(failed)).not.toContain('wrong')
    expect(setting?.object_label).toBe('设置「分数段宽度」（学校）')
    expect(setting?.fields.map(({ label, after }) => [label, after])).toContainEqual([
      '理由',
      '月考分段细一些',
    ])
    expect(student?.object_label).toContain('王大明')
    expect([signedIn?.role_name, signedIn?.user_name]).toEqual(['学校管理员', '管理员'])
    expect(signedIn?.client).not.toBeNull()
    const other = await (await signIn('other-admin')).send(auditList, { query: {} })
    expect(other.data.list.map(({ action_label }) => action_label)).toEqual(['登录', '登录失败'])
  })

  test('audit: filters narrow, pages follow one another, the export is recorded with its rows', async () => {
    const { services, signIn } = await openTestApp(kind)
    const admin = await signIn('admin')
    for (let no = 0; no < 4; no++) await signIn('director')
    const list = async (query: object) => (await admin.send(auditList, { query })).data
    expect((await list({ keyword: '教 务' })).total).toBe(4)
    expect((await list({ keyword: '%' })).total).toBe(0)
    expect((await list({ action: 'export' })).total).toBe(0)
    expect((await list({ object: 'user' })).total).toBe(5)
    expect((await list({ from: '2027-01-01T00:00:00.000Z' })).total).toBe(0)
    const pages = [await list({ limit: 3 }), await list({ limit: 3, page: 2 })]
    expect(pages.map((page) => page.list.length)).toEqual([3, 2])
    const file = await admin.send(auditExport, { query: { keyword: '教务' } })
    const rows = await readXlsx(file.bytes)
    expect(rows).toHaveLength(5)
    const [last] = (await list({})).list
    expect([last?.action_label, last?.fields[0]]).toEqual([
      '导出操作记录',
      { label: '行数', before: null, after: '4' },
    ])
    const empty = await admin.send(auditExport, { query: { action: 'export' } })
    expect(empty.error.error).toBe('EXPORT_EMPTY')
    services.config.superAdmin = 'admin'
    expect((await list({ all: true })).total).toBe(6)
    services.config.superAdmin = 'somebody'
    expect((await admin.send(auditList, { query: { all: true } })).error.error).toBe(
      'SERVER_NOT_MANAGED',
    )
  })
})
