import {
  createSnapshot,
  examMarkers,
  examProgress,
  exceptionSummary,
  exportAverages,
  exportItems,
  exportSegments,
  exportStudents,
  homeSummary,
  previewAlarms,
  previewAll,
  previewStudents,
  reportClassAverages,
  reportItems,
  reportPaper,
  reportScoreSegments,
  reportStudents,
  studentScore,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { watchTables } from '../features/supervision/testing/asked-tables.ts'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../testing/index.ts'
import { openReaderThread } from './run-in-worker.ts'

/** Of a region they have tens or hundreds of thousands of rows. */
const LONG = [
  'unit',
  'reading',
  'scan_sheet',
  'scan_exception',
  'candidate_subject',
  'snapshot_row',
  'snapshot_column',
]

everyDatabase('calls that go through a whole exam, on %s', (kind) => {
  async function open() {
    const app = await openTestApp(kind)
    const { examId } = await seedTinyExam(app.services, app.school)
    const director = await app.signIn('director')
    const order = { exam_id: examId, confirm_name: TINY_EXAM_NAME }
    expect((await director.send(createSnapshot, { body: order })).status).toBe(200)
    const exam = { query: { exam_id: examId } }
    const subject = { query: { exam_id: examId, subject_id: 1 } }
    const admin = await app.signIn('admin')
    const calls = {
      home: () => director.send(homeSummary),
      markers: () => admin.send(examMarkers, { params: { schoolId: app.school.schoolId, examId } }),
      progress: () =>
        admin.send(examProgress, { params: { schoolId: app.school.schoolId, examId } }),
      exceptions: () => admin.send(exceptionSummary, { query: {} }),
      preview: () => director.send(previewAll, exam),
      alarms: () => director.send(previewAlarms, exam),
      students: () =>
        director.send(previewStudents, { query: { exam_id: examId, keyword: '10', limit: 2 } }),
      report: () => director.send(reportStudents, exam),
      averages: () => director.send(reportClassAverages, subject),
      segments: () => director.send(reportScoreSegments, exam),
      items: () => director.send(reportItems, exam),
      paper: () => director.send(reportPaper, exam),
      studentsFile: () => director.send(exportStudents, exam),
      averagesFile: () => director.send(exportAverages, exam),
      segmentsFile: () => director.send(exportSegments, subject),
      itemsFile: () => director.send(exportItems, subject),
    }
    /** From now on there is a reader thread; the tables that this one asks for. */
    const moveAside = (): Set<string> => {
      const { services, tables } = watchTables(app.services)
      const readerThread = openReaderThread(app.services, { fromRows: 0 })
      onTestFinished(() => readerThread.close())
      Object.assign(app.services, { db: services.db, readerThread })
      return tables
    }
    return { app, examId, calls, moveAside }
  }

  test('are answered in the reader thread, and say the same', async () => {
    const { calls, moveAside } = await open()
    const ask = async () => {
      const answers: Record<string, unknown> = {}
      for (const [name, call] of Object.entries(calls)) {
        const { status, data, bytes } = await call()
        answers[name] = { status, data, bytes: bytes.toString('latin1') }
      }
      return answers
    }
    const here = await ask()
    expect(Object.values(here)).toEqual(
      Object.values(here).map(() => expect.objectContaining({ status: 200 })),
    )
    expect(here['students']).toMatchObject({ data: { total: 8, list: [{}, {}], page_size: 2 } })
    const tables = moveAside()
    expect(await ask()).toEqual(here)
    expect(LONG.filter((table) => tables.has(table))).toEqual([])
  })

  test('a student is told the same by the reader thread', async () => {
    const { app, examId, moveAside } = await open()
    const student = await app.signIn('student')
    const ask = async () =>
      (await student.send(studentScore, { body: { exam_id: examId, exam_no: '101' } })).data
    const here = await ask()
    expect(here).toMatchObject({ exam_no: '101', rank_school: 1 })
    const tables = moveAside()
    expect(await ask()).toEqual(here)
    expect(tables.has('snapshot_row')).toBe(false)
  })
})
