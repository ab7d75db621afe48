import type { Finding } from '../sheets/sheet-findings.ts'
import type { Store } from './open-store.ts'

export interface SheetRow {
  id: string
  batch_id: string
  seq: number
  scanned_at: string
  exam_no: string | null
  candidate_name: string | null
  /** JSON of `Finding[]`. */
  findings: string
}

export interface OutboxRow {
  sheet_id: string
  sha256: string
  bytes: number
  state: 'waiting' | 'acked' | 'refused'
  tries: number
  unsure: 0 | 1
  error_code: string | null
  error_message: string | null
  received_at: string | null
  server_exceptions: string | null
}

export type SheetWithUpload = SheetRow &
  Omit<OutboxRow, 'sheet_id'> & { image_count: number; cover_id: string | null }

/** Records a sheet and its upload together: no moment at which one exists without the other. */
export function insertSheet(
  db: Store,
  sheet: Omit<SheetRow, 'findings'> & { findings: Finding[] },
  container: { sha256: string; bytes: number },
): void {
  db.prepare(
    `insert into sheet (id, batch_id, seq, scanned_at, exam_no, candidate_name, findings)
     values (@id, @batch_id, @seq, @scanned_at, @exam_no, @candidate_name, @findings)`,
  ).run({ ...sheet, findings: JSON.stringify(sheet.findings) })
  db.prepare("insert into outbox (sheet_id, sha256, bytes, state) values (?, ?, ?, 'waiting')").run(
    sheet.id,
    container.sha256,
    container.bytes,
  )
}

export const nextSheetSeq = (db: Store, batchId: string): number =>
  (
    db
      .prepare('select coalesce(max(seq), 0) + 1 as seq from sheet where batch_id = ?')
      .get(batchId) as {
      seq: number
    }
  ).seq

/** The earlier sheet of a batch with this exam number. */
export const findSheetByExamNo = (
  db: Store,
  batchId: string,
  examNo: string,
): SheetRow | undefined =>
  db
    .prepare(
      `select sheet.* from sheet join batch on batch.id = sheet.batch_id
       where sheet.exam_no = ? and (batch.exam_id, batch.subject_id) =
         (select exam_id, subject_id from batch where id = ?)
       order by sheet.id limit 1`,
    )
    .get(examNo, batchId) as SheetRow | undefined

export type SheetFilter = 'all' | 'flagged' | 'to_upload' | 'refused'

const FILTERS: Record<SheetFilter, string> = {
  all: '',
  flagged: "and (sheet.findings <> '[]' or outbox.state = 'refused')",
  to_upload: "and outbox.state = 'waiting'",
  refused: "and outbox.state = 'refused'",
}

/** Sheets of a batch, newest first, with their uploads. */
export function selectSheets(
  db: Store,
  batchId: string,
  page: { filter: SheetFilter; limit: number; offset: number },
): { total: number; rows: SheetWithUpload[] } {
  const from = `from sheet join outbox on outbox.sheet_id = sheet.id
    where sheet.batch_id = ? ${FILTERS[page.filter]}`
  const { total } = db.prepare(`select count(*) as total ${from}`).get(batchId) as { total: number }
  const rows = db
    .prepare(`select ${WITH_UPLOAD} ${from} order by sheet.seq desc limit ? offset ?`)
    .all(batchId, page.limit, page.offset) as SheetWithUpload[]
  return { total, rows }
}

const WITH_UPLOAD = `sheet.*, outbox.sha256, outbox.bytes, outbox.state, outbox.tries, outbox.unsure,
  outbox.error_code, outbox.error_message, outbox.received_at, outbox.server_exceptions,
  (select count(*) from image where image.sheet_id = sheet.id and image.page_seq is not null) as image_count,
  (select id from image where image.sheet_id = sheet.id and image.page_seq = 1) as cover_id`

export const findSheetWithUpload = (db: Store, sheetId: string): SheetWithUpload | undefined =>
  db
    .prepare(
      `select ${WITH_UPLOAD} from sheet join outbox on outbox.sheet_id = sheet.id where sheet.id = ?`,
    )
    .get(sheetId) as SheetWithUpload | undefined
