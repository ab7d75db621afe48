import type { Store } from '../store/open-store.ts'

/** A candidate without a sheet whom an operator signed absent. */
export interface AbsenceRow {
  id: string
  exam_id: number
  subject_id: number
  candidate_id: number
  exam_no: string
  name: string
  account: string
  signed_at: string
  state: 'waiting' | 'done' | 'refused' | 'undoing' | 'undone'
  /** 1: sent without a clear answer. */
  unsure: 0 | 1
  /** JSON list of the decisions by which the server undoes it. */
  decision_ids: string
  error_message: string
}

interface Subject {
  exam_id: number
  subject_id: number
}

type NewAbsence = Omit<AbsenceRow, 'state' | 'unsure' | 'decision_ids' | 'error_message'>

export function insertAbsence(db: Store, absence: NewAbsence): void {
  db.prepare(
    `insert into absence (id, exam_id, subject_id, candidate_id, exam_no, name, account, signed_at, state)
     values (@id, @exam_id, @subject_id, @candidate_id, @exam_no, @name, @account, @signed_at, 'waiting')`,
  ).run(absence)
}

export const findAbsence = (db: Store, id: string): AbsenceRow | undefined =>
  db.prepare('select * from absence where id = ?').get(id) as AbsenceRow | undefined

/** Those that were not taken back, oldest first: the last one of a candidate counts. */
export const selectAbsences = (db: Store, of: Subject): AbsenceRow[] =>
  db
    .prepare(
      `select * from absence where exam_id = @exam_id and subject_id = @subject_id
         and state <> 'undone' order by id`,
    )
    .all(of) as AbsenceRow[]

/** The next one that the server has to be told of; what another person signed is theirs to send. */
export const findNextAbsence = (db: Store, account: string): AbsenceRow | undefined =>
  db
    .prepare(
      `select * from absence where state in ('waiting', 'undoing') and account = ?
       order by id limit 1`,
    )
    .get(account) as AbsenceRow | undefined

export const countWaitingAbsences = (db: Store): number =>
  db
    .prepare("select count(*) from absence where state in ('waiting', 'undoing')")
    .pluck()
    .get() as number

export function updateAbsence(
  db: Store,
  id: string,
  change: Partial<Pick<AbsenceRow, 'state' | 'unsure' | 'decision_ids' | 'error_message'>>,
): void {
  const names = Object.keys(change)
  db.prepare(
    `update absence set ${names.map((name) => `${name} = @${name}`).join(', ')} where id = @id`,
  ).run({ ...change, id })
}

/** Exam numbers of which a sheet in use lies on this station. */
export const selectNumbersHere = (db: Store, of: Subject): string[] =>
  db
    .prepare(
      `select distinct sheet.exam_no from sheet join batch on batch.id = sheet.batch_id
       where batch.exam_id = @exam_id and batch.clearing_id is null
         and coalesce(nullif(sheet.subject_id, 0), batch.subject_id) = @subject_id
         and sheet.voided is null and sheet.exam_no is not null`,
    )
    .pluck()
    .all(of) as string[]
