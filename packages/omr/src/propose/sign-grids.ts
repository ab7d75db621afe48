import { likenessOf } from './glyphs.ts'
import type { Grid, Look } from './grid.ts'
import { boxOf, cutEverywhere, grown, isEven, transpose, withoutOverlaps } from './grid.ts'
import { findLattices } from './lattice.ts'
import { middle } from './middle.ts'
import type { PageInk } from './page-ink.ts'
import type { Places } from './places.ts'
import type { Shape } from './shapes.ts'
import { ShapeIndex, signShapes } from './shapes.ts'

/** A dark area of this extent is the pen's, not a letter; pixels. */
const penPx = 14
/** Height of a box in letters. */
const lettersInBox = 1.7
const leastRows = 3
const leastFound = 0.7
/** A row or column of other signs is less alike than the rest by this. */
const alien = 0.22

/**
 * Grids of printed letters and of what the pen filled, for sheets whose outlines do not show on the picture:
 * copies, bleached photographs, coloured print.
 */
export function signGrids(ink: PageInk): Grid[] {
  const signs = signShapes(ink)
  const index = new ShapeIndex(signs)
  const grids = findLattices(signs, true).flatMap(({ cells }): Grid[] => {
    const side = sideOf(cells.flat().filter((s) => s !== null))
    const places = cells.map((row) => row.map((s) => s && placeOf(s)))
    return cutEverywhere(withoutStragglers(places))
      .filter((part) => part.length >= leastRows && part[0]!.length >= 2 && isEven(part))
      .filter((part) => part.flat().filter(Boolean).length >= leastFound * part.flat().length)
      .filter((part) => isWide(part, side))
      .map((part) => ({ places: part, width: side, height: side, outlined: false, mean: null }))
  })
  const kept: Grid[] = []
  for (const grid of withoutOverlaps(grids)) {
    const reach = Math.min(grid.width, grid.height) * 0.4
    const look: Look = (x, y) => {
      const [sign] = index.near(x, y, reach, reach)
      return sign ? placeOf(sign) : null
    }
    const places = withoutAliens(grown(grid.places, look, kept.map(boxOf), true), grid, ink)
    if (places.length >= leastRows && places[0]!.length >= 2) kept.push({ ...grid, places })
  }
  return withoutOverlaps(kept)
}

/** Takes off rows on top of which only some columns have a sign: handwriting and headings. */
function withoutStragglers(places: Places): Places {
  const isFull = (row: Places[number]) => row.filter(Boolean).length > 0.6 * row.length
  return places.slice(Math.max(0, places.findIndex(isFull)))
}

/** Digits of a number stand closer than boxes could. */
function isWide(places: Places, side: number): boolean {
  const steps = places.flatMap((row) =>
    row.slice(1).flatMap((place, i) => {
      const before = row[i]
      return place && before ? [place.x - before.x] : []
    }),
  )
  return middle(steps) > leastStep * side
}

const leastStep = 0.85

const isPen = (s: Shape) => s.extent > 0.7 && Math.min(s.width, s.height) > penPx

const placeOf = (s: Shape) => ({
  x: s.x,
  y: s.y,
  isFilled: isPen(s),
  isClosed: false,
  likeness: 1,
})

/** The pen fills the box; where nobody wrote, a box around the letter is assumed. */
function sideOf(shapes: readonly Shape[]): number {
  const pen = shapes.filter(isPen)
  if (pen.length > 0) return middle(pen.map((s) => (s.width + s.height) / 2))
  return lettersInBox * middle(shapes.map((s) => s.height))
}

/** Takes off rows on top and columns on the left whose signs are of another kind: numbers, headings, handwriting. */
function withoutAliens(places: Places, grid: Grid, ink: PageInk): Places {
  const { rows, columns, rowFits, columnFits } = likenessOf(places, grid, ink)
  const mean = (values: readonly (number | null)[]) => middle(values.filter((v) => v !== null))
  const areDigits = mean(rows) > mean(columns)
  const kept = trimmed(places, areDigits ? rows : rowFits, areDigits ? 10 : 0)
  const turned = trimmed(transpose(kept), areDigits ? columnFits : columns, 0)
  return transpose(turned)
}

/** @param usual so many lines there are at the least, and what nothing is known of is none; 0 for any number */
function trimmed(lines: Places, likeness: readonly (number | null)[], usual: number): Places {
  const best = Math.max(-1, ...likeness.map((value) => value ?? -1))
  let first = 0
  const isAlien = (at: number) => {
    if (usual > 0 && lines.length - first <= usual) return false
    const value = likeness[at] ?? null
    return value === null ? usual > 0 : value < best - alien
  }
  while (first < lines.length && isAlien(first)) first++
  return lines.slice(first)
}
