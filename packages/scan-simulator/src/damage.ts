import type { Random } from './random.ts'
import type { GreyPage } from './raster.ts'
import { paintArea } from './raster.ts'

export type Corner = 'tl' | 'tr' | 'bl' | 'br'

/** What lies behind a missing piece: the scanner's white roller. */
const ROLLER = 252

interface CornerFrame {
  box: { xMm: number; yMm: number; widthMm: number; heightMm: number }
  /** Distances from the two paper edges that meet in the corner. */
  inward(xMm: number, yMm: number): [number, number]
}

function cornerFrame(page: GreyPage, corner: Corner, reach: number): CornerFrame {
  const widthMm = page.widthPx / page.pixelsPerMm
  const heightMm = page.heightPx / page.pixelsPerMm
  const right = corner.endsWith('r')
  const bottom = corner.startsWith('b')
  return {
    box: {
      xMm: right ? widthMm - reach : 0,
      yMm: bottom ? heightMm - reach : 0,
      widthMm: reach,
      heightMm: reach,
    },
    inward: (x, y) => [right ? widthMm - x : x, bottom ? heightMm - y : y],
  }
}

/** Legs of the lost triangle: past the mark on either side of the paper, short of the printed content. */
export const cornerLeg = (corner: Corner, random: Random) =>
  corner.startsWith('t') ? random.between(30, 31.5) : random.between(25.5, 29)

/** Tears a corner off with its mark; the edge is ragged and shows the paper's fibre. */
export function tearCorner(page: GreyPage, corner: Corner, leg: number, random: Random): void {
  const frame = cornerFrame(page, corner, leg + 2)
  const waves = [random.between(0, 6), random.between(0, 6)] as const
  paintArea(page, frame.box, (x, y, grey) => {
    const [a, b] = frame.inward(x, y)
    const ragged = 0.35 * Math.sin(a * 1.1 + waves[0]) + 0.2 * Math.sin(a * 3.7 + waves[1])
    const depth = leg + ragged - a - b
    if (depth > 0.35) return ROLLER
    if (depth > -0.2) return 205 + 30 * Math.abs(depth)
    return depth > -0.8 ? Math.min(255, grey + 40) : null
  })
}

/** Folds a corner away: seen from the front it is missing, with a clean shaded edge. */
export function foldCornerBehind(page: GreyPage, corner: Corner, leg: number): void {
  const frame = cornerFrame(page, corner, leg + 2)
  paintArea(page, frame.box, (x, y, grey) => {
    const [a, b] = frame.inward(x, y)
    const depth = leg - a - b
    if (depth > 0) return ROLLER
    return depth > -0.3 ? 150 : depth > -1.2 ? Math.min(grey, 225) : null
  })
}

/**
 * The other side of the same fold: the flap lies on the print and shows the front's corner with its mark,
 * mirrored on the fold.
 */
export function foldCornerOver(
  page: GreyPage,
  corner: Corner,
  leg: number,
  front: GreyPage,
  frontCorner: Corner,
): void {
  const frame = cornerFrame(page, corner, leg + 2)
  const source = cornerFrame(front, frontCorner, leg + 2)
  const frontRight = frontCorner.endsWith('r')
  const frontBottom = frontCorner.startsWith('b')
  const frontAt = (a: number, b: number) => {
    const x = frontRight ? source.box.xMm + source.box.widthMm - a : a
    const y = frontBottom ? source.box.yMm + source.box.heightMm - b : b
    const scale = front.pixelsPerMm
    const column = Math.min(front.widthPx - 1, Math.max(0, Math.floor(x * scale)))
    const row = Math.min(front.heightPx - 1, Math.max(0, Math.floor(y * scale)))
    return front.grey[row * front.widthPx + column]!
  }
  paintArea(page, frame.box, (x, y) => {
    const [a, b] = frame.inward(x, y)
    if (a + b < leg) return ROLLER
    if (a > leg || b > leg) return a < leg + 0.5 && b < leg + 0.5 ? 190 : null
    if (a + b < leg + 0.3) return 150
    return Math.min(244, frontAt(leg - b, leg - a))
  })
}

/** A grey smear, such as graphite dragged by a sleeve; `darkness` is drawn by chance when absent. */
export function smudge(
  page: GreyPage,
  xMm: number,
  yMm: number,
  random: Random,
  darkness?: number,
): void {
  const radiusX = random.between(7, 11)
  const radiusY = random.between(2.4, 3)
  const strength = darkness ?? random.between(0.3, 0.42)
  const phases = [random.between(0, 6), random.between(0, 6)] as const
  const box = {
    xMm: xMm - radiusX,
    yMm: yMm - radiusY,
    widthMm: 2 * radiusX,
    heightMm: 2 * radiusY,
  }
  paintArea(page, box, (x, y, grey) => {
    const distance = Math.hypot((x - xMm) / radiusX, (y - yMm) / radiusY)
    if (distance >= 1) return null
    const streaks = 0.8 + 0.2 * Math.sin(y * 9 + Math.sin(x * 0.7 + phases[0]) + phases[1])
    return grey * (1 - strength * streaks * Math.min(1, (1 - distance) * 3))
  })
}
