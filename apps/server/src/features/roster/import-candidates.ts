import { type Db, isOneOf, type Tables } from '@hengjuan/db'
import { type FieldError, type ImportField, sameClass, sameText } from '@hengjuan/domain'
import type { MultipartFile } from '@fastify/multipart'
import type { Selectable } from 'kysely'
import { type ExamView, shows } from '../../http/exam-view.ts'
import { assertNoImportErrors, type ImportTable, readImportTable } from '../../spreadsheet/index.ts'
import {
  type CandidateRow,
  findSheetDigits,
  selectAllCandidates,
  selectWithSheets,
} from './candidate.query.ts'
import { selectJoinableClasses } from './exam-school.query.ts'
import { changeCandidates } from './change-candidates.ts'
import { enrol, type Enrolment, lockRoster } from './enrol.ts'

type Column = '考号' | '学号' | '姓名' | '学校' | '班级' | '考场' | '座位'

const FIELDS: readonly ImportField<Column>[] = [
  {
    field: '考号',
    label: '考号',
    aliases: ['准考证号', '考生号', '考生编号'],
    required: true,
    isCode: true,
  },
  { field: '学号', label: '学号', aliases: ['学籍号', '学生编号'], required: true, isCode: true },
  { field: '姓名', label: '姓名', aliases: ['考生姓名', '学生姓名'], required: true },
  { field: '学校', label: '学校', aliases: ['学校名称', '所在学校', '校代码'] },
  { field: '班级', label: '班级', aliases: ['行政班', '所在班级'], isClass: true },
  { field: '考场', label: '考场', aliases: ['考场号', '试室', '试室号'], isCode: true },
  { field: '座位', label: '座位', aliases: ['座位号', '座号'], isCode: true },
]
type Exam = Selectable<Tables['exam']>

const MAX_ROWS = 20_000

export const readCandidateTable = (file: MultipartFile) =>
  readImportTable(file, { columns: FIELDS, maxRows: MAX_ROWS })

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

/**
 * Enrols and changes candidates from a table; a student number that is enrolled already gets the
 * table's exam number, room and seat.
 *
 * @throws AppError IMPORT_HAS_ERRORS with cell addresses; nothing is written then
 */
export async function importCandidates(
  db: Db,
  { exam, view }: ViewedExam,
  table: ImportTable<Column>,
) {
  await lockRoster(db, exam.id)
  const { changed, changes, enrolments } = await plannedCandidates(db, { exam, view }, table)
  await changeCandidates(
    db,
    exam,
    changed.map(({ before: _before, row: _row, ...after }) => after),
    view,
  )
  const { added } = await enrol(db, exam, enrolments, { view })
  return { added, updated: changed.length, unchanged: changes.length - changed.length }
}

interface ViewedExam {
  exam: Exam
  view: ExamView
}

/** What a table comes to, by name, without writing anything. @throws AppError IMPORT_HAS_ERRORS */
export async function previewCandidates(db: Db, on: ViewedExam, table: ImportTable<Column>) {
  const { changed, changes, enrolments } = await plannedCandidates(db, on, table)
  const named = [
    ...changed.map(({ row, before, ...after }) => ({
      row,
      name: before.name,
      action: 'change' as const,
      change: PLACES.flatMap(([key, label]) =>
        before[key] === after[key]
          ? []
          : [`${label} ${before[key] ?? '空'} → ${after[key] ?? '空'}`],
      ).join('，'),
    })),
    ...enrolments.map(({ row, student, examNo, roomNo, seatNo }) => ({
      row,
      name: student.name,
      action: 'add' as const,
      change: [
        `考号 ${examNo}`,
        roomNo && `考场 ${roomNo}`,
        seatNo && `座位 ${seatNo}`,
        student.left_at && '已标记离校，请核对',
      ]
        .filter(Boolean)
        .join('，'),
    })),
  ]
  return {
    added: enrolments.length,
    updated: changed.length,
    unchanged: changes.length - changed.length,
    changed: named.slice(0, SHOWN_CHANGES),
    hidden_rows: table.hiddenRows,
    sheet: table.sheetName,
  }
}

const SHOWN_CHANGES = 200
const PLACES = [
  ['exam_no', '考号'],
  ['room_no', '考场'],
  ['seat_no', '座位'],
] as const

async function plannedCandidates(db: Db, { exam, view }: ViewedExam, table: ImportTable<Column>) {
  const known = await selectKnown(db, exam, view)
  const lines = checkedLines(table, known)
  const place = (text: string, column: Column, before: string | null) =>
    table.has(column) ? text || null : before
  const changes = lines.flatMap(({ row, candidate, cells }) =>
    candidate
      ? [
          {
            candidate_id: candidate.id,
            exam_no: cells.考号,
            room_no: place(cells.考场, '考场', candidate.room_no),
            seat_no: place(cells.座位, '座位', candidate.seat_no),
            before: candidate,
            row,
          },
        ]
      : [],
  )
  const changed = changes.filter(
    ({ before, row: _row, ...after }) =>
      before.exam_no !== after.exam_no ||
      before.room_no !== after.room_no ||
      before.seat_no !== after.seat_no,
  )
  const enrolments = lines.flatMap(
    ({ row, candidate, student, cells }): (Enrolment & { row: number })[] =>
      candidate || !student
        ? []
        : [
            {
              row,
              student,
              examNo: cells.考号,
              roomNo: cells.考场 || null,
              seatNo: cells.座位 || null,
            },
          ],
  )
  return { changed, changes, enrolments }
}

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

function checkedLines(table: ImportTable<Column>, known: Known) {
  const errors: FieldError[] = []
  const numbers = new Map<string, number>()
  const studentNos = new Map<string, number>()
  // A number may pass from one candidate to another when both stand in the table.
  const inTable = new Set(
    table.rows.flatMap(({ cells }) => studentsOf(cells, known).map(({ id }) => id)),
  )
  const lines = table.rows.map(({ row, cells }) => {
    const report = (column: Column, message: string) =>
      errors.push({ path: table.address(row, column), message })
    table.tellProblems(row, report)
    const [first, another] = studentsOf(cells, known)
    const student = another ? undefined : first
    const candidate = student && known.byStudent.get(student.id)
    if (another) report('学号', `几所学校都有学号 ${cells.学号}，请在「学校」列写明是哪一所`)
    else if (!student) report('学号', `没有学号 ${cells.学号} 的学生，请先在学生管理中添加`)
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
      report('考号', `考号 ${cells.考号} 应为 ${known.digits} 位数字，与答题卡一致`)
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
    return { row, cells, student, candidate }
  })
  assertNoImportErrors(errors)
  return lines
}
