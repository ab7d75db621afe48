import {
  chartSheet,
  cellNumber,
  choiceReport,
  optionCurve,
  type ReplyOf,
} from '@hengjuan/contracts'
import { type ChartData, chartTable, GRADE_SCHEMES } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { reportSheets } from '../../apps/server/src/features/report/kit/workbook.ts'
import { REPORTS } from '../../apps/server/src/features/report/serving/registry.ts'
import { DRAWN, NOWHERE_ELSE } from './drawn-figures.ts'
import { makeExam } from './made-exam.ts'
import { ORACLE_PLANS } from './oracle-check.ts'
import { type Asked, replyOf } from './page-answer.ts'
import { DIRECTOR, PAGE_CONFIG } from './page-viewer.ts'
import { isTooFew, Page } from './table-page.ts'

/*
 * Every chart of every report draws the figures of its table, of random exams: each value looked up by label and cell
 * and written as the cell writes it, so that a chart which rounds, sums or leaves out by itself is found.
 *
 * @source reports 3.4, 9 (5)
 */

const LINES = [
  { name: '前三成', percent: 30, total_milli: null },
  { name: '公布的线', percent: null, total_milli: 30_000 },
]

/** Where a report draws otherwise by its filters; every report is asked without any as well. */
const FILTERED: Record<string, Record<string, unknown>[]> = {
  basic: [{ class_id: 2 }],
  student: [{ class_id: 2, limit: 5000 }],
  average: [{ subject_id: 1 }, { trim: 5 }, { school_id: 1, reference: 'grade' }],
  average_school: [{ subject_id: 2 }],
  little: [{ class_id: 2 }, { flag: 'only' }, { sort: 'distinction' }],
  question_detail: [{ class_id: 2 }],
  question_split: [{ class_id: 2 }],
  section: [
    { width: 5, overlay: '1,2' },
    { width: 10, by: 'school', overlay: '1' },
    { width: 5, empty: 'hide' },
  ],
  section_rank: [{ unit: 'percent', width: 20, by: 'school' }],
  section_from: [{ by: 'school' }, { bands: '[["上",30,40],["下",0,30]]' }],
  level_student: [{ scheme: GRADE_SCHEMES.std_312.id, limit: 5000 }, { class_id: 2 }],
  level_unit: [{ subject_id: 1 }, { scheme: GRADE_SCHEMES.std_312.id }],
  line_type1: [{ line_total: 25 }, { class_id: 2 }],
  concerned_critical: [{ below: 20, above: 20 }, { subject_id: 1 }],
  concerned_excellent: [
    { top: 5, limit: 5000 },
    { top: 5, subject_id: 1, limit: 5000 },
    { top_percent: 10, limit: 5000 },
  ],
  grade: [{ school_id: 1 }],
  paper: [{ subject_id: 1 }],
  area: [{ level: 'school' }, { level: 'district' }],
  grade_from: [
    { formula: '均分+上四分位' },
    { formula: '标准化(均分 35, 优秀率 25, 及格率 20, 低分率 20)' },
    { by: 'school', formula: '均分' },
  ],
  book: [{ limit: 5000 }],
}

/** A bureau: figures of schools and classes without people, the small ones kept back. */
const REGION = {
  ...DIRECTOR,
  view: { side: 'region', schools: 'all', named: [], peers: 'names' } as const,
}

const tagged = (questions: readonly { no: string }[]) =>
  Object.fromEntries(
    questions.slice(1).map(({ no }, at) => [no, at % 3 === 0 ? ['函数', '几何'] : ['几何']]),
  )

function asked(seed: number): Asked {
  const plan = ORACLE_PLANS[seed]!
  const exams = [0, 1, 2].map((back) => makeExam({ ...plan, seed: plan.seed + back * 1000 }))
  return {
    exams,
    config: { ...PAGE_CONFIG, lines: LINES },
    tags: { 1: tagged(exams[0]!.manifest.subjects[0]!.questions) },
  }
}

const charted = REPORTS.flatMap(({ report }) => (report.charts ? [report.key] : []))

test('of every report with charts it is said where their figures stand', () => {
  expect(Object.keys(DRAWN).sort()).toEqual(charted.toSorted())
})

