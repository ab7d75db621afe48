import {
  authorityConfig,
  authorityConfig2,
  authoritySave,
  currentUser,
  settingSave,
  studentList,
  userPermission,
} from '@hengjuan/contracts'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'

describe.each(['sqlite', 'postgres'] as const)('authority on %s', (kind) => {
  test('authority: what is kept from a role is gone at its next call, and back at the one after', async () => {
    const { signIn, school } = await openTestApp(kind)
    const [admin, head, grade] = [
      await signIn('admin'),
      await signIn('head'),
      await signIn('grade'),
    ]
    const list = async (client: typeof head) =>
      (await client.send(studentList, { query: {} })).status
    expect([await list(head), await list(grade)]).toEqual([200, 200])
    const set = (version: number, visible: boolean) =>
      admin.send(authoritySave, {
        body: {
          version,
          changes: [{ role: 'class_teacher', item: 'student.read', visible }],
          reason: '学期初整理',
        },
      })
    expect((await set(0, false)).data).toEqual({ version: 1, affected: 1 })
    const refused = await head.send(studentList, { query: {} })
    expect(refused.status).toBe(403)
    expect(refused.error.msg).toBe('学校设置不向班主任显示「学生名单」，如需查看请联系学校管理员')
    expect(await list(grade)).toBe(200)
    expect((await head.send(currentUser)).data.permissions).not.toContain('student.read')
    const why = await head.send(userPermission, { query: { what: 'student.read' } })
    expect(why.data.answer?.reasons[0]?.text).toMatch(
      /^学校设置不向班主任显示「学生名单」（管理员 于 /,
    )
    const checked = await admin.send(userPermission, {
      query: { user_id: school.userIds['head'] ?? 0 },
    })
    expect(checked.data.permissions.find(({ code }) => code === 'student.read')).toMatchObject({
      granted: false,
      because: '学校设置不向班主任显示「学生名单」',
    })
    // The same people of another school are another matter.
    expect(await list(await signIn('other-head'))).toBe(200)
    expect((await set(0, true)).error.error).toBe('VERSION_CONFLICT')
    await set(1, true)
    expect(await list(head)).toBe(200)
  })

  test('authority: takes away, never adds, and never from the administrator', async () => {
    const { signIn } = await openTestApp(kind)
    const admin = await signIn('admin')
    const save = (role: string, item: string, visible: boolean) =>
      admin.send(authoritySave, {
        body: { version: 0, changes: [{ role, item, visible }], reason: '试一试' },
      })
    const wide = await save('scan_operator', 'report.read', true)
    expect(wide.error.msg).toBe('扫描员不能被授予「成绩报表（全部）」')
    expect((await save('school_admin', 'report.read', false)).error.error).toBe(
      'AUTHORITY_TOO_WIDE',
    )
    expect((await save('class_teacher', 'odd', false)).error.error).toBe('AUTHORITY_TOO_WIDE')
    const around = await admin.send(settingSave, {
      body: {
        key: 'school.authority',
        scope: 'school',
        version: 0,
        value: { hidden: { school_admin: ['report.read'] } },
        reason: '绕过',
      },
    })
    expect(around.error.error).toBe('SETTING_INVALID')
  })

  test('authority: is read by staff and set by managers of the school', async () => {
    const { signIn } = await openTestApp(kind)
    const body = {
      version: 0,
      changes: [{ role: 'class_teacher', item: 'report.export', visible: false }],
      reason: '只看不导',
    }
    for (const account of ['principal', 'grade', 'head', 'marker1', 'student']) {
      const client = await signIn(account)
      expect((await client.send(authoritySave, { body })).status, account).toBe(403)
      expect((await client.send(authorityConfig2)).status, account).toBe(403)
    }
    const director = await signIn('director')
    expect((await director.send(authoritySave, { body })).status).toBe(200)
    const { data } = await (await signIn('head')).send(authorityConfig)
    expect(data.visible['class_teacher']).toMatchObject({
      'report.export': false,
      'report.read': true,
    })
    const page = await director.send(authorityConfig2)
    expect(page.data.roles.find(({ role }) => role === 'class_teacher')).toMatchObject({
      label: '班主任',
      people: 1,
    })
  })
})
