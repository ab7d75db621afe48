import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { OmrTemplate, PageReading } from '@hengjuan/domain'
import { createReader, loadTemplate } from '@hengjuan/omr'
import {
  createRandom,
  makeAnswers,
  makeMarking,
  renderBlankPages,
  simulateSheet,
} from '@hengjuan/scan-simulator'
import type { PrintedSheet, SimulatedSheet } from '@hengjuan/scan-simulator'
import { layoutSheet, templateOf } from '@hengjuan/sheet'
import type { PageOutcome } from './compare.ts'
import { comparePage } from './compare.ts'
import { corpusDesigns } from './designs.ts'
import type { CorpusOrder, PlannedSheet } from './plan.ts'
import { planSheet } from './plan.ts'

export interface WorkerSetup {
  order: CorpusOrder
  /** Where scans with a silent error, or all of them, are kept; null keeps none. */
  keep: { folder: string; which: 'silent' | 'rejected' | 'all' } | null
}

export interface SheetOutcome {
  index: number
  cell: string
  design: string
  engine: string
  pages: PageOutcome[]
  /** CPU milliseconds of the worker's own thread. */
  simulateMs: number
  readMs: number
}

const { order, keep } = workerData as WorkerSetup
const reader = createReader()
const printed = new Map<number, Promise<{ sheet: PrintedSheet; template: OmrTemplate }>>()

/** Sheets wait for one another: a reader reads one page at a time. */
let last: Promise<unknown> = Promise.resolve()

parentPort?.on('message', (index: number) => {
  last = last
    .then(() => runSheet(planSheet(order, index)))
    .then((outcome) => parentPort?.postMessage(outcome))
})

async function runSheet(plan: PlannedSheet): Promise<SheetOutcome> {
  if (!printed.has(plan.design)) printed.set(plan.design, print(plan.design))
  const { sheet, template: plain } = await printed.get(plan.design)!
  const isRed = plan.degradations.some(({ name }) => name === 'redCard')
  const template: OmrTemplate = isRed ? { ...plain, dropout: 'red' } : plain
  const start = process.threadCpuUsage()
  const made = await simulate(plan, sheet)
  const simulateMs = cpuMs(start)
  const before = process.threadCpuUsage()
  const pages: PageOutcome[] = []
  const readings: unknown[] = []
  for (const [i, { jpeg, toPx }] of made.pages.entries()) {
    const pageTruth = made.truth.pages[i]!
    const reading = await read(jpeg, template)
    const page = template.pages[(pageTruth.page ?? 1) - 1]!
    pages.push(comparePage(reading, made.truth, pageTruth, page, toPx))
    readings.push(reading instanceof Error ? { error: reading.stack } : reading)
  }
  const readMs = cpuMs(before)
  if (keep && isKept(pages)) await store(plan, made, template, readings, keep.folder)
  const engine = (readings[0] as { engine?: string } | undefined)?.engine ?? ''
  const { name: design } = corpusDesigns[plan.design]!
  return { index: plan.index, cell: plan.cell, design, engine, pages, simulateMs, readMs }
}

const read = (jpeg: Uint8Array, template: OmrTemplate): Promise<PageReading | Error> =>
  reader.readPage(jpeg, template).then(
    ({ reading }) => reading,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )

const cpuMs = (since: NodeJS.CpuUsage) => {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}

async function print(number: number) {
  const { design, dpi } = corpusDesigns[number]!
  const geometry = layoutSheet(design)
  const blanks = await renderBlankPages(geometry, dpi)
  return { sheet: { geometry, blanks }, template: loadTemplate(templateOf(geometry)) }
}

async function simulate(plan: PlannedSheet, sheet: PrintedSheet): Promise<SimulatedSheet> {
  const { geometry } = sheet
  const random = createRandom(`${plan.seed}/candidate`)
  const examNo = Array.from({ length: geometry.design.examNoDigits }, () => random.integer(0, 9))
  const candidate = { name: '考生某', className: '一班', examNo: examNo.join('') }
  const needsBack = plan.degradations.some(({ name }) => name === 'backInFront')
  const { isMarked } = corpusDesigns[plan.design]!
  const student = makeAnswers(geometry, candidate, {}, plan.seed)
  const marking = isMarked ? makeMarking(geometry.design, random.fork('marking')) : undefined
  return simulateSheet({
    sheet,
    student: marking ? { ...student, marking } : student,
    seed: plan.seed,
    strength: plan.strength,
    degradations: plan.degradations,
    // Bubbles are on the front; the back is scanned where it takes the front's place, or has marks too.
    pages: needsBack || isMarked ? undefined : [1],
  })
}

function isKept(pages: readonly PageOutcome[]): boolean {
  if (keep?.which === 'all') return true
  if (keep?.which === 'rejected') return pages.some(({ rejected }) => rejected)
  return pages.some(({ silent, crash }) => silent.length > 0 || crash !== null)
}

async function store(
  plan: PlannedSheet,
  { pages, truth }: SimulatedSheet,
  template: OmrTemplate,
  readings: unknown[],
  root: string,
): Promise<void> {
  const folder = join(root, `${order.mode}-${plan.cell.replaceAll(':', '-')}-${plan.index}`)
  await mkdir(folder, { recursive: true })
  for (const [i, { jpeg }] of pages.entries()) {
    await writeFile(join(folder, `scan-${i + 1}.jpg`), jpeg)
    await writeFile(join(folder, `reading-${i + 1}.json`), JSON.stringify(readings[i], null, 1))
  }
  await writeFile(join(folder, 'template.json'), JSON.stringify(template))
  await writeFile(join(folder, 'truth.json'), JSON.stringify(truth, null, 1))
}
