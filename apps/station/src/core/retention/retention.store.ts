import type { Store } from '../store/open-store.ts'

/** A sheet whose pictures may go: the server has it, and agreed to its batch. */
export interface ClearableSheet {
  sheet_id: string
  /** By the server's clock. */
  received_at: string
  /** Of its pictures, as scanned. */
  bytes: number
}

const CLEARABLE = `from sheet
  join outbox on outbox.sheet_id = sheet.id
  join batch on batch.id = sheet.batch_id
  where outbox.state = 'acked' and batch.state = 'closed' and sheet.pictures_cleared_at is null
    and not exists (
      select 1 from action_sheet join action_outbox on action_outbox.action_id = action_sheet.action_id
      where action_sheet.sheet_id = sheet.id and action_outbox.state = 'waiting')`

/** Oldest acknowledged first. */
export const selectClearableSheets = (db: Store, limit: number): ClearableSheet[] =>
  db
    .prepare(
      `select sheet.id as sheet_id, outbox.received_at,
         (select coalesce(sum(image.bytes), 0) from image where image.sheet_id = sheet.id) as bytes
       ${CLEARABLE} order by outbox.received_at, sheet.id limit ?`,
    )
    .all(limit) as ClearableSheet[]

/** What is kept of sheets that the server has. */
export const sumKept = (db: Store): { sheets: number; bytes: number } =>
  db
    .prepare(
      `select count(*) as sheets, coalesce(sum(
         (select coalesce(sum(image.bytes), 0) from image where image.sheet_id = sheet.id)), 0) as bytes
       ${CLEARABLE}`,
    )
    .get() as { sheets: number; bytes: number }

export interface ClearableImage {
  id: string
  sha256: string
  bytes: number
}

export const selectImagesToClear = (db: Store, sheetId: string): ClearableImage[] =>
  db
    .prepare('select id, sha256, bytes from image where sheet_id = ? and cleared_at is null')
    .all(sheetId) as ClearableImage[]

/**
 * Pictures in no sheet, of batches that are closed and whose sheets have all been cleared: copies,
 * discarded ones, and those that a rescan replaced.
 */
export const selectLeftovers = (db: Store, limit: number): ClearableImage[] =>
  db
    .prepare(
      `select image.id, image.sha256, image.bytes from image join batch on batch.id = image.batch_id
       where batch.state = 'closed' and image.sheet_id is null and image.cleared_at is null
         and exists (select 1 from sheet where sheet.batch_id = batch.id)
         and not exists (select 1 from sheet
           where sheet.batch_id = batch.id and sheet.pictures_cleared_at is null)
       order by image.id limit ?`,
    )
    .all(limit) as ClearableImage[]

/** Is the same content still needed for another picture? */
export const isNeededElsewhere = (db: Store, image: ClearableImage): boolean =>
  db
    .prepare('select 1 from image where sha256 = ? and id <> ? and cleared_at is null limit 1')
    .get(image.sha256, image.id) !== undefined

export function markImageCleared(db: Store, imageId: string, at: string): void {
  db.prepare('update image set cleared_at = ? where id = ?').run(at, imageId)
}

export function markSheetCleared(db: Store, sheetId: string, at: string): void {
  db.prepare('update sheet set pictures_cleared_at = ? where id = ?').run(at, sheetId)
}
