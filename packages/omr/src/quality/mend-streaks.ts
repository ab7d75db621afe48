import type { Gray } from '../kernels/gray.ts'
import { copyPage } from '../kernels/page-memory.ts'
import { qualityThresholds } from './thresholds.ts'
import type { Streak } from './streaks.ts'

/**
 * A copy of the page without its narrow streaks: each row is bridged from one side to the other where the
 * streak made it darker. Strokes that cross a streak stay, since both their sides are dark.
 */
export function mendStreaks(gray: Gray, streaks: readonly Streak[]): Gray {
  const narrow = streaks.filter((s) => canMend(s, gray))
  if (narrow.length === 0) return gray
  const { width, height } = gray
  const { data } = copyPage(gray)
  for (const { left, right } of narrow) {
    // One more on each side: blur and JPEG carry the streak over its edge.
    const from = Math.max(0, left - 2)
    const to = Math.min(width - 1, right + 1)
    for (let y = 0; y < height; y++) {
      const line = y * width
      const a = data[line + from]!
      const step = (data[line + to]! - a) / (to - from)
      for (let x = from + 1; x < to; x++) {
        const bridged = a + step * (x - from)
        if (data[line + x]! < bridged) data[line + x] = bridged
      }
    }
  }
  return { data, width, height }
}

/** Narrow enough that what it hides can be told from its sides. */
const canMend = ({ left, right }: Streak, gray: Gray): boolean =>
  right - left <= qualityThresholds.mendableStreak * Math.min(gray.width, gray.height)

/** May a mark lie unseen under the streak, or the streak be taken for one? */
export const isHiding = (streak: Streak, gray: Gray): boolean =>
  !canMend(streak, gray) && streak.depth > qualityThresholds.hidingDepth
