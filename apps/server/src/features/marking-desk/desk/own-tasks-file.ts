import type { ownTasks, ReplyOf } from '@hengjuan/contracts'
import {
  ALLOC_MODES,
  type AllocMode,
  MARK_MODES,
  type MarkMode,
  MILLI_PER_POINT,
  whyNothing,
} from '@hengjuan/domain'
import { listSheet } from '../../../spreadsheet/list-sheet.ts'
import type { Cell } from '../../../spreadsheet/xlsx-writer.ts'
import { wallTime } from '../../../wall-clock.ts'

type Row = ReplyOf<typeof ownTasks>[number]

/** What is exported, in the order of the specification's table. @source specification, section 3 (marking task table) */
const COLUMNS: readonly (readonly [title: string, cell: (row: Row) => Cell])[] = [
  ['考试', (row) => row.exam_name],
  ['科目', (row) => row.subject_name],
  ['题块', (row) => row.block_name],
  ['题块进度', (row) => ({ percent: row.marking_progress })],
  ['我已评', (row) => row.marking_count],
  ['任务量', (row) => row.target],
  ['可评', (row) => row.pool_count],
  ['阅卷期限', (row) => (row.deadline === null ? null : wallTime(row.deadline))],
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

/** The tasks of one marker. */
export function taskWorkbook(at: string, tasks: readonly Row[]): Promise<Buffer> {
  const head = COLUMNS.map(([title]) => title)
  const rows = tasks.map((row) => COLUMNS.map(([, cell]) => cell(row)))
  return listSheet({
    name: '未完成任务',
    title: '我的未完成阅卷任务',
    head,
    rows,
    notes: [`数据时间 ${wallTime(at)}；动态分配没有个人任务量；可评为现在可以领取的份数`],
    frozenColumns: 3,
  })
}
