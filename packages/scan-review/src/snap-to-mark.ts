import type { Point } from './anchor-geometry.ts'

/** A piece of a picture: one byte per pixel, 0 black. `x` and `y` say where in the picture it lies. */
export interface GrayPiece {
  x: number
  y: number
  width: number
  height: number
  gray: Uint8Array
}

/** A printed corner mark covers at least this share of its own box: a line or a letter does not. */
const LEAST_SOLID = 0.6
/** Sides of a mark differ by less, the one of the upper left corner by twice; those of a stroke by more. */
const MOST_OBLONG = 2.6
/** Less contrast than this in the piece is paper alone. */
const LEAST_CONTRAST = 60

/**
 * The middle of the dark solid mark nearest to a point; null when there is none, so that the point
 * stays where the person put it.
 *
 * @param markPx least and greatest side of a mark, image pixels
 */
export function snapToMark(
  piece: GrayPiece,
  near: Point,
  markPx: { least: number; most: number },
): Point | null {
  const { width, height, gray } = piece
  const dark = darkerThan(gray)
  if (dark === null) return null
  const seen = new Uint8Array(width * height)
  let best: { point: Point; far: number } | null = null
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || (gray[start] ?? 255) >= dark) continue
    const blob = flood(piece, start, dark, seen)
    const [w, h] = [blob.right - blob.left + 1, blob.bottom - blob.top + 1]
    const isMark =
      Math.min(w, h) >= markPx.least &&
      Math.max(w, h) <= markPx.most &&
      Math.max(w, h) <= MOST_OBLONG * Math.min(w, h) &&
      blob.count >= LEAST_SOLID * w * h &&
      !blob.isCut
    if (!isMark) continue
    // The middle of a pixel is half a pixel from its corner.
    const point = {
      x: piece.x + blob.sumX / blob.count + 0.5,
      y: piece.y + blob.sumY / blob.count + 0.5,
    }
    const far = Math.hypot(point.x - near.x, point.y - near.y)
    if (!best || far < best.far) best = { point, far }
  }
  return best?.point ?? null
}

/** Half way between the darkest and the lightest; null on bare paper. */
function darkerThan(gray: Uint8Array): number | null {
  let [least, most] = [255, 0]
  for (const value of gray) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return most - least < LEAST_CONTRAST ? null : (least + most) / 2
}

interface Blob {
  count: number
  sumX: number
  sumY: number
  left: number
  right: number
  top: number
  bottom: number
  /** It reaches the edge of the piece: its middle is unknown. */
  isCut: boolean
}

function flood({ width, height, gray }: GrayPiece, start: number, dark: number, seen: Uint8Array) {
  const blob: Blob = {
    count: 0,
    sumX: 0,
    sumY: 0,
    left: width,
    right: 0,
    top: height,
    bottom: 0,
    isCut: false,
  }
  const open = [start]
  seen[start] = 1
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width
    const y = (at - x) / width
    blob.count++
    blob.sumX += x
    blob.sumY += y
    blob.left = Math.min(blob.left, x)
    blob.right = Math.max(blob.right, x)
    blob.top = Math.min(blob.top, y)
    blob.bottom = Math.max(blob.bottom, y)
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) blob.isCut = true
    for (const next of neighbours(at, x, width, height)) {
      if (seen[next] || (gray[next] ?? 255) >= dark) continue
      seen[next] = 1
      open.push(next)
    }
  }
  return blob
}

const neighbours = (at: number, x: number, width: number, height: number): number[] => [
  ...(x > 0 ? [at - 1] : []),
  ...(x < width - 1 ? [at + 1] : []),
  ...(at >= width ? [at - width] : []),
  ...(at < width * (height - 1) ? [at + width] : []),
]
