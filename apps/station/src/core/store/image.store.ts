import type { Store } from './open-store.ts'

export interface ImageRow {
  id: string
  batch_id: string
  name: string
  sha256: string
  bytes: number
  source_size: number
  source_mtime_ms: number
  taken_at: string
  state: 'taken' | 'read' | 'unreadable' | 'duplicate' | 'discarded'
  dup_of: string | null
  reason: string
  tries: number
  page: number | null
  kind: PageKind | null
  width_px: number | null
  height_px: number | null
  mime: string | null
  sheet_id: string | null
  page_seq: number | null
  /** Since when the picture is no longer on this computer. */
  cleared_at: string | null
  /** Whose template the picture was read with. */
  subject_id: number | null
  /** Fingerprint, see `lookOf`. */
  look: string
  /** JSON of `HeldReason`: read, and kept out of the sheets; null when it is not. */
  held: string | null
  /** Position of the sheet whose pictures it is to replace. */
  for_seq: number | null
  /** Position in the stack that is kept for a picture that was put aside. */
  kept_seq: number | null
}

/** `page`: a page of the template; `blank`; `foreign`: another sheet's page code; `lost`: no geometry. */
export type PageKind = 'page' | 'blank' | 'foreign' | 'lost'

type NewImage = Pick<
  ImageRow,
  | 'id'
  | 'batch_id'
  | 'name'
  | 'sha256'
  | 'bytes'
  | 'source_size'
  | 'source_mtime_ms'
  | 'taken_at'
  | 'state'
  | 'dup_of'
  | 'reason'
> & { for_seq?: number | null }

export function insertImage(db: Store, image: NewImage): void {
  db.prepare(
    `insert into image (id, batch_id, name, sha256, bytes, source_size, source_mtime_ms, taken_at,
       state, dup_of, reason, for_seq)
     values (@id, @batch_id, @name, @sha256, @bytes, @source_size, @source_mtime_ms, @taken_at,
       @state, @dup_of, @reason, @for_seq)`,
  ).run({ for_seq: null, ...image })
}

export const findImage = (db: Store, id: string): ImageRow | undefined =>
  db.prepare('select * from image where id = ?').get(id) as ImageRow | undefined

/** The first picture of a batch with this content. */
export const findImageByContent = (
  db: Store,
  batchId: string,
  sha256: string,
): ImageRow | undefined =>
  db
    .prepare(
      "select * from image where batch_id = ? and sha256 = ? and state <> 'duplicate' order by id limit 1",
    )
    .get(batchId, sha256) as ImageRow | undefined

/** Size and time that each file of a batch's folder had when it was taken in. */
export const selectTakenFiles = (
  db: Store,
  batchId: string,
): Pick<ImageRow, 'id' | 'name' | 'sha256' | 'state' | 'source_size' | 'source_mtime_ms'>[] =>
  db
    .prepare(
      'select id, name, sha256, state, source_size, source_mtime_ms from image where batch_id = ? order by id',
    )
    .all(batchId) as ImageRow[]

/** Pictures that earlier batches took from a folder. */
export const selectImagesOfFolder = (
  db: Store,
  folder: string,
): (Pick<ImageRow, 'name' | 'source_size' | 'source_mtime_ms'> & { label: string })[] =>
  db
    .prepare(
      `select image.name, image.source_size, image.source_mtime_ms, batch.label
       from image join batch on batch.id = image.batch_id
       where batch.folder = ? and image.state <> 'discarded' order by image.id`,
    )
    .all(folder) as never

/** Batches with pictures to be read. */
export const selectUnreadBatches = (db: Store): string[] =>
  db.prepare("select distinct batch_id from image where state = 'taken'").pluck().all() as string[]

/** Pictures of batches that are to be read, oldest first. */
export const selectUnreadImages = (
  db: Store,
  batchIds: readonly string[],
  limit: number,
): ImageRow[] =>
  db
    .prepare(
      `select * from image where state = 'taken' and +batch_id in (select value from json_each(?))
       order by id limit ?`,
    )
    .all(JSON.stringify(batchIds), limit) as ImageRow[]

/**
 * Has pictures read anew that were taken for another exam's and are in no sheet yet.
 *
 * @returns how many
 */
export const rereadForeign = (db: Store, batchId: string): number =>
  db
    .prepare(
      `update image set state = 'taken' where batch_id = ? and state = 'read' and kind = 'foreign'
       and sheet_id is null and held is null and for_seq is null`,
    )
    .run(batchId).changes

