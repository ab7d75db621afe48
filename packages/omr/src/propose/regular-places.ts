import type { Grid } from './grid.ts'
import type { Place } from './places.ts'

/** A place that lies further from where all others let expect it was misplaced by pen or dirt, pixels. */
const mostOff = 2.5

/** Where a grid's bubbles are printed: as found, or where the others let expect them. */
export function regularPlaces({ places }: Grid): (row: number, column: number) => Point {
  const known = places.flatMap((row, j) =>
    row.flatMap((place, i) => (place && place.likeness > 0 ? [{ i, j, place }] : [])),
  )
  const basis = basisFor(places.length, places[0]!.length, known.length)
  const empty = known.filter(({ place }) => !place.isFilled)
  const sample = empty.length >= 2 * basis(0, 0).length ? empty : known
  const fits = (['x', 'y'] as const).map((axis) =>
    leastSquares(
      sample.map(({ i, j }) => basis(i, j)),
      sample.map(({ place }) => place[axis]),
    ),
  )
  return (row, column) => {
    const place: Place | null = places[row]?.[column] ?? null
    const terms = basis(column, row)
    const [x, y] = fits.map((fit) => fit.reduce((sum, c, k) => sum + c * terms[k]!, 0))
    if (!place) return { x: x!, y: y! }
    const isOff = Math.hypot(place.x - x!, place.y - y!) > mostOff
    return isOff || place.isFilled || place.likeness === 0 ? { x: x!, y: y! } : place
  }
}

interface Point {
  x: number
  y: number
}

type Basis = (i: number, j: number) => number[]

/** Straight rows for few bubbles, slightly bent ones for many: paper is not flat. */
function basisFor(rows: number, columns: number, known: number): Basis {
  const isLarge = known >= 16 && rows >= 4 && columns >= 3
  if (isLarge) return (i, j) => [1, i, j, i * j, i * i, j * j]
  if (columns === 1) return (_, j) => [1, j]
  if (rows === 1) return (i) => [1, i]
  return (i, j) => [1, i, j]
}

/** Coefficients that meet the values best; the normal equations, slightly damped. */
function leastSquares(rows: readonly number[][], values: readonly number[]): number[] {
  const n = rows[0]?.length ?? 0
  const matrix = Array.from({ length: n }, (_row, a) => [
    ...Array.from({ length: n }, (_column, b) => {
      const sum = rows.reduce((total, row) => total + row[a]! * row[b]!, 0)
      return a === b ? sum + 1e-9 : sum
    }),
    rows.reduce((total, row, k) => total + row[a]! * values[k]!, 0),
  ])
  for (let at = 0; at < n; at++) {
    const pivot = matrix
      .slice(at)
      .reduce((best, row) => (Math.abs(row[at]!) > Math.abs(best[at]!) ? row : best))
    const from = matrix.indexOf(pivot)
    ;[matrix[at], matrix[from]] = [pivot, matrix[at]!]
    for (const row of matrix) {
      if (row === pivot || pivot[at] === 0) continue
      const factor = row[at]! / pivot[at]!
      for (let k = at; k <= n; k++) row[k] = row[k]! - factor * pivot[k]!
    }
  }
  return matrix.map((row, at) => row[n]! / (row[at]! || 1))
}
