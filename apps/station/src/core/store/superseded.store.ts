import type { Store } from './open-store.ts'

/** A sheet on the server whose place a later scan takes. */
export interface SupersededRow {
  sheet_id: string
  exam_id: number
  subject_id: number
  by_sheet_id: string
  done_at: string | null
  error_message: string | null
}

export function insertSuperseded(
  db: Store,
  row: Pick<SupersededRow, 'sheet_id' | 'exam_id' | 'subject_id' | 'by_sheet_id'>,
): void {
  db.prepare(
    `insert into superseded (sheet_id, exam_id, subject_id, by_sheet_id)
     values (@sheet_id, @exam_id, @subject_id, @by_sheet_id)
     on conflict (sheet_id) do update
       set by_sheet_id = excluded.by_sheet_id, done_at = null, error_message = null`,
  ).run(row)
}

/**
 * Those whose successor the server has, so that nothing is ever missing there. A successor that is not in
 * this store is a sheet that the server had before. One that is itself still on its way there waits.
 */
export const selectReplaceable = (db: Store): SupersededRow[] =>
  db
    .prepare(
      `select superseded.* from superseded left join outbox on outbox.sheet_id = superseded.by_sheet_id
       left join outbox own on own.sheet_id = superseded.sheet_id
       where superseded.done_at is null and superseded.error_message is null
         and (outbox.state = 'acked' or outbox.state is null)
         and (own.state is null or own.state <> 'waiting') order by superseded.sheet_id limit 200`,
    )
    .all() as SupersededRow[]

export function settleSuperseded(
  db: Store,
  sheetId: string,
  how: { at: string } | { error: string },
): void {
  if ('at' in how)
    db.prepare('update superseded set done_at = ? where sheet_id = ?').run(how.at, sheetId)
  else
    db.prepare('update superseded set error_message = ? where sheet_id = ?').run(how.error, sheetId)
}

/** Does the server still count sheets to a batch whose place others of the batch have taken? */
export const hasPendingSuperseded = (db: Store, batchId: string): boolean =>
  db
    .prepare(
      `select 1 from superseded join sheet on sheet.id = superseded.by_sheet_id
       where sheet.batch_id = ? and superseded.done_at is null
         and superseded.error_message is null limit 1`,
    )
    .get(batchId) !== undefined
