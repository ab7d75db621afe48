import {
  reportConfigGet,
  reportConfigSave,
  settingList,
  settingSave,
  settingVersions,
} from '@hengjuan/contracts'
import { describe, expect, test } from 'vitest'
import { openTestApp, seedBureau, seedTinyExam } from '../../testing/index.ts'
import { reportConfig } from './index.ts'

const RATES = { excellent: 85, good: 70, pass: 60, low: 40, low_inclusive: false }

describe.each(['sqlite', 'postgres'] as const)('settings on %s', (kind) => {
  test('settings: the narrowest scope wins and taking it back shows the wider one again', async () => {
    const { services, school, signIn } = await openTestApp(kind)
    const { examId } = await seedTinyExam(services, school)
    const admin = await signIn('admin')
    const { schoolId } = school
    const read = async () =>
      (await reportConfig(services.db, { schoolId, gradeId: 10, examId })).rates.excellent
    const save = (at: object, excellent: number | undefined, version = 0) =>
      admin.send(settingSave, {
        body: {
          key: 'report.rates',
          scope: 'school',
          version,
          reason: '教务会议决定',
          ...(excellent === undefined ? {} : { value: { ...RATES, excellent } }),
          ...at,
        },
      })
    expect(await read()).toBe(90)
    const first = await save({}, 88)
    expect([first.status, first.data?.version, first.data?.own]).toEqual([200, 1, true])
    expect(await read()).toBe(88)
    expect((await save({ scope: 'grade', grade_id: 10 }, 87)).status).toBe(200)
    expect(await read()).toBe(87)
    expect((await save({ scope: 'exam', exam_id: examId }, 86)).status).toBe(200)
    expect(await read()).toBe(86)
    const back = await save({ scope: 'exam', exam_id: examId }, undefined, 1)
    expect([back.data.own, back.data.source, back.data.version]).toEqual([false, 'grade', 2])
    expect(await read()).toBe(87)
    // Another grade, another school: theirs stay what they were.
    const other = { schoolId, gradeId: 11, examId: 0 }
    expect((await reportConfig(services.db, other)).rates.excellent).toBe(88)
    const elsewhere = { ...other, schoolId: schoolId + 1000 }
    expect((await reportConfig(services.db, elsewhere)).rates.excellent).toBe(90)
  })

  test('settings: of two who save at once the second is told who was first, and nothing is lost', async () => {
    const { signIn } = await openTestApp(kind)
    const [admin, director] = [await signIn('admin'), await signIn('director')]
    const body = {
      key: 'report.segment',
      scope: 'school' as const,
      version: 0,
      value: { width_milli: 20_000 },
      reason: '期中',
    }
    expect((await admin.send(settingSave, { body })).status).toBe(200)
    const late = await director.send(settingSave, { body })
    expect([late.status, late.error.error]).toEqual([409, 'VERSION_CONFLICT'])
    expect(late.error.msg).toContain('管理员')
    const again = await director.send(settingSave, {
      body: { ...body, version: 1, value: { width_milli: 5000 } },
    })
    expect(again.status).toBe(200)
    const query = { key: 'report.segment', scope: 'school' as const }
    const versions = await admin.send(settingVersions, { query })
    expect(versions.data.map(({ version, by_name }) => [version, by_name])).toEqual([
      [2, '教务主任'],
      [1, '管理员'],
    ])
    const old = await admin.send(settingSave, {
      body: { ...query, version: 2, from_version: 1, reason: '取回第 1 版' },
    })
    expect([old.data.value, old.data.version]).toEqual([{ width_milli: 20_000 }, 3])
  })
})

