/** A projective map of the plane, row-major 3 x 3; the last entry is 1. */
export type Homography = readonly number[]

export interface PointPair {
  from: { x: number; y: number }
  to: { x: number; y: number }
  /** How much the pair counts, default 1. */
  weight?: number
}

/** Maps a point. */
export function project(h: Homography, x: number, y: number): { x: number; y: number } {
  const w = h[6]! * x + h[7]! * y + h[8]!
  return { x: (h[0]! * x + h[1]! * y + h[2]!) / w, y: (h[3]! * x + h[4]! * y + h[5]!) / w }
}

/** Derivatives of the map at a point: how far the image moves per unit of x and of y. */
export function jacobian(
  h: Homography,
  x: number,
  y: number,
): { x: number; y: number; xx: number; xy: number; yx: number; yy: number } {
  const w = h[6]! * x + h[7]! * y + h[8]!
  const px = (h[0]! * x + h[1]! * y + h[2]!) / w
  const py = (h[3]! * x + h[4]! * y + h[5]!) / w
  return {
    x: px,
    y: py,
    xx: (h[0]! - px * h[6]!) / w,
    xy: (h[1]! - px * h[7]!) / w,
    yx: (h[3]! - py * h[6]!) / w,
    yy: (h[4]! - py * h[7]!) / w,
  }
}

/** The inverse map; null when it has none. */
export function invert(h: Homography): Homography | null {
  const [a, b, c, d, e, f, g, i, j] = h as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const det = a * (e * j - f * i) - b * (d * j - f * g) + c * (d * i - e * g)
  if (!Number.isFinite(det) || Math.abs(det) < 1e-12) return null
  const raw = [
    e * j - f * i,
    c * i - b * j,
    b * f - c * e,
    f * g - d * j,
    a * j - c * g,
    c * d - a * f,
    d * i - e * g,
    b * g - a * i,
    a * e - b * d,
  ]
  const last = raw[8]!
  if (Math.abs(last) < 1e-15) return null
  return raw.map((value) => value / last)
}

/** First `a`, then `b`. */
export function compose(a: Homography, b: Homography): Homography {
  const last = entry(a, b, 2, 2)
  return [
    entry(a, b, 0, 0) / last,
    entry(a, b, 0, 1) / last,
    entry(a, b, 0, 2) / last,
    entry(a, b, 1, 0) / last,
    entry(a, b, 1, 1) / last,
    entry(a, b, 1, 2) / last,
    entry(a, b, 2, 0) / last,
    entry(a, b, 2, 1) / last,
    1,
  ]
}

const entry = (a: Homography, b: Homography, row: number, column: number): number =>
  b[3 * row]! * a[column]! + b[3 * row + 1]! * a[3 + column]! + b[3 * row + 2]! * a[6 + column]!

/**
 * Least-squares homography through four or more pairs (normalised direct linear transform with the
 * last entry fixed to 1, which holds for any page that is in front of the camera).
 *
 * @returns null when the points are degenerate (three on a line, coinciding)
 */
export function fitHomography(pairs: readonly PointPair[]): Homography | null {
  if (pairs.length < 4) return null
  return fitNormalised(
    pairs,
    8,
    (p, q) => [
      [p.x, p.y, 1, 0, 0, 0, -p.x * q.x, -p.y * q.x, q.x],
      [0, 0, 0, p.x, p.y, 1, -p.x * q.y, -p.y * q.y, q.y],
    ],
    (s) => [...s, 1],
  )
}

/** Three of four corners within this share of their extent of one line do not span a plane. */
const leastSpan = 1e-9

/**
 * The map of a rectangle from (0, 0) to (width, height) onto four corners: top left, top right, bottom right,
 * bottom left. The same as a fit through them, in closed form.
 *
 * @returns null when three of the corners lie on a line
 */
export function rectangleOnto(
  quad: readonly (readonly [number, number])[],
  width: number,
  height: number,
): Homography | null {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = quad as [Corner, Corner, Corner, Corner]
  const [ax, ay, bx, by] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2]
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3]
  const den = ax * by - bx * ay
  const g = (sx * by - bx * sy) / den
  const h = (ax * sy - sx * ay) / den
  const [a, b] = [x1 - x0 + g * x1, x3 - x0 + h * x3]
  const [d, e] = [y1 - y0 + g * y1, y3 - y0 + h * y3]
  const extent = Math.abs(ax) + Math.abs(ay) + Math.abs(bx) + Math.abs(by)
  const det = a * (e - y0 * h) - b * (d - y0 * g) + x0 * (d * h - e * g)
  const isFlat = (area: number) => !(Math.abs(area) > leastSpan * extent * extent)
  if (isFlat(den) || isFlat(det)) return null
  return [a / width, b / height, x0, d / width, e / height, y0, g / width, h / height, 1]
}

