import {
  appealHandle,
  appealRelease,
  appealSubmit,
  createSnapshot,
  downloadCreate,
  type Frame,
  jobFile,
  jobGet,
  parentsPdf,
  type Report,
  REPORT_PRESETS,
  type ReportKey,
  type ReportPreset,
  reportPdf,
  reportVersionDiff,
  reviewList,
  scoreInspectDetail,
  tableTexts,
  visibleColumns,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { unpackWorkbook } from '../../spreadsheet/unpack-workbook.ts'
import {
  openTestApp,
  pdfText,
  seedTinyExam,
  type TestClient,
  TINY_EXAM_NAME,
} from '../../testing/index.ts'
import { readXlsx } from '../../testing/read-xlsx.ts'
import { parentPage } from './parents/parent-page.ts'
import { parentResults } from './parents/parents-job.ts'
import { reportOf } from './serving/registry.ts'

/*
 * Files and lists that are no report of their own: what P16 to P18 and P26 say is what the reports say.
 *
 * @source reports 9 (5)
 */

type AnyReport = Report<Record<string, unknown>, Frame, object>

async function open() {
  const app = await openTestApp()
  const { examId } = await seedTinyExam(app.services, app.school)
  const director = await app.signIn('director')
  const released = await director.send(createSnapshot, {
    body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
  })
  expect(released.status).toBe(200)
  /** What a job made, by the call that begins it. */
  const made = async (begun: { status: number; data: { job_id: string } }) => {
    expect(begun.status).toBe(200)
    await app.runJobs()
    const job = await director.send(jobGet, { query: { job_id: begun.data.job_id } })
    expect([job.data.state, job.data.message]).toEqual(['done', ''])
    return (await director.send(jobFile, { query: { job_id: begun.data.job_id } })).bytes
  }
  return { ...app, director, examId, made }
}

const reportBy = (key: ReportKey) => reportOf(key).report as unknown as AnyReport

async function textsOf(client: TestClient, key: ReportKey, query: Record<string, unknown>) {
  const report = reportBy(key)
  const { data } = await client.send(report.list, { query })
  const columns = visibleColumns(report.columns(data), data.rank_types)
  return tableTexts(columns, report.rows(data))
}

test('P17: a workbook of the download centre is the one that the page hands out, and each class has its own', async () => {
  const { director, examId: exam_id, made, school } = await open()
  for (const report of ['average', 'student', 'question_choice'] as const) {
    const filters: Record<string, number> = report === 'question_choice' ? { subject_id: 1 } : {}
    const direct = await director.send(reportBy(report).export, { query: { exam_id, ...filters } })
    const file = await made(
      await director.send(downloadCreate, { body: { exam_id, report, filters } }),
    )
    expect(await readXlsx(file), report).toEqual(await readXlsx(direct.bytes))
  }
  const all = unpackWorkbook(
    await made(
      await director.send(downloadCreate, {
        body: { exam_id, report: 'level_unit', split: 'class' },
      }),
    ),
  )
  expect([...all.keys()]).toEqual(['1班.xlsx', '2班.xlsx'])
  for (const [at, file] of [...all.values()].entries()) {
    const query = { exam_id, class_id: school.classIds[at] }
    const direct = await director.send(reportBy('level_unit').export, { query })
    expect(await readXlsx(file)).toEqual(await readXlsx(direct.bytes))
  }
})

test.for(Object.keys(REPORT_PRESETS) as ReportPreset[])(
  'P18: the set %s on paper has every figure of the reports that it is made of',
  async (preset) => {
    const { director, examId: exam_id, made, school } = await open()
    const filters = { class_id: school.classIds[0] ?? 0, subject_id: 1 }
    const paper = await pdfText(
      await made(await director.send(reportPdf, { body: { exam_id, preset, filters } })),
    )
    for (const key of REPORT_PRESETS[preset].reports) {
      const { properties } = reportBy(key).query as { properties?: object }
      const own = Object.entries(filters).filter(([name]) => Object.hasOwn(properties ?? {}, name))
      const [titles = [], ...rows] = await textsOf(director, key, {
        exam_id,
        ...Object.fromEntries(own),
      })
      expect(titles.length, key).toBeGreaterThan(1)
      for (const text of new Set(rows.flat()))
        if (text !== '' && text.length < 12)
          expect(paper, `${key} ${text}`).toContain(text.replace(/\s/g, ''))
    }
  },
)

test('P26: the sheets for parents have the figures of every student of the class', async () => {
  const { director, examId, made, school, services } = await open()
  const class_id = school.classIds[0] ?? 0
  const paper = await pdfText(
    await made(await director.send(parentsPdf, { body: { exam_id: examId, class_id } })),
  )
  const { snapshot_id } = (
    await director.send(reportBy('student').list, { query: { exam_id: examId } })
  ).data.footer
  const results = await parentResults(services, {
    examId,
    classId: class_id,
    snapshotId: snapshot_id,
  })
  expect(results).toHaveLength(4)
  for (const result of results)
    for (const part of parentPage(result, { line: '', contact: '' }))
      if (part.kind === 'figures')
        for (const { text } of part.figures) expect(paper).toContain(text.replace(/\s/g, ''))
})

test('P16: what an appeal changed is what the two versions differ by', async () => {
  const { director, examId: exam_id, services, signIn } = await open()
  const student = await signIn('student')
  const subject_id = 2
  await student.send(appealSubmit, {
    body: { exam_id, subject_id, reason: '最后一问没有给分，请核对' },
  })
  const listed = async () => (await director.send(reviewList, { query: { exam_id } })).data.list[0]!
  const handle = async (body: object) => {
    const { appeal_id, version } = await listed()
    const answer = await director.send(appealHandle, {
      body: { exam_id, appeal_id, version, ...body } as never,
    })
    expect(answer.status).toBe(200)
  }
  await handle({ action: 'accept' })
  await handle({ action: 'assign' })
  const { candidate_id } = await services.db
    .selectFrom('candidate')
    .where('exam_id', '=', exam_id)
    .where('exam_no', '=', '101')
    .select('id as candidate_id')
    .executeTakeFirstOrThrow()
  const detail = await director.send(scoreInspectDetail, {
    query: { exam_id, subject_id, candidate_id },
  })
  const block = detail.data.blocks[0]!
  const [first = 0, ...rest] = block.final_points ?? []
  await handle({
    action: 'decide',
    unit_id: block.unit_id,
    unit_version: block.version,
    scores: [first + 500, ...rest],
    answer: '已复核，给分点有遗漏',
  })
  expect((await director.send(appealRelease, { body: { exam_id } })).status).toBe(200)
  const { before_milli, after_milli } = await listed()
  const { data } = await director.send(reportVersionDiff, {
    query: { exam_id, subject_id, from: 1 },
  })
  expect(data.list.map((row) => [row.exam_no, row.before_milli, row.after_milli])).toEqual([
    ['101', before_milli, after_milli],
  ])
  expect([before_milli, after_milli]).toEqual([8000, 8500])
})
