import {
  schoolSubjects,
  schoolTemplateApply,
  schoolTemplates,
  settingList,
  settingSave,
  subjectAdd,
  subjectDelete,
  subjectExists,
  subjectList,
  subjectOrder,
  subjectTemplates,
  subjectUpdate,
} from '@hengjuan/contracts'
import { describe, expect, test } from 'vitest'
import { openTestApp, seedTinyExam } from '../../../testing/index.ts'

describe.each(['sqlite', 'postgres'] as const)('subjects on %s', (kind) => {
  test('subject: one name is one subject, whichever school made it', async () => {
    const { signIn } = await openTestApp(kind)
    const [admin, other] = [await signIn('admin'), await signIn('other-admin')]
    const body = { name: '信息技术', short_name: '信息', stages: ['senior' as const] }
    const exists = async (client: typeof admin) =>
      (await client.send(subjectExists, { query: { name: ' 信息技术' } })).data
    expect(await exists(admin)).toEqual({ exists: false, subject_id: null, used_here: false })
    const made = await admin.send(subjectAdd, { body })
    expect(made.data).toEqual({ subject_id: 5001, linked: false })
    expect(await exists(admin)).toEqual({ exists: true, subject_id: 5001, used_here: true })
    expect((await admin.send(subjectAdd, { body })).error.error).toBe('SUBJECT_NAME_TAKEN')
    const names = async (client: typeof admin) =>
      (await client.send(schoolSubjects)).data.map(({ name }) => name)
    expect(await names(other)).not.toContain('信息技术')
    expect((await other.send(subjectAdd, { body })).data).toEqual({
      subject_id: 5001,
      linked: true,
    })
    expect(await names(other)).toContain('信息技术')
    const shared = await admin.send(subjectUpdate, { body: { subject_id: 5001, name: '信息' } })
    expect(shared.status).toBe(409)
    expect(shared.error.error).toBe('SUBJECT_SHARED')
    await other.send(subjectDelete, { body: { subject_id: 5001 } })
    expect(
      (await admin.send(subjectUpdate, { body: { subject_id: 5001, name: '信息科技' } })).status,
    ).toBe(200)
    expect(await names(admin)).toContain('信息科技')
    expect((await other.send(subjectUpdate, { body: { subject_id: 5001 } })).status).toBe(404)
  })

  test('subject: those of the system keep their names, those of exams stay, the rest are hidden and ordered', async () => {
    const { signIn, school, services } = await openTestApp(kind)
    await seedTinyExam(services, school)
    const admin = await signIn('admin')
    const fixed = await admin.send(subjectUpdate, { body: { subject_id: 2, name: '算术' } })
    expect(fixed.error.msg).toBe('数学是系统科目，不能修改')
    const used = await admin.send(subjectDelete, { body: { subject_id: 2 } })
    expect(used.error.msg).toBe('科目 数学 已被 1 场考试使用，不能删除')
    expect((await admin.send(subjectDelete, { body: { subject_id: 9 } })).status).toBe(200)
    const ids = async () =>
      (await admin.send(schoolSubjects)).data.map(({ subject_id }) => subject_id)
    expect(await ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    await admin.send(subjectOrder, { body: { subject_ids: [8, 1, 2, 3, 4, 5, 6, 7] } })
    expect(await ids()).toEqual([8, 1, 2, 3, 4, 5, 6, 7])
    const { data } = await admin.send(subjectList)
    expect(data.find(({ subject_id }) => subject_id === 9)).toMatchObject({ used_here: false })
    expect(data.find(({ subject_id }) => subject_id === 2)).toMatchObject({ fixed: true, exams: 1 })
    const body = { name: '地理', short_name: '地', stages: [] }
    expect((await admin.send(subjectAdd, { body })).data).toEqual({ subject_id: 9, linked: true })
    expect(await ids()).toContain(9)
  })

  test('subject: is changed by managers of the school alone', async () => {
    const { signIn } = await openTestApp(kind)
    const body = { name: '书法', short_name: '书', stages: [] }
    for (const account of ['principal', 'grade', 'head', 'marker1', 'student'])
      expect((await (await signIn(account)).send(subjectAdd, { body })).status, account).toBe(403)
    const head = await signIn('head')
    expect((await head.send(subjectList)).status).toBe(200)
    const templates = await head.send(subjectTemplates, { query: { stage: 'senior' } })
    expect(templates.data).toMatchObject([
      {
        name: '高中 · 高中九科（3+1+2）',
        subjects: [
          { name: '语文', full_milli: 150_000 },
          {},
          {},
          {},
          {},
          {},
          { name: '思想政治' },
          {},
          {},
        ],
      },
    ])
  })

  test('template: a school that lets others look is found in its district, and taken over setting by setting', async () => {
    const { signIn, school, otherSchool, services } = await openTestApp(kind)
    await services.db
      .insertInto('region')
      .values([{ id: 330_106, parent_id: null, level: 3, name: '西湖区' }])
      .execute()
    await services.db.updateTable('school').set({ district_id: 330_106 }).execute()
    const [admin, other] = [await signIn('admin'), await signIn('other-admin')]
    const set = (key: string, value: object) =>
      other.send(settingSave, {
        body: { key, scope: 'school', version: 0, value, reason: '学期初' },
      })
    await set('school.combos', { scheme: '3+3', subject_ids: [4, 5, 6, 7, 8, 9] })
    await other.send(subjectDelete, { body: { subject_id: 9 } })
    const list = async () => (await admin.send(schoolTemplates, { query: {} })).data
    expect(await list()).toEqual([])
    await set('school.sharing', { shared: true })
    expect(await list()).toMatchObject([
      {
        school_id: otherSchool.schoolId,
        name: '另一中学',
        subject_count: 8,
        setting_keys: [{ key: 'school.combos', label: '选科模式' }],
        differences: ['不开设：地理', '「选科模式」不同'],
      },
    ])
    const taken = await admin.send(schoolTemplateApply, {
      body: { school_id: otherSchool.schoolId, setting_keys: ['school.combos'], subjects: true },
    })
    expect(taken.data).toEqual({ settings: 1, subjects: 1 })
    expect((await list())[0]?.differences).toEqual([])
    const settings = await admin.send(settingList, { query: { group: 'school', scope: 'school' } })
    expect(settings.data.find(({ key }) => key === 'school.combos')).toMatchObject({
      value: { scheme: '3+3' },
      own: true,
    })
    const strange = await other.send(schoolTemplateApply, {
      body: { school_id: school.schoolId, setting_keys: [], subjects: true },
    })
    expect(strange.status).toBe(404)
  })
})
