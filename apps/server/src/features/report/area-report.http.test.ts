import { areaReport, reportArea } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { openTestApp, seedJointExam, seedSchool } from '../../testing/index.ts'

test('area: levels of every unit add up, and schools that are missing are named to who holds the exam', async () => {
  const app = await openTestApp()
  const { organiser, examId } = await seedJointExam(app, 4)
  const query = { exam_id: examId, level: 'school' as const }
  const all = await organiser.send(reportArea, { query })
  expect(all.data.footer.notes.join()).not.toContain('受邀而不在')
  const whole = all.data.rows.find((row) => row.is_reference)
  for (const [at] of all.data.levels.entries()) {
    const counts = all.data.rows.flatMap((row) => (row.is_reference ? [] : row.levels[at]!.num))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(whole?.levels[at]?.num)
  }
  expect(whole?.levels.reduce((sum, { num }) => sum + num, 0)).toBe(whole?.figures.present)

  const late = await seedSchool(app.services.db, { name: '迟到中学', prefix: 'late-' })
  await app.services.db
    .insertInto('exam_school')
    .values({ exam_id: examId, school_id: late.schoolId, state: 'invited', label: 'E校' })
    .execute()
  const notes = async (client: typeof organiser) =>
    (await client.send(reportArea, { query })).data.footer.notes.join()
  expect(await notes(organiser)).toContain('1 所学校受邀而不在这个版本里')
  expect(await notes(organiser)).toContain('迟到中学')
  const { data } = await organiser.send(reportArea, { query })
  expect(data.rows.filter(({ state }) => state === 'unconfirmed')).toMatchObject([
    { group: { name: '迟到中学' }, figures: { registered: 0, mean_milli: null }, on: null },
  ])
  // It is in no figure, and in no chart.
  expect(data.rows.at(-1)).toEqual(whole)
  expect(data.icc).toBe(all.data.icc)
  expect(JSON.stringify(areaReport.charts?.(data))).not.toContain('迟到中学')
  const funnel = areaReport.charts?.(data).find(({ kind }) => kind === 'scatter')
  expect(funnel?.series[0]?.values).toEqual(
    all.data.rows.slice(0, -1).map(({ figures }) => figures.present),
  )
  // Another school is not told who else was asked.
  expect(await notes(await app.signIn('west-principal'))).not.toContain('迟到中学')
})
