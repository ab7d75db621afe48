import { type Milli, type ScorePoint, scoreOfEntries } from '@hengjuan/domain'

interface Entry {
  entry_id: string
  milli: Milli
}

/** Entries of a point that were chosen, as long as its score is what they come to: typing another ends it. */
export function standingOf<E extends Entry>(
  chosen: ReadonlySet<string>,
  entries: readonly E[],
  point: ScorePoint,
  score: Milli | null,
): E[] {
  const own = entries.filter(({ entry_id }) => chosen.has(entry_id))
  return own.length > 0 && worthOf(own, point) === score ? own : []
}

/**
 * What comes of pressing one of the entries of a point: it is chosen, or no longer.
 *
 * @param entries all of the point
 * @returns the chosen ones of the point, and its score; null where none is left
 */
export function pressedEntry(
  chosen: ReadonlySet<string>,
  entries: readonly Entry[],
  pressed: string,
  point: ScorePoint,
  score: Milli | null,
): { ids: string[]; score: Milli | null } {
  const standing = new Set(standingOf(chosen, entries, point, score).map((one) => one.entry_id))
  if (!standing.delete(pressed)) standing.add(pressed)
  const own = entries.filter(({ entry_id }) => standing.has(entry_id))
  return {
    ids: own.map(({ entry_id }) => entry_id),
    score: own.length === 0 ? null : worthOf(own, point),
  }
}

const worthOf = (entries: readonly Entry[], point: ScorePoint): Milli =>
  scoreOfEntries(
    entries.map(({ milli }) => milli),
    point,
  )
