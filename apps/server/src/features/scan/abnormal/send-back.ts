import { type Db, transact } from '@hengjuan/db'
import { type AbnormalTag, AppError, mayDo, PERMISSIONS, roleLabel } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { insertSentBack } from '../../marking-core/index.ts'
import type { Decider } from '../decide.ts'
import { refuseIfPublished } from '../published.ts'
import { lockSubject, settleSheets } from '../settle-sheets.ts'
import { requireCandidate, requireSheetOf } from './held.query.ts'

interface Wanted {
  candidateId: number
  tag: AbnormalTag
  note: string
}

/**
 * Takes answers of a candidate out of marking, to be cut again: their papers wait until they are sent on.
 * What was read of them stays unless its image changes.
 *
 * @throws AppError MARKING_UNIT_NOT_FOUND, MARKING_UNIT_LOCKED, NOT_ALLOWED, SCAN_SHEET_PUBLISHED
 * @source domain rules 5.4
 */
export const sendBack = (
  who: Decider,
  wanted: Wanted & { blockIds: readonly number[] },
): Promise<{ blocks: number }> =>
  transact(who.services.db, async (db) => {
    await lockSubject(db, who)
    await refuseIfPublished(db, who.examId)
    await requireCandidate(db, who, wanted.candidateId)
    const sheetId = await requireSheetOf(db, who, wanted.candidateId)
    const units = (await selectUnits(db, who, wanted.candidateId)).filter(({ block_id }) =>
      wanted.blockIds.includes(block_id),
    )
    if (units.length !== new Set(wanted.blockIds).size) throw new AppError('MARKING_UNIT_NOT_FOUND')
    await holdUnits(db, who, wanted, units)
    await settleSheets(db, who.services, who, {
      sheetIds: [sheetId],
      candidateIds: [wanted.candidateId],
      decision: null,
    })
    await audit(db, who, {
      action: 'scan.send_back',
      object: `candidate:${wanted.candidateId}`,
      after: { units: units.map(({ id }) => id), tag: wanted.tag },
    })
    return { blocks: units.length }
  })

type Unit = Awaited<ReturnType<typeof selectUnits>>[number]

/** Papers of a candidate, with the scores that count now. */
export async function selectUnits(
  db: Db,
  scope: { examId: number; subjectId: number },
  candidateId: number,
) {
  const rows = await db
    .selectFrom('unit')
    .innerJoin('block', 'block.id', 'unit.block_id')
    .where('unit.exam_id', '=', scope.examId)
    .where('unit.subject_id', '=', scope.subjectId)
    .where('unit.candidate_id', '=', candidateId)
    .select(['unit.id', 'unit.exam_id', 'unit.subject_id', 'unit.block_id', 'unit.candidate_id'])
    .select(['unit.images', 'unit.state', 'block.block_key'])
    .select((eb) =>
      eb
        .selectFrom('reading')
        .whereRef('reading.unit_id', '=', 'unit.id')
        .where('reading.state', 'in', ['submitted', 'rejected'])
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('readings'),
    )
    .orderBy('block.sort')
    .orderBy('unit.id')
    .execute()
  return rows.map((row) => ({ ...row, readings: Number(row.readings) }))
}

/**
 * Puts papers on the work list. Nobody's score is put at risk without the right to set up marking.
 *
 * @throws AppError NOT_ALLOWED
 */
export async function holdUnits(
  db: Db,
  { services, session }: Decider,
  { tag, note }: Wanted,
  units: readonly Unit[],
): Promise<void> {
  if (units.some(({ readings }) => readings > 0) && !mayDo(session.role, 'marking.setup'))
    throw new AppError('NOT_ALLOWED', {
      role: roleLabel(session.role),
      action: PERMISSIONS['marking.setup'].label,
    })
  const now = isoNow(services.clock)
  for (const unit of units) await insertSentBack(db, { unit, tag, note, byId: session.userId }, now)
}
