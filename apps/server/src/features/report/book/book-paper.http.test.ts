import {
  type BookRow,
  createSnapshot,
  exportBook,
  jobFile,
  jobGet,
  reportBook,
  reportPdf,
} from '@hengjuan/contracts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import {
  correctTinyExam,
  openTestApp,
  pdfText,
  seedTinyExam,
  TINY_EXAM_NAME,
} from '../../../testing/index.ts'
import { seedDanger, seedPictures } from '../testing/answer-pictures.ts'

async function open() {
  const app = await openTestApp()
  const { examId } = await seedTinyExam(app.services, app.school)
  const units = await seedPictures(app.services, examId, 1)
  const director = await app.signIn('director')
  await director.send(createSnapshot, { body: { exam_id: examId, confirm_name: TINY_EXAM_NAME } })
  const book = async () => {
    const filters = { subject_id: 1, pictures: 'on' }
    const begun = await director.send(reportPdf, {
      body: { exam_id: examId, report: 'book', filters },
    })
    expect(begun.status).toBe(200)
    await app.runJobs()
    const { data } = await director.send(jobGet, { query: begun.data })
    expect([data.state, data.message]).toEqual(['done', ''])
    const { bytes } = await director.send(jobFile, { query: begun.data })
    const pictures = bytes.toString('latin1').match(/\/Subtype \/Image\b/g) ?? []
    return { text: await pdfText(bytes), pictures: pictures.length }
  }
  return { ...app, examId, director, book, units }
}

test('book: on paper each wrong answer stands with its picture, score, key and a line for the cause', async () => {
  const { director, examId, book } = await open()
  const { data } = await director.send(reportBook, {
    query: { exam_id: examId, subject_id: 1, pictures: 'on' },
  })
  const written = data.list.filter(({ key }) => key === null)
  expect(written.length).toBeGreaterThan(0)
  const { text, pictures } = await book()
  expect(pictures).toBe(written.length)
  for (const { student_name } of data.list) expect(text).toContain(student_name)
  expect(text.split('错因').length - 1).toBe(data.list.length)
  for (const words of ['答案A', '班级得分率', '不得公开张贴']) expect(text).toContain(words)
})

test('book: of a paper that speaks of danger there is no picture', async () => {
  const { services, book, units } = await open()
  for (const unit of units) await seedDanger(services.db, unit)
  expect((await book()).pictures).toBe(0)
})

test('book: in the workbook each written answer has its picture in its row, one of danger has none', async () => {
  const { services, director, examId, units, runJobs } = await open()
  const query = { exam_id: examId, subject_id: 1, pictures: 'on' as const }
  const { data } = await director.send(reportBook, { query })
  const written = data.list.filter(({ key }) => key === null)
  const workbook = async (more: object = {}) => {
    const begun = await director.send(exportBook, { query: { ...query, ...more } })
    expect(begun.status).toBe(202)
    await runJobs()
    const { job_id } = begun.data as unknown as { job_id: string }
    return unzipSync((await director.send(jobFile, { query: { job_id } })).bytes)
  }
  const parts = await workbook()
  const media = Object.keys(parts).filter((path) => path.startsWith('xl/media/'))
  expect(media).toHaveLength(written.length)
  const rows = strFromU8(parts['xl/drawings/drawing1.xml'] ?? new Uint8Array()).matchAll(
    /<xdr:row>(\d+)/g,
  )
  expect([...rows].map(([, row]) => data.list[Number(row) - 3]?.key)).toEqual(
    written.map(() => null),
  )
  for (const path of media) expect(Buffer.from(parts[path] ?? []).readUInt16BE()).toBe(0xffd8)

  const { candidate_id } = written[0] ?? { candidate_id: 0 }
  const unit = units.find((one) => one.candidate_id === candidate_id)
  if (!unit) throw new Error('no answer')
  await seedDanger(services.db, unit)
  // The same file is not made twice.
  expect(
    Object.keys(await workbook({ page: 1 })).filter((path) => path.startsWith('xl/media/')),
  ).toHaveLength(written.length - 1)
})

