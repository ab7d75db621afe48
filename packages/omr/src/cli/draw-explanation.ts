import type { BubbleField, BubbleReading, PageReading } from '@hengjuan/domain'
import type { BubbleExplanation, FieldExplanation } from '../bubbles/explanation.ts'
import { loadSharp } from '../codec/sharp-codec.ts'
import type { Gray, PixelWindow } from '../kernels/gray.ts'
import { clipWindow } from '../kernels/gray.ts'
import { jacobian } from '../kernels/homography.ts'
import type { ExplainedField } from './explanation-text.ts'
import { percent, verdicts } from './explanation-text.ts'
import { drawOver, text } from './svg.ts'

const colours = { mark: '#0a8f3c', weak: '#d9480f', empty: '#3b5bdb', level: '#868e96' }

/** The picture is enlarged up to this width or height, at most so many times. */
const wantedWidth = 1100
const wantedHeight = 1000
const mostEnlarged = 12
/** The words above and the scale below need so much. */
const leastWidth = 720
const marginMm = 3
const rowHeight = 26
const titleHeight = 64
const scaleHeight = 150

interface Placed {
  reading: BubbleReading
  explanation: BubbleExplanation
  /** Half axes as pixel vectors, right and down. */
  a: [number, number]
  b: [number, number]
}

/**
 * The field enlarged, with the area measured in every bubble, its darkness and probability, and below it
 * the levels of the sheet with every bubble in its place.
 */
export async function drawExplanation(
  gray: Gray,
  reading: PageReading,
  field: BubbleField,
  explained: ExplainedField,
): Promise<Uint8Array> {
  const placed = placeBubbles(reading, field, explained)
  const { window, factor } = frameOf(gray, placed, pxPerMm(reading, field))
  const [width, height] = [window.right - window.left, window.bottom - window.top]
  const [pictureWidth, pictureHeight] = [Math.round(width * factor), Math.round(height * factor)]
  const outWidth = Math.max(leastWidth, pictureWidth)
  const outHeight = titleHeight + pictureHeight + scaleHeight
  const sharp = await loadSharp()
  const cut = await sharp(gray.data, {
    raw: { width: gray.width, height: gray.height, channels: 1 },
  })
    .extract({ left: window.left, top: window.top, width, height })
    .resize(pictureWidth, pictureHeight, { kernel: 'nearest', fit: 'fill' })
    .extend({
      top: titleHeight,
      bottom: scaleHeight,
      right: outWidth - pictureWidth,
      background: '#fff',
    })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const at = (x: number, y: number): [number, number] => [
    (x - window.left + 0.5) * factor,
    (y - window.top + 0.5) * factor + titleHeight,
  ]
  const shapes = [
    ...titleOf(explained, outWidth),
    ...placed.flatMap((p) => bubbleShapes(p, field.shape, at, factor)),
    ...levelShapes(placed, explained.explanations[0], titleHeight + pictureHeight, outWidth),
  ]
  return drawOver({ data: cut, width: outWidth, height: outHeight }, shapes)
}

function placeBubbles(
  { registration }: PageReading,
  field: BubbleField,
  { field: read, explanations, bubble: only }: ExplainedField,
): Placed[] {
  if (!registration) return []
  return explanations.flatMap((column) =>
    column.bubbles.flatMap((explanation) => {
      const { value, column: place } = explanation
      if (only !== undefined && value !== only) return []
      const i = field.bubbles.findIndex((b) => b.value === value && b.column === place)
      const printed = field.bubbles[i]
      const found = read.bubbles[i]
      if (!printed || !found) return []
      const j = jacobian(registration.homography, printed.xMm, printed.yMm)
      const [w, h] = [printed.widthMm / 2, printed.heightMm / 2]
      return { reading: found, explanation, a: [j.xx * w, j.yx * w], b: [j.xy * h, j.yy * h] }
    }),
  )
}

function pxPerMm({ registration }: PageReading, field: BubbleField): number {
  const [first] = field.bubbles
  if (!registration || !first) return 1
  const j = jacobian(registration.homography, first.xMm, first.yMm)
  return Math.sqrt(Math.abs(j.xx * j.yy - j.xy * j.yx))
}

function frameOf(
  gray: Gray,
  placed: readonly Placed[],
  perMm: number,
): { window: PixelWindow; factor: number } {
  const xs = placed.flatMap(({ reading: r, a, b }) => {
    const reach = Math.abs(a[0]) + Math.abs(b[0])
    return [r.xPx - reach, r.xPx + reach]
  })
  const ys = placed.flatMap(({ reading: r, a, b }) => {
    const reach = Math.abs(a[1]) + Math.abs(b[1])
    return [r.yPx - reach, r.yPx + reach]
  })
  const margin = marginMm * perMm
  const window = clipWindow(gray, {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  })
  const fitting = Math.min(
    wantedWidth / (window.right - window.left),
    wantedHeight / (window.bottom - window.top),
  )
  return { window, factor: Math.min(mostEnlarged, fitting) }
}