type Corner = readonly [number, number]

/** Least-squares affine map through three or more pairs, as a homography. */
export function fitAffine(pairs: readonly PointPair[]): Homography | null {
  if (pairs.length < 3) return null
  return fitNormalised(
    pairs,
    6,
    (p, q) => [
      [p.x, p.y, 1, 0, 0, 0, q.x],
      [0, 0, 0, p.x, p.y, 1, q.y],
    ],
    (s) => [...s, 0, 0, 1],
  )
}

/** Least-squares turn, scale and shift through two or more pairs, as a homography. */
export function fitSimilarity(pairs: readonly PointPair[]): Homography | null {
  if (pairs.length < 2) return null
  return fitNormalised(
    pairs,
    4,
    (p, q) => [
      [p.x, -p.y, 1, 0, q.x],
      [p.y, p.x, 0, 1, q.y],
    ],
    (s) => [s[0]!, -s[1]!, s[2]!, s[1]!, s[0]!, s[3]!, 0, 0, 1],
  )
}

type Point = { x: number; y: number }
/** Room for the rows of one fit: memory of its own for each would cost more than the fit. */
const room = Array.from({ length: 8 }, () => new Float64Array(9))

/** Coefficients of the unknowns and, last, the value. */
type Equation = readonly number[]

function fitNormalised(
  pairs: readonly PointPair[],
  unknowns: number,
  equationsOf: (from: Point, to: Point) => readonly [Equation, Equation],
  toMatrix: (solution: number[]) => number[],
): Homography | null {
  const from = normaliser(pairs.map((pair) => pair.from))
  const to = normaliser(pairs.map((pair) => pair.to))
  if (!from || !to) return null
  const normal = room.slice(0, unknowns)
  for (const row of normal) row.fill(0)
  for (const pair of pairs) {
    const weight = pair.weight ?? 1
    const [first, second] = equationsOf(apply(from, pair.from), apply(to, pair.to))
    addEquation(normal, first, weight)
    addEquation(normal, second, weight)
  }
  const solution = solve(normal)
  if (!solution) return null
  const unscale = [1 / to.scale, 0, to.x, 0, 1 / to.scale, to.y, 0, 0, 1]
  const scale = [from.scale, 0, -from.x * from.scale, 0, from.scale, -from.y * from.scale, 0, 0, 1]
  return compose(compose(scale, toMatrix(solution)), unscale)
}

function addEquation(normal: readonly Float64Array[], equation: Equation, weight: number): void {
  for (let i = 0; i < normal.length; i++) {
    const factor = weight * equation[i]!
    // Half of the coefficients are nothing.
    if (factor === 0) continue
    const row = normal[i]!
    for (let j = 0; j < equation.length; j++) row[j]! += factor * equation[j]!
  }
}

function normaliser(points: Point[]): { x: number; y: number; scale: number } | null {
  const n = points.length
  const x = points.reduce((sum, p) => sum + p.x, 0) / n
  const y = points.reduce((sum, p) => sum + p.y, 0) / n
  const spread = points.reduce((sum, p) => sum + Math.hypot(p.x - x, p.y - y), 0) / n
  return spread > 1e-9 ? { x, y, scale: Math.SQRT2 / spread } : null
}

const apply = (n: { x: number; y: number; scale: number }, p: Point): Point => ({
  x: (p.x - n.x) * n.scale,
  y: (p.y - n.y) * n.scale,
})

/** Gauss elimination with column pivots; null when singular. */
export function solve(rows: Float64Array[]): number[] | null {
  const n = rows.length
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let row = column + 1; row < n; row++) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row
    }
    if (Math.abs(rows[pivot]![column]!) < 1e-9) return null
    const top = rows[pivot]!
    rows[pivot] = rows[column]!
    rows[column] = top
    for (let row = 0; row < n; row++) {
      if (row === column) continue
      const other = rows[row]!
      const factor = other[column]! / top[column]!
      if (factor === 0) continue
      for (let k = column; k <= n; k++) other[k]! -= factor * top[k]!
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!)
}
