import type { PaperLists } from './unit.query.ts'

/** More papers than are in hands at a time; then it begins anew. */
const MOST = 100_000

/**
 * Of which paper a reading is, of those that this process gave out. That never changes, and knowing it spares looking
 * each reading up before its paper can be.
 */
class PapersGiven {
  readonly #unitOf = new Map<number, number>()

  note(readings: readonly { id: number; unit_id: number }[]): void {
    if (this.#unitOf.size > MOST) this.#unitOf.clear()
    for (const { id, unit_id } of readings) this.#unitOf.set(id, unit_id)
  }

  /** How the papers of readings are to be looked for: by themselves where all of them are known. */
  listsOf(readingIds: readonly number[]): { [Name in keyof PaperLists]: number[] } {
    const unitIds = readingIds.flatMap((id) => this.#unitOf.get(id) ?? [])
    return unitIds.length === readingIds.length
      ? { unitIds: [...new Set(unitIds)], readingIds: [] }
      : { unitIds: [], readingIds: [...readingIds] }
  }
}

const givenBy = new WeakMap<object, PapersGiven>()

/** What a process gave out of its database. */
export function papersGiven(owner: object): PapersGiven {
  const given = givenBy.get(owner) ?? new PapersGiven()
  givenBy.set(owner, given)
  return given
}
