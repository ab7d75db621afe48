import { readFileSync } from 'node:fs'
import { createPageCodec, createReader, cropRegions, loadTemplate } from '@hengjuan/omr'

/**
 * Milliseconds to read a page, as a multiple of decoding the same JPEG in the same run: the machine's
 * speed and its other work fall out of the ratio.
 */
export interface OmrFigure {
  scan: string
  megapixels: number
  bubbles: number
  decodeMs: number
  /** Decoding and reading, without and with the ink of answer areas. */
  readMs: number
  readWithInkMs: number
  /** The same with every block cut out at 200 dpi and encoded. */
  readWithCropsMs: number
}

const scans = [
  ['a4-200dpi-clean', 1],
  ['a4-upside-down', 1],
  ['a4-300dpi-clean', 1],
  ['a3-multiple-choice', 1],
] as const

/** Measures every scan with interleaved runs and returns the medians. */
export async function measureOmr(rounds: number): Promise<OmrFigure[]> {
  const figures: OmrFigure[] = []
  for (const [name, page] of scans) figures.push(await measureScan(name, page, rounds))
  return figures
}

async function measureScan(name: string, number: number, rounds: number): Promise<OmrFigure> {
  const folder = new URL(`../test-scans/${name}/`, import.meta.url)
  const template = loadTemplate(readFileSync(new URL('template.json', folder), 'utf8'))
  const bytes = readFileSync(new URL(`scan-${number}.jpg`, folder))
  const page = template.pages[number - 1]!
  const codec = createPageCodec()
  const reader = createReader({ codec })
  const first = await codec.decodeGray(bytes)
  const buffer = new Uint8Array(first.width * first.height)

  const tasks = {
    decodeMs: () => codec.decodeGray(bytes, buffer),
    readMs: () => reader.readPage(bytes, template, { inkRatios: false }),
    readWithInkMs: () => reader.readPage(bytes, template),
    readWithCropsMs: async () => {
      const { reading, gray } = await reader.readPage(bytes, template)
      for (const crop of cropRegions(gray, page, reading)) await codec.encodeJpeg(crop.gray)
    },
  }
  const times = new Map(Object.keys(tasks).map((key) => [key, [] as number[]]))
  for (let round = -3; round < rounds; round++) {
    for (const [key, task] of Object.entries(tasks)) {
      const before = process.cpuUsage()
      await task()
      const used = process.cpuUsage(before)
      // The first rounds warm the compiler up.
      if (round >= 0) times.get(key)!.push((used.user + used.system) / 1000)
    }
  }
  const median = (key: keyof typeof tasks) => {
    const sorted = times.get(key)!.sort((a, b) => a - b)
    return sorted[sorted.length >> 1]!
  }
  return {
    scan: name,
    megapixels: (first.width * first.height) / 1e6,
    bubbles: page.fields.reduce((sum, field) => sum + field.bubbles.length, 0),
    decodeMs: median('decodeMs'),
    readMs: median('readMs'),
    readWithInkMs: median('readWithInkMs'),
    readWithCropsMs: median('readWithCropsMs'),
  }
}

export function printOmr(figures: readonly OmrFigure[]): void {
  const cell = (ms: number, base: number) => `${ms.toFixed(1)} (${(ms / base).toFixed(2)} x)`
  console.table(
    Object.fromEntries(
      figures.map((f) => [
        f.scan,
        {
          Mpx: f.megapixels.toFixed(1),
          bubbles: f.bubbles,
          'decode ms': f.decodeMs.toFixed(1),
          'read ms (x decode)': cell(f.readMs, f.decodeMs),
          'read + ink': cell(f.readWithInkMs, f.decodeMs),
          'read + ink + crops': cell(f.readWithCropsMs, f.decodeMs),
        },
      ]),
    ),
  )
}
