import type { SheetDesign } from '@hengjuan/domain'
import { drawBarcodeArea } from './barcode-area.ts'
import type { Slot } from './geometry.ts'
import { drawHeadMarks, hasHeadMarks } from './head-marks.ts'
import { BUBBLE, CONTENT, GREY, LINE, TEXT } from './measures.ts'
import type { PageBuilder } from './page-builder.ts'
import { fitSize, textWidth, wrapText } from './text-width.ts'

const TITLE_HEIGHT = 18.5
const STRIP_HEIGHT = 7.5
const INFO_ROW = 8
const BARCODE_HEIGHT = 25
const GRID_TITLE = 6
const DIGIT_BOX = 6.5
const GRID_PAD = 2.2
const NOTICE_LINE = 4
/** Side of the square that a crest is fitted into. */
const CREST = 15

/** Title, candidate's data, exam number, barcode area, notices and marks to fill in; returns its height. */
export function drawHead(builder: PageBuilder, design: SheetDesign, slot: Slot): number {
  drawTitle(builder, design, slot)
  const top = slot.yMm + TITLE_HEIGHT
  const bubbled = design.numberStyle !== 'barcode'
  const rightWidth = bubbled
    ? Math.max(34, design.examNoDigits * BUBBLE.pitchX + 2 * GRID_PAD)
    : Math.min(84, Math.max(60, slot.widthMm * 0.46))
  const leftWidth = slot.widthMm - rightWidth - CONTENT.gap
  const notices = design.notices.flatMap((text, index) =>
    wrapNotice(`${index + 1}. ${text}`, leftWidth - 5),
  )
  const infoRows = infoOf(leftWidth).length
  const leftFixed =
    infoRows * INFO_ROW +
    CONTENT.gap +
    (design.numberStyle === 'both' ? BARCODE_HEIGHT + CONTENT.gap : 0)
  const least = leftFixed + 7.5 + notices.length * NOTICE_LINE
  const height = Math.max(least, bubbled ? gridHeight() : BARCODE_HEIGHT + 4)

  const left = { xMm: slot.xMm, widthMm: leftWidth }
  let y = top
  drawInfo(builder, { ...left, yMm: y, heightMm: infoRows * INFO_ROW })
  y += infoRows * INFO_ROW + CONTENT.gap
  if (design.numberStyle === 'both') {
    drawBarcodeArea(builder, { ...left, yMm: y, heightMm: BARCODE_HEIGHT })
    y += BARCODE_HEIGHT + CONTENT.gap
  }
  drawNotices(builder, notices, { ...left, yMm: y, heightMm: top + height - y })

  const right = { xMm: slot.xMm + leftWidth + CONTENT.gap, yMm: top, widthMm: rightWidth }
  if (bubbled) drawNumberGrid(builder, design.examNoDigits, { ...right, heightMm: height })
  else drawBarcodeArea(builder, { ...right, heightMm: height })

  const stripTop = top + height + CONTENT.gap
  drawStrip(builder, { ...slot, yMm: stripTop, heightMm: STRIP_HEIGHT })
  const printed = TITLE_HEIGHT + height + CONTENT.gap + STRIP_HEIGHT
  if (!hasHeadMarks(design)) return printed
  const marksTop = stripTop + STRIP_HEIGHT + CONTENT.gap
  drawHeadMarks(builder, design, { ...slot, yMm: marksTop, heightMm: STRIP_HEIGHT })
  return printed + CONTENT.gap + STRIP_HEIGHT
}

function drawTitle(builder: PageBuilder, design: SheetDesign, slot: Slot): void {
  const middle = slot.xMm + slot.widthMm / 2
  const room = slot.widthMm - (design.crest ? 2 * (CREST + 2) : 0)
  const title = `${design.schoolName}${design.title}`
  const centred = { align: 'middle', bold: true } as const
  const titleSize = fitSize(title, TEXT.title, room)
  builder.text(title, middle, slot.yMm + 6.4, titleSize, centred)
  const subject = `${design.subjectName}　答题卡`
  const subjectSize = fitSize(subject, TEXT.subject, room)
  builder.text(subject, middle, slot.yMm + 14.6, subjectSize, centred)
  if (!design.crest) return
  const widest = Math.max(textWidth(title, titleSize), textWidth(subject, subjectSize))
  const xMm = Math.max(slot.xMm, middle - widest / 2 - CREST - 4)
  builder.image(design.crest, { xMm, yMm: slot.yMm + 1, widthMm: CREST, heightMm: CREST })
}

