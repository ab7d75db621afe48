/** A marker whose share is not done yet, and the papers that are left. */
interface OpenShare {
  markerId: number
  /** First and second readings that this marker is still to take. */
  left: number
  /** Papers with a free slot of which this marker has read the other one. */
  closed: number
}

interface ShareRoom {
  /** Whose share is in danger first. */
  markerId: number
  /** Papers that others may take before that share cannot be done any more; below 0 when it is too late. */
  room: number
}

/**
 * Where papers are read twice, nobody reads a paper a second time: a marker who is behind needs as many
 * different papers with a free slot as readings are left to them. Says who comes nearest to that.
 *
 * @param open papers of the block with a free slot for a first or second reading
 * @returns null when every share is done
 */
export function tightestShare(open: number, shares: readonly OpenShare[]): ShareRoom | null {
  let tightest: ShareRoom | null = null
  for (const { markerId, left, closed } of shares) {
    const room = open - closed - left
    if (left > 0 && (tightest === null || room < tightest.room)) tightest = { markerId, room }
  }
  return tightest
}
