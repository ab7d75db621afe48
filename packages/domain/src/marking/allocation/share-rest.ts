/** A paper with free slots for first or second readings. */
interface OpenPaper {
  id: number
  /** Slots that nobody holds, at least 1. */
  free: number
  /** Who may not take one: they have read it already, or are kept from it. */
  closedTo: ReadonlySet<number>
}

/**
 * Which of the last papers each marker takes so that as many readings as possible are given to people whose
 * share is not done. Where all shares can be done, all are.
 *
 * A flow from papers to people, by augmenting paths: a slot that finds everybody full moves somebody to
 * another paper. Papers times people steps for each slot, hence for the end of a block.
 *
 * @param shares first and second readings that each marker is still to take
 * @returns paper ids by marker
 */
export function assignRest(
  papers: readonly OpenPaper[],
  shares: readonly { markerId: number; left: number }[],
): Map<number, number[]> {
  const open = shares.filter(({ left }) => left > 0)
  const taken = new Map(open.map(({ markerId }) => [markerId, new Set<OpenPaper>()]))
  const papersOf = (markerId: number) => taken.get(markerId) ?? new Set<OpenPaper>()

  /** Finds somebody for a slot; those in `tried` were asked before. */
  function place(paper: OpenPaper, tried: Set<number>): boolean {
    for (const { markerId, left } of open) {
      const own = papersOf(markerId)
      if (tried.has(markerId) || paper.closedTo.has(markerId) || own.has(paper)) continue
      tried.add(markerId)
      if (own.size < left) {
        own.add(paper)
        return true
      }
      for (const other of own)
        if (place(other, tried)) {
          own.delete(other)
          own.add(paper)
          return true
        }
    }
    return false
  }

  for (const paper of papers) for (let slot = 0; slot < paper.free; slot++) place(paper, new Set())
  return new Map([...taken].map(([markerId, own]) => [markerId, [...own].map(({ id }) => id)]))
}
