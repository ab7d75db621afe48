import type { ReadTogether } from '@hengjuan/db'
import type {
  LeftPaper,
  PaperLists,
  paperVersionsForUpdate,
  ReadingRow,
  readingVersions,
  UnitLedger,
} from '../../marking-core/index.ts'
import { isSeed } from '../../quality/index.ts'

/** More papers than are in hands at a time; then it begins anew. */
const MOST = 100_000
/** More of them than are kept whole. */
const MOST_WHOLE = 20_000

/** How papers of readings are to be looked for. */
interface LookedFor extends Record<keyof PaperLists, number[]> {
  /** Papers of which all is known: which versions of their rows stand is all there is to ask. */
  wholeIds: number[]
  /** Readings that measure their markers: what stands in them is all there is to ask. */
  measureIds: number[]
}

/** What a round reads of papers that are known whole. */
type Standing = ReadTogether<{
  whole: ReturnType<typeof paperVersionsForUpdate>
  wholeReadings: ReturnType<typeof readingVersions>
}>

/** A paper, and the versions of its rows. */
interface Whole {
  paper: LeftPaper
  version: string
  readingVersions: ReadonlyMap<number, string>
}

/**
 * What a process knows of papers that it gave out: of which paper a reading is, which never changes; and on PostgreSQL
 * the paper as it was left. That is taken for what it is where its rows still are the same versions, which is asked for
 * each time under the paper's lock: nothing is older than if it were read.
 */
class PapersGiven {
  /** Null for what measures its marker: no paper changes by it. */
  readonly #unitOf = new Map<number, number | null>()
  readonly #whole = new Map<number, Whole>()

  note(readings: readonly Pick<ReadingRow, 'id' | 'unit_id' | 'role'>[]): void {
    if (this.#unitOf.size > MOST) this.#unitOf.clear()
    for (const reading of readings)
      this.#unitOf.set(reading.id, isSeed(reading) ? null : reading.unit_id)
  }

  /**
   * Remembers papers that somebody holds as a transaction left them, which is committed by now.
   *
   * @param version of the rows that it wrote
   */
  keep(papers: Iterable<LeftPaper>, version: string): void {
    if (this.#whole.size > MOST_WHOLE) this.#whole.clear()
    for (const paper of papers) {
      const { row, readings, writtenIds } = paper
      const known = this.#whole.get(row.id)
      const versions = new Map<number, string>()
      for (const { id, row_version: read } of readings) {
        const own = writtenIds.has(id) ? version : (known?.readingVersions.get(id) ?? read)
        if (own !== undefined) versions.set(id, own)
      }
      const isHeld = readings.some(({ state }) => state === 'claimed')
      if (isHeld && versions.size === readings.length)
        this.#whole.set(row.id, { paper, version, readingVersions: versions })
      else this.#whole.delete(row.id)
    }
  }

  listsOf(readingIds: readonly number[]): LookedFor {
    const measureIds = readingIds.filter((id) => this.#unitOf.get(id) === null)
    if (!readingIds.every((id) => this.#unitOf.has(id)))
      return {
        wholeIds: [],
        unitIds: [],
        readingIds: readingIds.filter((id) => this.#unitOf.get(id) !== null),
        measureIds,
      }
    const all = [...new Set(readingIds.flatMap((id) => this.#unitOf.get(id) ?? []))]
    return {
      wholeIds: all.filter((id) => this.#whole.has(id)),
      unitIds: all.filter((id) => !this.#whole.has(id)),
      readingIds: [],
      measureIds,
    }
  }

  /** Takes papers into a ledger that are as they were left. @returns their readings */
  reopen(ledger: UnitLedger, { whole, wholeReadings }: Standing): ReadingRow[] {
    const standing = Map.groupBy(wholeReadings, ({ unit_id }) => unit_id)
    return whole.flatMap(({ id, row_version, checks }) => {
      const known = this.#whole.get(id)
      if (!known || !isAsLeft(known, row_version, standing.get(id) ?? [])) {
        this.#whole.delete(id)
        return []
      }
      ledger.reopen(known.paper, checks)
      return known.paper.readings
    })
  }
}

const isAsLeft = (
  { paper, version, readingVersions: known }: Whole,
  row_version: string,
  readings: readonly { id: number; row_version: string }[],
): boolean =>
  version === row_version &&
  readings.length === paper.readings.length &&
  readings.every((now) => known.get(now.id) === now.row_version)

const givenBy = new WeakMap<object, PapersGiven>()

/** What a process gave out of its database. */
export function papersGiven(owner: object): PapersGiven {
  const given = givenBy.get(owner) ?? new PapersGiven()
  givenBy.set(owner, given)
  return given
}