/** Rows of the table of the candidate's data: label and share of the width. */
function infoOf(widthMm: number): string[][] {
  return widthMm >= 95
    ? [
        ['姓名', '班级'],
        ['考场', '座位号'],
      ]
    : widthMm >= 56
      ? [['姓名'], ['班级'], ['考场', '座位号']]
      : [['姓名'], ['班级'], ['考场'], ['座位号']]
}

function drawInfo(builder: PageBuilder, slot: Slot): void {
  builder.box(slot)
  for (const [row, labels] of infoOf(slot.widthMm).entries()) {
    const y = slot.yMm + row * INFO_ROW
    if (row > 0) builder.line(slot.xMm, y, slot.xMm + slot.widthMm, y)
    const cell = slot.widthMm / labels.length
    for (const [column, label] of labels.entries()) {
      const x = slot.xMm + column * cell
      const labelWidth = 4 + textWidth(label, TEXT.body)
      if (column > 0) builder.line(x, y, x, y + INFO_ROW)
      builder.line(x + labelWidth, y, x + labelWidth, y + INFO_ROW)
      const centred = { align: 'middle' } as const
      builder.text(label, x + labelWidth / 2, y + 5.2, TEXT.body, centred)
      const field = {
        xMm: x + labelWidth,
        yMm: y,
        widthMm: cell - labelWidth,
        heightMm: INFO_ROW,
      }
      if (label === '班级') builder.page.personal.className = field
      if (label === '考场') builder.page.personal.room = field
      if (label === '座位号') builder.page.personal.seat = field
      if (label !== '姓名') continue
      builder.page.personal.name = field
      builder.region({ id: 'name', purpose: 'name', blockKey: null, part: 0 }, field)
    }
  }
}

function drawNotices(builder: PageBuilder, lines: string[], slot: Slot): void {
  builder.box(slot)
  const middle = slot.xMm + slot.widthMm / 2
  builder.text('注意事项', middle, slot.yMm + 4.8, TEXT.body, { align: 'middle', bold: true })
  const room = (slot.heightMm - 7.5) / Math.max(1, lines.length)
  const pitch = Math.min(NOTICE_LINE * 1.45, room)
  for (const [index, line] of lines.entries())
    builder.text(line, slot.xMm + 2.5, slot.yMm + 6.6 + pitch * (index + 0.62), TEXT.small)
}

/** Lines after the first stand under the text, not under the number. */
function wrapNotice(text: string, widthMm: number): string[] {
  const indent = '　'
  const [first = '', ...rest] = wrapText(text, TEXT.small, widthMm)
  const tail = wrapText(rest.join(''), TEXT.small, widthMm - TEXT.small)
  return [first, ...tail.map((line) => indent + line)]
}

const gridHeight = () =>
  GRID_TITLE + DIGIT_BOX + GRID_PAD + 9 * BUBBLE.pitchY + BUBBLE.height + GRID_PAD

/** Boxes to write the number in, and below each its ten bubbles. */
function drawNumberGrid(builder: PageBuilder, digits: number, slot: Slot): void {
  builder.box(slot)
  const middle = slot.xMm + slot.widthMm / 2
  const spare = slot.heightMm - gridHeight()
  const pitchY = BUBBLE.pitchY + Math.min(2.8, spare / 9.5)
  builder.text('准考证号', middle, slot.yMm + 4.4, TEXT.body, { align: 'middle', bold: true })
  const left = middle - (digits * BUBBLE.pitchX) / 2
  const boxTop = slot.yMm + GRID_TITLE
  const boxes = { xMm: left, yMm: boxTop, widthMm: digits * BUBBLE.pitchX, heightMm: DIGIT_BOX }
  builder.box(boxes, LINE.thin)
  for (let digit = 1; digit < digits; digit++) {
    const x = left + digit * BUBBLE.pitchX
    builder.line(x, boxTop, x, boxTop + DIGIT_BOX)
  }
  const top = boxTop + DIGIT_BOX + GRID_PAD + BUBBLE.height / 2
  const bubbles = Array.from({ length: digits }, (_, column) => column).flatMap((column) =>
    Array.from({ length: 10 }, (_, value) => ({
      value: String(value),
      label: String(value),
      column,
      xMm: left + (column + 0.5) * BUBBLE.pitchX,
      yMm: top + value * pitchY,
    })),
  )
  builder.page.personal.examNoDigits = Array.from({ length: digits }, (_, column) => ({
    xMm: left + column * BUBBLE.pitchX,
    yMm: boxTop,
    widthMm: BUBBLE.pitchX,
    heightMm: DIGIT_BOX,
  }))
  builder.field(
    { id: 'examNo', kind: 'examNo', direction: 'vertical', multiple: false, group: 'examNo' },
    bubbles,
  )
}

