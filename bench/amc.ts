import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { PageReading, TemplateAnchor, TemplatePage } from '@hengjuan/domain'
import { createPageCodec, createReader, project } from '@hengjuan/omr'
import type { OtherProgram } from './omr.ts'
import type { BenchScan } from './omr-scans.ts'

/** Where Debian's packages put the detector, new and old. */
const places = ['/usr/libexec/AMC/exec/AMC-detect', '/usr/lib/AMC/exec/AMC-detect']
/** Its own settings: marks within a fifth of their size, black below 0.6 of the brightest, 80 % of a box. */
const settings = { tolerance: '0.2', black: '0.6', inside: '0.8' }
/** Resolution in which its layouts are given. */
const layoutDpi = 300
const rounds = 24
/** Boxes darker than this are ticked, as the program has it for filled ones. */
const ticked = 0.5
/** Processor time is counted in ticks of so many milliseconds. */
const tickMs = 10
let hasSaidSo = false

/**
 * Reads a scan with Auto Multiple Choice's detector as a resident process: processor milliseconds a page,
 * its own decoding included; null where it is not installed.
 *
 * It wants four marks of one size: what makes our first mark longer than the others is painted white on
 * the copy it gets.
 */
export const measureAmc: OtherProgram = async (scan) => {
  const program = places.find((place) => existsSync(place))
  if (!program) {
    if (!hasSaidSo) console.error('Auto Multiple Choice is not installed: its detector is left out')
    hasSaidSo = true
    return null
  }
  const page = scan.template.pages[0]!
  const folder = mkdtempSync(join(tmpdir(), 'hengjuan-amc-'))
  const file = join(folder, 'page.jpg')
  const { jpeg, corners, filled } = await prepare(scan, page)
  writeFileSync(file, jpeg)
  const detector = new Detector(program, page, corners[0]!.widthMm)
  try {
    const ms: number[] = []
    let agreeing = 0
    for (let round = -2; round < rounds; round++) {
      const before = detector.usedMs()
      const marked = await detector.read(file, page, corners)
      if (round >= 0) ms.push(detector.usedMs() - before)
      agreeing = marked.filter((isMarked, i) => isMarked === filled[i]).length
    }
    const mean = ms.reduce((sum, value) => sum + value, 0) / ms.length
    console.error(`${scan.name}: AMC-detect agrees on ${agreeing} of ${filled.length} boxes`)
    return { 'AMC-detect': mean }
  } catch (error) {
    console.error(`${scan.name}: AMC-detect could not read it (${String(error)})`)
    return null
  } finally {
    await detector.end()
    rmSync(folder, { recursive: true })
  }
}

interface Corner {
  xMm: number
  yMm: number
  widthMm: number
}

async function prepare(
  { jpeg, template }: BenchScan,
  page: TemplatePage,
): Promise<{ jpeg: Uint8Array; corners: Corner[]; filled: boolean[] }> {
  const codec = createPageCodec()
  const { reading, gray } = await createReader({ codec }).readPage(jpeg, template)
  const { homography } = reading.registration!
  const marks = page.anchors.filter((a) => a.role === 'corner')
  const side = Math.min(...marks.flatMap((a) => [a.widthMm, a.heightMm]))
  for (const mark of marks) {
    for (const box of surplusOf(mark, side)) paintWhite(gray, homography, box)
  }
  // Clockwise from the top left.
  const middle = { x: page.widthMm / 2, y: page.heightMm / 2 }
  const order = (a: Corner) =>
    a.yMm > middle.y ? (a.xMm > middle.x ? 2 : 3) : a.xMm > middle.x ? 1 : 0
  const corners = marks.map((a) => squareOf(a, side)).sort((a, b) => order(a) - order(b))
  return { jpeg: await codec.encodeJpeg(gray, 75), corners, filled: filledOf(reading) }
}

const filledOf = ({ fields }: PageReading) =>
  fields.flatMap((f) => f.bubbles.map((b) => b.filled > 0.5))

