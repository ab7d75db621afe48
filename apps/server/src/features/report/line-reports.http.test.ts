import {
  createSnapshot,
  exportSubjectLines,
  reportConfigSave,
  reportCritical,
  reportLineOverview,
  reportStepLines,
  reportSubjectLines,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { newcombe } from '@hengjuan/stats'
import { expect, test } from 'vitest'
import { unpackWorkbook } from '../../spreadsheet/unpack-workbook.ts'
import {
  correctTinyExam,
  openTestApp,
  seedTinyExam,
  type TestClient,
  TINY_EXAM_NAME,
} from '../../testing/index.ts'

/*
 * Totals now: 101 28, 102 23, 103 23 in the first class, 105 3, 106 23, 107 7 in the second. Of the same six in
 * September: 23, 18, 28, and 3, 18, 7.
 */
async function open(kind: 'sqlite' | 'postgres') {
  const app = await openTestApp(kind)
  const director = await app.signIn('director')
  const release = async (name: string, exam_id: number) => {
    const answer = await director.send(createSnapshot, { body: { exam_id, confirm_name: name } })
    expect(answer.status).toBe(200)
  }
  const { examId } = await seedTinyExam(app.services, app.school)
  await release(TINY_EXAM_NAME, examId)
  const earlier = await seedTinyExam(app.services, app.school, {
    name: '九月月考',
    startDate: '2026-09-20',
  })
  await correctTinyExam(app.services, earlier)
  await release('九月月考', earlier.examId)
  return { app, director, examId, earlierId: earlier.examId }
}

const saveLines = async (
  client: TestClient,
  exam_id: number,
  lines: {
    name: string
    percent: number | null
    total_milli: number | null
    targets?: { class_id: number; count: number }[]
  }[],
  version = 0,
) =>
  client.send(reportConfigSave, {
    body: { exam_id, reason: '试', versions: { 'report.lines': version }, lines },
  })

everyDatabase('lines on %s', (kind) => {
  test('the share on a line changes among those who sat both, by the line that stood then', async () => {
    const { app, director, examId, earlierId } = await open(kind)
    const line = (total_milli: number) => ({ name: '本科线', percent: null, total_milli })
    expect((await saveLines(director, examId, [line(23_000)])).status).toBe(200)
    const query = { exam_id: examId, compare_exam_id: earlierId }
    const [class_id = 0] = app.school.classIds

    // No line was announced in September: as large a share of the six as now, who are the same four.
    const byShare = await director.send(reportLineOverview, { query })
    expect(byShare.data.compared).toEqual({ exam_id: earlierId, exam_name: '九月月考' })
    expect(byShare.data.rows[0]).toMatchObject({ on: 4, delta: null, gained: 0, lost: 0 })

    expect((await saveLines(director, earlierId, [line(20_000)])).status).toBe(200)
    const { data } = await director.send(reportLineOverview, { query })
    expect(data.rows[0]).toMatchObject({ on: 4, gained: 2, lost: 0 })
    expect(data.rows[0]?.delta).toMatchObject({ n: 6, shown: 'few' })
    expect(data.rows[0]?.delta?.v).toBeCloseTo(2 / 6, 12)
    const own = await director.send(reportLineOverview, { query: { ...query, class_id } })
    expect(own.data.rows[0]).toMatchObject({ on: 3, gained: 1, lost: 0 })
    expect(own.data.rows[0]?.delta?.v).toBeCloseTo(1 / 3, 12)

    const alone = await director.send(reportLineOverview, { query: { exam_id: examId } })
    expect(alone.data.compared).toBeNull()
    expect(alone.data.rows[0]).toMatchObject({ delta: null, gained: null, lost: null })
  })

  test('targets of classes stand beside what was reached, their sum beside all', async () => {
    const { app, director, examId } = await open(kind)
    const [first = 0, second = 0] = app.school.classIds
    const lines = [
      { name: '特控线', percent: null, total_milli: 25_000 },
      {
        name: '本科线',
        percent: null,
        total_milli: 20_000,
        targets: [
          { class_id: first, count: 2 },
          { class_id: second, count: 3 },
        ],
      },
    ]
    expect((await saveLines(director, examId, lines)).status).toBe(200)
    const { data } = await director.send(reportStepLines, { query: { exam_id: examId } })
    expect(
      data.rows.map(({ cells }) => cells.map(({ on, target, gap }) => [on, target, gap])),
    ).toEqual([
      [
        [1, null, null],
        [3, 2, 1],
      ],
      [
        [0, null, null],
        [1, 3, -2],
      ],
      [
        [1, null, null],
        [4, 5, -1],
      ],
    ])
    // Who may not configure may not set any.
    const head = await app.signIn('head')
    expect((await saveLines(head, examId, lines, 1)).error.error).toBe('NOT_ALLOWED')
  })

  test('a class is compared with all the others on the line', async () => {
    const { director, examId } = await open(kind)
    const query = { exam_id: examId, line_total: 20 }
    const { data } = await director.send(reportSubjectLines, { query })
    const [first, second, all] = data.rows
    const expected = newcombe({ num: 3, den: 3 }, { num: 1, den: 3 })
    expect(first?.over_rest).toMatchObject({ n: 3, shown: 'few' })
    for (const end of ['v', 'lo', 'hi'] as const)
      expect(first?.over_rest?.[end]).toBeCloseTo(expected?.[end] ?? NaN, 12)
    expect(second?.over_rest?.v).toBeCloseTo(-2 / 3, 12)
    expect(all?.over_rest).toBeNull()
    expect(data.line).toMatchObject({ by_share: false })
  })
})

test('usual lines are told to be taken by share, and the workbook has a sheet for each question', async () => {
  const { director, examId } = await open('sqlite')
  const query = { exam_id: examId }
  const { data } = await director.send(reportSubjectLines, { query })
  expect(data.lines.map(({ name, by_share }) => [name, by_share])).toEqual([
    ['前 15%', true],
    ['前 25%', true],
    ['前 60%', true],
  ])
  const { bytes } = await director.send(exportSubjectLines, { query })
  const book = unpackWorkbook(bytes).get('xl/workbook.xml')?.toString('utf8') ?? ''
  expect([...book.matchAll(/<sheet [^>]*name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
    '单科上线',
    '单上线',
    '双上线',
    '命中与贡献',
    '分档',
    '说明',
  ])
})

test('who is behind 错位 is the people of the cell', async () => {
  const { app, director, examId } = await open('sqlite')
  const [class_id = 0] = app.school.classIds
  const query = { exam_id: examId, line_total: 20, subject_lines: '1:15' }
  const { data } = await director.send(reportSubjectLines, { query })
  const cell = data.rows[0]?.cells[0]
  // 101 has 20 in 语文; 102 and 103 are on the total line with 13.
  expect(cell).toMatchObject({ mismatch: 2, both_on: 1 })
  const people = await director.send(reportCritical, {
    query: { ...query, class_id, subject_id: 1, list: 'mismatch' },
  })
  expect(people.data.list.map(({ exam_no }) => exam_no).toSorted()).toEqual(['102', '103'])
})
