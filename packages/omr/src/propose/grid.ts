import type { Lattice } from './lattice.ts'
import { middle } from './middle.ts'
import type { PageInk } from './page-ink.ts'
import type { Patch, Place, Places, Size } from './places.ts'
import { between, placeAt, placesOf } from './places.ts'

/** Bubbles in rows and columns at even distances; pixels of the working page. */
export interface Grid extends Size {
  /** What was found at each place, by row and column; null where nothing was. */
  places: Places
  /** Is a line printed around the bubbles? */
  outlined: boolean
  /** The mean of empty bubbles; null where none was seen. */
  mean: Patch | null
}

/** Rows and columns with less than this share of their places found are not of the grid. */
const leastFound = 0.5
/** A distance this much wider than the usual one separates two grids; seen at few places, it must be wider. */
const separating = 1.12
const clearlySeparating = 1.22
const fewPlaces = 5
/** Distances within a grid differ from their mean by less; text has letters below letters, but not so. */
const mostUneven = 0.2
/** A single row or column is taken for a grid when it has so many places. */
const leastInLine = 4
const leastPlaces = 6

function isLargeEnough(places: Places): boolean {
  const [rows, columns] = [places.length, places[0]?.length ?? 0]
  if (Math.min(rows, columns) <= 1) return columns === 1 && rows >= leastInLine
  return rows * columns >= leastPlaces
}

/** So many empty places must show a closed line: letters in columns show none. */
const leastClosed = 0.18

function areBubbles(places: Places): boolean {
  const all = places.flat().filter((place) => place && !place.isFilled) as Place[]
  const closed = all.filter(({ isClosed }) => isClosed).length
  return closed > 0 && closed >= leastClosed * all.length
}

/** Leaves out what lies over a larger grid: the same bubbles, seen in part. */
export function withoutOverlaps(grids: readonly Grid[]): Grid[] {
  const sorted = [...grids].sort((a, b) => placesIn(b) - placesIn(a))
  const kept: Grid[] = []
  for (const grid of sorted) {
    const box = boxOf(grid)
    if (!kept.some((other) => overlaps(boxOf(other), box))) kept.push(grid)
  }
  return kept
}

const placesIn = ({ places }: Grid) => places.flat().filter(Boolean).length

/** Extent of a grid's bubbles. */
export function boxOf(grid: Grid): { left: number; top: number; right: number; bottom: number } {
  const all = grid.places.flat().filter((place) => place !== null)
  const xs = all.map(({ x }) => x)
  const ys = all.map(({ y }) => y)
  return {
    left: Math.min(...xs) - grid.width / 2,
    right: Math.max(...xs) + grid.width / 2,
    top: Math.min(...ys) - grid.height / 2,
    bottom: Math.max(...ys) + grid.height / 2,
  }
}

type Box = ReturnType<typeof boxOf>
/** Outlines of two grids may touch, pixels. */
const touching = 6
const overlaps = (a: Box, b: Box) =>
  a.left < b.right - touching &&
  b.left < a.right - touching &&
  a.top < b.bottom - touching &&
  b.top < a.bottom - touching

/** What is evenly spaced in a lattice, cut where distances or extents change. */
export function gridsOf(lattice: Lattice, ink: PageInk): Grid[] {
  const seen = placesOf(lattice, ink)
  if (!seen) return []
  return cutEverywhere(seen.places)
    .map(withoutNumbers)
    .filter(isLargeEnough)
    .filter((part) => isEven(part) && areBubbles(part))
    .map((places) => ({ ...seen.size, places, outlined: true, mean: seen.mean }))
}

/**
 * Without a first column in which no closed line is seen and that is much less alike than the others: the
 * numbers of questions, printed at the distance of one more option.
 */
function withoutNumbers(places: Places): Places {
  const [first, ...others] = transpose(places)
  const seen = (first ?? []).filter((place) => place !== null)
  if (others.length < 2 || seen.some(({ isClosed, isFilled }) => isClosed || isFilled))
    return places
  const least = asOthers * usualLikeness(transpose(others))
  return usualLikeness([seen]) < least ? transpose(others) : places
}

/** What empty bubbles are like on the whole; 0 where none was seen. */
const usualLikeness = (places: Places): number => {
  const empty = places.flat().filter((place) => place && !place.isFilled && place.likeness > 0)
  return empty.length > 0 ? middle(empty.map((place) => place!.likeness)) : 0
}

/**
 * Grids with the rows and columns beside them that show the same bubbles, the largest first; what it takes
 * from a smaller one is taken off there.
 */
export function extended(grids: readonly Grid[], ink: PageInk): Grid[] {
  const open = [...grids].sort((a, b) => placesIn(b) - placesIn(a))
  const done: Grid[] = []
  for (const grid of open) {
    const taken = done.map(boxOf)
    const least = Math.max(surelyAlike, asOthers * usualLikeness(grid.places))
    for (const places of cutEverywhere(outside(grid.places, taken)).filter(isLargeEnough)) {
      const look = (x: number, y: number) => {
        const seen = placeAt(ink, grid.mean, grid, x, y)
        return seen && seen.likeness >= least ? { ...seen, isClosed: false } : null
      }
      done.push({ ...grid, places: grown(places, look, taken) })
    }
  }
  return done
}

const outside = (places: Places, boxes: readonly Box[]): Places =>
  places.map((row) =>
    row.map((place) => (place && boxes.some((box) => contains(box, place)) ? null : place)),
  )

const contains = (box: Box, { x, y }: Place) =>
  x > box.left && x < box.right && y > box.top && y < box.bottom

/** What is at a point where a bubble may be. */
export type Look = (x: number, y: number) => Place | null

/**
 * Goes on in all directions while most of the next row or column is there.
 *
 * @param overOne may one row be hidden, when the next one is there again?
 */
