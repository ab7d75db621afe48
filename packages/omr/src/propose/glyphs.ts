import type { PageInk } from './page-ink.ts'
import type { Place, Places, Size } from './places.ts'
import { cut, normalise } from './places.ts'

/** Letters are compared on a grid of so many cells. */
const side = 12
/** Part of a bubble in which its letter stands. */
const inner = 0.66
/** Strokes below this, grey levels on the mean, are no letter. */
const leastStrokes = 6
/** How far a letter may be off its place, pixels. */
const slack = 2

/** The letters printed in a grid's bubbles: which are alike. */
export interface Likeness {
  /** How alike the letters of one row are, -1 to 1; null where fewer than two show one. */
  rows: (number | null)[]
  columns: (number | null)[]
  /** How well the letters of a row are those of its columns, and of a column those of its rows. */
  rowFits: (number | null)[]
  columnFits: (number | null)[]
  /** Share of bubbles that show a letter. */
  lettered: number
}

/** Compares the letters of a grid within its rows and within its columns. */
export function likenessOf(places: Places, size: Size, ink: PageInk): Likeness {
  const glyphs = places.map((row) => row.map((place) => place && glyphOf(place, size, ink)))
  const all = glyphs.flat().filter((glyph) => glyph !== null)
  const unfilled = places.flat().filter((place) => place && !place.isFilled).length
  const columns = glyphs[0]!.map((_, i) => glyphs.map((row) => row[i] ?? null))
  return {
    rows: glyphs.map(mutual),
    columns: columns.map(mutual),
    rowFits: glyphs.map((_, j) => fitOf(columns, j)),
    columnFits: columns.map((_, i) => fitOf(glyphs, i)),
    lettered: all.length / Math.max(1, unfilled),
  }
}

/** Views of a letter, moved by a pixel or two. */
type Glyph = Float32Array[]

function glyphOf(place: Place, size: Size, ink: PageInk): Glyph | null {
  if (place.isFilled) return null
  const width = Math.max(6, Math.round(size.width * inner))
  const height = Math.max(6, Math.round(size.height * inner))
  const middle = cut(ink.strokes, place.x, place.y, width, height)
  if (middle.reduce((sum, v) => sum + v, 0) / middle.length < leastStrokes) return null
  const views: Glyph = []
  for (let dy = -slack; dy <= slack; dy += slack) {
    for (let dx = -slack; dx <= slack; dx += slack) {
      const small = shrunk(
        cut(ink.strokes, place.x + dx, place.y + dy, width, height),
        width,
        height,
      )
      normalise(small)
      if (dx === 0 && dy === 0) views.unshift(small)
      else views.push(small)
    }
  }
  return views
}

function shrunk(values: Float32Array, width: number, height: number): Float32Array {
  const small = new Float32Array(side * side)
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      const at = Math.floor((j * side) / height) * side + Math.floor((i * side) / width)
      small[at] = small[at]! + values[j * width + i]!
    }
  }
  return small
}

/** Mean likeness of all pairs, of at most eight letters. */
function mutual(line: readonly (Glyph | null)[]): number | null {
  const known = line.filter((glyph) => glyph !== null).slice(0, 8)
  if (known.length < 2) return null
  let sum = 0
  let pairs = 0
  known.forEach((glyph, at) => {
    for (const other of known.slice(at + 1)) {
      sum += Math.max(...other.map((view) => dot(glyph[0]!, view)))
      pairs++
    }
  })
  return sum / pairs
}

/** Mean likeness of the letters at one place of each line to the rest of that line. */
function fitOf(lines: readonly (Glyph | null)[][], at: number): number | null {
  const fits = lines.flatMap((line) => {
    const glyph = line[at]
    const others = line.filter((other, place) => other !== null && place !== at).slice(0, 8)
    if (!glyph || others.length === 0) return []
    const each = others.map((other) => Math.max(...other!.map((view) => dot(glyph[0]!, view))))
    return [each.reduce((sum, v) => sum + v, 0) / each.length]
  })
  return fits.length === 0 ? null : fits.reduce((sum, v) => sum + v, 0) / fits.length
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
