import type { Store } from './open-store.ts'

/** What an operator decided; rows are only added. */
export interface ActionRow {
  id: string
  batch_id: string
  /** The sheet that it is about; others that it touches are in `action_sheet`. */
  sheet_id: string
  account: string
  actor_name: string
  decided_at: string
  /** JSON of `StoredDecision`. */
  decision: string
  /** Chinese: what was decided. */
  label: string
  /** JSON of what the sheet was taken for before and after. */
  before: string
  after: string
  /** JSON of `RereadPage[]`, or null. */
  readings: string | null
  /** The action that this one takes back. */
  undoes: string | null
}

/** `withdrawn`: taken back before anything was sent. */
export type ActionState = 'waiting' | 'done' | 'refused' | 'withdrawn'

export interface ActionOutboxRow {
  action_id: string
  state: ActionState
  tries: number
  /** 1: sent without a clear answer. */
  unsure: 0 | 1
  error_code: string | null
  error_message: string | null
  answered_at: string | null
  /** JSON of the server's answer. */
  answer: string | null
  /** 1: the operator has read the refusal. */
  seen: 0 | 1
}

export type SentAction = ActionRow & Omit<ActionOutboxRow, 'action_id'>

/** The columns of `SentAction`, of a join of both tables. */
export const WITH_STATE = `action.*, action_outbox.state, action_outbox.tries, action_outbox.unsure,
  action_outbox.error_code, action_outbox.error_message, action_outbox.answered_at,
  action_outbox.answer, action_outbox.seen`

/** Records an action with its place in the line to the server: one never exists without the other. */
export function insertAction(
  db: Store,
  action: ActionRow,
  options: { sheetIds: readonly string[]; state: ActionState },
): void {
  db.prepare(
    `insert into action (id, batch_id, sheet_id, account, actor_name, decided_at, decision, label,
       before, after, readings, undoes)
     values (@id, @batch_id, @sheet_id, @account, @actor_name, @decided_at, @decision, @label,
       @before, @after, @readings, @undoes)`,
  ).run(action)
  for (const sheetId of new Set([action.sheet_id, ...options.sheetIds]))
    db.prepare('insert into action_sheet (action_id, sheet_id) values (?, ?)').run(
      action.id,
      sheetId,
    )
  db.prepare('insert into action_outbox (action_id, state) values (?, ?)').run(
    action.id,
    options.state,
  )
}

/** Everything that was decided about a sheet, also together with others, oldest first. */
export const selectSheetActions = (db: Store, sheetId: string): SentAction[] =>
  db
    .prepare(
      `select ${WITH_STATE} from action_sheet
       join action on action.id = action_sheet.action_id
       join action_outbox on action_outbox.action_id = action.id
       where action_sheet.sheet_id = ? order by action.id`,
    )
    .all(sheetId) as SentAction[]

export const findAction = (db: Store, id: string): SentAction | undefined =>
  db
    .prepare(
      `select ${WITH_STATE} from action join action_outbox on action_outbox.action_id = action.id
       where action.id = ?`,
    )
    .get(id) as SentAction | undefined

/** Every sheet that an action is about. */
export const selectTouchedSheets = (db: Store, actionId: string): string[] =>
  db
    .prepare('select sheet_id from action_sheet where action_id = ?')
    .pluck()
    .all(actionId) as string[]

/** Who made the actions of a batch, and when. */
export const selectActors = (
  db: Store,
  batchId: string,
): Map<string, Pick<ActionRow, 'account' | 'actor_name' | 'decided_at'>> =>
  new Map(
    (
      db
        .prepare('select id, account, actor_name, decided_at from action where batch_id = ?')
        .all(batchId) as ActionRow[]
    ).map((row) => [row.id, row]),
  )
