import { WRITTEN_TOTAL } from '@hengjuan/domain'
import type { FlowItem } from './flow.ts'
import type { Slot } from './geometry.ts'
import type { MarkingBlock } from './marking-blocks.ts'
import { BUBBLE, TEXT } from './measures.ts'
import type { PageBuilder } from './page-builder.ts'
import { textWidth } from './text-width.ts'

const ROW = 6.6
const PAD = 1
const SIDE = 3
const COLUMN_GAP = 3.4

/** Size of a box for one handwritten digit, and the space to the next: a stroke that leaves the box meets no other. */
const DIGIT = { width: 8, height: 9, gap: 2 } as const
/** Space between the boxes before and after the decimal point, which is printed there. */
const POINT_GAP = 3.6
const DIGITS_HEIGHT = DIGIT.height + 3

/** A column of a score bar: what it is called and the values it can add. */
interface Place {
  name: string
  values: string[]
  labels: string[]
}

/** What a strip is for: the mark of a block, or what all of them come to. */
type Marked = Pick<MarkingBlock, 'key' | 'fullMilli' | 'scorePoints'>

/** The strip above a block's answer area in which its marker enters the mark. */
export const scoreStrip = (
  block: MarkingBlock,
  entry: 'bars' | 'digits',
  columnWidth: number,
): FlowItem => markStrip(`${block.name} 得分`, block, entry, columnWidth)

/** The strip in which the marker says what the marks of all blocks come to. */
export const totalStrip = (
  blocks: readonly MarkingBlock[],
  entry: 'bars' | 'digits',
  columnWidth: number,
): FlowItem =>
  markStrip(
    '各题总分',
    {
      key: WRITTEN_TOTAL,
      fullMilli: blocks.reduce((sum, { fullMilli }) => sum + fullMilli, 0),
      scorePoints: blocks.flatMap(({ scorePoints }) => scorePoints),
    },
    entry,
    columnWidth,
  )

function markStrip(
  label: string,
  block: Marked,
  entry: 'bars' | 'digits',
  columnWidth: number,
): FlowItem {
  const places = placesOf(block)
  const beside = columnWidth - 2 * SIDE - labelWidth(label)
  // In a narrow column the values take the whole width, below the label.
  const isStacked = places.some((place) => placeWidth(place) - COLUMN_GAP > beside)
  const rows = barRows(places, isStacked ? columnWidth - 2 * SIDE : beside)
  const labelRow = isStacked ? ROW : 0
  return {
    heightMm: entry === 'bars' ? labelRow + rows.length * ROW + 2 * PAD : DIGITS_HEIGHT,
    shrinkMm: 0,
    stretchMm: 0,
    keepWithNext: true,
    split: () => null,
    place(builder, slot) {
      builder.box(slot)
      const isAbove = isStacked && entry === 'bars'
      const middle = slot.yMm + (isAbove ? PAD + ROW : slot.heightMm) / 2
      builder.text(label, slot.xMm + SIDE, middle + 1.1, TEXT.small, { bold: true })
      const left = SIDE + (isAbove ? 0 : labelWidth(label))
      const inner = { ...slot, xMm: slot.xMm + left, widthMm: slot.widthMm - left - SIDE }
      if (entry === 'bars')
        drawBar(builder, block, rows, { ...inner, yMm: slot.yMm + (isAbove ? ROW : 0) })
      else drawDigits(builder, block, inner)
    },
  }
}

const labelWidth = (label: string) => textWidth(label, TEXT.small) + 3

/** Tens, units and the half as far as the block's mark reaches; nothing filled in a column adds nothing. */
function placesOf(block: Marked): Place[] {
  const points = Math.floor(block.fullMilli / 1000)
  const tens = Array.from({ length: Math.floor(points / 10) }, (_, i) => (i + 1) * 10)
  const units = Array.from({ length: Math.min(9, points) + 1 }, (_, i) => i)
  const places: Place[] = [
    { name: '十位', values: tens.map(String), labels: tens.map((value) => String(value / 10)) },
    { name: '个位', values: units.map(String), labels: units.map(String) },
    { name: '小数', values: hasHalves(block) ? ['0.5'] : [], labels: ['.5'] },
  ]
  return places.filter(({ values }) => values.length > 0)
}

/** Can the block's mark end in a half? */
const hasHalves = ({ fullMilli, scorePoints }: Marked): boolean =>
  fullMilli % 1000 !== 0 || scorePoints.some(({ stepMilli }) => stepMilli % 1000 !== 0)

const placeWidth = ({ name, values }: Place) =>
  textWidth(name, TEXT.small) + 1.4 + values.length * BUBBLE.pitchX + COLUMN_GAP

/** Columns beside each other as far as the width goes. */
function barRows(places: readonly Place[], widthMm: number): Place[][] {
  const rows: Place[][] = []
  for (const place of places) {
    const row = rows.at(-1)
    const used = row?.reduce((sum, each) => sum + placeWidth(each), 0) ?? 0
    if (row && used + placeWidth(place) - COLUMN_GAP <= widthMm) row.push(place)
    else rows.push([place])
  }
  return rows
}

function drawBar(builder: PageBuilder, block: Marked, rows: Place[][], slot: Slot): void {
  const id = `score:${block.key}`
  const bubbles = rows.flatMap((row, index) => {
    const yMm = slot.yMm + PAD + (index + 0.5) * ROW
    let x = slot.xMm
    const column = rows.slice(0, index).flat().length
    return row.flatMap((place, at) => {
      builder.text(place.name, x, yMm + 1, TEXT.small)
      const first = x + textWidth(place.name, TEXT.small) + 1.4 + BUBBLE.width / 2
      x += placeWidth(place)
      return place.values.map((value, i) => ({
        value,
        label: place.labels[i] ?? value,
        column: column + at,
        xMm: first + i * BUBBLE.pitchX,
        yMm,
      }))
    })
  })
  const { fullMilli } = block
  builder.field(
    { id, kind: 'score', direction: 'horizontal', multiple: false, group: id, fullMilli },
    bubbles,
  )
}

function drawDigits(builder: PageBuilder, block: Marked, slot: Slot): void {
  const whole = String(Math.floor(block.fullMilli / 1000)).length
  const decimals = hasHalves(block) ? 1 : 0
  const yMm = slot.yMm + slot.heightMm / 2
  let x = slot.xMm + DIGIT.width / 2
  const cells = Array.from({ length: whole + decimals }, (_, index) => {
    if (index === whole) {
      builder.text('.', x - DIGIT.width / 2 - POINT_GAP / 2 - 0.2, yMm + DIGIT.height / 2, 5, {
        align: 'middle',
      })
    }
    const cell = { xMm: x, yMm, widthMm: DIGIT.width, heightMm: DIGIT.height }
    x += DIGIT.width + (index === whole - 1 ? POINT_GAP : DIGIT.gap)
    return cell
  })
  const { key: blockKey, fullMilli } = block
  builder.digitField({ id: `score:${blockKey}`, blockKey, decimals, fullMilli, cells })
  const left = x - DIGIT.width / 2 + 1
  const hint = ['（阅卷教师填写，每格一个数字）', '（阅卷教师填写）'].find(
    (text) => left + textWidth(text, TEXT.small) <= slot.xMm + slot.widthMm,
  )
  if (hint) builder.text(hint, left, yMm + 1, TEXT.small)
}
