import type { Grid } from './grid.ts'
import { boxOf, distance } from './grid.ts'
import { middle } from './middle.ts'
import type { PageInk } from './page-ink.ts'
import type { Places } from './places.ts'
import { between, strokesIn } from './places.ts'

/** Joins grids of which one goes on where the other ends, with or without a row between that is hidden. */
export function joined(grids: readonly Grid[], ink: PageInk): Grid[] {
  const done: Grid[] = []
  const open = [...grids].sort((a, b) => boxOf(a).top - boxOf(b).top)
  for (let grid = open.shift(); grid; grid = open.shift()) {
    const next = open.find((other) => continues(grid, other, ink) !== null)
    if (!next) {
      done.push(grid)
      continue
    }
    open.splice(open.indexOf(next), 1)
    const hidden = continues(grid, next, ink)!
    open.unshift({ ...grid, places: [...grid.places, ...hidden, ...next.places] })
  }
  return done
}

/** Rows hidden between a grid and the one that goes on below; null when it does not go on. */
function continues(grid: Grid, next: Grid, ink: PageInk): Places | null {
  const last = grid.places.at(-1)
  const first = next.places[0]!
  const before = grid.places.at(-2)
  if (!before || last.length !== first.length || grid.outlined !== next.outlined) return null
  const pitch = distance(before, last, false).px
  const gap = distance(last, first, false).px
  const shift = last.flatMap((place, i) => {
    const other = first[i]
    return place && other ? [Math.abs(other.x - place.x)] : []
  })
  if (shift.length === 0 || middle(shift) > grid.width * 0.35) return null
  const steps = Math.round(gap / pitch)
  if (steps < 1 || steps > 2 || Math.abs(gap / pitch - steps) > 0.2) return null
  if (steps === 1) return []
  const hidden = last.map((place, i) => (place && first[i] ? between(place, first[i]) : null))
  const usual = middle(
    grid.places.flat().flatMap((place) => (place ? [strokesIn(ink, place.x, place.y, grid)] : [])),
  )
  const there = hidden.filter(
    (place) => place && strokesIn(ink, place.x, place.y, grid) > leastStrokes * usual,
  )
  return there.length === hidden.length ? [hidden] : null
}

/** A bubble over which somebody wrote still shows this share of the usual strokes. */
const leastStrokes = 0.35
