import type { SheetGeometry } from '@hengjuan/sheet'
import type { Corner } from './damage.ts'
import type { Degradation, DegradationName } from './degradations/catalogue.ts'
import type { DegradedScan } from './degrade.ts'
import { applyHabits, penFor, scanDegraded } from './degrade.ts'
import { doubtHidden } from './doubt-hidden.ts'
import { cornerLeg, foldCornerBehind, foldCornerOver, tearCorner } from './damage.ts'
import type { Filling, PrintedSheet } from './fill-in.ts'
import { fillIn } from './fill-in.ts'
import type { Pen } from './pen-marks.ts'
import { randomPen } from './pen-marks.ts'
import type { Random } from './random.ts'
import { createRandom } from './random.ts'
import type { GreyPage } from './raster.ts'
import { copyPage } from './raster.ts'
import type { Feed } from './scan/feed.ts'
import type { ScanConditions } from './scanner.ts'
import { encodeScan, randomConditions, scanPage } from './scanner.ts'
import type { Defect, DefectKind, PageTruth, SheetTruth, SimulatedStudent } from './truth.ts'

export type { PrintedSheet } from './fill-in.ts'

export interface SheetSimulation {
  sheet: PrintedSheet
  student: SimulatedStudent
  seed: string
  /** How much the scanner spoils, 0 not at all, 1 ordinary, 2 badly; default 1. */
  strength?: number
  defects?: readonly Defect[]
  pen?: Pen
  /** Set conditions win over drawn ones, on every page. */
  conditions?: Partial<ScanConditions>
  /** Share of sheets fed upside down; default 0. */
  upsideDownShare?: number
  /** The stranger's sheet for the defect `otherExamPage`. */
  otherSheet?: PrintedSheet
  /** Troubles with a strength; even an empty list takes the quicker encoder and tells more truth. */
  degradations?: readonly Degradation[]
  /** Uneven transport of every page besides that of the degradations, which must be given too; see `Feed`. */
  slips?: Feed['slips']
  /** Pages to fill in and scan, 1-based; all when absent. */
  pages?: readonly number[]
}

export interface SimulatedSheet {
  /** In the order of the feeder; `toPx` leads from sheet millimetres to image pixels, exactly. */
  pages: { jpeg: Uint8Array; toPx: (xMm: number, yMm: number) => [number, number] }[]
  truth: SheetTruth
}

/**
 * Fills in a sheet as a candidate would, damages it as told and scans it.
 *
 * The same simulation gives the same bytes.
 *
 * @throws RangeError when a defect cannot be made on this sheet
 */
export async function simulateSheet(simulation: SheetSimulation): Promise<SimulatedSheet> {
  const { sheet, student, seed, otherSheet, degradations = [] } = simulation
  const random = createRandom(seed)
  const suffers = (name: DegradationName) =>
    degradations.some((one) => one.name === name && one.strength > 0)
  const isUnmarked = suffers('unmarkedForm')
  const defects: readonly Defect[] = [
    ...(simulation.defects ?? []),
    ...(isUnmarked ? [{ kind: 'noExamNo' } as const] : []),
  ]
  const has = (kind: DefectKind) => defects.some((defect) => defect.kind === kind)
  if (has('otherExamPage')) {
    if (!otherSheet) throw new RangeError('otherExamPage needs the other sheet')
    // A sheet of paper has both sides of one exam.
    return strangerSheet({ ...simulation, otherSheet })
  }
  const absent = has('absentBoxNoAnswers') || student.absent
  const answering: SimulatedStudent =
    absent || isUnmarked
      ? { ...student, choices: {}, optional: {}, writing: {}, stamps: {} }
      : student
  const pen = penFor(
    simulation.pen ?? randomPen(random.fork('pen')),
    degradations,
    random.fork('pen habits'),
  )
  const filling: Filling = {
    random,
    defects,
    absent: absent || has('absentBoxWithAnswers'),
    pen,
    habits: (choices) => applyHabits(choices, sheet.geometry, degradations, random.fork('habits')),
    pages: simulation.pages,
  }
  const filled = fillIn(sheet, answering, filling)
  const lost = damageCorners(filled.pages, sheet.geometry, defects, random.fork('damage'))

  const scans: SimulatedSheet['pages'] = []
  const pages: PageTruth[] = []
  const upsideDown =
    has('upsideDown') || random.fork('feed').chance(simulation.upsideDownShare ?? 0)
  const last = filled.pages.length - 1
  const neighbours = once(() => neighbourPages(sheet, answering, filling))
  const order = [...filled.pages.keys()]
  if (suffers('backInFront')) order.reverse()
  for (const index of order) {
    const page = filled.pages[index]!
    if (has('missingSecondPage') && index > 0) continue
    if (simulation.pages && !simulation.pages.includes(index + 1)) continue
    const blank = has('blankPage') && index === last
    const paper = blank ? { ...page, grey: new Uint8Array(page.grey.length).fill(255) } : page
    const own = random.fork(`scan ${index}`)
    const drawn = randomConditions(own, simulation.strength ?? 1)
    const conditions = { ...drawn, upsideDown, ...simulation.conditions }
    const scan = simulation.degradations
      ? await scanDegraded(
          {
            page: paper,
            print: sheet.blanks[index]!,
            geometry: sheet.geometry.pages[index]!,
            back: () => filled.pages[index ^ 1] ?? null,
            another: () => neighbours()[index]!,
          },
          conditions,
          degradations,
          own,
          simulation.slips,
        )
      : await scanOne(paper, conditions, own)
    scans.push({ jpeg: scan.jpeg, toPx: scan.toPx })
    if (scan.hiddenBy) doubtHidden(filled.truth, sheet.geometry.pages[index]!, scan.hiddenBy)
    pages.push({
      ...scan.truth,
      page: blank ? null : index + 1,
      kind: blank ? 'blank' : 'sheet',
      templateId: blank ? null : sheet.geometry.design.id,
      lostCorners: [
        ...(lost.get(index) ?? []),
        ...CORNERS.filter((corner) => scan.lostAnchors.includes(`corner:${corner}`)),
      ],
    })
  }
  if (has('missingSecondPage') && last === 0) throw new RangeError('the sheet has one page only')
  const { name, className, examNo } = student
  const dpi = Math.round(sheet.blanks[0]!.pixelsPerMm * 25.4)
  return {
    pages: scans,
    truth: {
      seed,
      dpi,
      templateId: sheet.geometry.design.id,
      student: { name, className, examNo },
      ...filled.truth,
      defects: [...defects],
      ...(simulation.degradations ? { degradations: [...degradations] } : {}),
      pages,
    },
  }
}

