import type { Random } from './random.ts'

/** A page of paper seen straight from above: 8-bit grey, row by row, 255 white. */
export interface GreyPage {
  widthPx: number
  heightPx: number
  pixelsPerMm: number
  grey: Uint8Array
}

export type Point = readonly [xMm: number, yMm: number]

export interface Ink {
  /** 0 invisible to 1 black. */
  darkness: number
  widthMm: number
  /** Share of the darkness that the paper's tooth takes away in places: pencil much, gel pen none. */
  grain: number
}

const GRAIN_SIZE = 1 << 16

/** Paper tooth under a pencil: one texture for all, laid differently by each pen. */
export function createGrain(random: Random): Uint8Array {
  const grain = new Uint8Array(GRAIN_SIZE)
  for (let at = 0; at < GRAIN_SIZE; at++) grain[at] = random.next() * 256
  return grain
}

export const copyPage = (page: GreyPage): GreyPage => ({ ...page, grey: page.grey.slice() })

/** Draws on a page with one pen; overlapping strokes do not add up. */
export interface Brush {
  page: GreyPage
  grain: Uint8Array
}

/** A stroke through points, round at its ends. */
export function drawStroke({ page, grain }: Brush, points: readonly Point[], ink: Ink): void {
  const scale = page.pixelsPerMm
  const radius = Math.max(0.35, (ink.widthMm * scale) / 2)
  const step = Math.max(0.5, radius * 0.55)
  for (let index = 0; index < points.length; index++) {
    const [x0, y0] = points[Math.max(0, index - 1)]!
    const [x1, y1] = points[index]!
    const length = Math.hypot(x1 - x0, y1 - y0) * scale
    const count = Math.max(1, Math.ceil(length / step))
    for (let part = 1; part <= count; part++) {
      const share = part / count
      const x = (x0 + (x1 - x0) * share) * scale
      const y = (y0 + (y1 - y0) * share) * scale
      stamp(page, grain, x, y, radius, ink)
    }
  }
}

function stamp(
  page: GreyPage,
  grain: Uint8Array,
  x: number,
  y: number,
  radius: number,
  ink: Ink,
): void {
  const reach = radius + 0.5
  const top = Math.max(0, Math.floor(y - reach))
  const bottom = Math.min(page.heightPx - 1, Math.ceil(y + reach))
  const left = Math.max(0, Math.floor(x - reach))
  const right = Math.min(page.widthPx - 1, Math.ceil(x + reach))
  for (let row = top; row <= bottom; row++) {
    const dy = row + 0.5 - y
    const start = row * page.widthPx
    for (let column = left; column <= right; column++) {
      const dx = column + 0.5 - x
      const distance = Math.sqrt(dx * dx + dy * dy)
      if (distance >= reach) continue
      const cover = Math.min(1, reach - distance)
      const tooth = 1 - (ink.grain * grain[(column * 61 + row * 2473) & (GRAIN_SIZE - 1)]!) / 255
      const level = 255 * (1 - ink.darkness * cover * tooth)
      if (level < page.grey[start + column]!) page.grey[start + column] = level
    }
  }
}

/** Fills an axis-parallel box, its edges smoothed. */
export function fillBox(
  page: GreyPage,
  box: { xMm: number; yMm: number; widthMm: number; heightMm: number },
  level: number,
): void {
  const scale = page.pixelsPerMm
  const [x0, x1] = [box.xMm * scale, (box.xMm + box.widthMm) * scale]
  const [y0, y1] = [box.yMm * scale, (box.yMm + box.heightMm) * scale]
  const rows = [Math.max(0, Math.floor(y0)), Math.min(page.heightPx, Math.ceil(y1))] as const
  const columns = [Math.max(0, Math.floor(x0)), Math.min(page.widthPx, Math.ceil(x1))] as const
  for (let y = rows[0]; y < rows[1]; y++) {
    const high = Math.min(y + 1, y1) - Math.max(y, y0)
    for (let x = columns[0]; x < columns[1]; x++) {
      const cover = high * (Math.min(x + 1, x1) - Math.max(x, x0))
      const index = y * page.widthPx + x
      page.grey[index] = page.grey[index]! * (1 - cover) + level * cover
    }
  }
}

/** Sets every pixel for which `level` gives a number; coordinates in millimetres. */
export function paintArea(
  page: GreyPage,
  box: { xMm: number; yMm: number; widthMm: number; heightMm: number },
  level: (xMm: number, yMm: number, grey: number) => number | null,
): void {
  const scale = page.pixelsPerMm
  const top = Math.max(0, Math.floor(box.yMm * scale))
  const bottom = Math.min(page.heightPx, Math.ceil((box.yMm + box.heightMm) * scale))
  const left = Math.max(0, Math.floor(box.xMm * scale))
  const right = Math.min(page.widthPx, Math.ceil((box.xMm + box.widthMm) * scale))
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const index = y * page.widthPx + x
      const value = level((x + 0.5) / scale, (y + 0.5) / scale, page.grey[index]!)
      if (value !== null) page.grey[index] = Math.max(0, Math.min(255, value))
    }
}
