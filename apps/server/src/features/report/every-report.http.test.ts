import {
  cellNumber,
  createSnapshot,
  type Frame,
  jobFile,
  jobGet,
  type Report,
  reportConfigSave,
  reportPdf,
  tableTexts,
  visibleColumns,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { tsvOf } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import { readXlsx } from '../../testing/read-xlsx.ts'
import {
  correctTinyExam,
  openTestApp,
  pdfText,
  seedTinyExam,
  type TestApp,
  type TestClient,
  TINY_EXAM_NAME,
} from '../../testing/index.ts'
import { REPORTS } from './serving/registry.ts'

type AnyReport = Report<{ exam_id: number }, Frame, object>
const reports = REPORTS.map(({ report }) => report as unknown as AnyReport)

async function open(kind: 'sqlite' | 'postgres', gradeId = 10) {
  const app = await openTestApp(kind)
  const exam = await seedTinyExam(app.services, app.school, { gradeId })
  const { examId } = exam
  // Class teachers of the test school have grade 10.
  await app.services.db
    .updateTable('user_role')
    .set({ grade_ids: JSON.stringify([gradeId]) })
    .where('role', '=', 'class_teacher')
    .execute()
  const director = await app.signIn('director')
  const released = await director.send(createSnapshot, {
    body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
  })
  if (released.status !== 200) throw new Error(released.error.msg)
  // A second version, so that there is something to compare.
  await correctTinyExam(app.services, exam)
  const again = await director.send(createSnapshot, {
    body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
  })
  if (again.status !== 200) throw new Error(again.error.msg)
  return { app, director, examId, earlierId: await openEarlier(app, director, gradeId) }
}

/** The same year group sat an exam before, with other scores. */
async function openEarlier(app: TestApp, director: TestClient, gradeId: number): Promise<number> {
  const name = '九月月考'
  const exam = await seedTinyExam(app.services, app.school, {
    gradeId,
    name,
    startDate: '2026-09-20',
  })
  await correctTinyExam(app.services, exam)
  const released = await director.send(createSnapshot, {
    body: { exam_id: exam.examId, confirm_name: name },
  })
  if (released.status !== 200) throw new Error(released.error.msg)
  return exam.examId
}

/** Of a report of questions, one subject; of others, what they show without a choice. */
const queryOf = ({ of, query }: AnyReport, exam_id: number, compare_exam_id: number) => ({
  exam_id,
  ...('properties' in query && Object.hasOwn(query.properties as object, 'compare_exam_id')
    ? { compare_exam_id }
    : {}),
  ...(of === 'subject' ? { subject_id: 1 } : {}),
})

const number = (text: string): number => Number(text.replace(/[%,]/g, ''))

everyDatabase('every report on %s', (kind) => {
  test('has the same figures on the page, on the clipboard, in the workbook and on paper', async () => {
    const { app, director, examId, earlierId } = await open(kind)
    for (const report of reports) {
      const query = queryOf(report, examId, earlierId)
      const reply = (await director.send(report.list, { query })).data
      const columns = visibleColumns(report.columns(reply), reply.rank_types)
      const rows = report.rows(reply)
      expect(rows.length, report.key).toBeGreaterThan(0)
      const [titles, ...texts] = tableTexts(columns, rows)

      const clipboard = tsvOf([titles ?? [], ...texts]).split('\n')
      expect(clipboard.length, report.key).toBe(rows.length + 1)

      const file = await readXlsx((await director.send(report.export, { query })).bytes)
      for (const [at, row] of rows.entries())
        for (const [index, column] of columns.entries()) {
          const text = texts[at]?.[index] ?? ''
          const cell = file[at + 3]?.[index] ?? ''
          // An estimate is written with its interval.
          const value = column.kind === 'est' ? null : cellNumber(column, row)
          const where = `${report.key} ${column.key} ${at}`
          if (value === null) expect(cell, where).toBe(text === '—' ? '' : text)
          else {
            expect(number(text), where).toBeCloseTo(value, 6)
            expect(number(cell) * (text.endsWith('%') ? 100 : 1), where).toBeCloseTo(value, 6)
          }
          expect(clipboard[at + 1]?.split('\t')[index]?.replace(/^'/, ''), where).toBe(text)
        }

      const { exam_id, ...filters } = query
      const begun = await director.send(reportPdf, {
        body: { exam_id, report: report.key as 'basic', filters },
      })
      expect(begun.status, report.key).toBe(200)
      await app.runJobs()
      const job = await director.send(jobGet, { query: begun.data })
      expect([report.key, job.data.state, job.data.message]).toEqual([report.key, 'done', ''])
      const { bytes } = await director.send(jobFile, { query: begun.data })
      const paper = await pdfText(bytes)
      for (const text of new Set(texts.flat()))
        if (text !== '' && text.length < 12)
          expect(paper, `${report.key} ${text}`).toContain(text.replace(/\s/g, ''))
    }
  })
})

/** Every key anywhere in a value. */
function keysOf(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const one of value) keysOf(one, found)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      found.add(key)
      keysOf(inner, found)
    }
  return found
}

const ranksIn = (value: unknown): string[] =>
  [...keysOf(value)].filter((key) => /^(joint|city|district|school|class)_rank$/.test(key)).sort()

describe('who sees which ranks', () => {
  test.for([
    // role, grade, teachers see ranks: kinds that are in the reply
    ['director', 10, true, ['class_rank', 'school_rank']],
    ['principal', 10, false, ['class_rank', 'school_rank']],
    ['head', 10, true, ['class_rank', 'school_rank']],
    ['head', 10, false, []],
    ['director', 8, true, ['class_rank', 'school_rank']],
    ['head', 8, true, []],
  ] as const)(
    'ranks: %s in grade %i, shown to teachers %s: the replies have %o',
    async ([account, gradeId, teacher, kinds]) => {
      const { app, director, examId } = await open('sqlite', gradeId)
      if (!teacher) {
        const saved = await director.send(reportConfigSave, {
          body: {
            exam_id: examId,
            reason: '试',
            versions: {},
            user_visible: { teacher: false, student: false },
          },
        })
        expect(saved.status).toBe(200)
      }
      const client = await app.signIn(account)
      const seen = new Set<string>()
      for (const report of reports) {
        const query = { exam_id: examId, ...(report.of === 'subject' ? { subject_id: 2 } : {}) }
        const { data, status } = await client.send(report.list, { query })
        expect([report.key, status]).toEqual([report.key, 200])
        for (const key of ranksIn(data)) seen.add(key)
      }
      expect([...seen].sort()).toEqual(kinds)
    },
  )

  test('ranks: what is hidden is in no file either, and named lists of grades 1 to 9 leave without', async () => {
    const { director, examId } = await open('sqlite', 8)
    const report = reports.find(({ key }) => key === 'student')!
    const [, , titles] = await readXlsx(
      (await director.send(report.export, { query: { exam_id: examId } })).bytes,
    )
    expect(titles?.filter((title) => title.includes('名次'))).toEqual([])
  })

  test('small groups: the few of other classes are not told by a difference to the grade', async () => {
    const { app, examId } = await open('sqlite')
    const head = await app.signIn('head')
    const report = reports.find(({ key }) => key === 'average')!
    const { data } = await head.send(report.list, {
      query: { exam_id: examId, subject_id: 2 } as never,
    })
    const { rows } = data as unknown as {
      rows: {
        suppressed: boolean
        figures: { mean_milli: number | null }
        delta: { v: number | null }
      }[]
    }
    // Three others: their mean would follow from that of the grade and of the own class.
    expect(
      rows.map(({ suppressed, figures, delta }) => [
        suppressed,
        figures.mean_milli === null,
        delta.v,
      ]),
    ).toEqual([
      [false, false, null],
      [true, true, null],
    ])
    expect(data.footer.suppressed).toBe(1)
  })
})