function titleOf({ field, explanations }: ExplainedField, width: number): string[] {
  const values = field.values.join(field.kind === 'examNo' ? '' : '、') || '空白'
  const size = Math.max(14, Math.min(22, width / 48))
  const sentence = field.doubtful
    ? field.reason
    : explanations
        .map((e) => e.sentence)
        .slice(0, 2)
        .join('；')
  return [
    text(10, 26, `${field.id}：读作 ${values}，把握 ${percent(field.confidence)}`, size, '#212529'),
    text(10, 52, sentence, size * 0.8, field.doubtful ? colours.weak : '#495057'),
  ]
}

function bubbleShapes(
  { reading, explanation, a, b }: Placed,
  shape: BubbleField['shape'],
  at: (x: number, y: number) => [number, number],
  factor: number,
): string[] {
  const colour = colours[explanation.verdict]
  const [x, y] = at(reading.xPx, reading.yPx)
  const edge = (u: number, v: number) =>
    `${(x + (a[0] * u + b[0] * v) * factor).toFixed(1)},${(y + (a[1] * u + b[1] * v) * factor).toFixed(1)}`
  const points =
    shape === 'rect'
      ? [edge(-1, -1), edge(1, -1), edge(1, 1), edge(-1, 1)]
      : Array.from({ length: 32 }, (_, i) =>
          edge(Math.cos((i * Math.PI) / 16), Math.sin((i * Math.PI) / 16)),
        )
  const size = Math.max(9, Math.min(18, Math.hypot(...b) * factor * 0.7))
  const below = y + Math.hypot(...b) * factor + size
  const above = y - Math.hypot(...b) * factor - 4
  return [
    `<polygon points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    text(x, below, Math.max(0, explanation.excess).toFixed(2), size, colour, 'middle'),
    ...(explanation.filled >= 0.005
      ? [text(x, above, percent(explanation.filled), size, colour, 'middle')]
      : []),
  ]
}

/** A scale of darkness with the sheet's levels, and every bubble on it. */
function levelShapes(
  placed: readonly Placed[],
  explanation: FieldExplanation | undefined,
  top: number,
  width: number,
): string[] {
  if (!explanation) return []
  const { empty, mark, full } = explanation.ink
  const [left, right] = [40, width - 40]
  const most = Math.max(1, ...placed.map((p) => p.explanation.excess))
  const x = (excess: number) => left + (Math.max(0, excess) / most) * (right - left)
  const axis = top + 96
  const zone = (from: number, to: number, colour: string) =>
    `<rect x="${x(from)}" y="${axis - 8}" width="${Math.max(0, x(to) - x(from))}" height="8" fill="${colour}" fill-opacity="0.25"/>`
  const tick = (excess: number, name: string, row: number) => [
    `<path d="M${x(excess)} ${axis - 12}V${axis + 6 + row * 18}" stroke="${colours.level}" stroke-width="1.5"/>`,
    text(
      x(excess),
      axis + 20 + row * 18,
      `${name} ${excess.toFixed(2)}`,
      13,
      colours.level,
      'middle',
    ),
  ]
  return [
    zone(0, empty, colours.empty),
    zone(empty, mark, colours.weak),
    zone(mark, most, colours.mark),
    `<path d="M${left} ${axis}H${right}" stroke="${colours.level}" stroke-width="1.5"/>`,
    ...tick(empty, '空框上限', 0),
    ...tick(mark, '填涂起点', 1),
    ...tick(full, '典型填涂', 0),
    ...dotsOf(placed, x, axis),
  ]
}

function dotsOf(placed: readonly Placed[], x: (excess: number) => number, axis: number): string[] {
  // Labels that would lie on one another go up a row.
  const rows: number[] = []
  return [...placed]
    .sort((one, other) => one.explanation.excess - other.explanation.excess)
    .flatMap(({ explanation }) => {
      const { excess, verdict, value } = explanation
      const at = x(excess)
      let row = rows.findIndex((end) => end < at - 8)
      if (row < 0 && rows.length < 3) row = rows.push(0) - 1
      const dot = `<circle cx="${at}" cy="${axis - 4}" r="5" fill="${colours[verdict]}"/>`
      // The crowd of empty ones is told by its dots.
      if (row < 0) return [dot]
      const label = verdict === 'empty' ? value : `${value} ${verdicts[verdict]}`
      rows[row] = at + label.length * 9
      return [
        dot,
        text(at, axis - 16 - row * rowHeight * 0.7, label, 14, colours[verdict], 'middle'),
      ]
    })
}
