import { type Db, isOneOf } from '@hengjuan/db'
import { classKey, classLabel, type ImportField, type MappedRow, sameText } from '@hengjuan/domain'
import type {
  CellProblem,
  ImportPlan,
  MissingRow,
  PlannedRow,
  PlanTable,
} from '../../import/define-import.ts'
import { gradeOf, nearestGrade } from './grade-of.ts'

type Column = '年级' | '班级' | '学号' | '姓名' | '性别'

export const STUDENT_FIELDS: readonly ImportField<Column>[] = [
  {
    field: '年级',
    label: '年级',
    aliases: ['所在年级', '年级名称', '就读年级', '所属年级'],
    required: true,
    guess: (value) => !/^\d+$/.test(value) && gradeOf(value) !== null,
  },
  {
    field: '班级',
    label: '班级',
    aliases: ['行政班', '行政班级', '所在班级', '班级名称', '所属班级'],
    required: true,
    isClass: true,
    // A bare number may be anything.
    guess: (value, { classKeys }) => /\D/.test(value) && classKeys.has(classKey(value)),
  },
  {
    field: '学号',
    label: '学号',
    aliases: ['学籍号', '学生编号', '学生学号'],
    required: true,
    isCode: true,
    guess: (value, { studentNos }) => studentNos.has(value),
  },
  { field: '姓名', label: '姓名', aliases: ['学生姓名', '考生姓名', '名字'], required: true },
  { field: '性别', label: '性别', guess: (value) => /^[男女]$/.test(value) },
]

export interface StudentLine {
  gradeId: number
  className: string
  /** Null where the class is to be made. */
  classId: number | null
  studentNo: string
  name: string
  gender: string
}

interface Known {
  id: number
  name: string
  gender: string
  class_id: number
  class_label: string
  left_at: string | null
}

/** What a table of students comes to in a school. */
export async function planStudents(
  db: Db,
  schoolId: number,
  table: PlanTable<Column>,
): Promise<ImportPlan<StudentLine>> {
  const known = await studentsByNo(db, schoolId)
  const classes = await selectClassNames(db, schoolId)
  /** The first spelling of a new class is its name. */
  const newClasses = new Map<string, string>()
  const firstOf = new Map<string, { name: string; row: number }>()
  const rows = table.rows.map(({ row, cells, faults }): PlannedRow<StudentLine> => {
    const errors = [...faults, ...checkedCells(cells)].map(asProblem)
    const no = cells.学号
    const before = firstOf.get(no)
    const owner = known.get(no)
    const taken = before
      ? `学号 ${no} 已被 ${before.name} 使用（第 ${before.row} 行）`
      : owner && !sameText(owner.name, cells.姓名)
        ? `学号 ${no} 已被 ${owner.name} 使用`
        : ''
    if (taken) errors.push({ field: '学号', code: 'NUMBER_TAKEN', message: taken })
    if (!before && no) firstOf.set(no, { name: cells.姓名, row })
    const gradeId = gradeOf(cells.年级) ?? 0
    const key = keyOfClass({ gradeId, className: cells.班级 })
    const existing = classes.get(key)
    if (!existing && errors.length === 0 && !newClasses.has(key)) newClasses.set(key, cells.班级)
    const line = {
      gradeId,
      className: newClasses.get(key) ?? cells.班级,
      classId: existing?.id ?? null,
      studentNo: no,
      name: cells.姓名,
      gender: cells.性别 || (owner?.gender ?? ''),
    }
    const changes = owner && errors.length === 0 ? changesOf(owner, line, existing?.label) : []
    return {
      row,
      key: no,
      name: cells.姓名,
      action: !owner ? 'add' : owner.left_at ? 'back' : changes.length > 0 ? 'change' : 'same',
      id: owner?.id ?? null,
      line,
      changes: owner ? changes : [{ field: '班级', before: '', after: labelOf(line) }],
      errors,
      warnings: [],
    }
  })
  return {
    rows,
    missing: missingOf(rows, known),
    warnings: [...newClasses].map(([key, name]) => ({
      code: 'NEW_CLASS',
      message: `没有班级「${labelOf({ gradeId: Number(key.split('/')[0]), className: name })}」，导入时会新建`,
    })),
  }
}

/** Names of the classes that are to be made. */
export const newClassesOf = (rows: readonly PlannedRow<StudentLine>[]): string[] => [
  ...new Set(rows.flatMap(({ line }) => (line.classId === null ? [labelOf(line)] : []))),
]

