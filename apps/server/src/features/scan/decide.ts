import { type Db, transact } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { audit } from '../../http/audit.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { closeSentBack, reopenSentBack } from '../marking-core/index.ts'
import { refuseUnlessHeld } from './abnormal/refuse-unless-held.ts'
import { chunksOf, type Scope, selectLiveDecisions } from './facts.query.ts'
import type { DecisionKind, DecisionValue } from './judge/facts.ts'
import { pictureInUse } from './judge/run-in-use.ts'
import { refuseIfPublished } from './published.ts'
import { lockSubject, settleSheets } from './settle-sheets.ts'
import { requireSheet, selectOpenCategories } from './sheet.query.ts'

/** Who decides, where. */
export interface Decider extends Scope {
  services: Services
  session: Pick<Session, 'userId' | 'role'>
  request: { id: string }
  /** The station's action that the decisions come from. */
  actionId?: string
}

export interface NewDecision {
  kind: DecisionKind
  target?: string
  value: DecisionValue
  sheetId: string | null
  candidateId?: number | null
}

export interface Outcome {
  decision_id: number | null
  sheet_id: string | null
  open: string[]
}

/** Ids of the decisions in the order given, and what they led to. */
export type Made = Outcome & { ids: number[] }

/**
 * Records decisions of one person and lets everything follow from them, in one transaction.
 *
 * @param decisions runs first, in the same transaction; throws when the decision cannot be made. Without
 *   any decision nothing follows
 * @param finish runs last, in the same transaction
 * @throws AppError SCAN_SHEET_PUBLISHED, SCAN_SHEET_NOT_FOUND, SCAN_SHEET_ALREADY_RESOLVED
 */
export function decide(
  who: Decider,
  decisions: (db: Db) => Promise<readonly NewDecision[]>,
  finish?: (db: Db, made: Made) => Promise<void>,
): Promise<Made> {
  const { services, session } = who
  return transact(services.db, async (db) => {
    await lockSubject(db, who)
    await refuseIfPublished(db, who.examId)
    const made = await decisions(db)
    const ids: number[] = []
    for (const decision of made) {
      if (decision.sheetId !== null) {
        const sheet = await requireSheet(db, who, decision.sheetId)
        if (sheet.state === 'void') throw new AppError('SCAN_SHEET_NOT_FOUND')
        await refuseIfTaken(db, who, decision)
      }
      const id = await insertDecision(db, who, await withPicture(db, decision))
      ids.push(id)
      await voidSheets(db, decision, id)
      const { handled = [], outcome = 'marking' } = decision.value
      const by = { decisionId: id, outcome, userId: session.userId }
      await closeSentBack(db, handled, by, isoNow(services.clock))
    }
    const last = ids.at(-1)
    const first = made[0]
    if (first === undefined) {
      const none = { ids, decision_id: null, sheet_id: null, open: [] }
      await finish?.(db, none)
      return none
    }
    await settleSheets(db, services, who, {
      sheetIds: [...new Set(made.flatMap(sheetsOf))],
      candidateIds: made.flatMap(({ candidateId }) => candidateId ?? []),
      decision: last === undefined ? null : { id: last, actorId: session.userId },
    })
    await audit(db, who, {
      action: `scan.${first.kind}`,
      object: objectOf(who, made),
      after: { ids, value: first.value, target: first.target, action_id: who.actionId },
    })
    const outcome = { ids, ...(await outcomeOf(db, last ?? null, first.sheetId)) }
    await finish?.(db, outcome)
    return outcome
  })
}

/**
 * Takes decisions back: what they settled is open again, what they voided is in use again.
 *
 * @param given ids, or what finds them, run first in the same transaction
 * @param finish runs last, in the same transaction
 * @throws AppError SCAN_NOTHING_TO_UNDO when one of them is not of this subject or undone already;
 *   SCAN_NOT_UNDOABLE for papers sent back to marking;
 *   ABNORMAL_NOT_HELD for a replaced image that is being marked
 */
export function undoDecisions(
  who: Decider,
  given: readonly number[] | ((db: Db) => Promise<readonly number[]>),
  finish?: (db: Db, outcome: Outcome) => Promise<void>,
): Promise<Outcome> {
  const { services, session } = who
  return transact(services.db, async (db) => {
    await lockSubject(db, who)
    await refuseIfPublished(db, who.examId)
    const decisionIds = typeof given === 'function' ? await given(db) : given
    const rows = []
    for (const ids of chunksOf([...new Set(decisionIds)]))
      rows.push(
        ...(await db
          .selectFrom('scan_decision')
          .selectAll()
          .where('id', 'in', ids)
          .where('exam_id', '=', who.examId)
          .where('subject_id', '=', who.subjectId)
          .where('undone_at', 'is', null)
          .execute()),
      )
    if (rows.length !== new Set(decisionIds).size) throw new AppError('SCAN_NOTHING_TO_UNDO')
    // The scores that it took away belong to the markers, who may have scored anew.
    if (rows.some(({ kind }) => kind === 'remark')) throw new AppError('SCAN_NOT_UNDOABLE')
    const sheetIds = new Set<string>()
    for (const row of rows) {
      await db
        .updateTable('scan_decision')
        .set({ undone_by: session.userId, undone_at: isoNow(services.clock) })
        .where('id', '=', row.id)
        .execute()
      const value = JSON.parse(row.value) as DecisionValue
      for (const id of sheetsOf({ value, sheetId: row.sheet_id })) sheetIds.add(id)
      await restoreSheets(db, row.id, value.sheet_ids ?? [])
      await reopenSentBack(db, row.id)
    }
    await refuseUnlessHeld(db, who, rows)
    await settleSheets(db, services, who, {
      sheetIds: [...sheetIds],
      candidateIds: rows.flatMap(({ candidate_id }) => candidate_id ?? []),
      decision: null,
    })
    await audit(db, who, {
      action: 'scan.undo',
      object: objectOf(who, []),
      after: { ids: decisionIds },
    })
    const outcome = await outcomeOf(db, null, rows[0]?.sheet_id ?? null)
    await finish?.(db, outcome)
    return outcome
  })
}