test('book: each student has a PDF of their own, in the folder of the class; no other report has', async () => {
  const { director, examId, runJobs } = await open()
  const filters = { subject_id: 1 }
  const { data } = await director.send(reportBook, {
    query: { exam_id: examId, subject_id: 1, limit: 100 },
  })
  const begun = await director.send(reportPdf, {
    body: { exam_id: examId, report: 'book', filters, split: 'student' },
  })
  expect(begun.status).toBe(200)
  await runJobs()
  const job = await director.send(jobGet, { query: begun.data })
  expect([job.data.state, job.data.message]).toEqual(['done', ''])
  const files = unzipSync((await director.send(jobFile, { query: begun.data })).bytes)
  const people = [...Map.groupBy(data.list, ({ candidate_id }) => candidate_id).values()]
  expect(Object.keys(files)).toEqual(
    people.map((rows) => {
      const { class_name, exam_no, student_name } = rows[0]!
      return `${class_name}/${exam_no} ${student_name}.pdf`
    }),
  )
  expect(people.length).toBeGreaterThan(1)
  for (const [at, file] of Object.values(files).entries()) {
    const text = await pdfText(Buffer.from(file))
    for (const [other, rows] of people.entries())
      expect(text.includes(`考号${rows[0]!.exam_no}`)).toBe(other === at)
    expect(text.split('错因').length - 1).toBe(people[at]?.length)
  }
  const refused = await director.send(reportPdf, {
    body: { exam_id: examId, report: 'student', split: 'student' },
  })
  expect(refused.error.error).toBe('INPUT_INVALID')
})

test('book: with the exam before it, each question says of which exam it is, for students in reach alone', async () => {
  const { services, school, signIn, director, examId, runJobs } = await open()
  const name = '九月月考'
  const before = await seedTinyExam(services, school, { name, startDate: '2026-09-20' })
  await correctTinyExam(services, before)
  const released = await director.send(createSnapshot, {
    body: { exam_id: before.examId, confirm_name: name },
  })
  expect(released.status).toBe(200)
  const ask = async (exam_id: number, more: object = {}, client = director) =>
    (await client.send(reportBook, { query: { exam_id, subject_id: 2, limit: 500, ...more } })).data
  const asTold = ({ student_id, no, score_milli, class_rate, common }: BookRow) =>
    [student_id, no, score_milli, class_rate.num, class_rate.den, common].join()
  const both = await ask(examId, { back: 1 })
  expect(both.exams).toEqual([
    { exam_id: examId, exam_name: TINY_EXAM_NAME },
    { exam_id: before.examId, exam_name: name },
  ])
  for (const { exam_id } of both.exams) {
    const own = both.list.filter((row) => row.exam_id === exam_id)
    expect(own.length).toBeGreaterThan(0)
    const alone = await ask(exam_id)
    expect(own.map(asTold).toSorted()).toEqual(alone.list.map(asTold).toSorted())
    expect(new Set(own.map((row) => row.paper_candidate_id))).toEqual(
      new Set(alone.list.map((row) => row.candidate_id)),
    )
  }
  // One student after the other, whatever the exam.
  const students = both.list.map(({ student_id }) => student_id)
  expect(students.filter((id, at) => id !== students[at - 1])).toHaveLength(new Set(students).size)
  const head = await signIn('head')
  const ofHead = await ask(examId, { back: 1, threshold: 100 }, head)
  expect(ofHead.exams).toHaveLength(2)
  expect(new Set(ofHead.list.map(({ class_name }) => class_name))).toEqual(new Set(['1班']))

  const begun = await director.send(reportPdf, {
    body: { exam_id: examId, report: 'book', filters: { subject_id: 2, back: 1, pictures: 'on' } },
  })
  await runJobs()
  const text = await pdfText((await director.send(jobFile, { query: begun.data })).bytes)
  expect(text.split(`${name}第`).length - 1).toBe(
    both.list.filter((row) => row.exam_id === before.examId).length,
  )
})