/** How to fill a bubble, and the invigilator's absence box. */
function drawStrip(builder: PageBuilder, slot: Slot): void {
  builder.box(slot)
  const middle = slot.yMm + slot.heightMm / 2
  const baseline = middle + 1
  const size = TEXT.small
  let x = slot.xMm + 3
  const say = (text: string) => {
    builder.text(text, x, baseline, size)
    x += textWidth(text, size) + 1.8
  }
  const example = (kind: ExampleKind) => {
    drawExample(builder, kind, x + BUBBLE.width / 2, middle)
    x += BUBBLE.width + 1.6
  }
  say('正确填涂')
  example('full')
  x += 3
  say('错误填涂')
  for (const kind of ['tick', 'cross', 'dot', 'dash'] as const) example(kind)

  const divider = x + 2.5
  builder.line(divider, slot.yMm, divider, slot.yMm + slot.heightMm)
  x = divider + 3
  say('缺考标记')
  builder.field(
    { id: 'absent', kind: 'absent', direction: 'horizontal', multiple: false, group: 'absent' },
    [{ value: 'absent', label: '', xMm: x + BUBBLE.width / 2, yMm: middle }],
  )
  x += BUBBLE.width + 2
  const hint = ['考生禁填！缺考考生由', '监考员用2B铅笔填涂']
  const room = slot.xMm + slot.widthMm - x - 2
  if (textWidth(hint.join(''), size) <= room) builder.text(hint.join(''), x, baseline, size)
  else
    for (const [index, line] of hint.entries())
      builder.text(line, x, middle - 0.5 + index * 2.8, fitSize(line, 2.4, room))
}

type ExampleKind = 'full' | 'tick' | 'cross' | 'dot' | 'dash'

/** Printed examples are no field: the reader must never take one for an answer. */
function drawExample(builder: PageBuilder, kind: ExampleKind, x: number, y: number): void {
  const { width, height } = BUBBLE
  const corner = { xMm: x - width / 2, yMm: y - height / 2, widthMm: width, heightMm: height }
  const outline = { strokeMm: BUBBLE.outline, strokeGrey: GREY.outline }
  if (kind === 'full') builder.draw({ kind: 'rect', ...corner, fillGrey: GREY.black })
  else builder.draw({ kind: 'rect', ...corner, ...outline })
  const stroke = { kind: 'poly', grey: GREY.black, filled: false, strokeMm: 0.3 } as const
  const points = (...list: [number, number][]) =>
    list.map(([dx, dy]): [number, number] => [x + dx, y + dy])
  if (kind === 'tick')
    builder.draw({ ...stroke, points: points([-1.1, -0.1], [-0.3, 0.8], [1.3, -0.9]) })
  if (kind === 'cross') {
    builder.draw({ ...stroke, points: points([-1, -0.8], [1, 0.8]) })
    builder.draw({ ...stroke, points: points([-1, 0.8], [1, -0.8]) })
  }
  if (kind === 'dash') builder.draw({ ...stroke, points: points([-1.5, 0], [1.5, 0]) })
  if (kind === 'dot') {
    const ring = Array.from({ length: 12 }, (_, index): [number, number] => [
      x + 0.65 * Math.cos((index * Math.PI) / 6),
      y + 0.65 * Math.sin((index * Math.PI) / 6),
    ])
    builder.draw({ kind: 'poly', points: ring, grey: GREY.black, filled: true })
  }
}
