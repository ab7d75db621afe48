import { type Db, isOneOf, type Tables } from '@hengjuan/db'
import { classKey, type ImportField, type MappedRow, sameClass, sameText } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { type ExamView, shows } from '../../http/exam-view.ts'
import type { CellProblem, ImportPlan, PlannedRow, PlanTable } from '../../import/define-import.ts'
import {
  type CandidateRow,
  findSheetDigits,
  selectAllCandidates,
  selectWithSheets,
} from './candidate.query.ts'
import { selectBound } from './remove-by-import.ts'
import { selectJoinableClasses } from './exam-school.query.ts'

type Column = '考号' | '学号' | '姓名' | '学校' | '班级' | '考场' | '座位'

export const CANDIDATE_FIELDS: readonly ImportField<Column>[] = [
  {
    field: '考号',
    label: '考号',
    aliases: ['准考证号', '考生号', '考生编号'],
    required: true,
    isCode: true,
  },
  {
    field: '学号',
    label: '学号',
    aliases: ['学籍号', '学生编号'],
    required: true,
    isCode: true,
    guess: (value, { studentNos }) => studentNos.has(value),
  },
  { field: '姓名', label: '姓名', aliases: ['考生姓名', '学生姓名'], required: true },
  { field: '学校', label: '学校', aliases: ['学校名称', '所在学校', '校代码'] },
  {
    field: '班级',
    label: '班级',
    aliases: ['行政班', '行政班级', '所在班级'],
    isClass: true,
    guess: (value, { classKeys }) => /\D/.test(value) && classKeys.has(classKey(value)),
  },
  { field: '考场', label: '考场', aliases: ['考场号', '试室', '试室号'], isCode: true },
  { field: '座位', label: '座位', aliases: ['座位号', '座号'], isCode: true },
]
type Exam = Selectable<Tables['exam']>

export interface ViewedExam {
  exam: Exam
  view: ExamView
}

export interface CandidateLine {
  /** Of who is to be enrolled. */
  student: Selectable<Tables['student']> | null
  examNo: string
  roomNo: string | null
  seatNo: string | null
}

/** Everything that rows are checked against, looked up once. */
interface Known {
  digits: number | null
  /** By student number, which is unique in a school only. */
  students: Map<string, Selectable<Tables['student']>[]>
  schools: Map<number, { name: string; short_name: string; code: string | null }>
  /** The school whose students may be named in what is said about the table. */
  ownSchoolId: number
  classNames: Map<number, string>
  byStudent: Map<number, CandidateRow>
  byNumber: Map<string, CandidateRow>
  scanned: Set<number>
}

/** What a table of candidates comes to in an exam. */
export async function planCandidates(
  db: Db,
  { exam, view }: ViewedExam,
  table: PlanTable<Column>,
): Promise<ImportPlan<CandidateLine>> {
  const known = await selectKnown(db, exam, view)
  const bound = await selectBound(db, exam.id)
  const check = checker(table, known)
  const place = (text: string, column: Column, before: string | null) =>
    table.has(column) ? text || null : before
  const named = new Set<number>()
  const rows = table.rows.map((mapped): PlannedRow<CandidateLine> => {
    const { row, cells } = mapped
    const { errors, student, candidate } = check(mapped)
    if (candidate) named.add(candidate.id)
    const line = {
      student: student ?? null,
      examNo: cells.考号,
      roomNo: place(cells.考场, '考场', candidate?.room_no ?? null),
      seatNo: place(cells.座位, '座位', candidate?.seat_no ?? null),
    }
    const changes = PLACES.flatMap(([key, field]) => {
      const before = candidate?.[COLUMN_OF[key]] ?? ''
      const after = line[key] ?? ''
      if (before === after) return []
      return [{ field, before: candidate ? before || '空' : '', after: after || '空' }]
    })
    return {
      row,
      key: cells.学号,
      name: candidate?.name ?? cells.姓名,
      action: !candidate ? 'add' : changes.length > 0 ? 'change' : 'same',
      id: candidate?.id ?? null,
      line,
      changes: errors.length > 0 ? [] : changes,
      errors,
      warnings:
        !candidate && student?.left_at
          ? [{ field: '姓名', code: 'HAS_LEFT', message: '已标记离校，请核对' }]
          : [],
    }
  })
  return {
    rows,
    missing: [...known.byStudent.values()].flatMap(({ id, exam_no, name, school_id }) =>
      named.has(id) || !shows(view, school_id)
        ? []
        : [{ id, key: exam_no, name, fixed: bound.get(id) ?? null }],
    ),
    warnings: [],
  }
}

const PLACES = [
  ['examNo', '考号'],
  ['roomNo', '考场'],
  ['seatNo', '座位'],
] as const
const COLUMN_OF = { examNo: 'exam_no', roomNo: 'room_no', seatNo: 'seat_no' } as const

