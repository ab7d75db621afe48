import { createSnapshot, exportSegments, jobFile, jobList } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'
import { readXlsx } from '../../testing/read-xlsx.ts'
import { seedExam } from '../../testing/seed-exam.ts'
import { scoreCandidates } from '../scoring/index.ts'

const CLASSES = 60
const FULL = 400

test('a file of more than 20,000 cells is made by a job that the export begins, once', async () => {
  const app = await openTestApp()
  const { db } = app.services
  const { schoolId } = app.school
  const students: number[] = []
  for (let at = 0; at < CLASSES; at += 1) {
    const klass = await db
      .insertInto('class')
      .values({ school_id: schoolId, grade_id: 10, name: `${at + 11}班`, sort: at + 10 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const student = await db
      .insertInto('student')
      .values({
        school_id: schoolId,
        class_id: klass.id,
        student_no: `S${at}`,
        name: `学生${at}`,
        name_pinyin: 's',
        gender: '男',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    students.push(student.id)
  }
  const exam = await seedExam(db, app.school, {
    name: '年级考试',
    subjects: [
      { id: 1, blocks: [{ name: '作文', points: [{ no: '1', fullMilli: FULL * 1000 }] }] },
    ],
    candidates: students.map((studentId, at) => ({
      studentId,
      examNo: String(70_010_000 + at),
      subjects: { 1: { finals: [[at * 1000]] } },
    })),
  })
  await db
    .transaction()
    .execute((open) => scoreCandidates(open, { examId: exam.examId, subjectId: 1 }))
  const director = await app.signIn('director')
  const body = { exam_id: exam.examId, confirm_name: '年级考试' }
  expect((await director.send(createSnapshot, { body })).status).toBe(200)

  const query = { exam_id: exam.examId, subject_id: 1 }
  const small = await director.send(exportSegments, { query: { ...query, width: 50 } })
  expect([small.status, small.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])

  const large = { query: { ...query, width: 1 } }
  const begun = await director.send(exportSegments, large)
  const { job_id } = begun.data as unknown as { job_id: string }
  expect([begun.status, typeof job_id]).toEqual([202, 'string'])
  // Asked for again while it is made, it is not made twice.
  expect((await director.send(exportSegments, large)).data).toEqual({ job_id })
  await app.runJobs()
  const { list } = (await director.send(jobList, { query: {} })).data
  expect(list.map(({ title, state }) => [title, state])).toEqual([['年级考试：分数段', 'done']])
  const file = await director.send(jobFile, { query: { job_id } })
  const rows = await readXlsx(file.bytes)
  // Below the title and two lines of heads.
  expect(rows.filter(([label]) => label?.startsWith('['))).toHaveLength(FULL)
  const exports = await db
    .selectFrom('audit')
    .where('action', '=', 'export')
    .select('after')
    .execute()
  expect(exports).toHaveLength(2)
})
