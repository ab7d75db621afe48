import type { Db } from '@hengjuan/db'
import { type EntityId, type MarkEvent, NO_MARK_REASONS, type UnitDecision } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { applyEvent } from './apply-event.ts'
import { setAsideWithSheet } from './set-aside.ts'
import { factsOf, flagsOf, type UnitFacts, type UnitRow } from './unit-facts.ts'
import { findUnit } from './unit.query.ts'

/**
 * A paper has a final mark, or none by decision, and then its sheet is found to be nobody's or another candidate's: what
 * was given was given to the sheet. It is set aside with it, and counts again once the sheet is this candidate's after
 * all. What is published stands until that is withdrawn.
 *
 * @returns the paper as it is then
 * @source domain rules 1.5, 5.4, 6.2
 */
export async function leaveMark(db: Db, services: Services, unit: UnitRow): Promise<UnitRow> {
  const { sheetId } = factsOf(unit)
  if (unit.final_milli === null || sheetId === null || unit.state === 'LOCKED') return unit
  const sheet = await db
    .selectFrom('scan_sheet')
    .select('candidate_id')
    .where('id', '=', sheetId)
    .executeTakeFirst()
  if (!sheet || sheet.candidate_id === unit.candidate_id) return unit
  const setAside = await setAsideWithSheet(db, unit)
  const { sheet_gone: isKept, ...flags } = flagsOf(unit)
  // It stayed while it was published, or while the sheet only did not count.
  if (isKept)
    await db
      .updateTable('unit')
      .set({ flags: JSON.stringify(flags) })
      .where('id', '=', unit.id)
      .execute()
  await applyEvent(db, services, unit.id, { type: 'reset' }, { userId: null })
  // Nor has it the mark that is written on that sheet.
  if (factsOf(await findUnit(db, unit.id)).decision?.source === 'OFFLINE')
    await applyEvent(db, services, unit.id, { type: 'offline_withdrawn' }, { userId: null })
  const facts = { ...factsOf(await findUnit(db, unit.id)), sheetId: null, setAside }
  await db
    .updateTable('unit')
    .set({ facts: JSON.stringify(facts) })
    .where('id', '=', unit.id)
    .execute()
  return findUnit(db, unit.id)
}

/**
 * What puts a paper before its leader whose sheet got no mark by decision while it was another candidate's; null where
 * there is nothing of the kind, or they have been told.
 */
export async function rulingOf(db: Db, unit: UnitRow, sheetId: string): Promise<MarkEvent | null> {
  // Whose a sheet is changes by decisions about it: the papers of a block are looked through for these alone.
  const decided = await db
    .selectFrom('scan_decision')
    .select('id')
    .where('sheet_id', '=', sheetId)
    .limit(1)
    .executeTakeFirst()
  if (!decided) return null
  const others = await db
    .selectFrom('unit')
    .select('facts')
    .where('block_id', '=', unit.block_id)
    .where('id', '<>', unit.id)
    .where('facts', 'like', `%"${sheetId}"%`)
    .execute()
  for (const other of others) {
    const decision = decisionOn(factsOf(other), sheetId)
    if (!decision?.reason) continue
    const note = noteOf(decision.reason, decision.problem?.note)
    return (await wasTold(db, unit.id, note)) ? null : raised(decision.by, note)
  }
  return null
}

const decisionOn = (facts: UnitFacts, sheetId: string): UnitDecision | null =>
  facts.sheetId === sheetId
    ? facts.decision
    : ((facts.setAside ?? []).find((one) => one.sheetId === sheetId)?.kept.decision ?? null)

/** As much of what was said as a problem paper keeps. */
const MOST_NOTE = 300

function noteOf(reason: NonNullable<UnitDecision['reason']>, said = ''): string {
  const why = said === '' ? '' : `（${said.slice(0, MOST_NOTE)}）`
  return `这张答题卡原归另一名考生，已按${NO_MARK_REASONS[reason]}处理${why}；现改归这名考生，请核对后重新处理`
}

const wasTold = async (db: Db, unitId: number, note: string): Promise<boolean> =>
  (await db
    .selectFrom('problem_paper')
    .select('id')
    .where('unit_id', '=', unitId)
    .where('text', '=', note)
    .executeTakeFirst()) !== undefined

const raised = (by: EntityId, note: string): MarkEvent => ({
  type: 'raise_problem',
  by,
  readingId: null,
  reason: 'other',
  note,
})
