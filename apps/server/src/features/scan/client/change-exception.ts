import type { clientChangeException, InputOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { type Decider, type NewDecision, voidReasonOf } from '../decide.ts'
import { decisionOf, repeatDecision } from '../fix-sheet.ts'
import { identityDecision } from '../match-sheets.ts'
import { type Action, type ActionReply, takeAction, takeUndo } from './action.ts'
import { requireActionSheet } from './action-sheet.ts'
import { cancelScanJob } from './job.query.ts'

type Change = InputOf<typeof clientChangeException>['body']['change']

/** Carries out one decision about a sheet, or takes an earlier action back. */
export async function changeException(
  who: Decider,
  action: Action,
  change: Change,
): Promise<ActionReply> {
  if (change.kind === 'undo') return undoAction(who, action, change.undo_action_id)
  const { sheetId } = action
  if (sheetId === null)
    throw new AppError('INPUT_INVALID').withDetails([{ path: 'sheet_id', message: '必须填写' }])
  if (change.kind === 'void')
    return takeAction(
      who,
      action,
      async (db) => {
        const before = await voidedBy(db, who, sheetId)
        return before === null ? [await decisionOf(db, who, sheetId, change)] : { agreed: before }
      },
      { mayBeVoid: true },
    )
  return takeAction(who, action, async (db) => [await decisionFor(db, who, sheetId, change)])
}

async function decisionFor(
  db: Db,
  who: Decider,
  sheetId: string,
  change: Exclude<Change, { kind: 'undo' | 'void' }>,
): Promise<NewDecision> {
  switch (change.kind) {
    case 'identity':
      return identityDecision(db, who, sheetId, change.candidate_id)
    case 'duplicate':
      if (!change.sheet_ids.includes(sheetId))
        throw new AppError('INPUT_INVALID').withDetails([
          { path: 'change.sheet_ids', message: '应包含这张答题卡' },
        ])
      for (const id of change.sheet_ids) await requireActionSheet(db, who, id)
      return repeatDecision(db, who, change.sheet_ids, change.keep, change.further)
    default:
      return decisionOf(db, who, sheetId, change)
  }
}

/** The decision by which a sheet is void already; null while it is in use. */
async function voidedBy(db: Db, who: Decider, sheetId: string): Promise<number[] | null> {
  const sheet = await db
    .selectFrom('scan_sheet')
    .select(['state', 'void_reason'])
    .where('id', '=', sheetId)
    .where('exam_id', '=', who.examId)
    .where('subject_id', '=', who.subjectId)
    .executeTakeFirst()
  if (!sheet) throw new AppError('SCAN_SHEET_NOT_UPLOADED')
  if (sheet.state !== 'void') return null
  const by = voidReasonOf(sheet.void_reason)?.decisionId
  return by === undefined ? [] : [by]
}

/**
 * Takes back what an action decided and still stands. Nothing standing any more is an agreement: somebody
 * took it back before.
 *
 * @throws AppError SCAN_NOTHING_TO_UNDO when the action never took effect, SCAN_NOT_UNDOABLE
 */
const undoAction = (who: Decider, action: Action, undone: string): Promise<ActionReply> =>
  takeUndo(who, action, async (db) => {
    const known = await db
      .selectFrom('station_action')
      .select('id')
      .where('id', '=', undone)
      .where('exam_id', '=', who.examId)
      .where('subject_id', '=', who.subjectId)
      .executeTakeFirst()
    if (!known) throw new AppError('SCAN_NOTHING_TO_UNDO')
    await cancelScanJob(db, who, undone)
    const rows = await db
      .selectFrom('scan_decision')
      .select('id')
      .where('action_id', '=', undone)
      .where('undone_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  })
