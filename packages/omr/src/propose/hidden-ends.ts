import type { Grid } from './grid.ts'
import { middle } from './middle.ts'
import type { PageInk } from './page-ink.ts'
import { strokesIn } from './places.ts'
import { regularPlaces } from './regular-places.ts'

/** A place that shows less than this share of the usual strokes carries no bubble. */
const leastStrokes = 0.3

/** Fills places at the ends of rows and columns that were not seen as bubbles but are not empty either. */
export function withHiddenEnds(grids: readonly Grid[], ink: PageInk): Grid[] {
  return grids.map((grid) => {
    const regular = regularPlaces(grid)
    const usual = middle(
      grid.places.flat().flatMap((p) => (p && !p.isFilled ? [strokesIn(ink, p.x, p.y, grid)] : [])),
    )
    const places = grid.places.map((row, j) =>
      row.map((place, i) => {
        if (place) return place
        const { x, y } = regular(j, i)
        if (strokesIn(ink, x, y, grid) < leastStrokes * usual) return null
        return { x, y, isFilled: false, isClosed: false, likeness: 0 }
      }),
    )
    return { ...grid, places }
  })
}
