import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Computed, measureCompute, SIZE } from '../scripts/report-bench/measure-compute.ts'
import { measureFiles } from '../scripts/report-bench/measure-files.ts'
import { checkAgainstDuck, ORACLE_PLANS } from '../scripts/report-bench/oracle-check.ts'
import { measureMemory } from '../scripts/report-bench/measure-memory.ts'
import { measureServed, type Served } from '../scripts/report-bench/measure-served.ts'
import type { DatabaseName } from '../scripts/dispatch/dispatch-world.ts'
import { measureReportPage, type ReportPage } from './report-page.ts'

interface Options {
  parts: readonly (typeof PARTS)[number][]
  candidates: number
  rounds: number
  subjects: number | undefined
  /** Both when absent. */
  database: DatabaseName | undefined
  json: boolean
}

interface Row {
  what: string
  value: string
  floor: string
  ratio: string
  target: string
}

/** Figures 1 and 2; odd exams beside DuckDB; 4; 8 and 9; 3, 5, 6 and 7; 10. */
export const PARTS = ['compute', 'odd', 'memory', 'files', 'served', 'page'] as const

/** Statistics of an exam beside another engine and the plainest work that there is, and what comes of them. */
export async function measureReport(options: Options): Promise<void> {
  const note = (text: string) => console.error(text)
  const { candidates, rounds, parts, subjects = SIZE.subjects } = options
  note(
    `${candidates} candidates, ${subjects} of ${SIZE.subjects} subjects, ${SIZE.items} questions`,
  )
  const of = async <T>(part: (typeof PARTS)[number], measure: () => T | Promise<T>) =>
    parts.includes(part) ? await measure() : null
  // Before the others leave anything behind.
  const memory = await of('memory', () => measureMemory(candidates))
  const computed = await of('compute', () => measureCompute({ candidates, rounds, subjects, note }))
  const checked = await of('odd', () => checkAll(note))
  const files = await of('files', () => measureFiles(rounds, note))
  const served = await of('served', () => measureServers(options, note))
  const page = await of('page', () => measureReportPage(rounds, note))
  if (options.json) {
    const all = { candidates, computed, checked, memory, files, page }
    const byDatabase = served && Object.fromEntries(served)
    console.log(JSON.stringify({ ...all, served: byDatabase }, null, 2))
    return
  }
  print([
    ...(computed ? computedRows(computed) : []),
    ...(checked ? checkedRows(checked) : []),
    ...(memory ? memoryRows(memory) : []),
    ...(files ? fileRows(files) : []),
    ...(served ?? []).flatMap(([database, one]) => servedRows(database, one)),
    ...(page ? pageRows(page) : []),
  ])
  if (computed)
    console.log(
      'DuckDB plans each of its queries anew: at 1,500 candidates that is most of its time, and (1) says little',
    )
}

/** Exams of odd shapes, of which the tests check only some. */
async function checkAll(note: (text: string) => void) {
  let [cells, apart] = [0, 0]
  for (const plan of ORACLE_PLANS) {
    const one = await checkAgainstDuck(plan)
    cells += one.cells
    apart += one.apart.length
  }
  note(`${ORACLE_PLANS.length} odd exams: ${apart} of ${cells} cells differ`)
  return { cells, apart }
}