/** Pictures of a batch that are in no sheet yet and could be. */
export const selectLooseImages = (db: Store, batchId: string): ImageRow[] =>
  db
    .prepare(
      `select * from image where batch_id = ? and state in ('taken', 'read') and sheet_id is null
       and held is null and for_seq is null`,
    )
    .all(batchId) as ImageRow[]

/** Is a picture still one that a sheet could be made of? */
export const isLoose = (db: Store, id: string): boolean =>
  db
    .prepare(
      `select 1 from image where id = ? and state = 'read' and sheet_id is null and held is null
       and for_seq is null`,
    )
    .get(id) !== undefined

export const selectSheetImages = (db: Store, sheetId: string): ImageRow[] =>
  db.prepare('select * from image where sheet_id = ? order by page_seq').all(sheetId) as ImageRow[]

/** Pictures that a person has to look at: no picture at all, or the same content again. */
export const selectProblemImages = (db: Store, batchId: string): ImageRow[] =>
  db
    .prepare(
      "select * from image where batch_id = ? and state in ('unreadable', 'duplicate') order by id",
    )
    .all(batchId) as ImageRow[]

export function updateImageRead(
  db: Store,
  id: string,
  read: {
    page: number | null
    kind: PageKind
    width_px: number
    height_px: number
    mime: string
    subject_id: number | null
    look: string
    held: string | null
  },
): void {
  db.prepare(
    `update image set state = 'read', page = @page, kind = @kind, width_px = @width_px,
       height_px = @height_px, mime = @mime, subject_id = @subject_id, look = @look, held = @held,
       reason = '' where id = @id and state in ('taken', 'read')`,
  ).run({ id, ...read })
}

export function updateImageState(
  db: Store,
  id: string,
  state: ImageRow['state'],
  reason: string,
): void {
  db.prepare('update image set state = ?, reason = ? where id = ?').run(state, reason, id)
}

/** Unless a person has decided about the picture while it was being read. */
export function markUnreadable(db: Store, id: string, reason: string): void {
  db.prepare(
    "update image set state = 'unreadable', reason = ? where id = ? and state = 'taken'",
  ).run(reason, id)
}

/** Counts a try of reading; returns how many there have been. */
export function countReadTry(db: Store, id: string): number {
  db.prepare('update image set tries = tries + 1 where id = ?').run(id)
  return (db.prepare('select tries from image where id = ?').get(id) as { tries: number }).tries
}

export function assignImage(db: Store, id: string, sheetId: string, pageSeq: number | null): void {
  db.prepare('update image set sheet_id = ?, page_seq = ? where id = ?').run(sheetId, pageSeq, id)
}

/** Puts pictures aside; their position in the stack is kept for them. */
export function holdImages(
  db: Store,
  ids: readonly string[],
  why: { held: string; seq: number },
): void {
  const hold = db.prepare('update image set held = ?, kept_seq = ? where id = ?')
  for (const id of ids) hold.run(why.held, why.seq, id)
}

/** A picture that was put aside may become part of a sheet after all; `again` has it read anew before. */
export function releaseImage(db: Store, id: string, again = false): void {
  db.prepare(
    `update image set held = null, state = case when ? then 'taken' else state end where id = ?`,
  ).run(again ? 1 : 0, id)
}

/** Pictures that were read and are kept out of the sheets, in the order they came. */
export const selectHeldImages = (db: Store, batchId: string): ImageRow[] =>
  db
    .prepare(
      "select * from image where batch_id = ? and state = 'read' and held is not null order by id",
    )
    .all(batchId) as ImageRow[]

/** Pictures that are to replace those of a sheet, and are not in it yet. */
export const selectReplacements = (db: Store, batchId: string): ImageRow[] =>
  db
    .prepare(
      `select * from image where batch_id = ? and state in ('taken', 'read')
       and for_seq is not null and sheet_id is null order by id`,
    )
    .all(batchId) as ImageRow[]

/** Pages that wait for the engine, over all batches. */
export const countUnread = (db: Store): number =>
  (db.prepare("select count(*) as n from image where state = 'taken'").get() as { n: number }).n

/** All sides of the paper that an image from a feeder shows: names differ in the side alone. */
export const selectImagesOfPaper = (db: Store, batchId: string, name: string): ImageRow[] => {
  const paper = name.replace(/[12]\.[a-z]+$/, '')
  return db
    .prepare(
      `select * from image where batch_id = ? and name >= ? and name < ?
       and state in ('taken', 'read') order by name`,
    )
    .all(batchId, paper, `${paper}~`) as ImageRow[]
}
