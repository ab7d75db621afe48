import { createPageCodec, createReader, cropQuality, cropsInTurn } from '@hengjuan/omr'
import { measureMemory, measureScaling } from './omr-load.ts'
import type { MemoryFigure, Scaling } from './omr-load.ts'
import { benchScans } from './omr-scans.ts'
import type { BenchScan } from './omr-scans.ts'
import type { StageTimes } from './omr-stages.ts'
import { stageTimes } from './omr-stages.ts'

/** What is measured of a scan besides its decoding. */
const tasks = {
  read: 'read',
  ink: 'read, ink of its areas',
  marking: 'with 12 crops, 150 dpi',
  marking200: 'with 12 crops, 200 dpi',
  full: 'with 12 crops, full',
} as const
type Task = keyof typeof tasks

/**
 * Processor milliseconds of a page. Only their ratio to `decodeMs`, the decoding of the same JPEG in the
 * same run, can be compared: the machine's speed and its other work fall out of it.
 */
export interface OmrFigure {
  scan: string
  megapixels: number
  bubbles: number
  status: string
  decodeMs: number
  ms: Record<Task, number>
  stages: StageTimes
  /** Rows of other programs on the same page, by name, processor milliseconds. */
  others: Record<string, number>
}

export interface OmrBench {
  figures: OmrFigure[]
  scaling: Scaling
  memory: MemoryFigure | null
}

/** Measures another program on a scan; null where it is not installed. */
export type OtherProgram = (scan: BenchScan) => Promise<Record<string, number> | null>

const warmUp = 40

export async function measureOmr(
  options: { rounds: number; memoryPages: number },
  others: readonly OtherProgram[] = [],
): Promise<OmrBench> {
  const scans = await benchScans()
  const figures: OmrFigure[] = []
  for (const scan of scans) {
    const figure = await measureScan(scan, options.rounds)
    for (const other of others) Object.assign(figure.others, await other(scan))
    figures.push(figure)
  }
  const scaling = await measureScaling(scans[0]!, 120)
  const memory = options.memoryPages > 0 ? await measureMemory(scans, options.memoryPages) : null
  return { figures, scaling, memory }
}

async function measureScan(scan: BenchScan, rounds: number): Promise<OmrFigure> {
  const { jpeg, template, twelveAreas, name } = scan
  const codec = createPageCodec()
  const reader = createReader({ codec })
  const first = await codec.decodeGray(jpeg)
  const buffer = new Uint8Array(first.width * first.height)
  const decode = () => codec.decodeGray(jpeg, buffer)
  const cut = async (dpi: number | 'scan') => {
    const { reading, gray } = await reader.readPage(jpeg, twelveAreas)
    // As a station cuts and stores them.
    for (const crop of cropsInTurn(gray, twelveAreas.pages[0]!, reading, { dpi })) {
      await codec.encodeJpeg(crop.gray, cropQuality)
    }
  }
  const work: Record<Task, () => Promise<unknown>> = {
    read: () => reader.readPage(jpeg, template, { inkRatios: false }),
    ink: () => reader.readPage(jpeg, template),
    marking: () => cut(150),
    marking200: () => cut(200),
    full: () => cut('scan'),
  }
  const times = await interleaved({ decode, ...work }, rounds)
  const { reading } = await reader.readPage(jpeg, template)
  return {
    scan: name,
    megapixels: (first.width * first.height) / 1e6,
    bubbles: template.pages[0]!.fields.reduce((sum, field) => sum + field.bubbles.length, 0),
    status: reading.status,
    decodeMs: times.decode,
    ms: times,
    stages: await stageTimes(rounds, times.full, work.full),
    others: {},
  }
}

/** Medians of processor time; all tasks take turns, so that each meets the same disturbances. */
async function interleaved<Name extends string>(
  work: Record<Name, () => Promise<unknown>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(work) as Name[]
  const times = new Map(names.map((name) => [name, [] as number[]]))
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of names) {
      const before = process.cpuUsage()
      await work[name]()
      const used = process.cpuUsage(before)
      // The first rounds warm the compilers up, as a station's first minute does.
      if (round >= 0) times.get(name)!.push((used.user + used.system) / 1000)
    }
  }
  const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1]!
  return Object.fromEntries(names.map((name) => [name, median(times.get(name)!)])) as Record<
    Name,
    number
  >
}

export function printOmr({ figures, scaling, memory }: OmrBench): void {
  const times = (ms: number, base: number) => `${ms.toFixed(1)} (${(ms / base).toFixed(2)} x)`
  const table = (rows: [string, object][]) => console.table(Object.fromEntries(rows))
  console.log('Processor ms a page, and as a multiple of decoding the same JPEG in the same run')
  table(
    figures.map((f) => [
      f.scan,
      {
        Mpx: f.megapixels.toFixed(1),
        bubbles: f.bubbles,
        status: f.status,
        decode: f.decodeMs.toFixed(1),
        ...Object.fromEntries(
          Object.entries(tasks).map(([key, title]) => [
            title,
            times(f.ms[key as Task], f.decodeMs),
          ]),
        ),
        ...Object.fromEntries(
          Object.entries(f.others).map(([name, ms]) => [name, times(ms, f.decodeMs)]),
        ),
      },
    ]),
  )
  console.log('Stages of the last column, ms')
  table(
    figures.map((f) => [
      f.scan,
      Object.fromEntries(Object.entries(f.stages).map(([name, ms]) => [name, ms.toFixed(2)])),
    ]),
  )
  const { pagesPerSecond, cpuMs, byClock, byProcessor } = scaling
  console.log(
    `One thread ${pagesPerSecond.one.toFixed(0)} pages/s, two ${pagesPerSecond.two.toFixed(0)}: ` +
      `${byClock.toFixed(2)} x by the clock, ${byProcessor.toFixed(2)} x by processor time ` +
      `(${cpuMs.one.toFixed(1)} and ${cpuMs.two.toFixed(1)} ms a page), default crops and thumbnail`,
  )
  if (!memory) return
  const mb = (value: number) => `${value.toFixed(0)} MB`
  console.log(
    `Memory over ${memory.pages} pages: ${mb(memory.atStart)} before the first, ` +
      `${mb(memory.afterWarmUp)} after 300, ` +
      `${mb(memory.last)} at the end, peak ${mb(memory.peak)} ` +
      `(${memory.quarters.map(mb).join(', ')} in its quarters)`,
  )
}
