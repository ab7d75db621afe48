import type { Point } from './anchor-geometry.ts'
import type { GrayPiece } from './snap-to-mark.ts'

/**
 * The pixels of a picture around a point, as gray.
 *
 * @param reach half the side of the piece, image pixels
 * @returns null when the browser does not give them away
 */
export async function pieceAround(
  address: string,
  middle: Point,
  reach: number,
): Promise<GrayPiece | null> {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.src = address
  try {
    await image.decode()
    const x = Math.max(0, Math.round(middle.x - reach))
    const y = Math.max(0, Math.round(middle.y - reach))
    const width = Math.min(image.naturalWidth, Math.round(middle.x + reach)) - x
    const height = Math.min(image.naturalHeight, Math.round(middle.y + reach)) - y
    if (width < 2 || height < 2) return null
    const canvas = new OffscreenCanvas(width, height)
    const pen = canvas.getContext('2d')
    if (!pen) return null
    pen.drawImage(image, x, y, width, height, 0, 0, width, height)
    const { data } = pen.getImageData(0, 0, width, height)
    const gray = new Uint8Array(width * height)
    for (let at = 0; at < gray.length; at++)
      gray[at] =
        ((data[at * 4] ?? 0) * 3 + (data[at * 4 + 1] ?? 0) * 6 + (data[at * 4 + 2] ?? 0)) / 10
    return { x, y, width, height, gray }
  } catch {
    // A picture of another origin; the point stays where it was put.
    return null
  }
}
