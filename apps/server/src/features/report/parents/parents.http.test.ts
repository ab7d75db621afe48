import { createSnapshot, jobGet, parentsPdf, planRelease } from '@hengjuan/contracts'
import { renderDocument } from '@hengjuan/sheet'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../../testing/index.ts'
import { parentPage } from './parent-page.ts'
import { parentResults } from './parents-job.ts'

async function open(gradeId: number) {
  const app = await openTestApp()
  const { examId } = await seedTinyExam(app.services, app.school, { gradeId })
  const director = await app.signIn('director')
  const published = await director.send(createSnapshot, {
    body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
  })
  const classId = app.school.classIds[0] ?? 0
  const snapshotId = published.data.snapshot_id
  const results = () => parentResults(app.services, { examId, classId, snapshotId })
  return { ...app, examId, director, classId, results }
}

const WORDS = { line: '本学期进步明显，继续保持阅读习惯。', contact: '王老师 办公室 301' }

test('a page a student, each on one sheet, with two strengths, what to practise and whom to ask', async () => {
  const { results } = await open(10)
  const all = await results()
  expect(all.map(({ told }) => told.exam_no)).toEqual(['101', '102', '103', '104'])
  const bytes = await renderDocument({
    title: '家长一页',
    footer: '家长一页',
    parts: all.flatMap((one, at) => [
      ...(at === 0 ? [] : [{ kind: 'pageBreak' as const }]),
      ...parentPage(one, WORDS),
    ]),
  })
  const pages =
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Type \/Page\b/g) ?? []
  expect(pages).toHaveLength(all.length)
  const [first, second] = all.map((one) => JSON.stringify(parentPage(one, WORDS)))
  for (const text of ['28 / 30', '做得好的', '老师的话', WORDS.line, WORDS.contact])
    expect(first).toContain(text)
  expect(second).toContain('可以多练的')
  expect(second).toContain('语文：第 ')
})

test('grade 8: levels as steps and questions, no score', async () => {
  const { results } = await open(8)
  const [first] = await results()
  if (!first) throw new Error('there is a student')
  const page = parentPage(first, WORDS)
  const charts = page.flatMap((part) => (part.kind === 'chart' ? [part.chart] : []))
  expect(charts.map(({ steps }) => steps)).toEqual([['E', 'D', 'C', 'B', 'A']])
  const codes = first.told.subjects.map(({ level }) => level ?? null)
  expect(charts[0]?.series[0]?.values.map((at) => charts[0]?.steps?.[(at ?? 0) - 1])).toEqual(codes)
  expect(JSON.stringify(page)).not.toContain('28 / 30')
  expect(JSON.stringify(page)).toContain('等级')
})

test('nothing goes home before the students are told, nor from who has one subject only', async () => {
  const { examId, director, classId, signIn, services } = await open(10)
  const ask = (client: typeof director) =>
    client.send(parentsPdf, { body: { exam_id: examId, class_id: classId } })
  const head = await signIn('head')
  await services.db
    .updateTable('user_role')
    .set({ subject_ids: '"all"' })
    .where('role', '=', 'class_teacher')
    .execute()
  const told = await ask(await signIn('head'))
  expect(told.status).toBe(200)
  expect((await head.send(jobGet, { query: { job_id: told.data.job_id } })).status).toBe(200)
  await services.db
    .updateTable('user_role')
    .set({ subject_ids: '[2]' })
    .where('role', '=', 'class_teacher')
    .execute()
  expect((await ask(await signIn('head'))).error.error).toBe('OUT_OF_SCOPE')
  await director.send(planRelease, {
    body: { exam_id: examId, action: 'withdraw', audience: 'students', reason: '更正' },
  })
  expect((await ask(director)).error.error).toBe('SCORE_NOT_RELEASED')
})
