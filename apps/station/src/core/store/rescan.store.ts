import type { Store } from './open-store.ts'

/** A sheet that is fed again, or was. */
export interface RescanRow {
  id: string
  batch_id: string
  seq: number
  asked_at: string
  done_at: string | null
  undone_at: string | null
  /** JSON of `PlacedImage[]`. */
  old_images: string
  new_images: string
}

/** A picture with its place in the sheet; null for a blank back that is kept beside it. */
export interface PlacedImage {
  id: string
  page_seq: number | null
}

export function insertRescan(
  db: Store,
  rescan: Pick<RescanRow, 'id' | 'batch_id' | 'seq' | 'asked_at'>,
): void {
  db.prepare(
    'insert into rescan (id, batch_id, seq, asked_at) values (@id, @batch_id, @seq, @asked_at)',
  ).run(rescan)
}

/** The sheet whose paper is waited for; one at a time. */
export const findPendingRescan = (db: Store, batchId: string): RescanRow | undefined =>
  db
    .prepare(
      'select * from rescan where batch_id = ? and done_at is null and undone_at is null order by id desc limit 1',
    )
    .get(batchId) as RescanRow | undefined

/** The last rescan of a sheet that still stands. */
export const findDoneRescan = (db: Store, batchId: string, seq: number): RescanRow | undefined =>
  db
    .prepare(
      `select * from rescan where batch_id = ? and seq = ? and done_at is not null
       and undone_at is null order by id desc limit 1`,
    )
    .get(batchId, seq) as RescanRow | undefined

export function endRescan(
  db: Store,
  id: string,
  done: { at: string; old: readonly PlacedImage[]; now: readonly PlacedImage[] },
): void {
  db.prepare('update rescan set done_at = ?, old_images = ?, new_images = ? where id = ?').run(
    done.at,
    JSON.stringify(done.old),
    JSON.stringify(done.now),
    id,
  )
}

/** Given up before, or taken back after the new pictures came. */
export function undoRescan(db: Store, id: string, at: string): void {
  db.prepare('update rescan set undone_at = ? where id = ?').run(at, id)
}

/** Rescans of a batch that stand, newest first; of each sheet the last. */
export const selectDoneRescans = (db: Store, batchId: string, limit = 20): RescanRow[] =>
  db
    .prepare(
      `select * from rescan where id in (
         select max(id) from rescan where batch_id = ? and done_at is not null and undone_at is null
         group by seq)
       order by id desc limit ?`,
    )
    .all(batchId, limit) as RescanRow[]

/** Every rescan of a batch, oldest first, those taken back or given up too. */
export const selectAllRescans = (db: Store, batchId: string): RescanRow[] =>
  db.prepare('select * from rescan where batch_id = ? order by id').all(batchId) as RescanRow[]
