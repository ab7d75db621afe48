import type { InkMask } from './ink-mask.ts'
import { dotsPerMm } from './ink-mask.ts'

/** A straight run at least this long is a printed line, not handwriting. */
const lineMm = 7
/** Dots that a printed line may lack without ending. */
const gap = 2

/**
 * Takes straight runs, across and down, out of a mask: the print of a sheet whose template does not say
 * what is printed inside an area. Long ruler strokes of a candidate go with them.
 */
export function dropLongLines({ data, width, height }: InkMask): void {
  const least = Math.round(lineMm * dotsPerMm)
  // Runs going down are followed for all columns at once: memory is read in the order in which it lies.
  const top = new Int32Array(width).fill(-1)
  const bottom = new Int32Array(width)
  const down: number[] = []
  const endOfColumn = (x: number) => {
    if (bottom[x]! - top[x]! + 1 >= least) down.push(x, top[x]!, bottom[x]!)
  }
  const across: number[] = []
  for (let y = 0; y < height; y++) {
    const row = y * width
    let from = -1
    let last = -1
    for (let x = 0; x < width; x++) {
      if (data[row + x] === 0) continue
      if (from >= 0 && x - last > gap) {
        if (last - from + 1 >= least) across.push(row, from, last)
        from = -1
      }
      if (from < 0) from = x
      last = x
      if (top[x]! >= 0 && y - bottom[x]! > gap) {
        endOfColumn(x)
        top[x] = -1
      }
      if (top[x]! < 0) top[x] = y
      bottom[x] = y
    }
    if (from >= 0 && last - from + 1 >= least) across.push(row, from, last)
  }
  for (let x = 0; x < width; x++) if (top[x]! >= 0) endOfColumn(x)
  for (let i = 0; i < across.length; i += 3) {
    data.fill(0, across[i]! + across[i + 1]!, across[i]! + across[i + 2]! + 1)
  }
  for (let i = 0; i < down.length; i += 3) {
    for (let y = down[i + 1]!; y <= down[i + 2]!; y++) data[y * width + down[i]!] = 0
  }
}
