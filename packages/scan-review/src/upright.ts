import type { ImageRect } from '@hengjuan/ui'
import type { SheetPage } from './types.ts'

/** Where corners of the scan lie once the page is turned upright, as a rectangle around them. */
export function uprightRect(
  page: Pick<SheetPage, 'rotation' | 'width_px' | 'height_px'>,
  quad: readonly (readonly [number, number])[],
): ImageRect {
  const points = quad.map(([x, y]) => uprightPoint(page, x, y))
  const xs = points.map((point) => point[0])
  const ys = points.map((point) => point[1])
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

function uprightPoint(
  { rotation, width_px, height_px }: Pick<SheetPage, 'rotation' | 'width_px' | 'height_px'>,
  x: number,
  y: number,
): [number, number] {
  switch (rotation) {
    case 90:
      return [y, width_px - x]
    case 180:
      return [width_px - x, height_px - y]
    case 270:
      return [height_px - y, x]
    default:
      return [x, y]
  }
}

/** Turns an `<svg>` drawn on the scan as the page is turned: a `transform`. */
export function uprightTurn({
  rotation,
  width_px,
  height_px,
}: Pick<SheetPage, 'rotation' | 'width_px' | 'height_px'>): string {
  switch (rotation) {
    case 90:
      return `matrix(0 -1 1 0 0 ${width_px})`
    case 180:
      return `matrix(-1 0 0 -1 ${width_px} ${height_px})`
    case 270:
      return `matrix(0 1 -1 0 ${height_px} 0)`
    default:
      return ''
  }
}

/** Size of a page once it is upright, image pixels. */
export const uprightSize = ({
  rotation,
  width_px,
  height_px,
}: Pick<SheetPage, 'rotation' | 'width_px' | 'height_px'>) =>
  rotation % 180 === 0
    ? { width: width_px, height: height_px }
    : { width: height_px, height: width_px }

/** Address of a page, turned upright by the server where the scan is not. */
export const uprightUrl = (page: Pick<SheetPage, 'url' | 'rotation'>): string =>
  page.rotation === 0 ? page.url : `${page.url}&rotate=${360 - page.rotation}`

/** The way back of `uprightRect`: where a rectangle on the upright page lies on the scan. */
export const scannedRect = (
  page: Pick<SheetPage, 'rotation' | 'width_px' | 'height_px'>,
  { x, y, width, height }: ImageRect,
): ImageRect => {
  const upright = uprightSize(page)
  return uprightRect(
    {
      rotation: (360 - page.rotation) % 360,
      width_px: upright.width,
      height_px: upright.height,
    },
    [
      [x, y],
      [x + width, y + height],
    ],
  )
}
