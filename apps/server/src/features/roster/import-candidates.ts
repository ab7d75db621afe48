import type { Db } from '@hengjuan/db'
import { AppError, classKey } from '@hengjuan/domain'
import type { MultipartFile } from '@fastify/multipart'
import { defineImport, type PlannedRow } from '../../import/define-import.ts'
import { assertNoImportErrors, type ImportTable, readImportTable } from '../../spreadsheet/index.ts'
import {
  CANDIDATE_FIELDS,
  type CandidateLine,
  planCandidates,
  type ViewedExam,
} from './candidate-plan.ts'
import { assertRosterOpen, changeCandidates } from './change-candidates.ts'
import { removeMissing } from './remove-by-import.ts'
import { enrol, lockRoster } from './enrol.ts'
import { openRoster, selectJoinableClasses } from './exam-school.query.ts'
import {
  restoreCandidates,
  selectCandidateEditors,
  selectCandidateStates,
} from './restore-candidates.ts'
import { listed } from '../school/index.ts'

const MAX_ROWS = 20_000

export const readCandidateTable = (file: MultipartFile) =>
  readImportTable(file, { columns: CANDIDATE_FIELDS, maxRows: MAX_ROWS })

type Column = (typeof CANDIDATE_FIELDS)[number]['field']

const examOf = ({ on }: { on: ViewedExam | null }): ViewedExam => {
  if (!on)
    throw new AppError('INPUT_INVALID').withDetails([{ path: 'exam_id', message: '必须填写' }])
  return on
}

/** Candidates of an exam, known by the number of the student. */
export const candidateRows = defineImport('candidate', {
  label: '考生',
  permission: 'roster.manage',
  ofExam: true,
  takesGoodRows: true,
  fields: CANDIDATE_FIELDS,
  assertOpen: (place) => assertRosterOpen(examOf(place).exam, '导入考生'),
  async hints(db, place) {
    const { exam, view } = examOf(place)
    const classes = await selectJoinableClasses(db, exam, view)
    const students = await db
      .selectFrom('student')
      .where('class_id', 'in', listed(classes.map(({ id }) => id)))
      .select('student_no')
      .execute()
    return {
      classKeys: new Set(classes.map(({ name }) => classKey(name))),
      studentNos: new Set(students.map(({ student_no }) => student_no)),
    }
  },
  plan: (db, place, table) => planCandidates(db, examOf(place), table),
  async lock(db, place) {
    const { exam, view } = examOf(place)
    await openRoster(db, exam, view)
    await lockRoster(db, exam.id)
  },
  write: (db, place, rows) => writeCandidates(db, examOf(place), rows),
  remove: (db, place, ids) => removeMissing(db, examOf(place), ids),
  states: (db, place, ids) => selectCandidateStates(db, examOf(place), ids),
  restore: (db, place, rows, made) => restoreCandidates(db, examOf(place), rows, made),
  editors: (db, place, since) => selectCandidateEditors(db, examOf(place).exam.id, since),
})

/** What a table comes to. @throws AppError IMPORT_HAS_ERRORS with cell addresses */
async function checkedPlan(db: Db, on: ViewedExam, table: ImportTable<Column>) {
  const { rows } = await planCandidates(db, on, table)
  assertNoImportErrors(
    rows.flatMap(({ row, errors }) =>
      errors.map(({ field, message }) => ({ path: table.address(row, field as Column), message })),
    ),
  )
  const added = rows.filter(({ action }) => action === 'add')
  const changed = rows.filter(({ action }) => action === 'change')
  const counts = {
    added: added.length,
    updated: changed.length,
    unchanged: rows.length - added.length - changed.length,
  }
  return { added, changed, counts }
}

/**
 * Enrols and changes candidates from a table; a student number that is enrolled already gets the
 * table's exam number, room and seat.
 *
 * @throws AppError IMPORT_HAS_ERRORS with cell addresses; nothing is written then
 */
export async function importCandidates(db: Db, on: ViewedExam, table: ImportTable<Column>) {
  await lockRoster(db, on.exam.id)
  const { added, changed, counts } = await checkedPlan(db, on, table)
  await writeCandidates(db, on, [...changed, ...added])
  return counts
}

async function writeCandidates(
  db: Db,
  { exam, view }: ViewedExam,
  rows: readonly PlannedRow<CandidateLine>[],
): Promise<{ ids: Map<number, number> }> {
  const changed = rows.flatMap(({ id, line }) =>
    id === null
      ? []
      : [
          {
            candidate_id: id,
            exam_no: line.examNo,
            room_no: line.roomNo,
            seat_no: line.seatNo,
          },
        ],
  )
  await changeCandidates(db, exam, changed, view)
  const added = rows.flatMap(({ id, row, line: { student, ...line } }) =>
    id === null && student ? [{ row, student, ...line }] : [],
  )
  await enrol(db, exam, added, { view })
  const enrolled = await db
    .selectFrom('candidate')
    .where('exam_id', '=', exam.id)
    .select(['id', 'student_id'])
    .execute()
  const ids = new Map(enrolled.map(({ id, student_id }) => [student_id, id]))
  return {
    ids: new Map(rows.map(({ row, id, line }) => [row, id ?? ids.get(line.student?.id ?? 0) ?? 0])),
  }
}

/** What a table comes to, by name, without writing anything. @throws AppError IMPORT_HAS_ERRORS */
export async function previewCandidates(db: Db, on: ViewedExam, table: ImportTable<Column>) {
  const { added, changed, counts } = await checkedPlan(db, on, table)
  const named = [
    ...changed.map(({ row, name, changes }) => ({
      row,
      name,
      action: 'change' as const,
      change: changes.map(({ field, before, after }) => `${field} ${before} → ${after}`).join('，'),
    })),
    ...added.map(({ row, name, changes, warnings }) => ({
      row,
      name,
      action: 'add' as const,
      change: [
        ...changes.map(({ field, after }) => `${field} ${after}`),
        ...warnings.map(({ message }) => message),
      ].join('，'),
    })),
  ]
  return {
    ...counts,
    changed: named.slice(0, SHOWN_CHANGES),
    hidden_rows: table.hiddenRows,
    sheet: table.sheetName,
  }
}

const SHOWN_CHANGES = 200
