import type { FieldReading, PageReading } from '@hengjuan/domain'
import { project } from '@hengjuan/omr'
import type { EffectivePage } from './effective-sheet.ts'

export type Quad = [number, number][]

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Corners in image pixels of a rectangle on the sheet; null on a page without geometry. */
export function quadOf(
  reading: PageReading,
  area: { xMm: number; yMm: number; widthMm: number; heightMm: number },
): Quad | null {
  const map = reading.registration?.homography
  if (!map) return null
  const { xMm, yMm, widthMm, heightMm } = area
  return [
    [xMm, yMm],
    [xMm + widthMm, yMm],
    [xMm + widthMm, yMm + heightMm],
    [xMm, yMm + heightMm],
  ].map(([x, y]) => {
    const at = project(map, x ?? 0, y ?? 0)
    return [at.x, at.y]
  })
}

/** Half a printed bubble; and the row above and below, which belong to other questions. */
const BUBBLE_MM = 2.2
const ROW_MM = 1.6

/** Where a field's bubbles are, with a margin that takes in the printed number of a question. */
export function fieldQuad(reading: PageReading, field: FieldReading, marginMm = 1): Quad | null {
  if (field.bubbles.length === 0) return null
  const map = reading.registration?.homography
  const perMm = map ? Math.hypot(map[0] ?? 1, map[3] ?? 0) : 8
  const [wide, tall] = [(marginMm + BUBBLE_MM) * perMm, (Math.min(marginMm, 1) + ROW_MM) * perMm]
  const xs = field.bubbles.map(({ xPx }) => xPx)
  const ys = field.bubbles.map(({ yPx }) => yPx)
  const [left, right] = [Math.min(...xs) - wide, Math.max(...xs) + wide]
  const [top, bottom] = [Math.min(...ys) - tall, Math.max(...ys) + tall]
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/** The smallest box around corners, whole pixels inside the image; null when nothing is left. */
export function boxOf(
  quad: Quad | null,
  image: { width: number; height: number },
  margin = 0,
): Box | null {
  if (!quad) return null
  const xs = quad.map(([x]) => x)
  const ys = quad.map(([, y]) => y)
  const x = Math.max(0, Math.floor(Math.min(...xs) - margin))
  const y = Math.max(0, Math.floor(Math.min(...ys) - margin))
  const width = Math.min(image.width, Math.ceil(Math.max(...xs) + margin)) - x
  const height = Math.min(image.height, Math.ceil(Math.max(...ys) + margin)) - y
  return width > 4 && height > 4 ? { x, y, width, height } : null
}

export const sizeOf = ({ widthPx, heightPx }: PageReading) => ({ width: widthPx, height: heightPx })

/** Address of a page's picture, below the folder of pictures; further options can be appended. */
export const pagePath = (imageId: string): string => `${imageId}/page?v=1`

/** Address of a piece of a page, turned upright; null where there is none. */
export function piecePath(
  { imageId, reading }: Pick<EffectivePage, 'imageId' | 'reading'>,
  quad: Quad | null,
  margin = 0,
): string | null {
  const box = boxOf(quad, sizeOf(reading), margin)
  if (!box) return null
  const turn = (360 - (reading.registration?.rotation ?? 0)) % 360
  const piece = `&box=${box.x},${box.y},${box.width},${box.height}`
  return `${pagePath(imageId)}${piece}${turn === 0 ? '' : `&rotate=${turn}`}`
}