test('settings: a bureau sets for the schools of its region, which may set otherwise', async () => {
  const { services, school, otherSchool, signIn } = await openTestApp()
  const { db } = services
  const region = '330106=浙省/江城市/西山区'
  await seedBureau(services, { name: '西山区教育局', region, account: 'district' })
  await seedBureau(services, {
    name: '西山区教育局',
    region,
    account: 'marking',
    role: 'marking_admin',
  })
  await db
    .updateTable('school')
    .set({ province_id: 330_000, city_id: 330_100, district_id: 330_106 })
    .where('id', '=', school.schoolId)
    .execute()
  const bureau = await signIn('district', 'regional_admin')
  const rates = { excellent: 88, good: 75, pass: 60, low: 30 }
  const saved = await bureau.send(reportConfigSave, {
    body: { reason: '全区统一', versions: {}, rates },
  })
  expect([saved.status, saved.data.scope, saved.data.settings[0]?.own]).toEqual([
    200,
    'region',
    true,
  ])
  const read = async (schoolId: number) =>
    (await reportConfig(db, { schoolId, gradeId: 10, examId: 0 })).rates.excellent
  expect([await read(school.schoolId), await read(otherSchool.schoolId)]).toEqual([88, 90])
  const admin = await signIn('admin')
  const inherited = await admin.send(reportConfigGet, { query: {} })
  expect([inherited.data.scope, inherited.data.settings[0]?.source_label]).toEqual([
    'school',
    '区域',
  ])
  await admin.send(reportConfigSave, {
    body: { reason: '本校', versions: {}, rates: { ...rates, excellent: 85 } },
  })
  expect(await read(school.schoolId)).toBe(85)
  const key = { key: 'report.rates', scope: 'region' as const }
  for (const caller of [admin, await signIn('marking', 'marking_admin')]) {
    const refused = await caller.send(settingSave, { body: { ...key, version: 1, reason: '试' } })
    expect(refused.error.error).toBe('OUT_OF_SCOPE')
  }
  const back = await bureau.send(settingSave, { body: { ...key, version: 1, reason: '恢复' } })
  expect([back.data.own, back.data.source]).toEqual([false, 'default'])
})

test('settings: hours for messages are set by the school for itself, and for all by the manager of the server', async () => {
  const { services, signIn } = await openTestApp()
  services.config.superAdmin = 'grade'
  const [admin, director] = [await signIn('admin'), await signIn('director')]
  const save = (of: typeof admin, scope: 'server' | 'school', digests: string[]) =>
    of.send(settingSave, {
      body: {
        key: 'notice.times',
        scope,
        version: 0,
        value: { quiet_from: '21:00', quiet_to: '06:30', digests },
        reason: '作息',
      },
    })
  expect((await save(admin, 'server', ['07:00'])).error.error).toBe('SERVER_NOT_MANAGED')
  expect((await save(director, 'school', ['07:00', '07:00'])).error.error).toBe('SETTING_INVALID')
  expect((await save(director, 'school', ['7点'])).error.error).toBe('SETTING_INVALID')
  expect((await save(director, 'school', ['07:00'])).data.own).toBe(true)
  services.config.superAdmin = 'admin'
  expect((await save(admin, 'server', ['12:00'])).status).toBe(200)
  const own = await director.send(settingList, { query: { group: 'notice', scope: 'school' } })
  expect(own.data[0]?.value).toMatchObject({ digests: ['07:00'] })
})

test('settings: the reason for ranks is told where they are shown in grades 1 to 9, and nowhere else', async () => {
  const { services, school, signIn } = await openTestApp()
  const admin = await signIn('admin')
  const reasonIn = async (gradeId: number) =>
    (await reportConfig(services.db, { schoolId: school.schoolId, gradeId, examId: 0 }))
      .policyReason
  const save = (student: boolean, version: number) =>
    admin.send(reportConfigSave, {
      body: {
        reason: '家长会',
        versions: { 'report.ranks': version },
        user_visible: { teacher: true, student },
        policy_reason: '家长委员会同意',
      },
    })
  await save(true, 0)
  expect([await reasonIn(9), await reasonIn(10)]).toEqual(['家长委员会同意', ''])
  await save(false, 1)
  expect(await reasonIn(9)).toBe('')
})

