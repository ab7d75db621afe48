import type { RubricEntry } from './rubric.ts'

/** Readings of a marker under one version that were given by the same entries. */
export interface PressedReadings {
  markerId: number
  version: number
  /** Ids of the entries; empty where the scores were given otherwise. */
  pressed: readonly string[]
  count: number
}

/** How many readings were given by an entry, of how many in which it could have been. */
export interface EntryUse {
  count: number
  of: number
}

export interface MarkerUse {
  markerId: number
  readings: number
  /** Readings that were given by any entry. */
  byEntries: number
  /** One for each entry. */
  uses: (EntryUse & { differs: 'more' | 'less' | null })[]
}

/** Fewer readings by entries say nothing about a marker. @source domain rules 8: nothing below twenty */
const FEWEST = 20
/** Standard errors between a share and that of all others before it is called another one. */
const APART = 2

/**
 * How often markers give points by each entry of a rubric. Who presses one clearly more or less often than
 * all others reads the rubric differently, or had other papers: it is a question, not a finding.
 *
 * A reading counts for an entry where its version had the entry and it said the same there. Readings whose
 * scores were typed say nothing about entries and are in no share.
 *
 * @param entries those of the version that holds
 * @param entriesOf entries of the versions that readings were given under
 */
export function rubricUse(
  entries: readonly RubricEntry[],
  entriesOf: ReadonlyMap<number, readonly RubricEntry[]>,
  rows: readonly PressedReadings[],
): { readings: number; byEntries: number; entries: EntryUse[]; markers: MarkerUse[] } {
  const stood = entries.map(
    (entry) =>
      new Set(
        [...entriesOf]
          .filter(([, known]) => known.some((one) => isSameEntry(one, entry)))
          .map(([version]) => version),
      ),
  )
  const useOf = (given: readonly PressedReadings[], at: number): EntryUse => {
    const could = given.filter(
      ({ version, pressed }) => pressed.length > 0 && stood[at]?.has(version),
    )
    const id = entries[at]?.id ?? ''
    return {
      count: sumOf(could.filter(({ pressed }) => pressed.includes(id))),
      of: sumOf(could),
    }
  }
  const all = entries.map((_, at) => useOf(rows, at))
  const markers = [...Map.groupBy(rows, ({ markerId }) => markerId)].map(
    ([markerId, own]): MarkerUse => ({
      markerId,
      readings: sumOf(own),
      byEntries: sumOf(own.filter(({ pressed }) => pressed.length > 0)),
      uses: all.map((total, at) => {
        const use = useOf(own, at)
        const others = { count: total.count - use.count, of: total.of - use.of }
        return { ...use, differs: differenceOf(use, others) }
      }),
    }),
  )
  return {
    readings: sumOf(rows),
    byEntries: sumOf(rows.filter(({ pressed }) => pressed.length > 0)),
    entries: all,
    markers,
  }
}

/** Does an entry say the same in two versions? Other words may be read in another way. */
export const isSameEntry = (a: RubricEntry, b: RubricEntry): boolean =>
  a.id === b.id && a.point === b.point && a.milli === b.milli && a.text === b.text

const sumOf = (rows: readonly PressedReadings[]): number =>
  rows.reduce((sum, { count }) => sum + count, 0)

/** Two shares, by the standard error of their difference. */
function differenceOf(own: EntryUse, others: EntryUse): 'more' | 'less' | null {
  if (own.of < FEWEST || others.of < FEWEST) return null
  const pooled = (own.count + others.count) / (own.of + others.of)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / own.of + 1 / others.of))
  const gap = own.count / own.of - others.count / others.of
  if (error === 0 || Math.abs(gap) <= APART * error) return null
  return gap > 0 ? 'more' : 'less'
}
