import type { Bubble } from '@hengjuan/domain'
import { smudge } from './damage.ts'
import type { Random } from './random.ts'
import type { Brush, Ink, Point } from './raster.ts'
import { drawStroke, paintArea } from './raster.ts'

/**
 * What a candidate's pen leaves on a bubble.
 *
 * `full`, `scribble` and `overflow` are marks as asked for; `faint`, `half`, `tick`, `cross` and `circle`
 * want a person's eye; `erased` is what a rubber leaves, `smudge` what a sleeve does.
 */
export type MarkShape =
  | 'full'
  | 'scribble'
  | 'overflow'
  | 'faint'
  | 'half'
  | 'tick'
  | 'cross'
  | 'circle'
  | 'erased'
  | 'smudge'

export interface Pen {
  kind: 'pencil2B' | 'pencilHB' | 'gel' | 'ballPen' | 'red'
  /** Ink of a firm stroke. */
  ink: Ink
  /** How shakily bubbles are filled, millimetres. */
  sloppyMm: number
  /** White between two strokes of a filled bubble; absent where strokes meet. */
  gapMm?: number
}

/** A candidate's pencil: most press firmly, some do not. */
export function randomPen(random: Random): Pen {
  const kind = random.chance(0.82) ? 'pencil2B' : random.chance(0.5) ? 'pencilHB' : 'gel'
  const darkness = {
    pencil2B: random.between(0.66, 0.86),
    pencilHB: random.between(0.52, 0.64),
    gel: random.between(0.82, 0.93),
  }[kind]
  const ink = {
    darkness,
    widthMm: random.between(0.5, 0.8),
    grain: kind === 'gel' ? 0.03 : random.between(0.12, 0.28),
  }
  return { kind, ink, sloppyMm: random.between(0.12, 0.36) }
}

/**
 * Draws a mark where the bubble is printed.
 *
 * @param amount how much of what the shape is about: darkness (`full` and `smudge`: of the ink, `faint`,
 *   `erased`: 0 to 1), width (`half`, share of the bubble), size (`tick`, `cross`, share), spill
 *   (`overflow`) or width of the line (`circle`), millimetres; drawn by chance when absent
 */
export function drawMark(
  brush: Brush,
  bubble: Bubble,
  shape: MarkShape,
  pen: Pen,
  random: Random,
  amount?: number,
): void {
  const { ink, sloppyMm } = pen
  const pitchMm = pen.gapMm === undefined ? 0.42 : 2 * (ink.widthMm + pen.gapMm)
  const fill = (how: Partial<Hatching>, part = bubble) =>
    hatch(brush, part, { ink, sloppyMm, pitchMm, spillMm: 0, ...how }, random)
  switch (shape) {
    case 'full':
      return fill({ ink: { ...ink, darkness: ink.darkness * (amount ?? 1) } })
    case 'scribble':
      return fill({ sloppyMm: sloppyMm * 1.3, pitchMm: Math.max(0.62, pitchMm), spillMm: 0.05 })
    case 'overflow':
      return fill({ spillMm: amount ?? random.between(0.3, 0.5) })
    case 'faint': {
      const weak = { ...ink, darkness: amount ?? random.between(0.13, 0.2), grain: 0.35 }
      return fill({ ink: weak, sloppyMm: 0.1, pitchMm: 0.5 })
    }
    case 'half': {
      const left = random.chance(0.5)
      const widthMm = bubble.widthMm * (amount ?? random.between(0.4, 0.5))
      const shift = ((bubble.widthMm - widthMm) / 2) * (left ? -1 : 1)
      const half = { ...bubble, widthMm, xMm: bubble.xMm + shift }
      return fill({ sloppyMm: 0.08, pitchMm: Math.max(0.45, pitchMm) }, half)
    }
    case 'tick':
      return strokes(brush, scaled(bubble, amount), pen, random, [
        [
          [-0.4, 0],
          [-0.12, 0.42],
          [0.5, -0.55],
        ],
      ])
    case 'cross':
      return strokes(brush, scaled(bubble, amount), pen, random, [
        [
          [-0.42, -0.45],
          [0.42, 0.45],
        ],
        [
          [-0.42, 0.45],
          [0.42, -0.45],
        ],
      ])
    case 'circle':
      return circle(brush, bubble, { ...ink, widthMm: amount ?? 0.4 }, random)
    case 'erased':
      return erase(brush, bubble, pen, random, amount)
    case 'smudge':
      return smudge(brush.page, bubble.xMm, bubble.yMm, random, amount)
  }
}

