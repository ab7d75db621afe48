import type { Bubble, BubbleField } from '@hengjuan/domain'
import type { Shift } from '../align/outline-search.ts'
import type { InkView, LocalView } from '../align/ink-view.ts'
import { isInside, localView } from '../align/ink-view.ts'
import { thresholds } from './thresholds.ts'

export const inkLevels = 16

/** How much ink lies in and around one bubble. */
export interface BubbleInk {
  /** Mean ink over the inside, 0 paper to 1 print black. */
  darkness: number
  /** Share of the inside covered by any ink. */
  coverage: number
  /** Pixels of the inside by ink, `inkLevels` equal steps from paper to print black. */
  levels: Uint16Array
  /** Share of the directions in which dark strokes lie just outside the bubble; measured when asked. */
  around: () => number
  xPx: number
  yPx: number
  /** False where the bubble lies outside the picture or not on paper (torn off, folded over). */
  onPaper: boolean
}

/** Kept clear of the printed outline, so that misfit of half a line width does not count as ink. */
const outlineMarginMm = 0.28
const leastInside = 0.62
/** Darker surroundings than this share of the page's paper are a shadowless background, not paper. */
const leastPaper = 0.4

/** More points than this only cost time: their mean is already surer than where the bubble lies. */
const mostColumns = 22
const mostRows = 14

/** Measures the inside of a bubble at its aligned place on a grid of points. */
export function measureBubble(
  view: InkView,
  field: BubbleField,
  bubble: Bubble,
  shift: Shift,
): BubbleInk {
  const local = localView(view, bubble.xMm + shift.dx, bubble.yMm + shift.dy)
  const margin = field.outlined ? outlineMarginMm : 0.1
  const a = Math.max((bubble.widthMm / 2) * leastInside, bubble.widthMm / 2 - margin)
  const b = Math.max((bubble.heightMm / 2) * leastInside, bubble.heightMm / 2 - margin)
  const { data, width, height, paper, scale } = local
  const countX = Math.max(5, Math.min(mostColumns, Math.ceil(2 * a * local.pxPerMm)))
  const countY = Math.max(5, Math.min(mostRows, Math.ceil(2 * b * local.pxPerMm)))
  const isEllipse = field.shape === 'ellipse'
  let sum = 0
  let covered = 0
  const levels = new Uint16Array(inkLevels)
  let n = 0
  for (let j = 0; j < countY; j++) {
    const v = (2 * (j + 0.5)) / countY - 1
    const dy = v * b
    // Inside an ellipse this row is shorter.
    const half = isEllipse ? Math.sqrt(1 - v * v) : 1
    for (let i = 0; i < countX; i++) {
      const u = (2 * (i + 0.5)) / countX - 1
      if (u > half || u < -half) continue
      const dx = u * a
      const x = (local.x + local.xx * dx + local.xy * dy + 0.5) | 0
      const y = (local.y + local.yx * dx + local.yy * dy + 0.5) | 0
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      let ink = (paper - data[y * width + x]!) * scale
      if (ink > 1) ink = 1
      else if (ink < -0.2) ink = -0.2
      sum += ink
      n++
      if (ink >= thresholds.covered) covered++
      levels[ink <= 0 ? 0 : ink >= 1 ? inkLevels - 1 : (ink * inkLevels) | 0]!++
    }
  }
  return {
    darkness: n > 0 ? sum / n : 0,
    coverage: n > 0 ? covered / n : 0,
    levels,
    around: () => inkAround(local, bubble),
    xPx: local.x,
    yPx: local.y,
    onPaper: local.paper > leastPaper * view.white.paper && cornersInside(local, bubble),
  }
}

/** Share of the inside whose ink is at least `level`. */
export function shareAbove(ink: BubbleInk, level: number): number {
  let n = 0
  let above = 0
  const first = Math.round(level * inkLevels)
  for (let i = 0; i < inkLevels; i++) {
    n += ink.levels[i]!
    if (i >= first) above += ink.levels[i]!
  }
  return n > 0 ? above / n : 0
}

/** Dark share of an elliptic band outside the outline: a circled answer leaves its ink there. */
function inkAround(local: LocalView, bubble: Bubble): number {
  const steps = 20
  let dark = 0
  for (let i = 0; i < steps; i++) {
    const t = (2 * Math.PI * i) / steps
    for (const gap of [0.45, 0.8, 1.15]) {
      const dx = (bubble.widthMm / 2 + gap) * Math.cos(t)
      const dy = (bubble.heightMm / 2 + gap) * Math.sin(t)
      const x = Math.round(local.x + local.xx * dx + local.xy * dy)
      const y = Math.round(local.y + local.yx * dx + local.yy * dy)
      if (x < 0 || y < 0 || x >= local.width || y >= local.height) continue
      if ((local.paper - local.data[y * local.width + x]!) * local.scale >= thresholds.around) {
        dark++
        break
      }
    }
  }
  return dark / steps
}

function cornersInside(local: LocalView, bubble: Bubble): boolean {
  const a = bubble.widthMm / 2
  const b = bubble.heightMm / 2
  return (
    isInside(local, -a, -b) &&
    isInside(local, a, -b) &&
    isInside(local, a, b) &&
    isInside(local, -a, b)
  )
}
