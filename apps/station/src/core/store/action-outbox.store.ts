import type { Store } from './open-store.ts'
import { type SentAction, WITH_STATE } from './action.store.ts'

/**
 * The next action to be sent: the oldest whose sheets the server has acknowledged, and before which
 * nothing waits that is about one of its sheets.
 *
 * @param account whose actions; what others decided waits until they sign in
 */
export const findNextAction = (db: Store, account: string): SentAction | undefined =>
  db
    .prepare(
      `select ${WITH_STATE} from action_outbox join action on action.id = action_outbox.action_id
       where action_outbox.state = 'waiting' and action.account = ?
         and not exists (
           select 1 from action_sheet join outbox on outbox.sheet_id = action_sheet.sheet_id
           where action_sheet.action_id = action.id and outbox.state <> 'acked')
         and not exists (
           select 1 from action_sheet own
           join action_sheet other on other.sheet_id = own.sheet_id
           join action_outbox earlier on earlier.action_id = other.action_id
           where own.action_id = action.id and earlier.state = 'waiting'
             and earlier.action_id < action.id)
       order by action.id limit 1`,
    )
    .get(account) as SentAction | undefined

/** From here on it is unknown whether the server took it, until it says so. */
export function markActionSending(db: Store, id: string): void {
  db.prepare('update action_outbox set unsure = 1, tries = tries + 1 where action_id = ?').run(id)
}

export function markActionDone(
  db: Store,
  id: string,
  reply: { at: string; answer: unknown },
): void {
  db.prepare(
    `update action_outbox set state = 'done', unsure = 0, error_code = null, error_message = null,
       answered_at = ?, answer = ? where action_id = ?`,
  ).run(reply.at, JSON.stringify(reply.answer ?? null), id)
}

export function markActionRefused(
  db: Store,
  id: string,
  refusal: { at: string; code: string; message: string },
): void {
  db.prepare(
    `update action_outbox set state = 'refused', unsure = 0, error_code = ?, error_message = ?,
       answered_at = ? where action_id = ?`,
  ).run(refusal.code, refusal.message, refusal.at, id)
}

export function markActionWithdrawn(db: Store, id: string): void {
  db.prepare("update action_outbox set state = 'withdrawn' where action_id = ?").run(id)
}

/** Nothing that was decided about a sheet holds any more. */
export function withdrawSheetActions(db: Store, sheetId: string): void {
  db.prepare(
    `update action_outbox set state = 'withdrawn' where state in ('waiting', 'done') and action_id in
       (select action_id from action_sheet where sheet_id = ?)`,
  ).run(sheetId)
}

export function markActionSeen(db: Store, id: string): void {
  db.prepare('update action_outbox set seen = 1 where action_id = ?').run(id)
}

export function noteActionFailure(db: Store, id: string, message: string): void {
  db.prepare('update action_outbox set error_message = ? where action_id = ?').run(message, id)
}

/** Decisions that the server has not answered; of one batch, or of all. */
export const countWaitingActions = (db: Store, batchId: string | null = null): number =>
  (
    db
      .prepare(
        `select count(*) as n from action_outbox join action on action.id = action_outbox.action_id
         where action_outbox.state = 'waiting' and (@batchId is null or action.batch_id = @batchId)`,
      )
      .get({ batchId }) as { n: number }
  ).n

/** Refusals that nobody has read yet, newest first. */
export const selectUnseenRefusals = (
  db: Store,
  of: { batchId?: string; sheetId?: string },
): (SentAction & { seq: number })[] =>
  db
    .prepare(
      `select ${WITH_STATE}, sheet.seq from action_outbox
       join action on action.id = action_outbox.action_id
       join sheet on sheet.id = action.sheet_id
       where action_outbox.state = 'refused' and action_outbox.seen = 0
         and (@batchId is null or action.batch_id = @batchId)
         and (@sheetId is null or action.sheet_id = @sheetId)
       order by action.id desc`,
    )
    .all({ batchId: of.batchId ?? null, sheetId: of.sheetId ?? null }) as (SentAction & {
    seq: number
  })[]
