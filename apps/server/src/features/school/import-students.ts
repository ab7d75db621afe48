import { type Db, isOneOf, lockRows } from '@hengjuan/db'
import { classKey } from '@hengjuan/domain'
import type { MultipartFile } from '@fastify/multipart'
import { defineImport, type PlannedRow } from '../../import/define-import.ts'
import { selectHandEditors } from '../../import/hand-edits.query.ts'
import { assertNoImportErrors, type ImportTable, readImportTable } from '../../spreadsheet/index.ts'
import { insertClass } from './class.query.ts'
import { namePinyin } from './name-pinyin.ts'
import { restoreStudents, selectStudentStates } from './restore-students.ts'
import {
  idsOfNumbers,
  keyOfClass,
  newClassesOf,
  planStudents,
  STUDENT_FIELDS,
  type StudentLine,
} from './student-plan.ts'

const MAX_ROWS = 20_000
/** Rows of one insert: SQLite allows 32,766 values in a statement. */
const CHUNK = 500

/** Students of a school, known by their number. */
export const studentRows = defineImport('student', {
  label: '学生',
  permission: 'student.manage',
  ofExam: false,
  takesGoodRows: true,
  fields: STUDENT_FIELDS,
  assertOpen: () => undefined,
  async hints(db, { schoolId }) {
    const classes = await db
      .selectFrom('class')
      .where('school_id', '=', schoolId)
      .select('name')
      .execute()
    const students = await db
      .selectFrom('student')
      .where('school_id', '=', schoolId)
      .select('student_no')
      .execute()
    return {
      classKeys: new Set(classes.map(({ name }) => classKey(name))),
      studentNos: new Set(students.map(({ student_no }) => student_no)),
    }
  },
  plan: (db, { schoolId }, table) => planStudents(db, schoolId, table),
  async lock(db, { schoolId }) {
    await lockRows(db, db.selectFrom('school').where('id', '=', schoolId).select('id')).execute()
  },
  write: (db, { schoolId }, rows) => writeStudents(db, schoolId, rows),
  async remove(db, { schoolId, now }, ids) {
    await db
      .updateTable('student')
      .set({ left_at: now })
      .where('school_id', '=', schoolId)
      .where(isOneOf(db, 'id', ids))
      .execute()
  },
  states: (db, { schoolId }, ids) => selectStudentStates(db, schoolId, ids),
  restore: (db, _place, rows, made) => restoreStudents(db, rows, made),
  editors: (db, { schoolId }, since) =>
    selectHandEditors(db, { schoolId }, since, ['student-update'], ({ object }) => [
      Number(object.slice('student:'.length)),
    ]),
})

/** Reads the table and refuses it as a whole, with the address of every bad cell, or returns its lines. */
export async function readStudentTable(file: MultipartFile) {
  return readImportTable(file, { columns: STUDENT_FIELDS, maxRows: MAX_ROWS })
}

type Column = (typeof STUDENT_FIELDS)[number]['field']

/**
 * Writes the students of a table: new ones, and new class or gender of known ones; who left and stands in it is back.
 *
 * @param isPreview only says what would be written
 * @throws AppError IMPORT_HAS_ERRORS with cell addresses; nothing is written then
 */
export async function importStudents(
  db: Db,
  schoolId: number,
  table: ImportTable<Column>,
  isPreview = false,
) {
  const { rows } = await planStudents(db, schoolId, table)
  assertNoImportErrors(
    rows.flatMap(({ row, errors }) =>
      errors.map(({ field, message }) => ({ path: table.address(row, field as Column), message })),
    ),
  )
  const changed = rows.filter(({ action }) => action === 'change' || action === 'back')
  const added = rows.filter(({ action }) => action === 'add')
  if (!isPreview) await writeStudents(db, schoolId, [...added, ...changed])
  return {
    added: added.length,
    updated: changed.length,
    unchanged: rows.length - added.length - changed.length,
    classes_added: newClassesOf(rows),
    ...(changed.length === 0
      ? {}
      : {
          changed: changed.map(({ row, name, changes }) => ({
            row,
            name,
            change: changes
              .map(({ field, before, after }) =>
                field === '性别' ? `性别 ${before} → ${after}` : `${before} → ${after}`,
              )
              .join('，'),
          })),
        }),
  }
}

async function writeStudents(
  db: Db,
  schoolId: number,
  rows: readonly PlannedRow<StudentLine>[],
): Promise<{ ids: Map<number, number>; made: { class_ids: number[] } }> {
  const made = new Map<string, number>()
  const classIds = new Map<PlannedRow<StudentLine>, number>()
  for (const row of rows) {
    const { classId, className: name, gradeId } = row.line
    const key = keyOfClass(row.line)
    const id = classId ?? made.get(key) ?? (await insertClass(db, { schoolId, gradeId, name }))
    if (classId === null) made.set(key, id)
    classIds.set(row, id)
  }
  const added = rows.filter(({ action }) => action === 'add')
  for (let at = 0; at < added.length; at += CHUNK)
    await db
      .insertInto('student')
      .values(
        added.slice(at, at + CHUNK).map((row) => ({
          school_id: schoolId,
          class_id: classIds.get(row) ?? 0,
          student_no: row.line.studentNo,
          name: row.line.name,
          name_pinyin: namePinyin(row.line.name),
          gender: row.line.gender,
        })),
      )
      .execute()
  for (const row of rows)
    if (row.id !== null)
      await db
        .updateTable('student')
        .set({ gender: row.line.gender, class_id: classIds.get(row) ?? 0, left_at: null })
        .where('id', '=', row.id)
        .execute()
  const ids = await idsOfNumbers(
    db,
    schoolId,
    rows.map(({ key }) => key),
  )
  return {
    ids: new Map(rows.map(({ row, key }) => [row, ids.get(key) ?? 0])),
    made: { class_ids: [...made.values()] },
  }
}