const scaled = (bubble: Bubble, size = 1): Bubble => ({
  ...bubble,
  widthMm: bubble.widthMm * size,
  heightMm: bubble.heightMm * size,
})

/** A ring around the bubble, not quite closed, as one circles a printed letter. */
function circle(brush: Brush, bubble: Bubble, ink: Ink, random: Random): void {
  const [rx, ry] = [bubble.widthMm / 2 + 0.35, bubble.heightMm / 2 + 0.4]
  const start = random.between(0, 6)
  const end = start + random.between(5.8, 6.8)
  const points: Point[] = []
  for (let angle = start; angle < end; angle += 0.4)
    points.push([
      bubble.xMm + (rx + random.normal() * 0.08) * Math.cos(angle),
      bubble.yMm + (ry + random.normal() * 0.08) * Math.sin(angle),
    ])
  drawStroke(brush, smooth(points), ink)
}

interface Hatching {
  ink: Ink
  sloppyMm: number
  /** Between strokes. */
  pitchMm: number
  /** How far strokes leave the bubble. */
  spillMm: number
}

/** Strokes to and fro, slightly slanting, as one fills a bubble. */
function hatch(brush: Brush, bubble: Bubble, how: Hatching, random: Random): void {
  const { ink, sloppyMm, pitchMm, spillMm } = how
  const halfWidth = Math.max(0.2, bubble.widthMm / 2 - ink.widthMm / 2 + spillMm)
  const halfHeight = Math.max(0.1, bubble.heightMm / 2 - ink.widthMm / 2 + spillMm * 0.6)
  const shiftX = random.normal() * sloppyMm * 0.5
  const shiftY = random.normal() * sloppyMm * 0.35
  const slant = random.between(-0.08, 0.22)
  const points: Point[] = []
  let side = random.chance(0.5) ? 1 : -1
  for (let y = -halfHeight; y <= halfHeight + 1e-9; y += pitchMm / 2) {
    const x = side * halfWidth + random.normal() * sloppyMm * 0.6
    points.push([
      bubble.xMm + shiftX + x,
      bubble.yMm + shiftY + y - slant * x * 0.5 + random.normal() * sloppyMm * 0.15,
    ])
    side = -side
  }
  points.push([bubble.xMm + shiftX + side * halfWidth, bubble.yMm + shiftY + halfHeight])
  drawStroke(brush, points, ink)
}

function strokes(
  brush: Brush,
  bubble: Bubble,
  pen: Pen,
  random: Random,
  lines: [number, number][][],
): void {
  const ink = { ...pen.ink, widthMm: random.between(0.4, 0.55) }
  for (const line of lines) {
    const points = line.map(([x, y]): Point => [
      bubble.xMm + x * bubble.widthMm + random.normal() * 0.12,
      bubble.yMm + y * bubble.heightMm * 1.2 + random.normal() * 0.12,
    ])
    drawStroke(brush, smooth(points), ink)
  }
}

/** A filled bubble rubbed out: a grey breath, a little smeared, and print that lost some black. */
function erase(
  brush: Brush,
  bubble: Bubble,
  pen: Pen,
  random: Random,
  darkness = random.between(0.05, 0.1),
): void {
  const residue = { ...pen.ink, darkness, grain: 0.6 }
  hatch(brush, bubble, { ink: residue, sloppyMm: 0.15, pitchMm: 0.6, spillMm: 0 }, random)
  const smear = { ...residue, darkness: residue.darkness * 0.5, widthMm: 1.2 }
  const reach = random.between(0.6, 1)
  drawStroke(
    brush,
    [
      [bubble.xMm - reach, bubble.yMm + random.normal() * 0.2],
      [bubble.xMm + reach, bubble.yMm + random.normal() * 0.2],
    ],
    smear,
  )
  const { widthMm, heightMm } = bubble
  const box = { xMm: bubble.xMm - widthMm / 2, yMm: bubble.yMm - heightMm / 2, widthMm, heightMm }
  paintArea(brush.page, box, (_x, _y, grey) => (grey < 200 ? grey + (255 - grey) * 0.12 : null))
}

/** Chaikin's corner cutting: pens do not turn in a point. */
export function smooth(points: readonly Point[]): Point[] {
  if (points.length < 3) return [...points]
  let line = [...points]
  for (let round = 0; round < 2; round++) {
    const next: Point[] = [line[0]!]
    for (let index = 0; index + 1 < line.length; index++) {
      const [[ax, ay], [bx, by]] = [line[index]!, line[index + 1]!]
      next.push([ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25])
      next.push([ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75])
    }
    next.push(line[line.length - 1]!)
    line = next
  }
  return line
}
