import type { Db } from '@hengjuan/db'
import { classKey, type FieldError, GRADES, type ImportField, sameText } from '@hengjuan/domain'
import type { MultipartFile } from '@fastify/multipart'
import { assertNoImportErrors, type ImportTable, readImportTable } from '../../spreadsheet/index.ts'
import { insertClass } from './class.query.ts'
import { namePinyin } from './name-pinyin.ts'

type Column = '年级' | '班级' | '学号' | '姓名' | '性别'

const FIELDS: readonly ImportField<Column>[] = [
  { field: '年级', label: '年级', aliases: ['所在年级', '年级名称'], required: true },
  { field: '班级', label: '班级', aliases: ['行政班', '所在班级'], required: true, isClass: true },
  { field: '学号', label: '学号', aliases: ['学籍号', '学生编号'], required: true, isCode: true },
  { field: '姓名', label: '姓名', aliases: ['学生姓名', '考生姓名'], required: true },
  { field: '性别', label: '性别' },
]

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

type Known = Map<
  string,
  {
    id: number
    name: string
    gender: string
    class_id: number
    class_label: string
    left_at: string | null
  }
>

/** Reads the table and refuses it as a whole, with the address of every bad cell, or returns its lines. */
export async function readStudentTable(file: MultipartFile) {
  return readImportTable(file, { columns: FIELDS, maxRows: MAX_ROWS })
}

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
  const known = await studentsByNo(db, schoolId)
  const lines = checkedLines(table, known)
  const classes = await selectClassNames(db, schoolId)
  const missing = new Map<string, Line>()
  for (const line of lines) {
    const key = keyOfClass(line)
    // The first spelling of a new class is its name.
    if (!classes.has(key) && !missing.has(key)) missing.set(key, line)
  }
  const added = lines.filter(({ studentNo }) => !known.has(studentNo))
  const changed = lines.flatMap((line) => {
    const before = known.get(line.studentNo)
    if (!before) return []
    const gender = line.gender || before.gender
    const className = classes.get(keyOfClass(line))?.label ?? labelOf(line)
    const change = [
      ...(before.left_at === null ? [] : ['已离校 → 重新在读']),
      ...(before.class_id === classes.get(keyOfClass(line))?.id
        ? []
        : [`${before.class_label} → ${className}`]),
      ...(before.gender === gender ? [] : [`性别 ${before.gender || '空'} → ${gender}`]),
    ].join('，')
    return change === '' ? [] : [{ id: before.id, gender, line, change }]
  })
  if (!isPreview) {
    for (const [key, line] of missing)
      classes.set(key, {
        id: await insertClass(db, {
          schoolId,
          gradeId: line.gradeId,
          name: line.className,
        }),
        label: labelOf(line),
      })
    const classIdOf = (line: Line): number => classes.get(keyOfClass(line))?.id ?? 0
    for (let at = 0; at < added.length; at += CHUNK)
      await db
        .insertInto('student')
        .values(
          added.slice(at, at + CHUNK).map((line) => ({
            school_id: schoolId,
            class_id: classIdOf(line),
            student_no: line.studentNo,
            name: line.name,
            name_pinyin: namePinyin(line.name),
            gender: line.gender,
          })),
        )
        .execute()
    for (const { id, gender, line } of changed)
      await db
        .updateTable('student')
        .set({ gender, class_id: classIdOf(line), left_at: null })
        .where('id', '=', id)
        .execute()
  }
  return {
    added: added.length,
    updated: changed.length,
    unchanged: lines.length - added.length - changed.length,
    classes_added: [...missing.values()].map(labelOf),
    ...(changed.length === 0
      ? {}
      : {
          changed: changed.map(({ line, change }) => ({ row: line.row, name: line.name, change })),
        }),
  }
}

async function studentsByNo(db: Db, schoolId: number): Promise<Known> {
  const rows = await db
    .selectFrom('student')
    .innerJoin('class', 'class.id', 'student.class_id')
    .where('student.school_id', '=', schoolId)
    .select(['student.id', 'student.student_no', 'student.name', 'student.gender'])
    .select(['student.class_id', 'student.left_at', 'class.grade_id', 'class.name as class_name'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.student_no,
      { ...row, class_label: labelOf({ gradeId: row.grade_id, className: row.class_name }) },
    ]),
  )
}

function checkedLines(table: ImportTable<Column>, known: Known): Line[] {
  const errors: FieldError[] = []
  const firstOf = new Map<string, { name: string; row: number }>()
  const lines = table.rows.map(({ row, cells }) => {
    const report = (column: Column, message: string) =>
      errors.push({ path: table.address(row, column), message })
    table.tellProblems(row, report)
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
    else if (owner && !sameText(owner.name, cells.姓名))
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

type ClassName = Pick<Line, 'gradeId' | 'className'>

const labelOf = ({ gradeId, className }: ClassName): string =>
  `${GRADES[gradeId]?.label ?? ''}${className}`

/** The same for all spellings of a class. */
const keyOfClass = ({ gradeId, className }: ClassName): string =>
  `${gradeId}/${classKey(className)}`

async function selectClassNames(db: Db, schoolId: number) {
  const rows = await db
    .selectFrom('class')
    .where('school_id', '=', schoolId)
    .where('kind', '=', 'admin')
    .select(['id', 'grade_id', 'name'])
    .execute()
  return new Map(
    rows.map(({ id, grade_id: gradeId, name: className }) => [
      keyOfClass({ gradeId, className }),
      { id, label: labelOf({ gradeId, className }) },
    ]),
  )
}