export function grown(places: Places, look: Look, taken: readonly Box[], overOne = false): Places {
  return transpose(longer(transpose(longer(places, look, taken, overOne)), look, taken, false))
}

function longer(places: Places, look: Look, taken: readonly Box[], overOne: boolean): Places {
  const rows = [...places]
  for (const end of ['before', 'after'] as const) {
    for (let tries = 0; tries < mostMoreRows && rows.length > 1; tries++) {
      const [last, other] = end === 'before' ? [rows[0]!, rows[1]!] : [rows.at(-1), rows.at(-2)]
      const rowAt = (steps: number) =>
        last.map((place, i): Place | null => {
          const back = other[i]
          if (!place || !back) return null
          const [dx, dy] = [place.x - back.x, place.y - back.y]
          return look(place.x + steps * dx, place.y + steps * dy)
        })
      const next = rowAt(1)
      const isMostly = (row: Places[number]) => {
        const found = row.filter((place) => place !== null)
        if (found.length < Math.max(2, mostOf * row.length)) return false
        return !found.some((place) => taken.some((box) => contains(box, place)))
      }
      const added = isMostly(next) ? [next] : []
      if (added.length === 0 && overOne) {
        const further = rowAt(2)
        if (!isMostly(further)) break
        const hidden = next.map(
          (place, i) => place ?? (further[i] && last[i] ? between(further[i], last[i]) : null),
        )
        added.push(hidden, further)
      }
      if (added.length === 0) break
      if (end === 'before') rows.unshift(...added.reverse())
      else rows.push(...added)
    }
  }
  return rows
}

/** A row that nothing but its likeness speaks for must be more alike. */
const surelyAlike = 0.5
/** And not much less alike than the others: a frame's line resembles the upper edge of boxes, not boxes. */
const asOthers = 0.65
const mostMoreRows = 12
const mostOf = 0.72

/** Cuts until no row, column, distance or extent stands out. */
export function cutEverywhere(places: Places): Places[] {
  const done: Places[] = []
  const open = [places]
  for (let part = open.pop(); part; part = open.pop()) {
    const pieces = cutOnce(part)
    if (pieces) open.push(...pieces)
    else done.push(part)
  }
  return done
}

/** The pieces of a part that is not even; null where it is. */
function cutOnce(places: Places): Places[] | null {
  if (places.length === 0 || places[0]!.length === 0) return []
  for (const way of [byColumns, byRows]) {
    const turned = way.turn(places)
    const pieces = cutRows(turned, way === byColumns)
    if (pieces) return pieces.map(way.turn)
  }
  return null
}

export const transpose = (places: Places): Places =>
  places[0]?.map((_, i) => places.map((row) => row[i]!)) ?? []
const byColumns = { turn: transpose }
const byRows = { turn: (places: Places) => places }

function cutRows(rows: Places, areColumns: boolean): Places[] | null {
  const spans = rows.map(spanOf)
  const weak = rows.findIndex((_, at) => isWeak(spans[at]!))
  if (weak >= 0) return [rows.slice(0, weak), rows.slice(weak + 1)].filter((p) => p.length > 0)
  const gaps = rows.slice(1).map((row, at) => distance(rows[at]!, row, areColumns))
  const known = gaps.filter(({ px }) => px > 0).map(({ px }) => px)
  const usual = known.length > 0 ? known.sort((a, b) => a - b)[(known.length - 1) >> 1]! : 0
  const wide = gaps.findIndex(
    ({ px, places }) =>
      px < 0 || px > usual * (places < fewPlaces ? clearlySeparating : separating),
  )
  if (wide >= 0) return [rows.slice(0, wide + 1), rows.slice(wide + 1)]
  const other = spans.findIndex((span, at) => at > 0 && !isSameSpan(spans[at - 1]!, span))
  if (other > 0) return [rows.slice(0, other), rows.slice(other)]
  // Places that no row uses any more.
  const first = Math.min(...spans.map((s) => s.first))
  const last = Math.max(...spans.map((s) => s.last))
  if (first === 0 && last === rows[0]!.length - 1) return null
  return [rows.map((row) => row.slice(first, last + 1))]
}

interface Span {
  first: number
  last: number
  found: number
}

function spanOf(row: readonly (Place | null)[]): Span {
  const places = row.flatMap((place, at) => (place ? [at] : []))
  return { first: places[0] ?? 0, last: places.at(-1) ?? -1, found: places.length }
}

const isWeak = ({ first, last, found }: Span) =>
  found === 0 || found < leastFound * (last - first + 1)

/** An end that was not found does not make it another: the print will tell whether it is there. */
function isSameSpan(a: Span, b: Span): boolean {
  return Math.abs(a.first - b.first) <= 1 && Math.abs(a.last - b.last) <= 1
}

/** Usual distance of two rows, and at how many places both have something; -1 where at none. */
export function distance(
  one: readonly (Place | null)[],
  other: readonly (Place | null)[],
  areColumns: boolean,
): { px: number; places: number } {
  const gaps = one.flatMap((place, at) => {
    const next = other[at]
    if (!place || !next) return []
    return [areColumns ? next.x - place.x : next.y - place.y]
  })
  return { px: gaps.length > 0 ? middle(gaps) : -1, places: gaps.length }
}

export function isEven(places: Places): boolean {
  const unevenness = [transpose(places), places].flatMap((rows, way) => {
    const gaps = rows
      .slice(1)
      .map((row, at) => distance(rows[at]!, row, way === 0).px)
      .filter((gap) => gap > 0)
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / Math.max(1, gaps.length)
    return gaps.length < 2 ? [] : [Math.max(...gaps.map((gap) => Math.abs(gap - mean))) / mean]
  })
  return Math.max(0, ...unevenness) < mostUneven
}
