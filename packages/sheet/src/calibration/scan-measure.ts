/** A scan: 8-bit grey, row by row, 255 white. */
export interface GreyScan {
  widthPx: number
  heightPx: number
  grey: Uint8Array | Uint8ClampedArray
}

/** Row-major 2 x 3: page millimetres to scan pixels. */
export type Affine = readonly [number, number, number, number, number, number]

export const toPixels = (
  [a, b, c, d, e, f]: Affine,
  xMm: number,
  yMm: number,
): [number, number] => [a * xMm + b * yMm + c, d * xMm + e * yMm + f]

/** The affine map that fits pairs of points best; at least three that are not in a line. */
export function affineFit(
  pairs: readonly { from: readonly [number, number]; to: readonly [number, number] }[],
): Affine {
  const mean = (of: (pair: (typeof pairs)[number]) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length
  const [mx, my] = [mean(({ from }) => from[0]), mean(({ from }) => from[1])]
  const [mu, mv] = [mean(({ to }) => to[0]), mean(({ to }) => to[1])]
  const xx = mean(({ from }) => (from[0] - mx) ** 2)
  const yy = mean(({ from }) => (from[1] - my) ** 2)
  const xy = mean(({ from }) => (from[0] - mx) * (from[1] - my))
  const det = xx * yy - xy * xy
  const rowOf = (axis: 0 | 1, centre: number) => {
    const xt = mean(({ from, to }) => (from[0] - mx) * (to[axis] - centre))
    const yt = mean(({ from, to }) => (from[1] - my) * (to[axis] - centre))
    const p = (xt * yy - yt * xy) / det
    const q = (yt * xx - xt * xy) / det
    return [p, q, centre - p * mx - q * my] as const
  }
  return [...rowOf(0, mu), ...rowOf(1, mv)]
}

/** Share of a box that is looked at: its edges are soft. */
const INNER = 0.7

/** Mean grey inside a box of the page given by its centre, 0 to 255; outside the scan counts as white. */
export function meanGrey(
  scan: GreyScan,
  fit: Affine,
  box: { xMm: number; yMm: number; widthMm: number; heightMm: number },
): number {
  const steps = 12
  let sum = 0
  for (let row = 0; row < steps; row++)
    for (let column = 0; column < steps; column++) {
      const dx = ((column + 0.5) / steps - 0.5) * box.widthMm * INNER
      const dy = ((row + 0.5) / steps - 0.5) * box.heightMm * INNER
      const [x, y] = toPixels(fit, box.xMm + dx, box.yMm + dy).map(Math.floor) as [number, number]
      const isInside = x >= 0 && y >= 0 && x < scan.widthPx && y < scan.heightPx
      sum += isInside ? scan.grey[y * scan.widthPx + x]! : 255
    }
  return sum / steps ** 2
}
