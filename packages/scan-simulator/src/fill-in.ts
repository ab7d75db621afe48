import type { Bubble, BubbleField } from '@hengjuan/domain'
import type { PageGeometry, SheetGeometry } from '@hengjuan/sheet'
import { personalPrint } from '@hengjuan/sheet'
import { planChoices, planExamNo } from './answer-plan.ts'
import { smudge } from './damage.ts'
import type { Hand } from './handwriting.ts'
import { randomHand, writeAnswer, writeDigit, writeInField } from './handwriting.ts'
import { markByHand } from './mark-by-hand.ts'
import type { Pen } from './pen-marks.ts'
import { drawMark } from './pen-marks.ts'
import type { Random } from './random.ts'
import { drawStamps } from './stamps.ts'
import type { Brush, GreyPage } from './raster.ts'
import { copyPage, createGrain, fillBox } from './raster.ts'
import type { ChoiceTruth, Defect, SheetTruth, SimulatedStudent } from './truth.ts'

/** A printed sheet ready to be filled in: its geometry and its pages as pixels. */
export interface PrintedSheet {
  geometry: SheetGeometry
  /** From `renderBlankPages`, one a page. */
  blanks: readonly GreyPage[]
}

/** What a candidate puts on the sheet, and with what. */
export interface Filling {
  random: Random
  defects: readonly Defect[]
  absent: boolean
  pen: Pen
  /** Changes how the objective questions will be marked, before anything is drawn. */
  habits?: (choices: ChoiceTruth[]) => void
  /** Pages to write on, 1-based; all when absent. Those left out stay as printed. */
  pages?: readonly number[]
}

export type FilledTruth = Pick<
  SheetTruth,
  'examNo' | 'absent' | 'choices' | 'optional' | 'entries' | 'digits' | 'ink'
>

/** Writes and fills in a printed sheet; the blanks stay as they are. */
export function fillIn(
  sheet: PrintedSheet,
  student: SimulatedStudent,
  filling: Filling,
): { pages: GreyPage[]; truth: FilledTruth } {
  const { random, defects, pen } = filling
  const { geometry } = sheet
  const grain = createGrain(random.fork('grain'))
  const script = /英语|外语|English/i.test(geometry.design.subjectName) ? 'latin' : 'han'
  const hand = randomHand(random.fork('hand'), script)
  const nameHand: Hand = { ...hand, script: 'han' }
  const choices = planChoices(geometry, student, pen, defects, random.fork('choices'))
  filling.habits?.(choices)
  const truth: FilledTruth = {
    examNo: { barcode: null, bubbled: null, expect: 'clear' },
    absent: { filled: filling.absent },
    choices,
    optional: [],
    ink: [],
  }
  const amounts = amountsByRegion(geometry, student)
  const pages = geometry.pages.map((page, index) => {
    const isLeftOut = filling.pages && !filling.pages.includes(page.page)
    // Only defects of the paper touch a page that nobody writes on.
    if (isLeftOut && defects.length === 0) return sheet.blanks[index]!
    const raster = copyPage(sheet.blanks[index]!)
    if (isLeftOut) return raster
    const brush: Brush = { page: raster, grain }
    fillHead(brush, page, student, nameHand, random.fork('head'))
    fillNumber(brush, page, student, filling, nameHand, truth)
    const absent = page.fields.find(({ kind }) => kind === 'absent')
    if (filling.absent && absent)
      drawMark(brush, absent.bubbles[0]!, 'full', pen, random.fork('absent'))
    for (const choice of choices)
      if (choice.page === page.page) drawChoice(brush, page, choice, filling)
    for (const field of page.fields)
      if (field.kind === 'optionalChoice') fillOptional(brush, field, student, filling, truth)
    writeBlocks(brush, page, amounts, hand, random.fork(`writing ${index}`), truth)
    if (student.marking) {
      const marker = random.fork(`marking ${index}`)
      const by = { pen, hand: nameHand, random: marker }
      const { entries, digits } = markByHand(brush, page, student.marking, by)
      truth.entries = [...(truth.entries ?? []), ...entries]
      truth.digits = [...(truth.digits ?? []), ...digits]
    }
    if (student.stamps) drawStamps(raster, page.regions, student.stamps)
    return raster
  })
  return { pages, truth }
}

function drawChoice(
  brush: Brush,
  page: PageGeometry,
  choice: ChoiceTruth,
  { pen, random }: Filling,
): void {
  const field = page.fields.find(({ id }) => id === choice.fieldId)!
  const own = random.fork(choice.fieldId)
  for (const { value, shape, amount } of choice.marks)
    drawMark(brush, bubbleOf(field, value), shape, pen, own, amount)
  if (choice.because !== 'smudge') return
  const beside =
    field.bubbles.find(({ value }) => !choice.meant.includes(value)) ?? field.bubbles[0]!
  smudge(brush.page, beside.xMm, beside.yMm, own)
}

const bubbleOf = (field: BubbleField, value: string, column = 0): Bubble =>
  field.bubbles.find((bubble) => bubble.value === value && bubble.column === column)!

