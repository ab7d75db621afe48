import type { CropRegion, WordGrid } from '@hengjuan/domain'

/** One image of a composition: what was counted in its squares, and where these lie. */
export interface RulerPart {
  /** Place of the image among those of the paper. */
  part: number
  characters: number
  written: number
  /** Null where the sheet does not say where the squares lie. */
  place: {
    grid: Omit<WordGrid, 'id' | 'blockKey' | 'part'>
    region: Pick<CropRegion, 'xMm' | 'yMm' | 'widthMm' | 'heightMm'>
    widthPx: number
    heightPx: number
  } | null
}

interface RulerMark {
  part: number
  x: number
  y: number
  height: number
  words: number
  is_required: boolean
}

/** A mark stands at every so many words. */
const EVERY = 100

/**
 * Words of a composition over all of its images, and where each hundred of squares ends.
 *
 * @param parts in order; squares of a part that is followed by a written one count to its last
 * @param least required words, 0 for none: marked as well
 */
export function wordsOnParts(parts: readonly RulerPart[], least: number) {
  const lastWritten = parts.findLastIndex(({ characters }) => characters > 0)
  const characters = parts.reduce(
    (sum, part, index) => sum + (index < lastWritten ? squaresOf(part) : part.characters),
    0,
  )
  return {
    characters,
    written: parts.reduce((sum, { written }) => sum + written, 0),
    marks: marksOf(parts, least),
  }
}

const squaresOf = ({ place, characters }: RulerPart): number =>
  place ? place.grid.columns * place.grid.rows : characters

function marksOf(parts: readonly RulerPart[], least: number): RulerMark[] {
  const marks: RulerMark[] = []
  let before = 0
  for (const { part, place } of parts) {
    // Without its squares nobody knows how the count goes on.
    if (!place) break
    const squares = place.grid.columns * place.grid.rows
    for (let words = before + 1; words <= before + squares; words++)
      if (words % EVERY === 0 || words === least)
        marks.push({
          part,
          ...endOf(place, words - before - 1),
          words,
          is_required: words === least,
        })
    before += squares
  }
  return marks
}

/** Right edge of a square, counted from 0, in pixels of the image. */
function endOf(
  { grid, region, widthPx, heightPx }: NonNullable<RulerPart['place']>,
  square: number,
): { x: number; y: number; height: number } {
  const row = Math.floor(square / grid.columns)
  const xMm = grid.xMm + ((square % grid.columns) + 1) * grid.cellWidthMm - region.xMm
  const yMm = grid.yMm + row * grid.rowPitchMm - region.yMm
  return {
    x: Math.round((xMm / region.widthMm) * widthPx),
    y: Math.round((yMm / region.heightMm) * heightPx),
    height: Math.round((grid.cellHeightMm / region.heightMm) * heightPx),
  }
}
