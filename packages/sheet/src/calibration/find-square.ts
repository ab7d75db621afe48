import type { GreyScan } from './scan-measure.ts'

/** How far from its place a square may lie: a scan that is shifted, skewed or scaled a little. */
const REACH_SIDES = 2.4
/** Share of a black square's area that must be ink, and how far its size may be off. */
const LEAST_SOLID = 0.8
const SIZE_SHARE = 0.3

/** The centre of the one black square near a point, pixels; null when there is none. */
export function findSquare(
  scan: GreyScan,
  xPx: number,
  yPx: number,
  sidePx: number,
): { xPx: number; yPx: number } | null {
  const reach = sidePx * REACH_SIDES
  const [left, top] = [Math.max(0, Math.round(xPx - reach)), Math.max(0, Math.round(yPx - reach))]
  const right = Math.min(scan.widthPx, Math.round(xPx + reach))
  const bottom = Math.min(scan.heightPx, Math.round(yPx + reach))
  const isInk = (x: number, y: number) => scan.grey[y * scan.widthPx + x]! < 128
  const seen = new Set<number>()
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = y * scan.widthPx + x
      if (seen.has(at) || !isInk(x, y)) continue
      const blob = flood(at, { left, top, right, bottom }, scan.widthPx, seen, isInk)
      const [width, height] = [blob.right - blob.left + 1, blob.bottom - blob.top + 1]
      const isSquare = [width, height].every((side) => Math.abs(side / sidePx - 1) < SIZE_SHARE)
      if (isSquare && blob.count / (width * height) >= LEAST_SOLID)
        return { xPx: blob.sumX / blob.count + 0.5, yPx: blob.sumY / blob.count + 0.5 }
    }
  return null
}

interface Window {
  left: number
  top: number
  right: number
  bottom: number
}

function flood(
  from: number,
  window: Window,
  widthPx: number,
  seen: Set<number>,
  isInk: (x: number, y: number) => boolean,
) {
  const blob = { left: Infinity, top: Infinity, right: 0, bottom: 0, count: 0, sumX: 0, sumY: 0 }
  const open = [from]
  seen.add(from)
  while (open.length > 0) {
    const at = open.pop()!
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)]
    blob.left = Math.min(blob.left, x)
    blob.right = Math.max(blob.right, x)
    blob.top = Math.min(blob.top, y)
    blob.bottom = Math.max(blob.bottom, y)
    blob.count++
    blob.sumX += x
    blob.sumY += y
    for (const [nextX, nextY] of [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ] as const) {
      const next = nextY * widthPx + nextX
      const isInside =
        nextX >= window.left && nextX < window.right && nextY >= window.top && nextY < window.bottom
      if (!isInside || seen.has(next) || !isInk(nextX, nextY)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return blob
}