const sheetsOf = ({ sheetId, value }: Pick<NewDecision, 'sheetId' | 'value'>): string[] => [
  ...(sheetId === null ? [] : [sheetId]),
  ...(value.sheet_ids ?? []),
]

const objectOf = (scope: Scope, made: readonly NewDecision[]): string =>
  made.length === 1 && made[0]?.sheetId
    ? `scan-sheet:${made[0].sheetId}`
    : `exam-subject:${scope.examId}/${scope.subjectId}`

const outcomeOf = async (
  db: Db,
  decisionId: number | null,
  sheetId: string | null,
): Promise<Outcome> => ({
  decision_id: decisionId,
  sheet_id: sheetId,
  open: sheetId === null ? [] : await selectOpenCategories(db, sheetId),
})

/** Kinds that take nothing from an earlier decision of the same kind. */
const SHARED: readonly DecisionKind[] = [
  'reread',
  'recrop',
  'remark',
  'block_image',
  'page_image',
  'block_lost',
  'block_blank',
  'to_marking',
]

/** Another person's decision on the same thing stands until it is undone. */
async function refuseIfTaken(db: Db, who: Decider, decision: NewDecision): Promise<void> {
  // Who accepts one warning leaves the warnings that somebody else accepted.
  if (SHARED.includes(decision.kind) || decision.value.codes !== undefined) return
  const taken = await db
    .selectFrom('scan_decision')
    .innerJoin('user', 'user.id', 'scan_decision.actor_id')
    .select('user.name')
    .where('scan_decision.sheet_id', '=', decision.sheetId)
    .where('kind', '=', decision.kind)
    .where('target', '=', decision.target ?? '')
    .where('undone_at', 'is', null)
    .where('actor_id', '!=', who.session.userId)
    .executeTakeFirst()
  if (taken) throw new AppError('SCAN_SHEET_ALREADY_RESOLVED', { name: taken.name })
}

const OF_A_PICTURE: readonly DecisionKind[] = ['locate', 'reread', 'recrop']

/** What was read of a picture that replaced a page means nothing without that picture. */
async function withPicture(db: Db, decision: NewDecision): Promise<NewDecision> {
  const { kind, target, value, sheetId } = decision
  const seq = /^page:(\d+)$/.exec(target ?? '')?.[1]
  if (!OF_A_PICTURE.includes(kind) || value.base != null || !sheetId || !seq) return decision
  const picture = pictureInUse(await selectLiveDecisions(db, { sheetIds: [sheetId] }), Number(seq))
  return picture ? { ...decision, value: { ...value, base: picture.id } } : decision
}

async function insertDecision(db: Db, who: Decider, decision: NewDecision): Promise<number> {
  const { id } = await db
    .insertInto('scan_decision')
    .values({
      exam_id: who.examId,
      subject_id: who.subjectId,
      sheet_id: decision.sheetId,
      candidate_id: decision.candidateId ?? null,
      kind: decision.kind,
      target: decision.target ?? '',
      value: JSON.stringify(decision.value),
      actor_id: who.session.userId,
      at: isoNow(who.services.clock),
      undone_by: null,
      undone_at: null,
      action_id: who.actionId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const VOIDING: readonly DecisionKind[] = ['void', 'duplicate', 'clear']

/** `void_reason` names the decision, so that undoing it gives back exactly what it took. */
const voidReason = (decisionId: number, reason: string): string => `${reason}#${decisionId}`

export const voidReasonOf = (
  stored: string | null,
): { reason: string; decisionId: number } | null => {
  const match = /^(\w+)#(\d+)$/.exec(stored ?? '')
  return match ? { reason: match[1] ?? '', decisionId: Number(match[2]) } : null
}

async function voidSheets(db: Db, decision: NewDecision, decisionId: number): Promise<void> {
  if (!VOIDING.includes(decision.kind)) return
  for (const ids of chunksOf(decision.value.sheet_ids ?? []))
    await db
      .updateTable('scan_sheet')
      .set((eb) => ({
        state: 'void',
        void_reason: voidReason(decisionId, decision.value.reason ?? decision.kind),
        version: eb('version', '+', 1),
      }))
      .where('id', 'in', ids)
      .where('state', '=', 'active')
      .execute()
}

async function restoreSheets(
  db: Db,
  decisionId: number,
  sheetIds: readonly string[],
): Promise<void> {
  for (const ids of chunksOf(sheetIds))
    await db
      .updateTable('scan_sheet')
      .set((eb) => ({ state: 'active', void_reason: null, version: eb('version', '+', 1) }))
      .where('id', 'in', ids)
      .where('state', '=', 'void')
      .where('void_reason', 'like', `%#${decisionId}`)
      .execute()
}