/** The same sheet of the candidate who sits behind: other answers, another number, another hand. */
function neighbourPages(
  sheet: PrintedSheet,
  student: SimulatedStudent,
  filling: Filling,
): GreyPage[] {
  const next = (value: string) => String.fromCodePoint(value.codePointAt(0)! + 1)
  const choices = Object.fromEntries(
    Object.entries(student.choices).map(([no, values]) => [no, values.map(next)]),
  )
  const examNo = [...student.examNo].map((digit) => String((Number(digit) + 3) % 10)).join('')
  const other = { ...student, choices, examNo }
  const random = filling.random.fork('neighbour')
  return fillIn(sheet, other, { ...filling, random, defects: [], habits: undefined }).pages
}

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** Another exam's sheet among these: this candidate's, well filled in, but not of this template. */
async function strangerSheet(
  simulation: SheetSimulation & { otherSheet: PrintedSheet },
): Promise<SimulatedSheet> {
  const { otherSheet, student, defects = [] } = simulation
  const digits = otherSheet.geometry.design.examNoDigits
  const stranger: SimulatedStudent = {
    ...student,
    examNo: student.examNo.padStart(digits, '0').slice(-digits),
    choices: {},
    optional: {},
    writing: {},
    stamps: {},
  }
  const rest = defects.filter(({ kind }) => kind === 'upsideDown')
  const result = await simulateSheet({
    ...simulation,
    sheet: otherSheet,
    student: stranger,
    defects: rest,
  })
  const pages = result.truth.pages.map((page): PageTruth => ({
    ...page,
    page: null,
    kind: 'other',
  }))
  const { id } = simulation.sheet.geometry.design
  return {
    pages: result.pages,
    truth: {
      ...result.truth,
      templateId: id,
      student: { name: student.name, className: student.className, examNo: student.examNo },
      choices: [],
      optional: [],
      ink: [],
      defects: [...defects],
      pages,
    },
  }
}

/** The plain way: a good page on a scanner, without degradations. */
async function scanOne(
  page: GreyPage,
  conditions: ScanConditions,
  random: Random,
): Promise<Omit<DegradedScan, 'hiddenBy'> & { hiddenBy: null }> {
  const scan = scanPage(page, conditions, random)
  const jpeg = await encodeScan(scan, conditions.jpegQuality)
  const { widthPx, heightPx, homography } = scan
  const { upsideDown, skewDeg } = conditions
  const [a, b, c, d, e, f] = homography as [number, number, number, number, number, number]
  const toPx = (x: number, y: number): [number, number] => [a * x + b * y + c, d * x + e * y + f]
  return {
    jpeg,
    toPx,
    lostAnchors: [],
    hiddenBy: null,
    truth: { upsideDown, skewDeg, widthPx, heightPx, homography },
  }
}

/** Corners on the front and on the back are the same paper, mirrored. */
const BACK: Record<Corner, Corner> = { tl: 'tr', tr: 'tl', bl: 'br', br: 'bl' }
const CORNERS = ['tl', 'tr', 'bl', 'br'] as const

function damageCorners(
  pages: GreyPage[],
  geometry: SheetGeometry,
  defects: readonly Defect[],
  random: Random,
): Map<number, Corner[]> {
  const lost = new Map<number, Corner[]>()
  for (const defect of defects) {
    if (defect.kind !== 'missingCorner' && defect.kind !== 'foldedCorner') continue
    const safe = CORNERS.filter((corner) => !hidesBubbles(geometry, corner))
    const corner = defect.corner ?? random.pick(safe.length > 0 ? safe : CORNERS)
    const leg = cornerLeg(corner, random)
    const front = copyPage(pages[0]!)
    for (const [index, page] of pages.entries()) {
      const seen = index === 0 ? corner : BACK[corner]
      if (defect.kind === 'missingCorner') tearCorner(page, seen, leg, random)
      else if (index === 0) foldCornerBehind(page, seen, leg)
      else foldCornerOver(page, seen, leg, front, corner)
      lost.set(index, [...(lost.get(index) ?? []), seen])
    }
  }
  return lost
}

/** Whether a fold of this corner would lay its flap on a bubble of the back. */
function hidesBubbles(geometry: SheetGeometry, corner: Corner): boolean {
  const reach = 34
  return geometry.pages.slice(1).some(({ widthMm, heightMm, fields }) =>
    fields.some(({ bubbles }) =>
      bubbles.some(({ xMm, yMm }) => {
        const back = BACK[corner]
        const a = back.endsWith('r') ? widthMm - xMm : xMm
        const b = back.startsWith('b') ? heightMm - yMm : yMm
        return a < reach && b < reach
      }),
    ),
  )
}