/** The square at the outer end of a mark that is longer than wide. */
const squareOf = (a: TemplateAnchor, side: number): Corner => ({
  xMm: a.xMm - (a.widthMm - side) / 2,
  yMm: a.yMm - (a.heightMm - side) / 2,
  widthMm: side,
})

interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

function surplusOf(a: TemplateAnchor, side: number): Area[] {
  const [left, top] = [a.xMm - a.widthMm / 2, a.yMm - a.heightMm / 2]
  const [right, bottom] = [left + a.widthMm, top + a.heightMm]
  const margin = 0.4
  return [
    ...(a.widthMm > side
      ? [{ left: left + side, right: right + margin, top: top - margin, bottom: bottom + margin }]
      : []),
    ...(a.heightMm > side
      ? [{ left: left - margin, right: right + margin, top: top + side, bottom: bottom + margin }]
      : []),
  ]
}

/** Fills a small area, taken as upright, with the grey of the paper beside it. */
function paintWhite(
  gray: { data: Uint8Array; width: number },
  homography: readonly number[],
  { left, top, right, bottom }: Area,
): void {
  const at = (xMm: number, yMm: number) => {
    const { x, y } = project(homography, xMm, yMm)
    return { x: Math.round(x), y: Math.round(y) }
  }
  const [from, to, beside] = [at(left, top), at(right, bottom), at(right + 1, bottom + 1)]
  const paper = gray.data[beside.y * gray.width + beside.x]!
  for (let y = from.y; y <= to.y; y++) {
    gray.data.fill(paper, y * gray.width + from.x, y * gray.width + to.x + 1)
  }
}

/** The detector, which answers commands until it is told to quit. */
class Detector {
  private readonly child: ChildProcessWithoutNullStreams
  private readonly lines: AsyncIterator<string>

  constructor(program: string, page: TemplatePage, markMm: number) {
    const px = (mm: number) => String((mm / 25.4) * layoutDpi)
    this.child = spawn(program, [
      `-x${px(page.widthMm)}`,
      `-y${px(page.heightMm)}`,
      `-d${px(markMm)}`,
      `-p${settings.tolerance}`,
      `-m${settings.tolerance}`,
      `-t${settings.black}`,
      '-c4',
    ])
    this.child.stderr.resume()
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]()
  }

  /** @returns for every bubble of the page whether it is ticked */
  async read(file: string, page: TemplatePage, corners: readonly Corner[]): Promise<boolean[]> {
    const found = await this.ask(`load ${file}`)
    const fault = found.find((line) => line.startsWith('!'))
    if (fault) throw new Error(fault)
    const px = (mm: number) => ((mm / 25.4) * layoutDpi).toFixed(2)
    await this.ask(`optim ${corners.map((c) => `${px(c.xMm)},${px(c.yMm)}`).join(' ')}`)
    const marked: boolean[] = []
    for (const field of page.fields) {
      const shape = field.shape === 'ellipse' ? 'oval' : 'square'
      for (const b of field.bubbles) {
        const [x, y] = [b.widthMm / 2, b.heightMm / 2]
        const edges = [b.xMm - x, b.xMm + x, b.yMm - y, b.yMm + y].map(px).join(' ')
        const answer = await this.ask(`mesure0 ${settings.inside} ${shape} ${edges}`)
        const [, dark, all] = /PIX (\d+) (\d+)/.exec(answer.join('\n')) ?? []
        marked.push(Number(dark) / Number(all) > ticked)
      }
    }
    return marked
  }

  /** Processor time so far, its own and the system's for it. */
  usedMs(): number {
    const stat = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null) return
    this.child.stdin.end('quit\n')
    await new Promise((resolve) => this.child.once('exit', resolve))
  }

  private async ask(command: string): Promise<string[]> {
    this.child.stdin.write(`${command}\n`)
    const answer: string[] = []
    for (;;) {
      const { value, done } = await this.lines.next()
      if (done) throw new Error('the detector ended')
      if (value.includes('__END__')) return answer
      answer.push(value)
    }
  }
}
