import {
  ABSENT,
  type Attendance,
  formatMilli,
  type MappedRow,
  type Milli,
  MISCONDUCT_CELL,
  NO_RECORD,
  NOT_SELECTED,
  PRESENT,
  readScoreCell,
  type ScoreCell,
} from '@hengjuan/domain'
import type { CellProblem } from '../../import/define-import.ts'
import type { ImportedSubject } from './imported-subject.query.ts'
import type { ScoreRow } from './known-scores.query.ts'
import { itemField, totalField } from './score-fields.ts'

/** What a candidate has in a subject. */
export interface Standing {
  attendance: Attendance
  isMisconduct: boolean
  total: Milli | null
  /** Question id -> thousandths; only those that are known. */
  items: Record<string, Milli>
}

export const standingOf = (row: ScoreRow): Standing => ({
  attendance: row.attendance as Attendance,
  isMisconduct: row.special_flag === 'misconduct',
  total: row.total_milli,
  items: Object.fromEntries(
    Object.entries(JSON.parse(row.item_scores ?? '{}') as Record<string, Milli | null>).filter(
      (one): one is [string, Milli] => one[1] !== null,
    ),
  ),
})

const NOTHING: Standing = { attendance: NO_RECORD, isMisconduct: false, total: null, items: {} }

/** 93.5, 缺考, or nothing. */
export function standingText({ attendance, isMisconduct, total }: Standing): string {
  if (attendance === ABSENT) return isMisconduct ? MISCONDUCT_CELL : '缺考'
  if (attendance === NOT_SELECTED) return '未选'
  if (attendance === NO_RECORD) return ''
  return total === null ? '各题不全' : formatMilli(total)
}

interface Asked {
  subject: ImportedSubject
  has: (field: string) => boolean
  /** Whether an empty cell takes away what is there. */
  clears: boolean
  before: Standing
  /** Who sits what was decided elsewhere, and they do not sit this. */
  isOut: boolean
  name: string
}

/** What the cells of one row say about a subject; `next` is null where they say nothing. */
export function readSubject(
  { cells }: MappedRow<string>,
  { subject, has, clears, before, isOut, name }: Asked,
): { next: Standing | null; errors: CellProblem[] } {
  const errors: CellProblem[] = []
  const report = (field: string, code: string, message: string, fix?: string | null) =>
    errors.push({ field, code, message, ...(fix == null ? {} : { fix }) })
  const columns = [
    { field: totalField(subject.id), full: subject.fullMilli, id: null },
    ...subject.questions.map(({ id, fullMilli }) => ({
      field: itemField(id),
      full: fullMilli,
      id,
    })),
  ].filter(({ field }) => has(field))
  const read = columns.map((column) => {
    const text = cells[column.field] ?? ''
    const cell = readScoreCell(text)
    if (cell.kind === 'invalid')
      report(column.field, 'SCORE_CELL_INVALID', whyInvalid(text, cell.why), cell.fix)
    if (cell.kind === 'score' && cell.milli > column.full)
      report(column.field, 'SCORE_OUT_OF_RANGE', `超过满分 ${formatMilli(column.full)} 分`)
    return { ...column, cell }
  })
  const filled = read.filter(({ cell }) => cell.kind !== 'blank')
  if (errors.length > 0) return { next: null, errors }
  const [first] = filled
  if (!first) {
    const isEmpty = before.attendance === NO_RECORD || before.attendance === NOT_SELECTED
    return { next: clears && read.length > 0 && !isEmpty ? NOTHING : null, errors }
  }
  const other = filled.find(({ cell }) => cell.kind !== first.cell.kind)
  if (other)
    report(other.field, 'SCORE_CELL_MIXED', `${subject.name}的得分与缺考、未选写在了同一行`)
  else if (isOut && first.cell.kind !== 'out')
    report(first.field, 'SUBJECT_NOT_SELECTED', `${name}没有选考${subject.name}`)
  if (errors.length > 0) return { next: null, errors }
  if (first.cell.kind !== 'score') return { next: withoutScore(first.cell), errors }
  return scored(subject, before, filled, clears ? {} : before.items)
}

const withoutScore = (cell: ScoreCell): Standing => ({
  ...NOTHING,
  attendance: cell.kind === 'out' ? NOT_SELECTED : ABSENT,
  isMisconduct: cell.kind === 'absent' && cell.isMisconduct,
})

function scored(
  subject: ImportedSubject,
  before: Standing,
  filled: readonly { id: number | null; field: string; cell: ScoreCell }[],
  kept: Standing['items'],
): { next: Standing | null; errors: CellProblem[] } {
  const items = { ...kept }
  let given: { total: Milli; field: string } | null = null
  for (const { id, field, cell } of filled) {
    if (cell.kind !== 'score') continue
    if (id === null) given = { total: cell.milli, field }
    else items[id] = cell.milli
  }
  const isWhole =
    subject.questions.length > 0 && subject.questions.every(({ id }) => items[id] !== undefined)
  const sum = Object.values(items).reduce((all, one) => all + one, 0)
  const hasNewItems = filled.some(({ id }) => id !== null)
  if (given && (isWhole ? sum !== given.total : sum > given.total)) {
    // Items that came before give way to a total that comes alone.
    if (!hasNewItems) return { next: present(given.total, {}), errors: [] }
    const message = `各题合计 ${formatMilli(sum)}，总分列是 ${formatMilli(given.total)}`
    return {
      next: null,
      errors: [{ field: given.field, code: 'SCORE_SUM_DIFFERS', message }],
    }
  }
  const total = given?.total ?? (isWhole ? sum : hasNewItems ? null : before.total)
  return { next: present(total, items), errors: [] }
}

const present = (total: Milli | null, items: Standing['items']): Standing => ({
  attendance: PRESENT,
  isMisconduct: false,
  total,
  items,
})

function whyInvalid(text: string, why: Extract<ScoreCell, { kind: 'invalid' }>['why']): string {
  if (why === 'negative') return `得分不能小于 0：「${text}」`
  if (why === 'decimals') return `得分最多三位小数：「${text}」，系统不会自动四舍五入`
  if (why === 'separator') return `得分中不要写千分位分隔符：「${text}」`
  return `「${text}」不是得分；可以填数字、缺考（Q）、未选（N），没有记录留空`
}
