import type { Gray } from '../kernels/gray.ts'
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
  const top = rowMeans(gray, topRows)
  const bottom = rowMeans(gray, bottomRows)
  const reach = Math.max(4, Math.round(width * aside))
  const streaks: Streak[] = []
  const last = width - Math.max(reach, Math.floor(width * edge))
  for (let x = width - last; x < last; x++) {
    if (!isDip(top, x, reach) || !isDip(bottom, x, reach)) continue
    const left = x
    while (x < last && isDip(top, x, reach) && isDip(bottom, x, reach)) x++
    const streak = confirm(gray, left, x)
    if (streak) streaks.push(streak)
  }
  return streaks.slice(0, qualityThresholds.mostStreaks)
}

function rowMeans(gray: Gray, shares: readonly number[]): Float32Array {
  const { data, width, height } = gray
  const means = new Float32Array(width)
  for (const share of shares) {
    const line = Math.min(height - 1, Math.floor(share * height)) * width
    for (let x = 0; x < width; x++) means[x]! += data[line + x]!
  }
  for (let x = 0; x < width; x++) means[x]! /= shares.length
  return means
}

function isDip(means: Float32Array, x: number, reach: number): boolean {
  const sides = Math.min(means[x - reach]!, means[x + reach]!)
  return sides - means[x]! > qualityThresholds.streakLevels
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
