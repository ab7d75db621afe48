import type { ReviewDetail } from './types.ts'

type Printed = ReviewDetail['ghosts'][number]['printed']

/** Where a point of the sheet lies in the image. @param homography row-major 3 x 3, millimetres to pixels */
export function projected(
  homography: readonly number[],
  xMm: number,
  yMm: number,
): { x: number; y: number } {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = homography
  const w = g * xMm + h * yMm + i
  return { x: (a * xMm + b * yMm + c) / w, y: (d * xMm + e * yMm + f) / w }
}

/** Printed boxes of a sheet as one path of an `<svg>` in image pixels. */
export const ghostPath = (homography: readonly number[], printed: Printed): string =>
  printed
    .map(([x, y, width, height]) => {
      const corners = [
        projected(homography, x, y),
        projected(homography, x + width, y),
        projected(homography, x + width, y + height),
        projected(homography, x, y + height),
      ]
      return `M${corners.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('L')}Z`
    })
    .join('')
