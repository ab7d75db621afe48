import type { Db } from '@hengjuan/db'
import { type FieldError, GRADES } from '@hengjuan/domain'
import type { MultipartFile } from '@fastify/multipart'
import { assertNoImportErrors, type ImportTable, readXlsxTable } from '../../spreadsheet/index.ts'
import { insertClass } from './class.query.ts'
import { namePinyin } from './name-pinyin.ts'

const COLUMNS = ['年级', '班级', '学号', '姓名', '性别'] as const
type Column = (typeof COLUMNS)[number]

const MAX_ROWS = 20_000
/** Rows of one insert: SQLite allows 32,766 values in a statement. */
const CHUNK = 500

interface Line {
  row: number
  gradeId: number
  className: string
  studentNo: string
  name: string
  gender: string
}

type Known = Map<string, { id: number; name: string; gender: string; class_id: number }>

/** Reads the table and refuses it as a whole, with the address of every bad cell, or returns its lines. */
export async function readStudentTable(file: MultipartFile) {
  return readXlsxTable<Column>(file, {
    required: ['年级', '班级', '学号', '姓名'],
    optional: ['性别'],
    maxRows: MAX_ROWS,
  })
}

/**
 * Writes the students of a table: new ones, and new class or gender of known ones.
 *
 * @throws AppError IMPORT_HAS_ERRORS with cell addresses; nothing is written then
 */
export async function importStudents(db: Db, schoolId: number, table: ImportTable<Column>) {
  const known = await studentsByNo(db, schoolId)
  const lines = checkedLines(table, known)
  const classes = await ensureClasses(db, schoolId, lines)
  const withClass = lines.map((line) => ({
    ...line,
    classId: classes.ids.get(classKey(line)) ?? 0,
  }))
  const added = withClass.filter(({ studentNo }) => !known.has(studentNo))
  const changed = withClass.flatMap((line) => {
    const before = known.get(line.studentNo)
    if (!before) return []
    const gender = line.gender || before.gender
    return before.class_id === line.classId && before.gender === gender
      ? []
      : [{ id: before.id, gender, classId: line.classId }]
  })
  for (let at = 0; at < added.length; at += CHUNK)
    await db
      .insertInto('student')
      .values(
        added.slice(at, at + CHUNK).map((line) => ({
          school_id: schoolId,
          class_id: line.classId,
          student_no: line.studentNo,
          name: line.name,
          name_pinyin: namePinyin(line.name),
          gender: line.gender,
        })),
      )
      .execute()
  for (const { id, gender, classId } of changed)
    await db
      .updateTable('student')
      .set({ gender, class_id: classId, left_at: null })
      .where('id', '=', id)
      .execute()
  return {
    added: added.length,
    updated: changed.length,
    unchanged: lines.length - added.length - changed.length,
    classes_added: classes.added,
  }
}

async function studentsByNo(db: Db, schoolId: number): Promise<Known> {
  const rows = await db
    .selectFrom('student')
    .where('school_id', '=', schoolId)
    .select(['id', 'student_no', 'name', 'gender', 'class_id'])
    .execute()
  return new Map(rows.map((row) => [row.student_no, row]))
}

function checkedLines(table: ImportTable<Column>, known: Known): Line[] {
  const errors: FieldError[] = []
  const firstOf = new Map<string, { name: string; row: number }>()
  const lines = table.rows.map(({ row, cells }) => {
    const report = (column: Column, message: string) =>
      errors.push({ path: table.address(row, column), message })
    const gradeId = gradeOf(cells.年级)
    if (gradeId === null) report('年级', `没有年级「${cells.年级}」，请填写如 高一、七年级`)
    if (!cells.班级) report('班级', '请填写班级')
    else if (cells.班级.length > 20) report('班级', '班级名称最多 20 个字')
    if (!cells.姓名) report('姓名', '请填写姓名')
    else if (cells.姓名.length > 40) report('姓名', '姓名最多 40 个字')
    if (!['', '男', '女'].includes(cells.性别)) report('性别', '性别请填写 男 或 女')
    if (!/^[0-9A-Za-z-]{1,32}$/.test(cells.学号))
      report('学号', '学号应为 32 位以内的字母、数字或短横')
    const before = firstOf.get(cells.学号)
    const owner = known.get(cells.学号)
    if (before) report('学号', `学号 ${cells.学号} 已被 ${before.name} 使用（第 ${before.row} 行）`)
    else if (owner && owner.name !== cells.姓名)
      report('学号', `学号 ${cells.学号} 已被 ${owner.name} 使用`)
    if (!before && cells.学号) firstOf.set(cells.学号, { name: cells.姓名, row })
    return {
      row,
      gradeId: gradeId ?? 0,
      className: cells.班级,
      studentNo: cells.学号,
      name: cells.姓名,
      gender: cells.性别,
    }
  })
  assertNoImportErrors(errors)
  return lines
}

/** A grade as people write it: 高一, 高一年级, 七年级, 初一, 10. */
export function gradeOf(text: string): number | null {
  const plain = text.replace(/\s/g, '')
  const aliases: Record<string, number> = { 初一: 7, 初二: 8, 初三: 9 }
  const bare = plain.replace(/年级$/, '')
  for (const [id, { label }] of Object.entries(GRADES))
    if (label === plain || label === bare || label.replace(/年级$/, '') === bare || id === plain)
      return Number(id)
  return aliases[bare] ?? null
}

const classKey = (line: Pick<Line, 'gradeId' | 'className'>) => `${line.gradeId}/${line.className}`

async function ensureClasses(db: Db, schoolId: number, lines: readonly Line[]) {
  const rows = await db
    .selectFrom('class')
    .where('school_id', '=', schoolId)
    .where('kind', '=', 'admin')
    .select(['id', 'grade_id', 'name'])
    .execute()
  const ids = new Map(
    rows.map((row) => [classKey({ gradeId: row.grade_id, className: row.name }), row.id]),
  )
  const added: string[] = []
  for (const { gradeId, className } of lines) {
    const key = classKey({ gradeId, className })
    if (ids.has(key)) continue
    ids.set(key, await insertClass(db, { schoolId, gradeId, name: className }))
    added.push(`${GRADES[gradeId]?.label ?? ''}${className}`)
  }
  return { ids, added }
}
