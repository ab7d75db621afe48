import type { InkCell } from '@hengjuan/omr/digits'
import type { Random } from '@hengjuan/scan-simulator'
import type { Line } from './digit-styles.ts'

/** Scan resolution of the boxes, as the reader cuts them. */
export const pxPerMm = 8

export function emptyCell(widthMm: number, heightMm: number): InkCell {
  const width = Math.round(widthMm * pxPerMm)
  const height = Math.round(heightMm * pxPerMm)
  return { ink: new Float32Array(width * height), width, height, pxPerMm }
}

/** Draws a stroke through points in pixels, round at its ends, its width swelling along the way. */
export function drawLine(
  cell: InkCell,
  points: Line,
  pen: { widthMm: number; darkness: number; swell: number },
): void {
  const { width, height, ink } = cell
  let travelled = 0
  for (let index = 1; index < points.length; index++) {
    const [x0, y0] = points[index - 1]!
    const [x1, y1] = points[index]!
    const length = Math.hypot(x1 - x0, y1 - y0)
    const steps = Math.max(1, Math.ceil(length / 0.7))
    for (let step = 0; step <= steps; step++) {
      const x = x0 + ((x1 - x0) * step) / steps
      const y = y0 + ((y1 - y0) * step) / steps
      const pulse = 1 + pen.swell * Math.sin((travelled + (length * step) / steps) / 9)
      const radius = Math.max(0.6, (pen.widthMm * pxPerMm * pulse) / 2)
      const reach = radius + 0.5
      for (let v = Math.max(0, Math.ceil(y - reach)); v <= Math.min(height - 1, y + reach); v++) {
        for (let u = Math.max(0, Math.ceil(x - reach)); u <= Math.min(width - 1, x + reach); u++) {
          const cover = Math.min(1, reach - Math.hypot(u - x, v - y))
          if (cover <= 0) continue
          const value = cover * pen.darkness
          if (value > ink[v * width + u]!) ink[v * width + u] = value
        }
      }
    }
    travelled += length
  }
}

/** A smooth curve through the points (Catmull-Rom). */
export function curve(points: Line): Line {
  if (points.length < 3) return points
  const out: Line = []
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, d] = [-1, 0, 1, 2].map(
      (k) => points[Math.max(0, Math.min(points.length - 1, i + k))]!,
    ) as [Line[0], Line[0], Line[0], Line[0]]
    for (let step = 0; step < 5; step++) {
      const t = step / 5
      const at = (k: 0 | 1) =>
        0.5 *
        (2 * b[k] +
          (c[k] - a[k]) * t +
          (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
          (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t)
      out.push([at(0), at(1)])
    }
  }
  return [...out, ...points.slice(-1)]
}

/** What the scanner adds: blur of the lens, noise, and a rest of the printed outline at an edge. */
export function scanned(cell: InkCell, random: Random): InkCell {
  let { ink } = cell
  const { width, height } = cell
  for (let round = random.integer(0, 2); round > 0; round--) ink = blurred(ink, width, height)
  if (random.chance(0.15)) addOutlineRest(ink, width, height, random)
  const noise = random.between(0, 0.05)
  for (let i = 0; i < ink.length; i++)
    ink[i] = Math.max(0, Math.min(1, ink[i]! + noise * random.normal()))
  return { ...cell, ink }
}

function blurred(ink: Float32Array, width: number, height: number): Float32Array {
  const at = (x: number, y: number) =>
    ink[Math.max(0, Math.min(height - 1, y)) * width + Math.max(0, Math.min(width - 1, x))]!
  return Float32Array.from(ink, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const cross = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)
    const corners = at(x - 1, y - 1) + at(x + 1, y - 1) + at(x - 1, y + 1) + at(x + 1, y + 1)
    return at(x, y) / 4 + cross / 8 + corners / 16
  })
}

function addOutlineRest(ink: Float32Array, width: number, height: number, random: Random): void {
  const darkness = random.between(0.2, 0.5)
  const thick = random.integer(1, 2)
  const side = random.integer(0, 3)
  const length = side < 2 ? height : width
  const from = random.integer(0, Math.floor(length / 2))
  const to = random.integer(from + Math.floor(length / 4), length)
  for (let i = from; i < Math.min(to, length); i++) {
    for (let k = 0; k < thick; k++) {
      const x = side === 0 ? k : side === 1 ? width - 1 - k : i
      const y = side < 2 ? i : side === 2 ? k : height - 1 - k
      ink[y * width + x] = Math.max(ink[y * width + x]!, darkness)
    }
  }
}
