/** Of the marks of the last rounds, the part that may be of markers who were not in another of them. */
const NEW_PART = 0.75

/**
 * For how many marks the next round waits: its share of those who marked of late, where it is they who come again.
 * Many who read at leisure are each somebody else, and waiting for those who just marked would only hold up the rest.
 *
 * @param lateRounds markers of the last rounds
 * @param lanes rounds side by side
 * @param most that a round takes
 * @returns 0 where nobody is waited for
 */
export function awaitedShare(
  lateRounds: readonly (readonly number[])[],
  lanes: number,
  most: number,
): number {
  const marks = lateRounds.flat()
  const markers = new Set(marks).size
  return markers > NEW_PART * marks.length ? 0 : Math.min(most, Math.ceil(markers / lanes))
}
