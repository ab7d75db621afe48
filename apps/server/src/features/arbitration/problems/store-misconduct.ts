import type { Db } from '@hengjuan/db'
import type { SpecialFlag, UnitFinal } from '@hengjuan/domain'

const MISCONDUCT: SpecialFlag = 'misconduct'

/**
 * Registers misconduct of a candidate in a subject as long as the mark of one of the papers says so, beside
 * attendance; another special flag is left as it is. What follows is for the exam administrator to decide.
 *
 * @param finals the mark of one paper before and now; the unit is stored already
 * @source domain rules 1.5, 6.2
 */
export async function storeMisconduct(
  db: Db,
  unit: { candidate_id: number; subject_id: number },
  finals: readonly [UnitFinal | null, UnitFinal | null],
): Promise<void> {
  const [was, is] = finals.map((final) => final?.reason === 'MISCONDUCT')
  if (was === is) return
  const others = is ? [] : await selectMisconduct(db, unit)
  if (others.length > 0) return
  await db
    .updateTable('candidate_subject')
    .set((eb) => ({ special_flag: is ? MISCONDUCT : null, version: eb('version', '+', 1) }))
    .where('candidate_id', '=', unit.candidate_id)
    .where('subject_id', '=', unit.subject_id)
    .where('special_flag', is ? 'is' : '=', is ? null : MISCONDUCT)
    .execute()
}

const selectMisconduct = (db: Db, unit: { candidate_id: number; subject_id: number }) =>
  db
    .selectFrom('unit')
    .select('id')
    .where('candidate_id', '=', unit.candidate_id)
    .where('subject_id', '=', unit.subject_id)
    .where('final_reason', '=', 'MISCONDUCT')
    .limit(1)
    .execute()
