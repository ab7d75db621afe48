/**
 * The 3 x 3 matrix, row-major, that leads from the first two numbers of each point to the last two with
 * the least squared error.
 *
 * @param points at least four, no three of four on one line
 */
export function fitHomography(points: readonly (readonly number[])[]): number[] {
  // Two equations a point for eight unknowns, scaled so that the normal equations stay well behaved.
  const scale = Math.max(...points.flatMap(([x, y]) => [Math.abs(x!), Math.abs(y!)])) || 1
  const span = Math.max(...points.flatMap(([, , u, v]) => [Math.abs(u!), Math.abs(v!)])) || 1
  const normal = Array.from({ length: 8 }, () => new Float64Array(9))
  for (const [xMm, yMm, uPx, vPx] of points) {
    const [x, y, u, v] = [xMm! / scale, yMm! / scale, uPx! / span, vPx! / span]
    for (const row of [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ])
      for (let i = 0; i < 8; i++)
        for (let j = 0; j < 9; j++) normal[i]![j] = normal[i]![j]! + row[i]! * row[j]!
  }
  const [a, b, c, d, e, f, g, h] = solve(normal) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const k = span / scale
  return [a * k, b * k, c * span, d * k, e * k, f * span, g / scale, h / scale, 1]
}

/** Gauss with the largest pivot; each row carries its right side last. */
function solve(rows: Float64Array[]): number[] {
  const size = rows.length
  for (let column = 0; column < size; column++) {
    let best = column
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[best]![column]!)) best = row
    ;[rows[column], rows[best]] = [rows[best]!, rows[column]!]
    const pivot = rows[column]!
    for (let row = 0; row < size; row++) {
      if (row === column) continue
      const target = rows[row]!
      const factor = target[column]! / pivot[column]!
      for (let j = column; j <= size; j++) target[j] = target[j]! - factor * pivot[j]!
    }
  }
  return rows.map((row, index) => row[size]! / row[index]!)
}