test.for(ORACLE_PLANS.map(({ seed }) => seed))(
  'charts of the random exam %i are their tables',
  (seed) => {
    const exam = asked(seed)
    for (const viewer of [DIRECTOR, REGION])
      for (const { report } of REPORTS) {
        if (!report.charts || (viewer === REGION && report.named)) continue
        for (const query of [{}, ...(FILTERED[report.key] ?? [])]) {
          const all: Record<string, unknown> = {
            ...(report.of === 'subject' ? { subject_id: 1 } : {}),
            ...query,
          }
          if (all['class_id'] && exam.exams[0]!.manifest.classes.length < 2) continue
          compare({ ...exam, viewer }, report.key, all)
        }
      }
  },
)

function compare(exam: Asked, key: string, query: Record<string, unknown>): void {
  let page: Page
  try {
    page = new Page(exam, key, query)
  } catch (error) {
    // Nothing is shown, and so nothing is drawn.
    if (isTooFew(error)) return
    throw error
  }
  const where = `${key} ${JSON.stringify(query)} for the ${exam.viewer?.view.side}`
  const told = DRAWN[key]!(page, exam)
  expect(
    page.charts.map(({ title }) => title),
    where,
  ).toHaveLength(told.length)
  for (const [at, chart] of page.charts.entries()) {
    const drawn = told[at]!
    const { head, rows } = chartTable(chart)
    expect(
      head.every((title) => title.trim() !== ''),
      `${where} ${chart.title}`,
    ).toBe(true)
    assertWhole(chart, where)
    if (drawn === NOWHERE_ELSE) continue
    expect([head.slice(1), ...rows], `${where} ${chart.title}`).toEqual([
      drawn.series,
      ...drawn.rows,
    ])
  }
  if (page.report.chartsApart) sheetsOf(page, where)
}

/** A value for every label, and of shares no more and no less than all: what is drawn is what is written. */
function assertWhole({ kind, labels, series, title }: ChartData, where: string): void {
  for (const { values, lo = [], hi = [] } of series) {
    expect(values, `${where} ${title}`).toHaveLength(labels.length)
    for (const ends of [lo, hi]) expect([0, labels.length], title).toContain(ends.length)
  }
  if (kind !== 'stacked100') return
  for (const at of labels.keys()) {
    const known = series.flatMap(({ values }) => values[at] ?? [])
    if (known.length > 0)
      expect(
        known.reduce((sum, one) => sum + one, 0),
        `${where} ${title} ${labels[at]}`,
      ).toBeCloseTo(1, 9)
  }
}

/** The workbook has the figures of charts that the table has not. */
function sheetsOf({ report, reply, charts }: Page, where: string): void {
  const sheets = reportSheets(report as never, reply, { name: '', role: 'principal', at: '' })
  expect(new Set(sheets.map(({ name }) => name)).size, where).toBe(sheets.length)
  for (const chart of charts) {
    const sheet = sheets.find(({ name }) => name === chart.title)
    const { columns, rows } = chartSheet(chart)
    const written = [...(sheet?.rows ?? [])].slice(3, 3 + rows.length).map(({ cells }) => cells)
    expect(
      written.map((cells) => cells.slice(1).map(valueOf)),
      `${where} ${chart.title}`,
    ).toEqual(rows.map((row) => columns.slice(1).map((column) => cellNumber(column, row))))
    expect(chartTable(chart).rows, chart.title).toHaveLength(rows.length)
  }
}

const valueOf = (cell: unknown): unknown =>
  typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : cell

test('the curve of a question over five bands of scores is the sheet of the workbook', () => {
  const { reply } = replyOf(asked(13), 'question_choice', { subject_id: 1 })
  const { bands } = reply as unknown as ReplyOf<typeof choiceReport.list>
  const [sheet] = choiceReport.sheets?.(reply as never) ?? []
  const drawn = bands.map(optionCurve).flatMap(({ series }) => series.map(({ values }) => values))
  expect(drawn.length).toBeGreaterThan(8)
  const [, , , ...fifths] = sheet!.columns
  expect(sheet!.rows.map((row) => fifths.map((column) => column.value(row)))).toEqual(drawn)
})
