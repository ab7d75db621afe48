import { PRINT } from '@hengjuan/domain'
import type { Gray } from '@hengjuan/omr'

/** How much darker than the paper a pixel must be to count as ink, of 255. */
const INK_DEPTH = 48
/** Rank of the pixel, by darkness, that is taken for paper. */
const PAPER_RANK = 0.7

/** Ink in the cells of `PRINT`, 0 to 255. */
export function printOf({ data, width, height }: Gray): Uint8Array {
  const counts = new Uint32Array(256)
  for (let index = 0; index < width * height; index++) add(counts, data[index] ?? 0)
  let paper = 0
  for (let seen = 0; paper < 255; paper++) {
    seen += counts[paper] ?? 0
    if (seen >= width * height * PAPER_RANK) break
  }
  const limit = paper - INK_DEPTH
  const cells = PRINT.columns * PRINT.rows
  const dark = new Uint32Array(cells)
  const all = new Uint32Array(cells)
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * PRINT.rows) / height) * PRINT.columns
    for (let x = 0; x < width; x++) {
      const cell = row + Math.floor((x * PRINT.columns) / width)
      add(all, cell)
      if ((data[y * width + x] ?? 0) < limit) add(dark, cell)
    }
  }
  // A cell a third full of ink is as dark as writing gets.
  return Uint8Array.from(dark, (count, cell) =>
    Math.min(255, Math.round((count * 3 * 255) / Math.max(1, all[cell] ?? 0))),
  )
}

const add = (counts: Uint32Array, at: number): void => {
  counts[at] = (counts[at] ?? 0) + 1
}