const asProblem = ({ column, ...problem }: Fault): CellProblem => ({ field: column, ...problem })

interface Fault {
  column: Column
  code: string
  message: string
  fix?: string | undefined
}

function checkedCells(cells: MappedRow<Column>['cells']): Fault[] {
  const faults: Fault[] = []
  const report = (column: Column, code: string, message: string, fix?: string) =>
    faults.push({ column, code, message, fix: fix === cells[column] ? undefined : fix })
  if (gradeOf(cells.年级) === null)
    report(
      '年级',
      'GRADE_UNKNOWN',
      `没有年级「${cells.年级}」，请填写如 高一、七年级`,
      nearestGrade(cells.年级),
    )
  if (!cells.班级) report('班级', 'REQUIRED', '请填写班级')
  else if (cells.班级.length > 20) report('班级', 'TOO_LONG', '班级名称最多 20 个字')
  if (!cells.姓名) report('姓名', 'REQUIRED', '请填写姓名')
  else if (cells.姓名.length > 40) report('姓名', 'TOO_LONG', '姓名最多 40 个字')
  if (!['', '男', '女'].includes(cells.性别))
    report('性别', 'GENDER_UNKNOWN', '性别请填写 男 或 女', nearestGender(cells.性别))
  if (!isNumber(cells.学号)) {
    const bare = cells.学号.replace(/^'|\.0+$|\s/g, '')
    report(
      '学号',
      'NUMBER_INVALID',
      '学号应为 32 位以内的字母、数字或短横',
      isNumber(bare) ? bare : undefined,
    )
  }
  return faults
}

const isNumber = (text: string): boolean => /^[0-9A-Za-z-]{1,32}$/.test(text)

function nearestGender(text: string): string | undefined {
  if (/^(男[生性孩士]|m|male|boy)$/i.test(text)) return '男'
  return /^(女[生性孩士]|f|female|girl)$/i.test(text) ? '女' : undefined
}

function changesOf(before: Known, line: StudentLine, label = labelOf(line)) {
  return [
    ...(before.left_at === null ? [] : [{ field: '状态', before: '已离校', after: '重新在读' }]),
    ...(before.class_id === line.classId
      ? []
      : [{ field: '班级', before: before.class_label, after: label }]),
    ...(before.gender === line.gender
      ? []
      : [{ field: '性别', before: before.gender || '空', after: line.gender }]),
  ]
}

/** Who stands in a class of the table, and not in the table. */
function missingOf(rows: readonly PlannedRow<StudentLine>[], known: ReadonlyMap<string, Known>) {
  const classIds = new Set(rows.map(({ line }) => line.classId))
  const named = new Set(rows.map(({ key }) => key))
  return [...known].flatMap(([key, { id, name, class_id, class_label, left_at }]): MissingRow[] =>
    left_at === null && classIds.has(class_id) && !named.has(key)
      ? [{ id, key, name: `${name}（${class_label}）`, fixed: null }]
      : [],
  )
}

async function studentsByNo(db: Db, schoolId: number): Promise<Map<string, Known>> {
  const rows = await db
    .selectFrom('student')
    .innerJoin('class', 'class.id', 'student.class_id')
    .where('student.school_id', '=', schoolId)
    .select(['student.id', 'student.student_no', 'student.name', 'student.gender'])
    .select(['student.class_id', 'student.left_at', 'class.grade_id', 'class.name as class_name'])
    .orderBy('student.student_no')
    .execute()
  return new Map(
    rows.map((row) => [
      row.student_no,
      { ...row, class_label: labelOf({ gradeId: row.grade_id, className: row.class_name }) },
    ]),
  )
}

type ClassName = Pick<StudentLine, 'gradeId' | 'className'>

const labelOf = ({ gradeId, className }: ClassName): string => classLabel(gradeId, className)

/** The same for all spellings of a class. */
export const keyOfClass = ({ gradeId, className }: ClassName): string =>
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

/** Ids of students by their number. */
export async function idsOfNumbers(db: Db, schoolId: number, numbers: readonly string[]) {
  if (numbers.length === 0) return new Map<string, number>()
  const rows = await db
    .selectFrom('student')
    .where('school_id', '=', schoolId)
    .where(isOneOf(db, 'student_no', [...numbers]))
    .select(['id', 'student_no'])
    .execute()
  return new Map(rows.map(({ id, student_no }) => [student_no, id]))
}
