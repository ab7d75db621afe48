import type { Store } from './open-store.ts'
import type { OutboxRow } from './sheet.store.ts'

export type WaitingUpload = OutboxRow & {
  batch_id: string
  exam_id: number
  subject_id: number
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
        `select outbox.*, batch.id as batch_id, batch.exam_id, sheet.subject_id
         from outbox join sheet on sheet.id = outbox.sheet_id join batch on batch.id = sheet.batch_id
         where outbox.state = 'waiting' and sheet.is_held = 0
           and (batch.twice is null or batch.twice ->> 'decision' is not null)
         order by outbox.sheet_id limit ?`,
      )
      .all(limit + underWay.size) as WaitingUpload[]
  )
    .filter((row) => !underWay.has(row.sheet_id))
    .slice(0, limit)

export const countWaitingUploads = (db: Store): number =>
  (db.prepare("select count(*) as n from outbox where state = 'waiting'").get() as { n: number }).n

/** Hashes of the containers that are still to be sent; what the server has is no longer packed. */
export const selectContainersToKeep = (db: Store): ReadonlySet<string> =>
  new Set(db.prepare("select sha256 from outbox where state <> 'acked'").pluck().all() as string[])

/** Uploads of one subject of a stack: a batch to the server. */
export const selectLotUploads = (
  db: Store,
  lot: { batch_id: string; subject_id: number },
): Pick<OutboxRow, 'sheet_id' | 'sha256' | 'state'>[] =>
  db
    .prepare(
      `select outbox.sheet_id, outbox.sha256, outbox.state
       from outbox join sheet on sheet.id = outbox.sheet_id
       where sheet.batch_id = ? and sheet.subject_id = ? order by sheet_id`,
    )
    .all(lot.batch_id, lot.subject_id) as OutboxRow[]

/**
 * From here on it is unknown whether the server has the bytes, until it says so.
 *
 * @returns false when the sheet was packed anew meanwhile, or waits in the tray: then it must not be sent
 */
export const markSending = (db: Store, upload: Sent): boolean =>
  db
    .prepare(
      `update outbox set unsure = 1, tries = tries + 1 where sheet_id = @sheet_id
       and sha256 = @sha256 and (select is_held from sheet where id = @sheet_id) = 0`,
    )
    .run({ sheet_id: upload.sheet_id, sha256: upload.sha256 }).changes > 0

/** What was sent: an answer about it says nothing of a sheet that was packed anew meanwhile. */
type Sent = Pick<OutboxRow, 'sheet_id' | 'sha256'>

export function markAcked(
  db: Store,
  { sheet_id, sha256 }: Sent,
  receipt: { received_at: string; exceptions: string[] },
): void {
  db.prepare(
    `update outbox set state = 'acked', unsure = 0, error_code = null, error_message = null,
       received_at = ?, server_exceptions = ? where sheet_id = ? and sha256 = ?`,
  ).run(receipt.received_at, JSON.stringify(receipt.exceptions), sheet_id, sha256)
}

export function markRefused(
  db: Store,
  { sheet_id, sha256 }: Sent,
  error: { code: string; message: string },
): void {
  db.prepare(
    `update outbox set state = 'refused', unsure = 0, error_code = ?, error_message = ?
     where sheet_id = ? and sha256 = ?`,
  ).run(error.code, error.message, sheet_id, sha256)
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

export const sumWaitingBytes = (db: Store): number =>
  db
    .prepare("select coalesce(sum(bytes), 0) from outbox where state = 'waiting'")
    .pluck()
    .get() as number
