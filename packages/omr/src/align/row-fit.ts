import type { PlacedBubble } from './align-group.ts'
import { inLines } from './in-lines.ts'
import type { Shift } from './outline-search.ts'

/** A row of which less is seen is not where it was looked for, or not there at all. */
const lostRow = 0.55
/** Rows of one grid lie together to within this where the paper was fed evenly. */
const togetherMm = 0.5
/** Fewer bubbles are no row. */
const leastRow = 2

/** Bubbles of a group by rows and columns, by their indices; worked out once for each template. */
const known = new WeakMap<readonly PlacedBubble[], readonly Int32Array[]>()

/**
 * Does a grid show that the paper slipped under it? A grid that was read one row off meets all its rows but
 * the last, and so meets its outlines as a whole.
 */
export function isUneven(
  bubbles: readonly PlacedBubble[],
  shifts: readonly Shift[],
  seen: ArrayLike<number>,
): boolean {
  let least = Infinity
  let most = -Infinity
  for (let i = 0; i < shifts.length; i++) {
    // Mostly they share one.
    if (i > 0 && shifts[i] === shifts[i - 1]) continue
    const along = shifts[i]!.dx + shifts[i]!.dy
    if (along < least) least = along
    if (along > most) most = along
  }
  if (most - least > togetherMm) return true
  const lines = linesOf(bubbles)
  for (let i = 0; i < lines.length; i++) if (isLost(lines[i]!, seen)) return true
  return false
}

function isLost(line: Int32Array, seen: ArrayLike<number>): boolean {
  let sum = 0
  for (let i = 0; i < line.length; i++) sum += seen[line[i]!]!
  return sum < lostRow * line.length
}

function linesOf(bubbles: readonly PlacedBubble[]): readonly Int32Array[] {
  let lines = known.get(bubbles)
  if (!lines) {
    const all = [...bubbles.keys()]
    lines = [
      ...inLines(
        all,
        (i) => bubbles[i]!.bubble.yMm,
        (i) => bubbles[i]!.bubble.heightMm,
      ),
      ...inLines(
        all,
        (i) => bubbles[i]!.bubble.xMm,
        (i) => bubbles[i]!.bubble.widthMm,
      ),
    ]
      .filter((line) => line.length >= leastRow)
      .map((line) => Int32Array.from(line))
    known.set(bubbles, lines)
  }
  return lines
}
