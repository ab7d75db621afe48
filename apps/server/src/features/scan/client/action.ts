import { createHash } from 'node:crypto'
import type { ActionOutcome } from '@hengjuan/contracts'
import { type Db, isUniqueViolation } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Static } from 'typebox'
import { isoNow } from '../../../clock.ts'
import { decide, type Decider, type NewDecision, undoDecisions } from '../decide.ts'
import { selectOpenCategories } from '../sheet.query.ts'
import { agreeWithOthers } from './agree.ts'
import { requireActionSheet } from './action-sheet.ts'

export type ActionReply = Static<typeof ActionOutcome>

/** An action as a station sent it. */
export interface Action {
  id: string
  /** Path of the call. */
  call: string
  station: string
  /** By the server's clock. */
  decidedAt: string
  /** Of everything that was asked, without the times. */
  contentHash: string
  sheetId: string | null
}

interface ActionBody {
  action_id: string
  station: string
  decided_at: string
  sent_at: string
  sheet_id?: string
  /** What a problem sheet was signed with. */
  note?: string
}

/**
 * Makes an action of a call's body. What the station's clock is off does not matter: only how long ago
 * it decided, when it sent, counts.
 *
 * @throws AppError INPUT_INVALID for a time that is none
 */
export function actionOf(who: Decider, call: string, body: ActionBody): Action {
  const { action_id, station, decided_at, sent_at, ...content } = body
  const age = Date.parse(sent_at) - Date.parse(decided_at)
  if (Number.isNaN(age))
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'decided_at', message: '应为 ISO 8601 格式的时间' },
    ])
  const now = who.services.clock.now().getTime()
  return {
    id: action_id,
    call,
    station,
    decidedAt: new Date(now - Math.max(0, age)).toISOString(),
    contentHash: hashOf({ call, station, ...content }),
    sheetId: body.sheet_id ?? null,
  }
}

/** The same for the same content, in whatever order its fields come. */
const hashOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content, sorted)).digest('hex')

const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Ends a transaction in which it turned out that the action was applied before. */
class AppliedBefore extends Error {
  readonly reply: string | null

  constructor(reply: string | null) {
    super('applied before')
    this.reply = reply
  }
}

/**
 * What the action answered when it was applied; undefined when it was not.
 *
 * @throws AppError SCAN_ACTION_MISMATCH when its name stands for something else
 */
async function findApplied(db: Db, action: Action): Promise<{ reply: string | null } | undefined> {
  const row = await db
    .selectFrom('station_action')
    .select(['content_hash', 'reply'])
    .where('id', '=', action.id)
    .executeTakeFirst()
  if (row && row.content_hash !== action.contentHash) throw new AppError('SCAN_ACTION_MISMATCH')
  return row
}

/** Takes the action's name. @throws AppliedBefore when it is taken, to end the transaction */
export async function beginAction(db: Db, who: Decider, action: Action): Promise<void> {
  const known = await findApplied(db, action)
  if (known) throw new AppliedBefore(known.reply)
  await db
    .insertInto('station_action')
    .values({
      id: action.id,
      exam_id: who.examId,
      subject_id: who.subjectId,
      call: action.call,
      content_hash: action.contentHash,
      station: action.station,
      actor_id: who.session.userId,
      decided_at: action.decidedAt,
      received_at: isoNow(who.services.clock),
      reply: null,
    })
    .execute()
}

const storeReply = (db: Db, action: Action, reply: unknown): Promise<unknown> =>
  db
    .updateTable('station_action')
    .set({ reply: JSON.stringify(reply) })
    .where('id', '=', action.id)
    .execute()

/**
 * Runs what applies an action, once: a repeat gives the first answer, also one that came meanwhile.
 *
 * @param apply takes the action's name with `beginAction` in the transaction that does the work
 * @param again makes the answer of a repeat; by default it is the stored one
 */
export async function once<Reply>(
  who: Decider,
  action: Action,
  apply: () => Promise<Reply>,
  again: (reply: string | null) => Promise<Reply> = async (reply) =>
    JSON.parse(reply ?? 'null') as Reply,
): Promise<Reply> {
  const { db } = who.services
  const known = await findApplied(db, action)
  if (known) return again(known.reply)
  try {
    return await apply()
  } catch (error) {
    if (error instanceof AppliedBefore) return again(error.reply)
    // Of two that took the name at once, under different subjects, one meets the other's row.
    const late = isUniqueViolation(error) ? await findApplied(db, action) : undefined
    if (late) return again(late.reply)
    throw error
  }
}

/** Decisions to make, or the ids of those that say the same already. */
type Wanted = readonly NewDecision[] | { agreed: number[] }

/**
 * Records the decisions of an action. What somebody decided in the same way before is left to them;
 * what somebody decided otherwise stands, and the action is refused.
 *
 * @param decisions runs in the transaction, on a sheet that is there and, unless `mayBeVoid`, in use
 * @throws AppError SCAN_SHEET_NOT_UPLOADED, SCAN_SHEET_VOID, SCAN_DECIDED_OTHERWISE and what `decide` does
 */
export function takeAction(
  who: Decider,
  action: Action,
  decisions: (db: Db) => Promise<Wanted>,
  { mayBeVoid = false } = {},
): Promise<ActionReply> {
  return once(who, action, async () => {
    let agreed: number[] = []
    let reply: ActionReply | undefined
    await decide(
      { ...who, actionId: action.id },
      async (db) => {
        await beginAction(db, who, action)
        if (action.sheetId !== null && !mayBeVoid) await requireActionSheet(db, who, action.sheetId)
        const wanted = await decisions(db)
        const result =
          'agreed' in wanted
            ? { made: [], agreed: wanted.agreed }
            : await agreeWithOthers(db, who, action, wanted)
        agreed = result.agreed
        return result.made
      },
      async (db, { ids }) => {
        reply = await replyOf(db, who, action, ids, agreed)
        await storeReply(db, action, reply)
      },
    )
    return reply as unknown as ActionReply
  })
}

/** Takes back what decisions there are; none is an agreement. */
export function takeUndo(
  who: Decider,
  action: Action,
  decisionIds: (db: Db) => Promise<readonly number[]>,
): Promise<ActionReply> {
  return once(who, action, async () => {
    let ids: readonly number[] = []
    let reply: ActionReply | undefined
    await undoDecisions(
      who,
      async (db) => {
        await beginAction(db, who, action)
        ids = await decisionIds(db)
        return ids
      },
      async (db) => {
        reply = await replyOf(db, who, action, ids, [])
        await storeReply(db, action, reply)
      },
    )
    return reply as unknown as ActionReply
  })
}

const replyOf = async (
  db: Db,
  who: Decider,
  action: Action,
  made: readonly number[],
  agreed: readonly number[],
): Promise<ActionReply> => ({
  action_id: action.id,
  result: made.length > 0 ? 'applied' : 'agreed',
  decision_ids: made.length > 0 ? [...made] : [...agreed],
  sheet_id: action.sheetId,
  open: action.sheetId === null ? [] : await selectOpenCategories(db, action.sheetId),
  applied_at: isoNow(who.services.clock),
})
