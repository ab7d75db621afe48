import { type Db, transact } from '@hengjuan/db'
import { AppError, NOT_SELECTED } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { decide, type Decider, type NewDecision, type Outcome } from './decide.ts'
import { type Scope, selectSheetFacts } from './facts.query.ts'
import { refuseIfPublished } from './published.ts'
import { lockSubject, settleSheets } from './settle-sheets.ts'

/**
 * Says whose a sheet is. Answers, confirmed or not, stay with the sheet.
 *
 * @throws AppError CANDIDATE_NOT_FOUND when the candidate does not sit this subject
 */
export const matchSheet = (who: Decider, sheetId: string, candidateId: number): Promise<Outcome> =>
  decide(who, async (db) => [await identityDecision(db, who, sheetId, candidateId)])

/** @throws AppError CANDIDATE_NOT_FOUND */
export async function identityDecision(
  db: Db,
  scope: Scope & Pick<Decider, 'services'>,
  sheetId: string,
  candidateId: number,
): Promise<NewDecision> {
  const candidate = await db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .where('candidate.id', '=', candidateId)
    .where('candidate.exam_id', '=', scope.examId)
    .where('candidate_subject.subject_id', '=', scope.subjectId)
    .where('candidate_subject.attendance', '!=', NOT_SELECTED)
    .select('candidate.id')
    .executeTakeFirst()
  if (!candidate) throw new AppError('CANDIDATE_NOT_FOUND', { examNo: `（编号 ${candidateId}）` })
  const moved_at = await movedAt(db, scope, sheetId, candidateId)
  return { kind: 'identity', sheetId, value: { candidate_id: candidateId, ...moved_at } }
}

/** When the sheet comes to this candidate: now, or as said before where it is theirs already. */
async function movedAt(
  db: Db,
  who: Scope & Pick<Decider, 'services'>,
  sheetId: string,
  to: number,
) {
  const [sheet] = await selectSheetFacts(db, [sheetId])
  if (sheet?.candidateId !== to) return { moved_at: isoNow(who.services.clock) }
  const before = sheet.decisions.findLast(({ kind }) => kind === 'identity')?.value.moved_at
  return before === undefined ? {} : { moved_at: before }
}

/** Looks every sheet without an owner up in the roster of today. Safe to repeat. */
export const matchUnowned = (who: Decider): Promise<{ matched: number; remaining: number }> =>
  transact(who.services.db, async (db) => {
    await lockSubject(db, who)
    await refuseIfPublished(db, who.examId)
    const before = await selectUnowned(db, who)
    await settleSheets(db, who.services, who, { sheetIds: before, decision: null })
    const remaining = (await selectUnowned(db, who)).length
    return { matched: before.length - remaining, remaining }
  })

async function selectUnowned(db: Db, who: Decider): Promise<string[]> {
  const rows = await db
    .selectFrom('scan_sheet')
    .select('id')
    .where('exam_id', '=', who.examId)
    .where('subject_id', '=', who.subjectId)
    .where('state', '=', 'active')
    .where('candidate_id', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Confirms that candidates without a sheet were absent.
 *
 * @throws AppError CANDIDATE_HAS_SHEET, CANDIDATE_NOT_FOUND
 */
export async function confirmAbsences(
  who: Decider,
  candidateIds: readonly number[],
): Promise<{ confirmed: number; decision_ids: number[] }> {
  const { ids } = await decide(who, async (db) => {
    const people = await db
      .selectFrom('candidate_subject')
      .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
      .where('candidate_subject.exam_id', '=', who.examId)
      .where('candidate_subject.subject_id', '=', who.subjectId)
      .where('candidate_subject.attendance', '!=', NOT_SELECTED)
      .where('candidate.id', 'in', [...candidateIds])
      .select(['candidate.id', 'candidate.name'])
      .execute()
    const known = new Map(people.map(({ id, name }) => [id, name]))
    const stranger = candidateIds.find((id) => !known.has(id))
    if (stranger !== undefined)
      throw new AppError('CANDIDATE_NOT_FOUND', { examNo: `（编号 ${stranger}）` })
    const scanned = await db
      .selectFrom('scan_sheet')
      .select('candidate_id')
      .where('exam_id', '=', who.examId)
      .where('subject_id', '=', who.subjectId)
      .where('state', '=', 'active')
      .where('candidate_id', 'in', [...candidateIds])
      .executeTakeFirst()
    if (scanned)
      throw new AppError('CANDIDATE_HAS_SHEET', {
        name: known.get(scanned.candidate_id ?? 0) ?? '',
      })
    return [...known.keys()].map((candidateId) => ({
      kind: 'absence' as const,
      target: 'absent',
      sheetId: null,
      candidateId,
      value: { attendance: 1 as const },
    }))
  })
  return { confirmed: ids.length, decision_ids: ids }
}
