import type { Db } from '@hengjuan/db'
import { keptOf, type MarkEvent, type UnitKept } from '@hengjuan/domain'
import { isSameChoice } from './optional-choice.ts'
import { factsOf, MACHINE, type UnitRow, unitStateOf } from './unit-facts.ts'
import { selectUnitReadings } from './unit.query.ts'

/**
 * What was read of optional questions that a paper was then found not to answer, or of a sheet that another one took
 * the place of: it counts again once the paper is found to answer them after all on the same images, or the sheet is
 * the candidate's again.
 *
 * @source domain rules 5.4
 */
export interface SetAside {
  /** Absent of what was set aside before sheets were told apart: it is of the sheet in use. */
  sheetId?: string
  /** Null where all questions of the block are marked. */
  choice: number[] | null
  /** Column `unit.images` at that time; none of a paper that had left marking. */
  images: string
  kept: UnitKept
}

/** What there is to set aside of a paper that is about to answer other questions, with what was before. */
export async function setAsideWith(db: Db, row: UnitRow): Promise<SetAside[]> {
  const { choice, setAside = [] } = factsOf(row)
  if (choice === null) return [...setAside]
  // A problem of then was solved, or is the paper's still.
  return withPresent(row, { ...(await presentOf(db, row)), problem: null })
}

/** The same of one whose sheet another one takes the place of; what the machine says of a sheet it says again. */
export async function setAsideWithSheet(db: Db, row: UnitRow): Promise<SetAside[]> {
  const kept = await presentOf(db, row)
  const isOfMachine = kept.problem?.raisedBy === MACHINE
  return withPresent(row, isOfMachine ? { ...kept, problem: null } : kept)
}

const presentOf = async (db: Db, row: UnitRow): Promise<UnitKept> =>
  keptOf(unitStateOf(row, await selectUnitReadings(db, [row.id])))

function withPresent(row: UnitRow, kept: UnitKept): SetAside[] {
  const { sheetId, choice, setAside = [] } = factsOf(row)
  const others = setAside.filter(
    (one) => one.sheetId !== (sheetId ?? undefined) || !isSameChoice(one.choice, choice),
  )
  if (kept.readings.length === 0 && !kept.decision && !kept.problem) return others
  return [...others, { ...(sheetId !== null && { sheetId }), choice, images: row.images, kept }]
}

/** What is known of other sheets than this one. */
export const ofOtherSheets = (
  setAside: readonly SetAside[] | undefined,
  sheetId: string,
): SetAside[] => (setAside ?? []).filter((one) => one.sheetId && one.sheetId !== sheetId)

/** The event by which what was read of what is shown now counts again; null where there is nothing. */
export function countsAgain(
  setAside: readonly SetAside[],
  shown: { sheetId: string | null; choice: readonly number[] | null; images: string },
): MarkEvent | null {
  const found = setAside.find(
    ({ sheetId, choice, images }) =>
      isSameChoice(choice, shown.choice) &&
      // Nothing was shown of one that had left marking: its sheet tells.
      (images === NO_IMAGES ? sheetId === shown.sheetId : images === shown.images),
  )
  return found ? { type: 'restore', kept: found.kept, keepsProblem: true } : null
}

/** Column `unit.images` of a paper that left marking. */
const NO_IMAGES = '[]'
