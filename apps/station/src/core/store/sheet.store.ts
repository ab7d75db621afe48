import type { Finding } from './sheet-notes.ts'
import type { TrayReason } from './sheet-notes.ts'
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
  subject_id: number
  /** The batch that the server counts it to. */
  upload_batch_id: string
  /** JSON of `TrayReason[]`: what the operator is asked about at the feeder. */
  tray: string
  /** 1: not uploaded until the operator has settled the tray or the batch ends. */
  is_held: 0 | 1
  /** What was marked on the sheet, as one text. */
  marks: string
  /** Since when its pictures are no longer on this computer. */
  pictures_cleared_at: string | null
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

type NewSheetDefaults = Pick<
  SheetRow,
  'subject_id' | 'upload_batch_id' | 'tray' | 'is_held' | 'marks'
>

/** Records a sheet and its upload together: no moment at which one exists without the other. */
export function insertSheet(
  db: Store,
  sheet: Omit<SheetRow, 'findings' | 'pictures_cleared_at' | keyof NewSheetDefaults> & {
    findings: Finding[]
  } & Partial<NewSheetDefaults>,
  container: { sha256: string; bytes: number },
): void {
  db.prepare(
    `insert into sheet (id, batch_id, seq, scanned_at, exam_no, candidate_name, findings, subject_id,
       upload_batch_id, tray, is_held, marks)
     values (@id, @batch_id, @seq, @scanned_at, @exam_no, @candidate_name, @findings, @subject_id,
       @upload_batch_id, @tray, @is_held, @marks)`,
  ).run({
    subject_id: 0,
    upload_batch_id: sheet.batch_id,
    tray: '[]',
    is_held: 0,
    marks: '',
    ...sheet,
    findings: JSON.stringify(sheet.findings),
  })
  db.prepare("insert into outbox (sheet_id, sha256, bytes, state) values (?, ?, ?, 'waiting')").run(
    sheet.id,
    container.sha256,
    container.bytes,
  )
}

/** Position of the next sheet of a stack; pictures that were put aside keep theirs. */
export const nextSheetSeq = (db: Store, batchId: string): number =>
  (
    db
      .prepare(
        `select max(coalesce((select max(seq) from sheet where batch_id = @id), 0),
           coalesce((select max(kept_seq) from image where batch_id = @id), 0)) + 1 as seq`,
      )
      .get({ id: batchId }) as { seq: number }
  ).seq

/** The sheets of an exam's subject on this station with this exam number, oldest first. */
export const selectSheetsByExamNo = (
  db: Store,
  of: { exam_id: number; subject_id: number },
  examNo: string,
): (SheetRow & { batch_label: string })[] =>
  db
    .prepare(
      `select sheet.*, batch.label as batch_label from sheet join batch on batch.id = sheet.batch_id
       where sheet.exam_no = ? and batch.exam_id = ? and sheet.subject_id = ?
       order by sheet.id`,
    )
    .all(examNo, of.exam_id, of.subject_id) as (SheetRow & { batch_label: string })[]

export const findSheet = (db: Store, batchId: string, seq: number): SheetRow | undefined =>
  db.prepare('select * from sheet where batch_id = ? and seq = ?').get(batchId, seq) as
    | SheetRow
    | undefined

/** Sheets that wait for the operator, in the order of the stack. */
export const selectTraySheets = (db: Store, batchId: string): SheetRow[] =>
  db
    .prepare("select * from sheet where batch_id = ? and tray <> '[]' order by seq")
    .all(batchId) as SheetRow[]

/** What the operator was asked about is settled; the sheet goes its way. */
export function settleSheetTray(db: Store, sheetId: string): void {
  db.prepare("update sheet set tray = '[]', is_held = 0 where id = ?").run(sheetId)
}

/** No sheet of a batch waits any longer; what is in the tray stays to be seen. */
export function releaseSheets(db: Store, batchId: string): void {
  db.prepare('update sheet set is_held = 0 where batch_id = ? and is_held = 1').run(batchId)
}

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

/** Whose a sheet is and where it lies. */
export type SheetOwner = Pick<
  SheetWithUpload,
  'id' | 'batch_id' | 'seq' | 'exam_no' | 'candidate_name' | 'scanned_at' | 'cover_id'
>

/** All sheets of the station, newest batch first, each batch in the order of its stack. */
export const selectOwners = (db: Store): SheetOwner[] =>
  db
    .prepare(
      `select id, batch_id, seq, exam_no, candidate_name, scanned_at,
         (select image.id from image where image.sheet_id = sheet.id and image.page_seq = 1) as cover_id
       from sheet order by batch_id desc, seq`,
    )
    .all() as SheetOwner[]

export const findSheetById = (db: Store, id: string): SheetRow | undefined =>
  db.prepare('select * from sheet where id = ?').get(id) as SheetRow | undefined

/** One thing more that the operator is asked about; the sheet waits unless it is on its way already. */
export function addTrayReason(db: Store, sheetId: string, reason: TrayReason): void {
  db.transaction(() => {
    const sheet = findSheetById(db, sheetId)
    if (!sheet) return
    const reasons = JSON.parse(sheet.tray) as TrayReason[]
    if (reasons.some(({ code }) => code === reason.code)) return
    db.prepare(
      `update sheet set tray = ?, is_held = (select state from batch where id = batch_id) = 'open'
         and (select state = 'waiting' and unsure = 0 from outbox where sheet_id = sheet.id)
       where id = ?`,
    ).run(JSON.stringify([...reasons, reason]), sheetId)
  }).immediate()
}

/**
 * Takes sheets out of a batch. Their pictures stay, marked with the reason.
 *
 * @returns those that the server has, or may have: they stay in the batch as they are
 */
export function discardSheets(db: Store, ids: readonly string[], reason: string): SheetRow[] {
  const sent: SheetRow[] = []
  const drop = db.transaction(() => {
    for (const id of ids) {
      const sheet = findSheetById(db, id)
      const upload = db.prepare('select state, unsure from outbox where sheet_id = ?').get(id) as
        | Pick<OutboxRow, 'state' | 'unsure'>
        | undefined
      if (!sheet || !upload) continue
      if (upload.state === 'acked' || upload.unsure === 1) {
        sent.push(sheet)
        continue
      }
      db.prepare(
        `update image set sheet_id = null, page_seq = null, state = 'discarded', reason = ?
         where sheet_id = ?`,
      ).run(reason, id)
      db.prepare('delete from outbox where sheet_id = ?').run(id)
      db.prepare('delete from sheet where id = ?').run(id)
    }
  })
  drop.immediate()
  return sent
}

/** The operator is no longer asked about this. */
export function dropTrayReason(db: Store, sheetId: string, code: TrayReason['code']): void {
  db.transaction(() => {
    const sheet = findSheetById(db, sheetId)
    if (!sheet) return
    const left = (JSON.parse(sheet.tray) as TrayReason[]).filter((reason) => reason.code !== code)
    if (left.length === 0) settleSheetTray(db, sheetId)
    else db.prepare('update sheet set tray = ? where id = ?').run(JSON.stringify(left), sheetId)
  }).immediate()
}
