import type { Store } from './open-store.ts'

/** A picture as it was before it was taken out. */
interface ImageBefore {
  id: string
  page_seq: number | null
  state: string
  reason: string
}

/** What a tray decision changed, enough to put it back. */
export type TrayBefore =
  | { of: 'sheets'; sheets: { seq: number; tray: string }[] }
  | {
      of: 'images'
      seq: number | null
      exam_no: string | null
      candidate_name: string | null
      images: ImageBefore[]
    }

export interface TrayDecisionRow {
  id: string
  batch_id: string
  kind: 'accept' | 'discard'
  /** Empty when nobody was signed in. */
  account: string
  decided_at: string
  /** JSON of `TrayBefore`. */
  before: string
  undone_at: string | null
}

export function insertTrayDecision(
  db: Store,
  decision: Omit<TrayDecisionRow, 'undone_at' | 'before'> & { before: TrayBefore },
): void {
  db.prepare(
    `insert into tray_decision (id, batch_id, kind, account, decided_at, before)
     values (@id, @batch_id, @kind, @account, @decided_at, @before)`,
  ).run({ ...decision, before: JSON.stringify(decision.before) })
}

export const findTrayDecision = (db: Store, id: string): TrayDecisionRow | undefined =>
  db.prepare('select * from tray_decision where id = ?').get(id) as TrayDecisionRow | undefined

/** Oldest first. */
export const selectTrayDecisions = (db: Store, batchId: string): TrayDecisionRow[] =>
  db
    .prepare('select * from tray_decision where batch_id = ? order by id')
    .all(batchId) as TrayDecisionRow[]

export function markTrayDecisionUndone(db: Store, id: string, at: string): void {
  db.prepare('update tray_decision set undone_at = ? where id = ?').run(at, id)
}
