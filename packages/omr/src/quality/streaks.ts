import type { Gray } from '../kernels/gray.ts'
import { heldPage } from '../kernels/page-memory.ts'
import { qualityThresholds } from './thresholds.ts'

/** A vertical line that dirt on the glass draws over the whole scan. */
export interface Streak {
  /** First column and the one after the last. */
  left: number
  right: number
  /** How much darker than its sides, as a share of them. */
  depth: number
}

/** Margins of a sheet carry no print here: shares of the height at which rows are looked at. */
const topRows = [0.005, 0.008, 0.011, 0.014, 0.017, 0.02]
const bottomRows = topRows.map((share) => 1 - share)
/** Rows at which a suspicion is checked. */
const checkedRows = 96
/** How far beside a column its surroundings are taken, as a share of the width: about 3 mm of A4. */
const aside = 0.015

/** Nearer to the picture's side than this it is the paper's own edge, as a share of the width. */
const edge = 0.035

/**
 * Finds streaks: columns darker than both sides in the upper and the lower margin and nearly everywhere
 * between. A printed line ends before the margins, and on a turned sheet it leaves its column.
 */
export function findStreaks(gray: Gray): Streak[] {
  const { width, height } = gray
  if (width < 200 || height < 200) return []
  const reach = Math.max(4, Math.round(width * aside))
  const margins = lookAtMargins(gray, reach)
  const streaks: Streak[] = []
  const last = width - Math.max(reach, Math.floor(width * edge))
  for (let x = margins.nextDip(width - last, last); x < last; x = margins.nextDip(x + 1, last)) {
    if (!margins.isDip(x)) continue
    const left = x
    while (x < last && margins.isDip(x)) x++
    const streak = confirm(gray, left, x)
    if (streak) streaks.push(streak)
  }
  return streaks.slice(0, qualityThresholds.mostStreaks)
}

/** Columns of the margins, the upper and the lower. */
interface Margins {
  /** A column, from the first to before the last, that may be a dip; the last where there is none. */
  nextDip: (first: number, last: number) => number
  /** Is a column darker than both sides, above and below? */
  isDip: (x: number) => boolean
}

function lookAtMargins(gray: Gray, reach: number): Margins {
  const { width, height } = gray
  const { memory, at } = heldPage(gray)
  const { kernels, work: lines } = memory
  const count = topRows.length
  // The kernels read and write whole vectors, a little past the end.
  const top = lines + 64
  const bottom = top + 2 * width + 64
  const sums = [topRows, bottomRows].map((rows, i) => {
    const out = i === 0 ? top : bottom
    rows.forEach((share, k) => {
      memory.ints[(lines >> 2) + k] = Math.min(height - 1, Math.floor(share * height))
    })
    kernels.sumRows(at, width, lines, count, out)
    return new Uint16Array(memory.bytes.buffer, out, width)
  })
  const mean = (of: Uint16Array, x: number) => Math.fround(of[x]! / count)
  // Sums are whole: a column that is a dip differs by no less than this.
  const least = qualityThresholds.streakLevels * count
  return {
    nextDip: (first, last) =>
      first < last ? kernels.nextDip(top, bottom, first, last, reach, least) : last,
    isDip: (x) =>
      sums.every((of) => {
        const sides = Math.min(mean(of, x - reach), mean(of, x + reach))
        return sides - mean(of, x) > qualityThresholds.streakLevels
      }),
  }
}

/** Looks down the whole column: a streak is there in every row in which its sides are paper. */
function confirm(gray: Gray, left: number, right: number): Streak | null {
  const { data, width, height } = gray
  const gap = Math.max(2, Math.ceil((right - left) / 4))
  const [before, after] = [left - gap, right - 1 + gap]
  if (before < 0 || after >= width) return null
  let rows = 0
  let darker = 0
  let depth = 0
  for (let i = 0; i < checkedRows; i++) {
    const line = Math.floor(((i + 0.5) * height) / checkedRows) * width
    const sides = Math.min(data[line + before]!, data[line + after]!)
    if (sides < qualityThresholds.streakPaper) continue
    let least = 255
    for (let x = left; x < right; x++) least = Math.min(least, data[line + x]!)
    rows++
    if (sides - least < qualityThresholds.streakLevels / 2) continue
    darker++
    depth += (sides - least) / sides
  }
  if (rows < checkedRows / 3 || darker < rows * qualityThresholds.streakRows) return null
  return { left, right, depth: depth / darker }
}