/** Name, class and the digits above the bubbles, by hand. */
function fillHead(
  brush: Brush,
  page: PageGeometry,
  student: SimulatedStudent,
  hand: Hand,
  random: Random,
): void {
  const { name, className, examNoDigits } = page.personal
  if (name) writeInField(brush, name, Math.max(2, [...student.name].length), hand, random)
  if (className) writeInField(brush, className, 3, hand, random)
  for (const [index, box] of examNoDigits.entries())
    writeDigit(
      brush,
      student.examNo[index] ?? '',
      box.xMm + box.widthMm / 2 + random.normal() * 0.2,
      box.yMm + box.heightMm / 2 + random.normal() * 0.2,
      box.heightMm * 0.62,
      hand,
      random,
    )
}

/** The bubbled number and the pasted barcode. */
function fillNumber(
  brush: Brush,
  page: PageGeometry,
  student: SimulatedStudent,
  { defects, pen, random }: Filling,
  hand: Hand,
  truth: FilledTruth,
): void {
  const none = defects.some(({ kind }) => kind === 'noExamNo')
  const field = page.fields.find(({ kind }) => kind === 'examNo')
  const own = random.fork('examNo')
  if (field) {
    const digits = planExamNo(field, student.examNo, defects, own)
    for (const [column, values] of digits.entries())
      for (const value of values) drawMark(brush, bubbleOf(field, value, column), 'full', pen, own)
    const bubbled = digits
      .map((values) => (values.length === 1 ? values[0]! : values.length === 0 ? '?' : '*'))
      .join('')
    truth.examNo.bubbled = bubbled
    if (/[?*]/.test(bubbled)) truth.examNo.expect = 'doubtful'
  }
  const slot = page.personal.barcode
  if (!slot) return
  if (none) {
    truth.examNo.expect = 'doubtful'
    return
  }
  const replaced = defects.find(({ kind }) => kind === 'wrongExamNo' || kind === 'duplicateNumber')
  const text = replaced && 'examNo' in replaced ? replaced.examNo : student.examNo
  truth.examNo.barcode = text
  pasteBarcode(brush, page, { ...student, examNo: text }, hand, own)
}

/** A white label over the printed notice, with the same bars that the sheet would print. */
function pasteBarcode(
  brush: Brush,
  page: PageGeometry,
  student: SimulatedStudent,
  hand: Hand,
  random: Random,
): void {
  const slot = page.personal.barcode!
  const inset = 1
  fillBox(
    brush.page,
    {
      xMm: slot.xMm + inset,
      yMm: slot.yMm + inset,
      widthMm: slot.widthMm - 2 * inset,
      heightMm: slot.heightMm - 2 * inset,
    },
    252,
  )
  const print = personalPrint(page, student)
  for (const primitive of print)
    if (primitive.kind === 'rect' && primitive.fillGrey !== undefined)
      fillBox(brush.page, primitive, primitive.fillGrey * 255 + 12)
  const label = print.find(
    (primitive) =>
      primitive.kind === 'text' &&
      primitive.text === student.examNo &&
      primitive.yMm > slot.yMm &&
      primitive.yMm < slot.yMm + slot.heightMm &&
      primitive.xMm > slot.xMm &&
      primitive.xMm < slot.xMm + slot.widthMm,
  )
  if (label?.kind !== 'text') return
  const neat = { ...hand, shaky: 0.005, slant: 0, ink: { ...hand.ink, widthMm: 0.25 } }
  const pitch = 2.2
  for (const [index, digit] of [...label.text].entries()) {
    const x = label.xMm + (index - (label.text.length - 1) / 2) * pitch
    writeDigit(brush, digit, x, label.yMm - 1.2, 2.6, neat, random)
  }
}

function fillOptional(
  brush: Brush,
  field: BubbleField,
  student: SimulatedStudent,
  { pen, random }: Filling,
  truth: FilledTruth,
): void {
  const groupId = field.id.slice('optional:'.length)
  const meant = student.optional[groupId] ?? []
  const own = random.fork(field.id)
  for (const value of meant) drawMark(brush, bubbleOf(field, value), 'full', pen, own)
  truth.optional.push({ groupId, fieldId: field.id, meant: [...meant], expect: 'clear' })
}

/** How full each answer area is: parts of a block are written one after the other. */
function amountsByRegion(geometry: SheetGeometry, student: SimulatedStudent): Map<string, number> {
  const areas = geometry.pages
    .flatMap(({ regions }) => regions)
    .filter(({ purpose }) => purpose === 'block')
  const amounts = new Map<string, number>()
  for (const [key, parts] of Map.groupBy(areas, ({ blockKey }) => blockKey ?? '')) {
    const whole = parts.reduce((sum, { heightMm }) => sum + heightMm, 0)
    const wanted = Math.max(0, Math.min(1, student.writing[key] ?? 0))
    let left = wanted * whole
    for (const { id, heightMm } of parts.sort((one, other) => one.part - other.part)) {
      // A word or two is the least that anybody writes.
      const share = left <= 0 ? 0 : Math.max(0.05, Math.min(1, left / heightMm))
      amounts.set(id, Math.round(share * 1000) / 1000)
      left -= heightMm
    }
  }
  return amounts
}

function writeBlocks(
  brush: Brush,
  page: PageGeometry,
  amounts: ReadonlyMap<string, number>,
  hand: Hand,
  random: Random,
  truth: FilledTruth,
): void {
  for (const region of page.regions) {
    if (region.purpose !== 'block' || region.blockKey === null) continue
    const amount = amounts.get(region.id) ?? 0
    writeAnswer(brush, page, region, amount, hand, random)
    truth.ink.push({ regionId: region.id, blockKey: region.blockKey, amount })
  }
}
