import type { Store } from './open-store.ts'

export interface BatchRow {
  id: string
  exam_id: number
  subject_id: number
  exam_name: string
  subject_name: string
  label: string
  folder: string
  template_sha256: string
  state: 'open' | 'closing' | 'closed'
  problem: string
  opened_at: string
  closed_at: string | null
  /** 1: takes whatever subject of its exam comes. */
  is_mixed: 0 | 1
  /** JSON of `StackTwice`: an earlier batch with the same paper; null when there is none. */
  twice: string | null
  /** Taken back, see `ClearingRow`; null while it counts. */
  clearing_id: string | null
  /** Who opened it; empty when nobody was signed in. */
  account: string
}

export interface BatchCounts {
  /** Pictures taken in, without copies and discarded ones. */
  images: number
  /** Of those, read by the engine. */
  read: number
  /** Read but not yet part of a sheet. */
  loose: number
  sheets: number
  to_upload: number
  uploaded: number
  refused: number
  unreadable: number
  duplicates: number
  /** Sheets with at least one finding. */
  flagged: number
  /** Sheets and single pictures that wait for the operator in the tray. */
  in_tray: number
  /** Of those, pictures that are in no sheet. */
  held: number
}

export function insertBatch(
  db: Store,
  batch: Omit<
    BatchRow,
    'state' | 'problem' | 'closed_at' | 'twice' | 'is_mixed' | 'clearing_id' | 'account'
  > & {
    is_mixed?: 0 | 1
  },
): void {
  db.prepare(
    `insert into batch (id, exam_id, subject_id, exam_name, subject_name, label, folder,
       template_sha256, state, opened_at, is_mixed)
     values (@id, @exam_id, @subject_id, @exam_name, @subject_name, @label, @folder,
       @template_sha256, 'open', @opened_at, @is_mixed)`,
  ).run({ is_mixed: 0, ...batch })
}

export const findBatch = (db: Store, id: string): BatchRow | undefined =>
  db.prepare('select * from batch where id = ?').get(id) as BatchRow | undefined

/** Newest first. */
export const selectBatches = (db: Store, limit = 200): BatchRow[] =>
  db
    .prepare('select * from batch order by opened_at desc, id desc limit ?')
    .all(limit) as BatchRow[]

/** Batches with work left. */
export const selectUnfinishedBatches = (db: Store): BatchRow[] =>
  db.prepare("select * from batch where state <> 'closed' order by id").all() as BatchRow[]

export function updateBatchState(
  db: Store,
  id: string,
  change: { state: BatchRow['state']; closed_at?: string | null },
): void {
  db.prepare('update batch set state = ?, closed_at = ? where id = ?').run(
    change.state,
    change.closed_at ?? null,
    id,
  )
}

export function updateBatchProblem(db: Store, id: string, problem: string): boolean {
  return (
    db
      .prepare('update batch set problem = ? where id = ? and problem <> ?')
      .run(problem, id, problem).changes > 0
  )
}

export function updateBatchTwice(db: Store, id: string, twice: string | null): void {
  db.prepare('update batch set twice = ? where id = ?').run(twice, id)
}

export function countBatch(db: Store, id: string): BatchCounts {
  const images = db
    .prepare(
      `select
         coalesce(sum(state in ('taken', 'read', 'unreadable')), 0) as images,
         coalesce(sum(state = 'read'), 0) as read,
         coalesce(sum(state = 'read' and sheet_id is null and held is null), 0) as loose,
         coalesce(sum(state = 'read' and held is not null), 0) as held,
         coalesce(sum(state = 'unreadable'), 0) as unreadable,
         coalesce(sum(state = 'duplicate'), 0) as duplicates
       from image where batch_id = ?`,
    )
    .get(id) as Pick<
    BatchCounts,
    'images' | 'read' | 'loose' | 'held' | 'unreadable' | 'duplicates'
  >
  const sheets = db
    .prepare(
      `select count(*) as sheets,
         coalesce(sum(outbox.state = 'waiting'), 0) as to_upload,
         coalesce(sum(outbox.state = 'acked'), 0) as uploaded,
         coalesce(sum(outbox.state = 'refused'), 0) as refused,
         coalesce(sum(sheet.findings <> '[]'), 0) as flagged,
         coalesce(sum(sheet.tray <> '[]'), 0) as in_tray
       from sheet join outbox on outbox.sheet_id = sheet.id where sheet.batch_id = ?`,
    )
    .get(id) as Pick<
    BatchCounts,
    'sheets' | 'to_upload' | 'uploaded' | 'refused' | 'flagged' | 'in_tray'
  >
  return { ...images, ...sheets, in_tray: sheets.in_tray + images.held }
}

/** A batch may have been ended while something was being prepared for it. */
export const isOpenNow = (db: Store, id: string): boolean => findBatch(db, id)?.state === 'open'