/** A server on each database. */
async function measureServers(
  { candidates, rounds, database }: Options,
  note: (text: string) => void,
): Promise<[DatabaseName, Served][]> {
  const measured: [DatabaseName, Served][] = []
  for (const kind of database ? [database] : (['sqlite', 'postgres'] as const)) {
    const folder = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'hengjuan-report-'))
    try {
      measured.push([kind, await measureServed(kind, { folder, candidates, rounds, note })])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return measured
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const mb = (value: number) => `${value.toFixed(1)} MB`
const times = (value: number) => value.toFixed(2)

function computedRows({ hereMs, scanMs, duckMs, duckPlainMs, cells, apart }: Computed): Row[] {
  return [
    {
      what: '(1) figures and item tables',
      value: ms(hereMs),
      floor: `${ms(duckMs)} DuckDB`,
      ratio: times(duckMs / hereMs),
      target: '>= 3',
    },
    {
      what: '(1) without efficiency there',
      value: ms(hereMs),
      floor: `${ms(duckPlainMs)} DuckDB`,
      ratio: times(duckPlainMs / hereMs),
      target: '-',
    },
    {
      what: '(1) cells that differ',
      value: String(apart),
      floor: `${cells} cells`,
      ratio: '-',
      target: '0',
    },
    {
      what: '(2) beside the plain scan',
      value: ms(hereMs),
      floor: `${ms(scanMs)} scan`,
      ratio: times(hereMs / scanMs),
      target: '<= 6',
    },
  ]
}

const checkedRows = ({ cells, apart }: { cells: number; apart: number }): Row[] => [
  {
    what: '(1) cells of 20 odd exams',
    value: String(apart),
    floor: `${cells} cells`,
    ratio: '-',
    target: '0',
  },
]

const memoryRows = ({ heldMb, columnMb }: ReturnType<typeof measureMemory>): Row[] => [
  {
    what: '(4) memory of a version',
    value: mb(heldMb),
    floor: `${mb(columnMb)} columns`,
    ratio: times(heldMb / columnMb),
    target: '<= 1.2',
  },
]

const fileRows = ({ xlsx, csv, pdf }: Awaited<ReturnType<typeof measureFiles>>): Row[] => [
  {
    what: '(8) workbook 100,000 x 30',
    value: ms(xlsx.ms),
    floor: `${ms(csv.ms)} CSV`,
    ratio: times(xlsx.ms / csv.ms),
    target: '<= 4',
  },
  peak('(8) its process', xlsx.peakMb, csv.peakMb, '<= 150 MB'),
  {
    what: '(9) 1,500 one-page PDFs',
    value: ms(pdf.ms),
    floor: '-',
    ratio: '-',
    target: '<= 10,000 ms',
  },
  peak('(9) their process', pdf.peakMb, null, '<= 250 MB'),
]

function servedRows(database: DatabaseName, of: Served): Row[] {
  const row = (what: string, value: string, floor: string, ratio: string, target: string): Row => ({
    what: `${what}, ${database}`,
    value,
    floor,
    ratio,
    target,
  })
  const rate = (value: number) => `${value.toFixed(0)} a second`
  return [
    row(
      '(3) database to columns',
      ms(of.columnsMs),
      `${ms(of.bareReadMs)} bare read`,
      times(of.columnsMs / of.bareReadMs),
      database === 'sqlite' ? '<= 7,000 ms' : '<= 6,000 ms',
    ),
    row('(3) release as a whole', ms(of.releaseMs), '-', '-', '-'),
    row('(5) reports, p99', ms(of.reports.p99), rate(of.reportsASecond), '-', '<= 50 ms at 100'),
    row('(5) first of each, slowest', ms(of.firstMs), '-', '-', '-'),
    row(
      '(6) own score',
      rate(of.ownASecond),
      `${rate(of.bareASecond)} bare`,
      times(of.ownASecond / of.bareASecond),
      '>= 0.5',
    ),
    row(
      '(6) its processor time',
      ms(of.ownCpuMs),
      `${ms(of.bareCpuMs)} bare`,
      times(of.ownCpuMs / of.bareCpuMs),
      '<= 2',
    ),
    row('(6) 2,000 in ten seconds, p99', ms(of.rush.p99), '-', '-', '<= 1,000 ms'),
    row('(6) 2,000 in a minute, p99', ms(of.minute.p99), '-', '-', '<= 200 ms'),
    row('(7) next version of all', ms(of.againMs), '-', '-', '<= 3,000 ms'),
  ]
}

/** Of the browser: the students' table, whatever the exam of the other figures has. */
function pageRows(of: ReportPage): Row[] {
  const frame = ({ median, p95 }: ReportPage['idle']) =>
    `${median.toFixed(1)}, p95 ${p95.toFixed(0)}`
  return [
    {
      what: `(10) first of ${of.rows} rows x ${of.columns}`,
      value: ms(of.rowsMs),
      floor: '-',
      ratio: '-',
      target: '< 300 ms',
    },
    {
      what: '(10) processor of the page for both',
      value: ms(of.threadMs),
      floor: '-',
      ratio: '-',
      target: '-',
    },
    {
      what: '(10) with the answer itself',
      value: ms(of.wholeMs),
      floor: `${ms(of.bareMs)} fetched`,
      ratio: times(of.wholeMs / of.bareMs),
      target: '-',
    },
    {
      what: '(10) ms a frame, scrolling',
      value: frame(of.scroll),
      floor: `${frame(of.idle)} idle`,
      ratio: times(of.scroll.median / of.idle.median),
      target: '17 ms',
    },
  ]
}

const peak = (what: string, value: number, floor: number | null, target: string): Row => ({
  what,
  value: `${value.toFixed(0)} MB peak`,
  floor: floor === null ? '-' : `${floor.toFixed(0)} MB CSV`,
  ratio: floor === null ? '-' : times(value / floor),
  target,
})

function print(rows: readonly Row[]): void {
  const line = ({ what, value, floor, ratio, target }: Row) =>
    console.log(
      `${what.padEnd(40)} ${value.padStart(14)} ${floor.padStart(18)} ${ratio.padStart(8)}   ${target}`.trimEnd(),
    )
  line({ what: 'what', value: 'here', floor: 'floor', ratio: 'ratio', target: 'target' })
  for (const row of rows) line(row)
}
