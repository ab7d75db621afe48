import type { Gray } from '@hengjuan/omr'

/** Edge of the tiles whose paper is judged, pixels: wider than any stroke, narrower than a shadow. */
const tile = 32
/** One pixel in so many of each direction is looked at; odd, or a dithered scan is seen in one phase. */
const stride = 5
/** Paper this much lighter or darker than its neighbourhood is still paper: noise, fibres, shine-through. */
const paperShare = 0.95

/**
 * Turns paper to white, in place: noise, tone and shadow of the paper go, strokes keep their darkness.
 * One of the ways that were compared for crops, and not the one chosen.
 */
export function cleanPaper(crop: Gray): void {
  const { data, width, height } = crop
  const columns = Math.ceil(width / tile)
  const paper = smoothed(paperTiles(crop, columns), columns)
  const lastRow = paper.length / columns - 1
  for (let y = 0; y < height; y++) {
    const v = Math.min(lastRow, Math.max(0, y / tile - 0.5))
    const row = Math.floor(v)
    const top = row * columns
    const below = Math.min(lastRow, row + 1) * columns
    const share = v - row
    for (let column = 0; column < columns; column++) {
      const level = paper[top + column]! * (1 - share) + paper[below + column]! * share
      const start = y * width + column * tile
      const end = y * width + Math.min(width, (column + 1) * tile)
      retone(data, start, end, tonesFor(Math.round(level)))
    }
  }
}

function retone(data: Uint8Array, start: number, end: number, tones: Uint8Array): void {
  for (let at = start | 0; at < end; at = (at + 1) | 0) data[at] = tones[data[at]!]!
}

const tables: (Uint8Array | undefined)[] = Array.from({ length: 256 })

/** New tone for each grey on paper of a level. */
function tonesFor(paper: number): Uint8Array {
  const known = tables[paper]
  if (known) return known
  const white = Math.max(1, paper * paperShare)
  const table = Uint8Array.from({ length: 256 }, (_, grey) =>
    Math.min(255, Math.round((255 * grey) / white)),
  )
  tables[paper] = table
  return table
}

/** Paper of each tile: its 80th percentile, for ink never covers a fifth of a tile's surroundings. */
function paperTiles({ data, width, height }: Gray, columns: number): Uint8Array {
  const rows = Math.ceil(height / tile)
  const levels = new Uint8Array(columns * rows)
  const histogram = new Uint16Array(64)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      histogram.fill(0)
      let count = 0
      for (let y = row * tile; y < Math.min(height, (row + 1) * tile); y += stride) {
        const end = y * width + Math.min(width, (column + 1) * tile)
        for (let at = y * width + column * tile; at < end; at += stride) {
          histogram[data[at]! >> 2]!++
          count++
        }
      }
      let left = count * 0.2
      let bin = 63
      while (bin > 0 && (left -= histogram[bin]!) > 0) bin--
      levels[row * columns + column] = bin * 4 + 3
    }
  }
  return levels
}

/** The lightest of each tile's neighbours: a tile may lie in a scribble. */
function smoothed(levels: Uint8Array, columns: number): Uint8Array {
  const rows = levels.length / columns
  const out = new Uint8Array(levels.length)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let best = 0
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          best = Math.max(best, levels[y * columns + x]!)
        }
      }
      out[row * columns + column] = best
    }
  }
  return out
}
