import type { Gray } from '../kernels/gray.ts'

/**
 * Sets a picture upright that its file calls turned or mirrored.
 *
 * @param orientation 1 to 8 as in Exif: where the first row and the first column of the data are seen
 */
export function orientGray(gray: Gray, orientation: number): Gray {
  if (orientation <= 1 || orientation > 8) return gray
  const { data, width, height } = gray
  const isTurned = orientation >= 5
  const [outWidth, outHeight] = isTurned ? [height, width] : [width, height]
  const isFlippedX = [2, 3, 7, 8].includes(orientation)
  const isFlippedY = [3, 4, 6, 7].includes(orientation)
  // Source of (x, y) in the upright picture, then a step along its row.
  const stepX = (isTurned ? width : 1) * ((isTurned ? isFlippedY : isFlippedX) ? -1 : 1)
  const stepY = (isTurned ? 1 : width) * ((isTurned ? isFlippedX : isFlippedY) ? -1 : 1)
  let row = (isFlippedX ? width - 1 : 0) + (isFlippedY ? height - 1 : 0) * width
  const out = new Uint8Array(outWidth * outHeight)
  for (let y = 0, to = 0; y < outHeight; y++, row += stepY) {
    for (let x = 0, from = row; x < outWidth; x++, from += stepX) out[to++] = data[from]!
  }
  return { data: out, width: outWidth, height: outHeight }
}
