import type { BatchRow } from '../store/batch.store.ts'
import type { Store } from '../store/open-store.ts'

/** Scans that were taken back, here and on the server. */
export interface ClearingRow {
  id: string
  exam_id: number
  subject_id: number
  /** The batch that the server knows; null for the whole subject. */
  batch_id: string | null
  sheets: number
  /** By which the server undoes it; null when its answer was lost. */
  decision_id: number | null
  account: string
  cleared_at: string
  undone_at: string | null
}

/** A part of a stack that the server knows as a batch, and how it stands here. */
export interface LotToClear {
  batch_id: string
  upload_batch_id: string
  state: BatchRow['state']
  label: string
  waiting: number
}

/** The parts of the station's stacks that belong to a subject, cleared ones left out. */
export const selectLotsToClear = (
  db: Store,
  of: { exam_id: number; subject_id: number; batch_id?: string | undefined },
): LotToClear[] =>
  db
    .prepare(
      `select batch.id as batch_id, batch_subject.upload_batch_id, batch.state, batch.label,
         (select count(*) from sheet join outbox on outbox.sheet_id = sheet.id
          where sheet.batch_id = batch.id and outbox.state <> 'acked') as waiting
       from batch join batch_subject on batch_subject.batch_id = batch.id
       where batch.exam_id = @exam_id and batch_subject.subject_id = @subject_id
         and (@batch_id is null or batch.id = @batch_id) and batch.clearing_id is null
       order by batch.id`,
    )
    .all({ ...of, batch_id: of.batch_id ?? null }) as LotToClear[]

export function insertClearing(
  db: Store,
  clearing: Omit<ClearingRow, 'undone_at'>,
  batchIds: readonly string[],
): void {
  db.transaction(() => {
    db.prepare(
      `insert into clearing (id, exam_id, subject_id, batch_id, sheets, decision_id, account, cleared_at)
       values (@id, @exam_id, @subject_id, @batch_id, @sheets, @decision_id, @account, @cleared_at)`,
    ).run(clearing)
    const mark = db.prepare('update batch set clearing_id = ? where id = ?')
    for (const id of batchIds) mark.run(clearing.id, id)
  }).immediate()
}

export const findClearing = (db: Store, id: string): ClearingRow | undefined =>
  db.prepare('select * from clearing where id = ?').get(id) as ClearingRow | undefined

export const selectClearings = (db: Store, limit: number): ClearingRow[] =>
  db
    .prepare('select * from clearing where undone_at is null order by id desc limit ?')
    .all(limit) as ClearingRow[]

/** Sheets of a clearing whose pictures are gone: they cannot come back. */
export const countGone = (db: Store, clearingId: string): number =>
  db
    .prepare(
      `select count(*) from sheet join batch on batch.id = sheet.batch_id
       where batch.clearing_id = ? and sheet.pictures_cleared_at is not null`,
    )
    .pluck()
    .get(clearingId) as number

export function markUndone(db: Store, clearingId: string, at: string): void {
  db.transaction(() => {
    db.prepare('update clearing set undone_at = ? where id = ?').run(at, clearingId)
    db.prepare('update batch set clearing_id = null where clearing_id = ?').run(clearingId)
  }).immediate()
}
