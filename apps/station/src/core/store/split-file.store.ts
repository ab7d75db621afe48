import type { Store } from './open-store.ts'

/** A file of several pages in the folder of a batch. */
export interface SplitFileRow {
  batch_id: string
  name: string
  /** Of the whole file. */
  sha256: string
  source_size: number
  source_mtime_ms: number
  pages: number
  /** Pages that are in the batch, always the first ones. */
  taken: number
  copy_of: string | null
}

export const selectSplitFiles = (db: Store, batchId: string): SplitFileRow[] =>
  db
    .prepare('select * from split_file where batch_id = ? order by name')
    .all(batchId) as SplitFileRow[]

/** Files whose pages earlier batches took from a folder. */
export const selectSplitFilesOfFolder = (
  db: Store,
  folder: string,
): (SplitFileRow & { label: string })[] =>
  db
    .prepare(
      `select split_file.*, batch.label from split_file join batch on batch.id = split_file.batch_id
       where batch.folder = ? and split_file.taken > 0 and exists (
         select 1 from image where image.batch_id = batch.id and image.state <> 'discarded'
           and image.name like replace(split_file.name, '%', '_') || ' 第 %')`,
    )
    .all(folder) as never

/** Puts a file in the place of whatever was known under its name. */
export function putSplitFile(db: Store, file: SplitFileRow): void {
  db.prepare(
    `insert or replace into split_file
       (batch_id, name, sha256, source_size, source_mtime_ms, pages, taken, copy_of)
     values (@batch_id, @name, @sha256, @source_size, @source_mtime_ms, @pages, @taken, @copy_of)`,
  ).run(file)
}

export function dropSplitFile(db: Store, batchId: string, name: string): void {
  db.prepare('delete from split_file where batch_id = ? and name = ?').run(batchId, name)
}

export function updateSplitTaken(db: Store, batchId: string, name: string, taken: number): void {
  db.prepare('update split_file set taken = ? where batch_id = ? and name = ?').run(
    taken,
    batchId,
    name,
  )
}
