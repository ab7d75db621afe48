import type { Store } from './open-store.ts'
import type { OutboxRow } from './sheet.store.ts'

export type WaitingUpload = OutboxRow & {
  batch_id: string
  exam_id: number
  subject_id: number
  template_sha256: string
}

/** Uploads to be sent, in the order the sheets were made, without those already under way. */
export const selectWaitingUploads = (
  db: Store,
  limit: number,
  underWay: ReadonlySet<string>,
): WaitingUpload[] =>
  (
    db
      .prepare(
        `select outbox.*, batch.id as batch_id, batch.exam_id, batch.subject_id, batch.template_sha256
         from outbox join sheet on sheet.id = outbox.sheet_id join batch on batch.id = sheet.batch_id
         where outbox.state = 'waiting' order by outbox.sheet_id limit ?`,
      )
      .all(limit + underWay.size) as WaitingUpload[]
  )
    .filter((row) => !underWay.has(row.sheet_id))
    .slice(0, limit)

export const countWaitingUploads = (db: Store): number =>
  (db.prepare("select count(*) as n from outbox where state = 'waiting'").get() as { n: number }).n

export const selectBatchUploads = (
  db: Store,
  batchId: string,
): Pick<OutboxRow, 'sheet_id' | 'sha256' | 'state'>[] =>
  db
    .prepare(
      `select outbox.sheet_id, outbox.sha256, outbox.state
       from outbox join sheet on sheet.id = outbox.sheet_id where sheet.batch_id = ? order by sheet_id`,
    )
    .all(batchId) as OutboxRow[]

/** From here on it is unknown whether the server has the bytes, until it says so. */
export function markSending(db: Store, sheetId: string): void {
  db.prepare('update outbox set unsure = 1, tries = tries + 1 where sheet_id = ?').run(sheetId)
}

export function markAcked(
  db: Store,
  sheetId: string,
  receipt: { received_at: string; exceptions: string[] },
): void {
  db.prepare(
    `update outbox set state = 'acked', unsure = 0, error_code = null, error_message = null,
       received_at = ?, server_exceptions = ? where sheet_id = ?`,
  ).run(receipt.received_at, JSON.stringify(receipt.exceptions), sheetId)
}

export function markRefused(
  db: Store,
  sheetId: string,
  error: { code: string; message: string },
): void {
  db.prepare(
    `update outbox set state = 'refused', unsure = 0, error_code = ?, error_message = ?
     where sheet_id = ?`,
  ).run(error.code, error.message, sheetId)
}

/** To be sent again: after a person's word, or because the server misses it. */
export function markWaiting(db: Store, sheetId: string): void {
  db.prepare(
    `update outbox set state = 'waiting', tries = 0, error_code = null, error_message = null
     where sheet_id = ?`,
  ).run(sheetId)
}

export function noteFailure(db: Store, sheetId: string, message: string): void {
  db.prepare('update outbox set error_message = ? where sheet_id = ?').run(message, sheetId)
}
