interface Pair {
  xMm: number
  yMm: number
  xPx: number
  yPx: number
}

/**
 * How far points lie from the flat, unstretched page that fits them best: root mean square,
 * millimetres on the sheet. Infinite for points that are not apart, and for a mirrored page.
 */
export function flatnessMm(pairs: readonly Pair[]): number {
  const n = pairs.length
  const mean = (of: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / n
  const [mx, my, px, py] = [
    mean(({ xMm }) => xMm),
    mean(({ yMm }) => yMm),
    mean(({ xPx }) => xPx),
    mean(({ yPx }) => yPx),
  ]
  let [along, across, size] = [0, 0, 0]
  for (const { xMm, yMm, xPx, yPx } of pairs) {
    const [x, y, u, v] = [xMm - mx, yMm - my, xPx - px, yPx - py]
    along += x * u + y * v
    across += x * v - y * u
    size += x * x + y * y
  }
  const scale = Math.hypot(along, across) / size
  if (!(scale > 0)) return Infinity
  const [a, b] = [along / size, across / size]
  const squares = pairs.reduce((sum, { xMm, yMm, xPx, yPx }) => {
    const [x, y] = [xMm - mx, yMm - my]
    return sum + (xPx - px - (a * x - b * y)) ** 2 + (yPx - py - (b * x + a * y)) ** 2
  }, 0)
  return Math.sqrt(squares / n) / scale
}
