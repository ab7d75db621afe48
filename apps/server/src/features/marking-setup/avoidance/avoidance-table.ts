import type { avoidanceImport, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { type FieldError, type ImportField, sameClass, sameText } from '@hengjuan/domain'
import type { MultipartFile } from '@fastify/multipart'
import { type ImportTable, readImportTable } from '../../../spreadsheet/index.ts'
import {
  isNamed,
  type MarkingPerson,
  selectMarkingStaff,
} from '../allocation/marking-staff.query.ts'
import { type NewPair, selectAllPairs } from './avoided-pair.query.ts'
import { selectCandidates } from './people.query.ts'

type Column = '教师' | '账号' | '考号' | '考生' | '班级' | '关系'

const FIELDS: readonly ImportField<Column>[] = [
  {
    field: '教师',
    label: '教师',
    aliases: ['教师姓名', '阅卷教师', '阅卷老师', '老师'],
    required: true,
  },
  { field: '账号', label: '账号', aliases: ['教师账号', '登录账号', '用户名'], isCode: true },
  { field: '考号', label: '考号', aliases: ['准考证号', '考生号'], isCode: true },
  { field: '考生', label: '考生', aliases: ['考生姓名', '学生', '学生姓名', '姓名'] },
  { field: '班级', label: '班级', aliases: ['行政班', '所在班级'], isClass: true },
  { field: '关系', label: '关系', aliases: ['回避关系', '原因', '备注'] },
]
type Cells = Record<Column, string>
type Report = (column: Column, message: string) => void
type AvoidanceTable = ImportTable<Column>

const MAX_ROWS = 5000
const MOST_RELATION = 40

export const readAvoidanceTable = (file: MultipartFile): Promise<AvoidanceTable> =>
  readImportTable(file, { columns: FIELDS, maxRows: MAX_ROWS })

interface CheckedAvoidance {
  rows: ReplyOf<typeof avoidanceImport>['rows']
  pairs: NewPair[]
  errors: FieldError[]
}

/** What each row means, and the address of every cell that means nothing. */
export async function checkAvoidance(
  db: Db,
  exam: { id: number; school_id: number },
  table: AvoidanceTable,
): Promise<CheckedAvoidance> {
  const staff = await selectMarkingStaff(db, exam)
  const candidates = await selectCandidates(db, exam.id)
  const keyOf = (markerId: number, candidateId: number) => `${markerId} ${candidateId}`
  const present = new Set(
    (await selectAllPairs(db, exam.id)).flatMap((row) =>
      row.removed_at === null ? [keyOf(row.user_id, row.candidate_id)] : [],
    ),
  )
  const seen = new Map<string, number>()
  const checked: CheckedAvoidance = { rows: [], pairs: [], errors: [] }
  for (const { row, cells } of table.rows) {
    const problems: string[] = []
    const report: Report = (column, message) => {
      problems.push(message)
      checked.errors.push({ path: table.address(row, column), message })
    }
    table.tellProblems(row, report)
    const marker = markerOf(cells, staff, report)
    const candidate = candidateOf(cells, candidates, table, report)
    if (cells.关系.length > MOST_RELATION)
      report('关系', `关系最多 ${MOST_RELATION} 个字，请写得简短一些`)
    const key = marker && candidate ? keyOf(marker.id, candidate.id) : null
    const before = key === null ? undefined : seen.get(key)
    if (before !== undefined) report('教师', `与第 ${before} 行重复`)
    if (key !== null) seen.set(key, row)
    const isKnown = key !== null && present.has(key)
    const isGood = problems.length === 0 && marker && candidate
    if (isGood && !isKnown)
      checked.pairs.push({
        markerId: marker.id,
        candidateId: candidate.id,
        relation: cells.关系,
      })
    checked.rows.push({
      row,
      teacher: marker?.ownName ?? cells.教师,
      account: marker?.account ?? cells.账号,
      candidate: candidate?.name ?? cells.考生,
      exam_no: candidate?.exam_no ?? cells.考号,
      relation: cells.关系,
      result: isGood ? (isKnown ? 'same' : 'add') : 'error',
      message: isGood
        ? isKnown
          ? '已在名单中'
          : `${marker.schoolName} ${marker.name} 不评阅 ${candidate.school_name} ${candidate.class_name} ${candidate.name}`
        : problems.join('；'),
    })
  }
  return checked
}

function markerOf(
  cells: Cells,
  staff: readonly MarkingPerson[],
  report: Report,
): MarkingPerson | null {
  if (cells.账号 !== '') {
    const found = staff.find(({ account }) => account === cells.账号)
    if (!found) report('账号', `没有可以阅卷的账号「${cells.账号}」，请核对账号`)
    else if (cells.教师 !== '' && !isNamed(found, cells.教师))
      report('教师', `账号 ${cells.账号} 的姓名是「${found.ownName}」，与「${cells.教师}」不同`)
    return found ?? null
  }
  const found = staff.filter((person) => isNamed(person, cells.教师))
  if (found.length === 1) return found[0] ?? null
  if (cells.教师 === '') report('教师', '请填写教师姓名或账号')
  else if (found.length === 0) report('教师', `没有可以阅卷的教师「${cells.教师}」，请核对姓名`)
  else
    report(
      '教师',
      `有 ${found.length} 位教师叫「${cells.教师}」，请填写账号：${found.map(({ account, schoolName }) => `${account}（${schoolName}）`).join('、')}`,
    )
  return null
}

type Candidate = Awaited<ReturnType<typeof selectCandidates>>[number]

/** Most candidates of one name that are named one by one. */
const NAMED = 5

function candidateOf(
  cells: Cells,
  candidates: readonly Candidate[],
  table: AvoidanceTable,
  report: Report,
): Candidate | null {
  if (cells.考号 !== '') {
    const found = candidates.find(({ exam_no }) => exam_no === cells.考号) ?? null
    if (!found) report('考号', `本场考试没有考号「${cells.考号}」，请核对考号`)
    else if (cells.考生 !== '' && !sameText(cells.考生, found.name))
      report('考生', `考号 ${cells.考号} 的姓名是「${found.name}」，与「${cells.考生}」不同`)
    return found
  }
  const column = table.has('考生') ? '考生' : '考号'
  if (cells.考生 === '') {
    report(column, '请填写考号或考生姓名')
    return null
  }
  const named = candidates.filter(({ name }) => sameText(name, cells.考生))
  const found =
    cells.班级 === '' ? named : named.filter(({ class_name }) => sameClass(class_name, cells.班级))
  if (found.length === 1) return found[0] ?? null
  if (found.length === 0)
    report(
      '考生',
      `${cells.班级}没有考生「${cells.考生}」，请核对姓名${cells.班级 === '' ? '' : '和班级'}，或填写考号`,
    )
  else
    report(
      '考生',
      `有 ${found.length} 名考生叫「${cells.考生}」，请填写考号：${found
        .slice(0, NAMED)
        .map(({ exam_no, class_name }) => `${exam_no}（${class_name}）`)
        .join('、')}`,
    )
  return null
}
