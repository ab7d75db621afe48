/**
 * Uneven feed: how far the print lies, along one axis of the sheet, from where a flat page would have it.
 * Piecewise linear between the places where it was measured, constant beyond the first and the last.
 */
export interface FeedCurve {
  /** The sheet's axis along which the paper was fed. */
  axis: 'x' | 'y'
  /** Where it was measured: sheet millimetres, ascending, at least two. */
  at: readonly number[]
  /** Millimetres to add to the coordinate there before it is projected. */
  shift: readonly number[]
  /**
   * How much further along the feed a place lies for each millimetre across: paper that lies askew is
   * drawn in askew. 0 where absent.
   */
  lean?: number
}

/** Steeper than this no roller slips; between measurements further apart it would be a fold. */
const steepest = 0.06

/** Shift and its slope at one coordinate. */
export function feedAt(feed: FeedCurve, value: number): { shift: number; slope: number } {
  const { at, shift } = feed
  const last = at.length - 1
  if (value <= at[0]!) return { shift: shift[0]!, slope: 0 }
  if (value >= at[last]!) return { shift: shift[last]!, slope: 0 }
  let i = 1
  while (at[i]! < value) i++
  const slope = (shift[i]! - shift[i - 1]!) / (at[i]! - at[i - 1]!)
  return { shift: shift[i - 1]! + slope * (value - at[i - 1]!), slope }
}

/** Does the corrected coordinate still grow everywhere, and no faster than paper slips? */
export function isGentle(feed: FeedCurve): boolean {
  return feed.at.every(
    (at, i) =>
      i === 0 ||
      Math.abs(feed.shift[i]! - feed.shift[i - 1]!) <= steepest * (at - feed.at[i - 1]!) + 0.1,
  )
}
