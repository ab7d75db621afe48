import type { Db } from '@hengjuan/db'
import { keptOf, type MarkEvent, type UnitKept } from '@hengjuan/domain'
import { isSameChoice } from './optional-choice.ts'
import { factsOf, type UnitRow, unitStateOf } from './unit-facts.ts'
import { selectUnitReadings } from './unit.query.ts'

/**
 * What was read of optional questions that a paper was then found not to answer: it counts again once the paper is
 * found to answer them after all, on the same images.
 *
 * @source domain rules 5.4
 */
export interface SetAside {
  choice: number[]
  /** Column `unit.images` at that time. */
  images: string
  kept: UnitKept
}

/** What there is to set aside of a paper that is about to answer other questions, with what was before. */
export async function setAsideWith(db: Db, row: UnitRow): Promise<SetAside[]> {
  const { choice, setAside = [] } = factsOf(row)
  if (choice === null) return [...setAside]
  const others = setAside.filter((one) => !isSameChoice(one.choice, choice))
  const kept = keptOf(unitStateOf(row, await selectUnitReadings(db, [row.id])))
  if (kept.readings.length === 0 && !kept.decision) return others
  // A problem of then was solved, or is the paper's still.
  return [...others, { choice, images: row.images, kept: { ...kept, problem: null } }]
}

/** The event by which what was read of these questions counts again; null where there is nothing. */
export function countsAgain(
  setAside: readonly SetAside[],
  choice: readonly number[] | null,
  images: string,
): MarkEvent | null {
  const found = setAside.find((one) => isSameChoice(one.choice, choice) && one.images === images)
  return found ? { type: 'restore', kept: found.kept, keepsProblem: true } : null
}
