import type { Store } from './open-store.ts'

/** A subject of a stack: the part of it that the server knows as a batch of its own. */
export interface LotRow {
  batch_id: string
  subject_id: number
  subject_name: string
  template_sha256: string
  upload_batch_id: string
  closed_at: string | null
}

export function insertLot(db: Store, lot: Omit<LotRow, 'closed_at'>): void {
  db.prepare(
    `insert into batch_subject (batch_id, subject_id, subject_name, template_sha256, upload_batch_id)
     values (@batch_id, @subject_id, @subject_name, @template_sha256, @upload_batch_id)`,
  ).run(lot)
}

/** The subject that the batch was opened with first, then the others. */
export const selectLots = (db: Store, batchId: string): LotRow[] =>
  db
    .prepare(
      `select batch_subject.* from batch_subject join batch on batch.id = batch_subject.batch_id
       where batch_id = ?
       order by batch_subject.subject_id <> batch.subject_id, batch_subject.subject_id`,
    )
    .all(batchId) as LotRow[]

export function updateLotTemplate(
  db: Store,
  lot: Pick<LotRow, 'batch_id' | 'subject_id'>,
  sha256: string,
): void {
  db.prepare(
    'update batch_subject set template_sha256 = ? where batch_id = ? and subject_id = ?',
  ).run(sha256, lot.batch_id, lot.subject_id)
}

export function closeLot(
  db: Store,
  lot: Pick<LotRow, 'batch_id' | 'subject_id'>,
  at: string,
): void {
  db.prepare('update batch_subject set closed_at = ? where batch_id = ? and subject_id = ?').run(
    at,
    lot.batch_id,
    lot.subject_id,
  )
}

/** Sheets of each subject of a stack. */
export const countLotSheets = (db: Store, batchId: string): ReadonlyMap<number, number> =>
  new Map(
    db
      .prepare('select subject_id, count(*) from sheet where batch_id = ? group by subject_id')
      .raw()
      .all(batchId) as [number, number][],
  )
