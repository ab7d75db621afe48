import { Worker } from 'node:worker_threads'
import type { SheetOutcome, WorkerSetup } from './corpus.worker.ts'
import type { CorpusOrder } from './plan.ts'
import type { CorpusResult } from './tally.ts'
import { addClaims, addPage, emptyReliability, emptyTally, MOST_NAMED } from './tally.ts'

export interface CorpusRun {
  order: CorpusOrder
  /** Indices from `from` up to but not including `to`. */
  from: number
  to: number
  workers: number
  keep: WorkerSetup['keep']
  /** Called after each sheet. */
  progress: (done: number, result: CorpusResult) => void
}

/** Sheets that wait in a worker while one is being read. */
const AHEAD = 2

/** Makes and reads the sheets of a range, in workers, and counts what came out. */
export async function runCorpus(run: CorpusRun): Promise<CorpusResult> {
  const { order, from, to, workers, keep } = run
  const started = performance.now()
  const result: CorpusResult = {
    mode: order.mode,
    seed: order.seed,
    degradation: order.degradation && `${order.degradation.name} ${order.degradation.strength}`,
    engine: '',
    from,
    to,
    sheets: 0,
    seconds: 0,
    cpuMsPerPage: { simulate: 0, read: 0 },
    total: emptyTally(),
    cells: {},
    options: emptyReliability(),
    fields: emptyReliability(),
    silentErrors: [],
    crashes: [],
    needlessFlags: [],
    rejections: [],
  }
  const cpu = { simulate: 0, read: 0 }
  let next = from
  const collect = (outcome: SheetOutcome) => {
    const { index, cell, design, engine, pages } = outcome
    const tally = (result.cells[cell] ??= emptyTally())
    for (const page of pages) {
      addPage(result.total, page)
      addPage(tally, page)
      addClaims(result.options, page.optionClaims)
      addClaims(result.fields, page.fieldClaims)
      if (page.crash) result.crashes.push({ index, cell, design, stack: page.crash })
      if (page.rejected && result.rejections.length < MOST_NAMED)
        result.rejections.push({ index, cell, design, issues: page.issues })
      for (const flag of page.needless)
        if (result.needlessFlags.length < MOST_NAMED)
          result.needlessFlags.push({ ...flag, index, cell, design })
      for (const error of page.silent) result.silentErrors.push({ ...error, index, cell, design })
    }
    cpu.simulate += outcome.simulateMs
    cpu.read += outcome.readMs
    result.engine = engine
    result.sheets++
    result.seconds = Math.round((performance.now() - started) / 1000)
    result.cpuMsPerPage = {
      simulate: Math.round((10 * cpu.simulate) / result.total.pages) / 10,
      read: Math.round((10 * cpu.read) / result.total.pages) / 10,
    }
    run.progress(result.sheets, result)
  }
  await Promise.all(
    Array.from({ length: Math.min(workers, to - from) }, () =>
      employ({ order, keep }, () => (next < to ? next++ : null), collect),
    ),
  )
  result.silentErrors.sort((a, b) => a.index - b.index)
  return result
}

/** One worker, fed with indices until there are none. */
function employ(
  setup: WorkerSetup,
  take: () => number | null,
  collect: (outcome: SheetOutcome) => void,
): Promise<void> {
  const worker = new Worker(new URL('corpus.worker.ts', import.meta.url), { workerData: setup })
  let waiting = 0
  const feed = () => {
    const index = take()
    if (index === null) return
    waiting++
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, no window
    worker.postMessage(index)
  }
  return new Promise((resolve, reject) => {
    worker.on('error', reject)
    worker.on('message', (outcome: SheetOutcome) => {
      waiting--
      collect(outcome)
      feed()
      if (waiting === 0) worker.terminate().then(() => resolve(), reject)
    })
    for (let sheet = 0; sheet < AHEAD; sheet++) feed()
    if (waiting === 0) worker.terminate().then(() => resolve(), reject)
  })
}
