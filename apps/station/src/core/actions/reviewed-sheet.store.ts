import type { Store } from '../store/open-store.ts'
import type { ReviewedFinding } from './effective-sheet.ts'

/** Of a sheet; sheets of a stack for one subject may not name it. */
const SUBJECT = 'coalesce(nullif(sheet.subject_id, 0), batch.subject_id)'

/** What the machine took a sheet for, kept from the first decision on. */
export interface MachineView {
  exam_no: string | null
  candidate_name: string | null
  /** JSON of `Finding[]`. */
  findings: string
}

/** What a sheet is taken for now. */
export interface SheetNow extends MachineView {
  /** Why the sheet is out of use; null while it is in use. */
  voided: string | null
}

/** The machine's view, and all findings with the actions that settle them. */
type KeptView = MachineView & { items: ReviewedFinding[] }

export function updateSheetNow(
  db: Store,
  sheetId: string,
  now: SheetNow,
  kept: KeptView | null,
): void {
  db.prepare(
    `update sheet set exam_no = @exam_no, candidate_name = @candidate_name, findings = @findings,
       voided = @voided, machine = @machine where id = @sheetId`,
  ).run({ sheetId, ...now, machine: kept && JSON.stringify(kept) })
}

export const findMachineView = (db: Store, sheetId: string): KeptView | null => {
  const row = db.prepare('select machine from sheet where id = ?').get(sheetId) as
    | { machine: string | null }
    | undefined
  return row?.machine ? (JSON.parse(row.machine) as KeptView) : null
}

/** A sheet that a person looks at or has looked at. */
export interface ReviewedSheetRow {
  id: string
  seq: number
  scanned_at: string
  exam_no: string | null
  candidate_name: string | null
  findings: string
  /** JSON of the view kept from the first decision on; null before. */
  machine: string | null
}

/** In the order of the stack. */
export const selectReviewedSheets = (db: Store, batchId: string): ReviewedSheetRow[] =>
  db
    .prepare(
      `select id, seq, scanned_at, exam_no, candidate_name, findings, machine from sheet
       where batch_id = ? and (findings <> '[]' or machine is not null) order by seq`,
    )
    .all(batchId) as ReviewedSheetRow[]

/** Sheets in use of a subject, counted by exam number. */
export const countSheetsByExamNo = (
  db: Store,
  of: { exam_id: number; subject_id: number },
): Map<string, number> =>
  new Map(
    db
      .prepare(
        `select sheet.exam_no, count(*) as n from sheet join batch on batch.id = sheet.batch_id
         where batch.exam_id = ? and ${SUBJECT} = ? and sheet.voided is null
           and sheet.exam_no is not null group by sheet.exam_no`,
      )
      .raw()
      .all(of.exam_id, of.subject_id) as [string, number][],
  )

/** Sheets in use with an exam number, oldest first. */
export const selectClaimants = (
  db: Store,
  of: { exam_id: number; subject_id: number },
  examNo: string,
): { id: string; seq: number; batch_id: string; batch_label: string }[] =>
  db
    .prepare(
      `select sheet.id, sheet.seq, sheet.batch_id, batch.label as batch_label
       from sheet join batch on batch.id = sheet.batch_id
       where batch.exam_id = ? and ${SUBJECT} = ? and sheet.exam_no = ?
         and sheet.voided is null order by sheet.id`,
    )
    .all(of.exam_id, of.subject_id, examNo) as {
    id: string
    seq: number
    batch_id: string
    batch_label: string
  }[]

/** Places in a stack of the sheets in use that have an exam number. */
export const selectNumberedSheets = (
  db: Store,
  batchId: string,
): { seq: number; exam_no: string }[] =>
  db
    .prepare(
      `select seq, exam_no from sheet
       where batch_id = ? and voided is null and exam_no is not null order by seq`,
    )
    .all(batchId) as { seq: number; exam_no: string }[]
