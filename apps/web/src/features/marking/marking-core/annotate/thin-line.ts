/** x, y, x, y … in image pixels. */
type Line = readonly number[]

/** Closer than this to the line drawn, nobody sees a difference; image pixels. */
const TOLERANCE = 0.8

/**
 * Takes places out of a hand-drawn line as long as it stays where it was (Douglas and Peucker), and
 * coarser until it keeps within `most` numbers. Places are rounded to whole pixels.
 */
export function thinLine(line: Line, most: number): number[] {
  for (let tolerance = TOLERANCE; ; tolerance *= 2) {
    const thin = simplified(line, tolerance).map(Math.round)
    if (thin.length <= most) return thin
  }
}

function simplified(line: Line, tolerance: number): number[] {
  const count = line.length / 2
  const keeps = new Uint8Array(count)
  keeps[0] = 1
  keeps[count - 1] = 1
  const open: [number, number][] = [[0, count - 1]]
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part
    const farthest = farthestOf(line, from, to)
    if (farthest.distance <= tolerance) continue
    keeps[farthest.at] = 1
    open.push([from, farthest.at], [farthest.at, to])
  }
  return line.filter((_, index) => keeps[index >> 1] === 1)
}

/** The place between two others that lies farthest from the straight line between them. */
function farthestOf(line: Line, from: number, to: number): { at: number; distance: number } {
  const x0 = line[2 * from] ?? 0
  const y0 = line[2 * from + 1] ?? 0
  const dx = (line[2 * to] ?? 0) - x0
  const dy = (line[2 * to + 1] ?? 0) - y0
  const length = Math.hypot(dx, dy)
  let farthest = { at: from, distance: -1 }
  for (let at = from + 1; at < to; at++) {
    const px = (line[2 * at] ?? 0) - x0
    const py = (line[2 * at + 1] ?? 0) - y0
    const distance = length === 0 ? Math.hypot(px, py) : Math.abs(px * dy - py * dx) / length
    if (distance > farthest.distance) farthest = { at, distance }
  }
  return farthest
}
