import type { FieldReading, PageReading, TemplatePage } from '@hengjuan/domain'

export type Point = [number, number]

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Sheet millimetres to image pixels. */
export function toPixels(homography: readonly number[], xMm: number, yMm: number): Point {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = homography
  const w = g * xMm + h * yMm + i
  return [(a * xMm + b * yMm + c) / w, (d * xMm + e * yMm + f) / w]
}

/** Image pixels to sheet millimetres: the way back of `toPixels`. */
export function toSheet(homography: readonly number[], xPx: number, yPx: number): Point {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = homography
  // The inverse but for its determinant, which the division takes off again.
  return toPixels(
    [
      e * i - f * h,
      c * h - b * i,
      b * f - c * e,
      f * g - d * i,
      a * i - c * g,
      c * d - a * f,
      d * h - e * g,
      b * g - a * h,
      a * e - b * d,
    ],
    xPx,
    yPx,
  )
}

/** Corners in image pixels of a rectangle on the sheet; null on a page without geometry. */
export function quadOf(
  reading: PageReading,
  area: { xMm: number; yMm: number; widthMm: number; heightMm: number },
): Point[] | null {
  const map = reading.registration?.homography
  if (!map) return null
  const { xMm, yMm, widthMm, heightMm } = area
  return [
    toPixels(map, xMm, yMm),
    toPixels(map, xMm + widthMm, yMm),
    toPixels(map, xMm + widthMm, yMm + heightMm),
    toPixels(map, xMm, yMm + heightMm),
  ]
}

/**
 * Where a field's bubbles are, with a margin that takes in the printed number of a question.
 *
 * @param numberMm what the number needs on the left beyond its first digit
 */
export function fieldQuad(
  reading: PageReading,
  field: FieldReading,
  marginMm = 1,
  numberMm = 0,
): Point[] | null {
  if (field.bubbles.length === 0) return null
  const map = reading.registration?.homography
  const perMm = map ? Math.hypot(map[0] ?? 1, map[3] ?? 0) : 8
  const margin = (marginMm + 2.2) * perMm
  const xs = field.bubbles.map(({ xPx }) => xPx)
  const ys = field.bubbles.map(({ yPx }) => yPx)
  const [left, right] = [Math.min(...xs) - margin - numberMm * perMm, Math.max(...xs) + margin]
  // The row above and the row below belong to other questions.
  const tall = (Math.min(marginMm, 1) + 1.6) * perMm
  const [top, bottom] = [Math.min(...ys) - tall, Math.max(...ys) + tall]
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/** The smallest box around corners, in whole pixels, inside the image; null when nothing is left. */
export function boxOf(
  quad: readonly Point[] | null,
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

/** The corner anchors of a template page. */
export const cornersOf = (page: TemplatePage) =>
  page.anchors.filter(({ role, kind }) => role === 'corner' && kind !== 'page-corner')
