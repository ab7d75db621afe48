import type { Store } from '../store/open-store.ts'
import type { ReviewedFinding } from './effective-sheet.ts'
import type { LiveAction, RereadPage, StoredDecision } from './stored-action.ts'

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

/** Of a sheet; sheets of a stack for one subject may not name it. */
const SUBJECT = 'coalesce(nullif(sheet.subject_id, 0), batch.subject_id)'

const WITH_STATE = `action.*, action_outbox.state, action_outbox.tries, action_outbox.unsure,
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

/** The undo that stands of an action. */
export const undoOf = (actions: readonly SentAction[], id: string): SentAction | undefined =>
  actions.find(({ undoes, state }) => undoes === id && state !== 'refused')

/** Of the actions of a sheet, those that hold. */
export const liveActions = (actions: readonly SentAction[]): LiveAction[] =>
  actions
    .filter(
      (action) =>
        (action.state === 'waiting' || action.state === 'done' || isElsewhere(action)) &&
        action.undoes === null &&
        undoOf(actions, action.id) === undefined,
    )
    .map((action) => ({
      id: action.id,
      sheet_id: action.sheet_id,
      decision: JSON.parse(action.decision) as StoredDecision,
      readings: JSON.parse(action.readings ?? '[]') as RereadPage[],
      isElsewhere: isElsewhere(action),
    }))

const ELSEWHERE = ['SCAN_DECIDED_OTHERWISE', 'SCAN_SHEET_VOID', 'SCAN_SHEET_PUBLISHED']

/** The server holds another decision on the matter, and the operator has read so. */
const isElsewhere = ({ state, error_code, seen }: SentAction): boolean =>
  state === 'refused' && seen === 1 && ELSEWHERE.includes(error_code ?? '')

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

/** What the machine took a sheet for, kept from the first decision on. */
export interface MachineView {
  exam_no: string | null
  candidate_name: string | null
  /** JSON of `Finding[]`. */
  findings: string
}

/** What a sheet is taken for now. */
export interface SheetNow extends MachineView {
  /** Why the sheet is out of use; null while it is in use. */
  voided: string | null
}

/** The machine's view, and all findings with the actions that settle them. */
type KeptView = MachineView & { items: ReviewedFinding[] }

export function updateSheetNow(
  db: Store,
  sheetId: string,
  now: SheetNow,
  kept: KeptView | null,
): void {
  db.prepare(
    `update sheet set exam_no = @exam_no, candidate_name = @candidate_name, findings = @findings,
       voided = @voided, machine = @machine where id = @sheetId`,
  ).run({ sheetId, ...now, machine: kept && JSON.stringify(kept) })
}

export const findMachineView = (db: Store, sheetId: string): KeptView | null => {
  const row = db.prepare('select machine from sheet where id = ?').get(sheetId) as
    | { machine: string | null }
    | undefined
  return row?.machine ? (JSON.parse(row.machine) as KeptView) : null
}

/** A sheet that a person looks at or has looked at. */
export interface ReviewedSheetRow {
  id: string
  seq: number
  scanned_at: string
  exam_no: string | null
  candidate_name: string | null
  findings: string
  /** JSON of the view kept from the first decision on; null before. */
  machine: string | null
}

/** In the order of the stack. */
export const selectReviewedSheets = (db: Store, batchId: string): ReviewedSheetRow[] =>
  db
    .prepare(
      `select id, seq, scanned_at, exam_no, candidate_name, findings, machine from sheet
       where batch_id = ? and (findings <> '[]' or machine is not null) order by seq`,
    )
    .all(batchId) as ReviewedSheetRow[]

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

/** Sheets in use of a subject, counted by exam number. */
export const countSheetsByExamNo = (
  db: Store,
  of: { exam_id: number; subject_id: number },
): Map<string, number> =>
  new Map(
    db
      .prepare(
        `select sheet.exam_no, count(*) as n from sheet join batch on batch.id = sheet.batch_id
         where batch.exam_id = ? and ${SUBJECT} = ? and sheet.voided is null
           and sheet.exam_no is not null group by sheet.exam_no`,
      )
      .raw()
      .all(of.exam_id, of.subject_id) as [string, number][],
  )

/** Sheets in use with an exam number, oldest first. */
export const selectClaimants = (
  db: Store,
  of: { exam_id: number; subject_id: number },
  examNo: string,
): { id: string; seq: number; batch_id: string; batch_label: string }[] =>
  db
    .prepare(
      `select sheet.id, sheet.seq, sheet.batch_id, batch.label as batch_label
       from sheet join batch on batch.id = sheet.batch_id
       where batch.exam_id = ? and ${SUBJECT} = ? and sheet.exam_no = ?
         and sheet.voided is null order by sheet.id`,
    )
    .all(of.exam_id, of.subject_id, examNo) as {
    id: string
    seq: number
    batch_id: string
    batch_label: string
  }[]