async function selectKnown(db: Db, exam: Exam, view: ExamView): Promise<Known> {
  const classes = await selectJoinableClasses(db, exam, view)
  const schoolIds = new Set(classes.map(({ school_id }) => school_id))
  if (view.named === 'all') schoolIds.add(exam.school_id)
  const students = await db
    .selectFrom('student')
    .where(isOneOf(db, 'school_id', [...schoolIds]))
    .selectAll()
    .execute()
  const schools = await db
    .selectFrom('school')
    .where(isOneOf(db, 'id', [...schoolIds]))
    .select(['id', 'name', 'short_name', 'code'])
    .execute()
  const candidates = await selectAllCandidates(db, exam.id)
  return {
    digits: await findSheetDigits(db, exam.id),
    students: Map.groupBy(students, ({ student_no }) => student_no),
    schools: new Map(schools.map(({ id, ...school }) => [id, school])),
    ownSchoolId: view.named === 'all' ? exam.school_id : (view.named[0] ?? 0),
    classNames: new Map(classes.map(({ id, name }) => [id, name])),
    byStudent: new Map(candidates.map((row) => [row.student_id, row])),
    byNumber: new Map(
      candidates.map((row) =>
        shows(view, row.school_id)
          ? [row.exam_no, row]
          : [row.exam_no, { ...row, name: '其他学校的考生' }],
      ),
    ),
    scanned: await selectWithSheets(db, exam.id, 'all'),
  }
}

/** The students that a row may mean: one, as long as its number is used in one school or the school is given. */
function studentsOf(cells: Record<Column, string>, { students, schools }: Known) {
  const numbered = students.get(cells.学号) ?? []
  if (!cells.学校) return numbered
  return numbered.filter(({ school_id }) => {
    const school = schools.get(school_id)
    return (
      school &&
      [school.name, school.short_name, school.code ?? ''].some((name) => sameText(name, cells.学校))
    )
  })
}

/** Checks one row after the other: later ones against those before. */
function checker(table: PlanTable<Column>, known: Known) {
  const numbers = new Map<string, number>()
  const studentNos = new Map<string, number>()
  // A number may pass from one candidate to another when both stand in the table.
  const inTable = new Set(
    table.rows.flatMap(({ cells }) => studentsOf(cells, known).map(({ id }) => id)),
  )
  const padded = paddedNumbers(known)
  return ({ row, cells, faults }: MappedRow<Column>) => {
    const errors: CellProblem[] = faults.map(({ column, ...fault }) => ({
      field: column,
      ...fault,
    }))
    const report = (field: Column, message: string, code = 'INVALID', fix?: string) =>
      errors.push({ field, code, message, fix })
    const [first, another] = studentsOf(cells, known)
    const student = another ? undefined : first
    const candidate = student && known.byStudent.get(student.id)
    if (another) report('学号', `几所学校都有学号 ${cells.学号}，请在「学校」列写明是哪一所`)
    else if (!student)
      report(
        '学号',
        `没有学号 ${cells.学号} 的学生，请先在学生管理中添加`,
        'STUDENT_UNKNOWN',
        padded.get(cells.学号) ?? undefined,
      )
    else {
      const className = known.classNames.get(student.class_id)
      if (!sameText(student.name, cells.姓名))
        report(
          '姓名',
          student.school_id === known.ownSchoolId
            ? `学号 ${cells.学号} 是 ${student.name}，与「${cells.姓名}」不一致`
            : `学号 ${cells.学号} 的姓名与「${cells.姓名}」不一致`,
        )
      if (className === undefined) report('学号', `${student.name} 所在班级不参加本场考试`)
      else if (cells.班级 && !sameClass(cells.班级, className))
        report('班级', `${student.name} 在 ${className}，与「${cells.班级}」不一致`)
    }
    if (!/^\d{4,12}$/.test(cells.考号))
      report('考号', `考号「${cells.考号}」应为 ${known.digits ?? '4 到 12'} 位数字`)
    else if (known.digits !== null && cells.考号.length !== known.digits)
      report(
        '考号',
        `考号 ${cells.考号} 应为 ${known.digits} 位数字，与答题卡一致`,
        'EXAM_NO_LENGTH',
        cells.考号.length < known.digits ? cells.考号.padStart(known.digits, '0') : undefined,
      )
    const owner = known.byNumber.get(cells.考号)
    if (owner && owner.id !== candidate?.id && !inTable.has(owner.student_id))
      report('考号', `考号 ${cells.考号} 已被 ${owner.name} 使用`)
    if (candidate && candidate.exam_no !== cells.考号 && known.scanned.has(candidate.id))
      report('考号', `${candidate.name} 已有扫描的答题卡，不能修改考号`)
    for (const [seen, column, key] of [
      [numbers, '考号', cells.考号],
      [studentNos, '学号', `${cells.学号} ${student?.school_id ?? cells.学校}`],
    ] as const) {
      const before = seen.get(key)
      if (before !== undefined) report(column, `${column} ${cells[column]} 与第 ${before} 行重复`)
      else seen.set(key, row)
    }
    for (const column of ['考场', '座位'] as const)
      if (cells[column].length > 20) report(column, `${column}最多 20 个字`)
    return { errors, student, candidate }
  }
}

/** Student numbers without their leading zeros, which spreadsheets drop; null where several come to the same. */
function paddedNumbers({ students }: Known): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const no of students.keys()) {
    const bare = no.replace(/^0+/, '')
    if (bare !== no) found.set(bare, found.has(bare) ? null : no)
  }
  return found
}
