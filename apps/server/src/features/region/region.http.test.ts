import {
  districtExams,
  districtSchools,
  examGet,
  exportStudents,
  login,
  reportClassAverages,
  reportStudents,
  sysDistricts,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedBureau, seedJointExam } from '../../testing/index.ts'

const DISTRICT = '330106=浙省/江城市/西山区'

/** A joint exam of a city's bureau, and a researcher of one of its districts, in which two of the schools lie. */
async function openRegion(kind: 'sqlite' | 'postgres' = 'sqlite') {
  const app = await openTestApp(kind)
  const exam = await seedJointExam(app, 4)
  await seedBureau(app.services, {
    name: '西山区教育局',
    region: DISTRICT,
    account: 'district',
    role: 'researcher',
  })
  return { app, exam, district: await app.signIn('district', 'researcher') }
}

everyDatabase('regional role on %s', (kind) => {
  test('sees regions, schools and exams as far as its level reaches', async () => {
    const { app, exam, district } = await openRegion(kind)
    const city = (await exam.organiser.send(sysDistricts, { query: { all: 1 } })).data
    expect(city.map(({ id, level, schools }) => [id, level, schools])).toEqual([
      [330_100, 2, 4],
      [330_106, 3, 2],
    ])
    const own = (await district.send(sysDistricts, { query: {} })).data
    expect(own).toMatchObject([{ id: 330_106, name: '西山区', schools: 2 }])

    const schools = (await district.send(districtSchools, { query: {} })).data
    expect(schools.list).toMatchObject([
      { name: '南浦第三中学', district_name: '西山区', students: 12, admin: '司徒admin' },
      { name: '西山外国语学校', stages: ['senior'], state: 'open', exams: 0, last_exam: null },
    ])
    const found = await exam.organiser.send(districtSchools, { query: { keyword: '北辰' } })
    expect(found.data.list.map(({ name }) => name)).toEqual(['北辰高级中学'])
    // What the other school of the test does on its own lies in no region.
    expect((await exam.organiser.send(districtSchools, { query: {} })).data.total).toBe(4)

    const [ours] = (await exam.organiser.send(districtExams, { query: {} })).data.list
    expect(ours).toMatchObject({ side: 'organiser', schools: 4, candidates: 32, published: true })
    const [theirs] = (await district.send(districtExams, { query: {} })).data.list
    expect(theirs).toMatchObject({ side: 'region', schools: 2, candidates: 16 })

    const teacher = await app.signIn('marker1')
    for (const route of [sysDistricts, districtSchools, districtExams])
      expect((await teacher.send(route, { query: {} })).error.error).toBe('NOT_ALLOWED')
  })

  test('reads how its schools did, and not who', async () => {
    const { exam, district } = await openRegion(kind)
    const query = { exam_id: exam.examId }
    const { rows } = (await district.send(reportClassAverages, { query })).data
    expect(rows.map(({ group }) => group.name)).toEqual([
      '西山外国语学校 西山1班',
      '西山外国语学校 西山2班',
      '南浦第三中学 南浦1班',
      '南浦第三中学 南浦2班',
      // Two others would be had by subtraction from all.
      '所辖学校',
    ])
    for (const route of [reportStudents, exportStudents])
      expect((await district.send(route, { query })).error.error).toBe('REGION_FIGURES_ONLY')
  })

  test('finds nothing of what another bureau or a school holds for itself', async () => {
    const { app, exam } = await openRegion(kind)
    await seedBureau(app.services, {
      name: '海城市教育局',
      region: '330200=浙省/海城市',
      account: 'elsewhere',
    })
    const elsewhere = await app.signIn('elsewhere', 'regional_admin')
    expect((await elsewhere.send(districtExams, { query: {} })).data.total).toBe(0)
    const bureau = await app.services.db
      .selectFrom('school')
      .where('name', '=', '海城市教育局')
      .select('id')
      .executeTakeFirstOrThrow()
    const params = { schoolId: bureau.id, examId: exam.examId }
    expect((await elsewhere.send(examGet, { params })).error.error).toBe('EXAM_NOT_FOUND')
  })
})

test('entry: each door lets its own roles in and names the other', async () => {
  const { app } = await openRegion()
  const enter = async (account: string, entry?: 'school' | 'region') => {
    const body = { account, password: 'test-password-1', ...(entry ? { entry } : {}) }
    const answer = await app.anonymous.send(login, { body })
    return answer.status === 200 ? answer.data.current_role.role : answer.error.msg
  }
  expect(await enter('district')).toBe('该用户没有单校权限')
  expect(await enter('district', 'region')).toBe('researcher')
  expect(await enter('admin', 'region')).toBe('该用户没有区域权限')
  await app.services.db
    .updateTable('user_role')
    .set({ school_id: null })
    .where('role', '=', 'researcher')
    .execute()
  expect(await enter('district', 'region')).toBe('该用户未绑定区域')
})