test('settings: what does not fit is refused with what to do', async () => {
  const { signIn } = await openTestApp()
  const admin = await signIn('admin')
  const save = async (body: object) => {
    const { error } = await admin.send(settingSave, {
      body: { key: 'report.rates', scope: 'school', version: 0, reason: '试', ...body },
    })
    return error.error
  }
  expect(await save({ value: { ...RATES, good: 90 } })).toBe('SETTING_INVALID')
  expect(await save({ value: { excellent: 'high' } })).toBe('SETTING_INVALID')
  expect(await save({ key: 'report.nothing', value: 1 })).toBe('SETTING_UNKNOWN')
  expect(await save({ key: 'notice.times', scope: 'grade', grade_id: 10 })).toBe('SETTING_SCOPE')
  expect(await save({ scope: 'exam', exam_id: 999, value: RATES })).toBe('EXAM_NOT_FOUND')
  expect(await save({ key: 'channel.smtp', scope: 'server', value: {} })).toBe('SERVER_NOT_MANAGED')
})

test('settings: secrets are kept when saved empty and told to nobody, not in versions nor in the record', async () => {
  const { services, signIn } = await openTestApp()
  services.config.superAdmin = 'admin'
  const admin = await signIn('admin')
  const smtp = {
    enabled: true,
    host: 'mail.example',
    port: 465,
    security: 'tls',
    user: 'exam',
    password: 'geheim-7',
    from: 'exam@mail.example',
  }
  const save = (value: object, version: number) =>
    admin.send(settingSave, {
      body: { key: 'channel.smtp', scope: 'server', version, value, reason: '邮箱' },
    })
  const saved = await save(smtp, 0)
  expect(saved.data.filled).toEqual(['password'])
  await save({ ...smtp, password: '', port: 587 }, 1)
  const rows = await services.db.selectFrom('setting').select('value').execute()
  // A copy of the database tells it to nobody, and the server still knows it.
  expect(JSON.stringify(rows)).not.toContain('geheim')
  const [kept] = rows.map(({ value }) => JSON.parse(value ?? '').password as string)
  expect(services.secrets.open(kept ?? '')).toBe('geheim-7')
  // Nor is it sent to another server than the one that it was given for.
  const elsewhere = await save({ ...smtp, password: '', host: 'other.example' }, 2)
  expect(elsewhere.error).toMatchObject({ error: 'SETTING_INVALID' })
  const anew = await save({ ...smtp, password: 'geheim-8', host: 'other.example' }, 2)
  expect(anew.status).toBe(200)
  const query = { scope: 'server' as const }
  const told = [
    await admin.send(settingList, { query: { ...query, group: 'channel' } }),
    await admin.send(settingVersions, { query: { ...query, key: 'channel.smtp' } }),
  ]
  const audits = await services.db.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify([told, audits])).not.toContain('geheim')
  // Somebody else's administrator has nothing to look for there.
  const other = await (
    await signIn('other-admin')
  ).send(settingList, {
    query: { ...query, group: 'channel' },
  })
  expect([other.status, other.error.error]).toEqual([403, 'SERVER_NOT_MANAGED'])
})

test('report config: saved field by field with its version, ranks of grade 1 to 9 only with a reason', async () => {
  const { signIn } = await openTestApp()
  const admin = await signIn('admin')
  const before = await admin.send(reportConfigGet, { query: { grade_id: 9 } })
  expect(before.data.user_visible).toEqual({ teacher: true, student: false })
  const save = (body: object) =>
    admin.send(reportConfigSave, {
      body: { grade_id: 9, reason: '家长会', versions: {}, ...body },
    })
  const bare = await save({ user_visible: { teacher: true, student: true } })
  expect(bare.error.error).toBe('RANK_POLICY_REASON')
  const saved = await save({
    user_visible: { teacher: true, student: true },
    policy_reason: '家长委员会同意',
    rates: { excellent: 85, good: 75, pass: 60, low: 30 },
  })
  expect(saved.data.rates.excellent).toBe(85)
  expect(saved.data.settings.map(({ own, version }) => [own, version])).toEqual([
    [true, 1],
    [false, 0],
    [true, 1],
    [false, 0],
    [false, 0],
    [false, 0],
    [false, 0],
    [false, 0],
    [false, 0],
  ])
  const stale = await save({ low_inclusive: true })
  expect(stale.error.error).toBe('VERSION_CONFLICT')
  const teacher = await (await signIn('head')).send(reportConfigGet, { query: {} })
  expect(teacher.error.error).toBe('NOT_ALLOWED')
})
