import type { Bubble, BubbleField } from '@hengjuan/domain'
import type { InkView, LocalView } from '../align/ink-view.ts'
import { inkAt } from '../align/ink-view.ts'
import { placeBytes, writeExtras, writePlace } from '../align/place-record.ts'
import { nthLowest } from '../kernels/averages.ts'
import { heldPage } from '../kernels/page-memory.ts'

/** Directions in which the surroundings of a bubble are looked at. */
const directions = 24
/** Unit vectors of the directions, and of those half way between. */
const circle = Array.from({ length: 2 * directions }, (_, i): [number, number] => {
  const t = (Math.PI * i) / directions
  return [Math.cos(t), Math.sin(t)]
})
/** Where a ring may be drawn, millimetres outside the bubble. */
const ringGapsMm = [0.4, 0.6, 0.8, 1.05, 1.3]
/** As the kernel takes them: the gaps, then the directions. */
const ringPlan = Float64Array.from([
  ...ringGapsMm,
  ...Array.from({ length: directions }, (_, i) => circle[2 * i]!).flat(),
])
/** Room for the ink in each direction. */
const around = new Float64Array(directions)
/** Clear of the printed outline, and short of the next bubble's. */
const gapMm = 0.6

/**
 * Share of the directions in which ink of at least `level` lies outside the bubble: a circled answer
 * leaves its ink there. Outlines of rectangular bubbles and of neighbours count too, so the share is to
 * be compared with that of other bubbles.
 */
export function ringShare(
  view: InkView,
  xMm: number,
  yMm: number,
  bubble: Pick<Bubble, 'widthMm' | 'heightMm'>,
  level: number,
): number {
  const { gray } = view
  const { memory, at } = heldPage(gray)
  const place = memory.work
  writePlace(memory, place, view, xMm, yMm)
  writeExtras(memory, place, bubble.widthMm / 2, bubble.heightMm / 2, 0)
  const points = place + placeBytes
  memory.floats.set(ringPlan, points >> 3)
  return memory.kernels.ringShare(at, gray.width, gray.height, place, points, directions, level)
}

/** Ink of the paper just outside the bubble, the median: a shadow or a smear darkens it, a pen does not. */
export function surroundInk(local: LocalView, bubble: Bubble): number {
  const [a, b] = [bubble.widthMm / 2 + gapMm, bubble.heightMm / 2 + gapMm]
  for (let i = 0; i < directions; i++) {
    // Along a rectangle, which stays outside a bubble of either shape.
    const [u, v] = circle[2 * i + 1]!
    const stretch = 1 / Math.max(Math.abs(u), Math.abs(v))
    around[i] = inkAt(local, a * u * stretch, b * v * stretch)
  }
  return nthLowest(around, directions, directions >> 1)
}

/** Cells of a bubble's inside, and points of each along both sides. */
const columns = 5
const rows = 3
const points = 3

/**
 * Share of the inside, cell by cell, whose mean ink is at least `level`: nearly all of a bubble that was
 * filled, however palely, about half of a cross or of a bubble that was half filled.
 */
export function inkReach(
  local: LocalView,
  bubble: Bubble,
  shape: BubbleField['shape'],
  level: number,
): number {
  // Inside the outline, whose line would count as ink everywhere.
  const [a, b] = [bubble.widthMm * 0.42, bubble.heightMm * 0.38]
  let reached = 0
  let cells = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0
      let seen = 0
      for (let i = 0; i < points * points; i++) {
        const u = (2 * (column + ((i % points) + 0.5) / points)) / columns - 1
        const v = (2 * (row + (Math.floor(i / points) + 0.5) / points)) / rows - 1
        if (shape === 'ellipse' && u * u + v * v > 1) continue
        sum += inkAt(local, u * a, v * b)
        seen++
      }
      if (seen < points) continue
      cells++
      if (sum >= level * seen) reached++
    }
  }
  return cells > 0 ? reached / cells : 0
}
