import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createReaderPool } from '@hengjuan/omr'
import type { BenchScan } from './omr-scans.ts'

/** How the pool scales from one thread to two. */
export interface Scaling {
  pagesPerSecond: { one: number; two: number }
  /** Processor milliseconds a page. */
  cpuMs: { one: number; two: number }
  /** By the clock, in the better of the rounds: only an idle machine shows it. */
  byClock: number
  /** By processor time: what two free cores would give. */
  byProcessor: number
}

/** Reads the same pages with one and with two threads, in turn, crops and thumbnail included. */
export async function measureScaling(scan: BenchScan, pages: number): Promise<Scaling> {
  const sizes = { one: createReaderPool({ size: 1 }), two: createReaderPool({ size: 2 }) }
  const best = { one: Infinity, two: Infinity }
  const cpu = { one: [] as number[], two: [] as number[] }
  for (let round = -1; round < 6; round++) {
    for (const key of ['one', 'two'] as const) {
      const before = process.cpuUsage()
      const start = performance.now()
      const jobs = Array.from({ length: pages }, () =>
        sizes[key].read({ bytes: scan.jpeg, template: scan.template }),
      )
      await Promise.all(jobs)
      const used = process.cpuUsage(before)
      if (round < 0) continue
      best[key] = Math.min(best[key], performance.now() - start)
      cpu[key].push((used.user + used.system) / 1000 / pages)
    }
  }
  await Promise.all(Object.values(sizes).map((pool) => pool.close()))
  const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1]!
  const cpuMs = { one: median(cpu.one), two: median(cpu.two) }
  return {
    pagesPerSecond: { one: (pages * 1000) / best.one, two: (pages * 1000) / best.two },
    cpuMs,
    byClock: best.one / best.two,
    byProcessor: (2 * cpuMs.one) / cpuMs.two,
  }
}

/** Resident memory of a process that does nothing but read pages with one thread of the pool, MB. */
export interface MemoryFigure {
  pages: number
  /** Before the first page. */
  atStart: number
  afterWarmUp: number
  /** Most that was seen in each quarter of the pages. */
  quarters: number[]
  peak: number
  last: number
}

/**
 * Reads so many pages of all kinds in a process of its own. It finds its program compiled, as an installed one
 * is: else half of the memory would be that of the compiler which turns TypeScript into JavaScript.
 */
export async function measureMemory(
  scans: readonly BenchScan[],
  pages: number,
): Promise<MemoryFigure> {
  const cache = mkdtempSync(join(tmpdir(), 'hengjuan-bench-compiled-'))
  try {
    await readInChild(scans, scans.length, cache)
    return await readInChild(scans, pages, cache)
  } finally {
    rmSync(cache, { recursive: true })
  }
}

function readInChild(
  scans: readonly BenchScan[],
  pages: number,
  cache: string,
): Promise<MemoryFigure> {
  return new Promise((resolve, reject) => {
    const program = fileURLToPath(new URL('./omr-memory-child.ts', import.meta.url))
    const env = { ...process.env, NODE_COMPILE_CACHE: cache }
    const child = fork(program, { execArgv: [], serialization: 'advanced', env })
    let figure: MemoryFigure | null = null
    child.on('message', (message) => (figure = message as MemoryFigure))
    child.once('exit', (code) =>
      figure ? resolve(figure) : reject(new Error(`memory run ended with ${code}`)),
    )
    child.send({ scans, pages })
  })
}
