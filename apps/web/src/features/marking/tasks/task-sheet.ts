import {
  ALLOC_MODES,
  type AllocMode,
  MARK_MODES,
  type MarkMode,
  MILLI_PER_POINT,
} from '@hengjuan/domain'
import { type Row, whyNothing } from './task-state.ts'

type Cell = string | number | null | { percent: number }

/** What is exported, in the order of the specification's table. @source specification, section 3 (marking task table) */
const COLUMNS: readonly (readonly [title: string, cell: (row: Row) => Cell])[] = [
  ['考试', (row) => row.exam_name],
  ['科目', (row) => row.subject_name],
  ['题块', (row) => row.block_name],
  ['题块进度', (row) => ({ percent: row.marking_progress })],
  ['我已评', (row) => row.marking_count],
  ['任务量', (row) => row.target],
  ['可评', (row) => row.pool_count],
  ['给分点', (row) => row.point_name],
  ['满分', (row) => row.score / MILLI_PER_POINT],
  ['题数', (row) => row.question_count],
  ['被打回', (row) => row.overrule_count],
  ['待重评', (row) => row.rejected_count + row.taken_back_count],
  ['阅卷人数', (row) => row.marking_teacher_count],
  ['评卷方式', (row) => MARK_MODES[row.double_mode as MarkMode]],
  ['分配方式', (row) => ALLOC_MODES[row.alloc_method as AllocMode]],
  ['不能领取的原因', whyNothing],
]

/** Spreadsheet programs take text that begins with these for a formula. */
const FORMULA = /^[=+\-@\t]/
/** And these for a date, or for a number that it is not: 1-2, (1), 1.10. What a formula says is shown as it is. */
const FIGURE = /^[ -~]*\d[ -~]*$/
/** Says that the text is UTF-8; without it spreadsheet programs guess. */
const UTF8_MARK = '\uFEFF'

function quoted(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell !== 'string') return `${cell.percent}%`
  const text = FORMULA.test(cell)
    ? `'${cell}`
    : FIGURE.test(cell)
      ? `="${cell.replaceAll('"', '""')}"`
      : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Is there still something to mark in this block? */
const isUnfinished = (row: Row): boolean =>
  row.rejected_count + row.taken_back_count > 0 ||
  row.claimed_count > 0 ||
  row.pool_count > 0 ||
  (row.status !== 'closed' && row.suspended === 0 && row.final_count < row.unit_count)

/** The unfinished tasks as a table that spreadsheet programs open (comma-separated, UTF-8). */
export function taskSheet(rows: readonly Row[]): { text: string; count: number } {
  const unfinished = rows.filter(isUnfinished)
  const lines = [
    COLUMNS.map(([title]) => title),
    ...unfinished.map((row) => COLUMNS.map(([, cell]) => quoted(cell(row)))),
  ]
  return {
    text: `${UTF8_MARK}${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`,
    count: unfinished.length,
  }
}
