import type { Db } from '@hengjuan/db'
import { MARKER_GONE } from '@hengjuan/domain'
import { wallTime } from '../../wall-clock.ts'
import { waitingOf } from '../arbitration/index.ts'
import type { MarkerRow } from './marker-rows.ts'
import type { BlockRow } from './snapshot.ts'
import { reportSheet } from './workbooks.ts'

interface MarkerOfBlock extends MarkerRow {
  subject_name: string
  /** Papers that were sent back or taken back and that only this marker gives a mark again. */
  waiting: number
  block: Pick<BlockRow, 'free_count'>
}

/**
 * Whether papers of the block are left to a marker: those in hand, those that wait for nobody else, and those that
 * somebody may take, up to the own target where there is one. Where nothing is left to take, nobody is reminded of a
 * target.
 */
function isUnfinished({
  duty,
  suspended,
  target,
  done,
  claimed,
  waiting,
  block,
}: Pick<
  MarkerOfBlock,
  'duty' | 'suspended' | 'target' | 'done' | 'claimed' | 'waiting' | 'block'
>): boolean {
  if (claimed > 0) return true
  if (duty !== 'marker' || suspended) return false
  if (waiting > 0) return true
  return block.free_count > 0 && (target === null || done < target)
}

/** Those of some rows to whom papers are left. */
export async function unfinishedIn<Row extends Omit<MarkerOfBlock, 'waiting'>>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & { waiting: number })[]> {
  const found: (Row & { waiting: number })[] = []
  for (const [blockId, ofBlock] of Map.groupBy(rows, ({ block_id }) => block_id)) {
    const counts = new Map(
      (await waitingOf(db, blockId)).map(({ marker_id, count }) => [marker_id, count]),
    )
    found.push(
      ...ofBlock
        .map((row) => ({ ...row, waiting: counts.get(row.marker_id) ?? 0 }))
        .filter(isUnfinished),
    )
  }
  return found
}

/** Who still has to mark, for those who remind them. */
export const unfinishedWorkbook = (
  examName: string,
  at: string,
  rows: readonly MarkerOfBlock[],
): Promise<Buffer> =>
  reportSheet(
    examName,
    '未完成教师',
    [
      '科目',
      '题块',
      '教师',
      '已评',
      '任务量',
      '还差',
      '手中未提交',
      '待重评',
      '最近提交',
      '近一小时份数',
    ],
    rows.map((row) => [
      row.subject_name,
      row.block_name,
      row.disabled ? `${row.name}（${MARKER_GONE.disabled}）` : row.name,
      row.done,
      row.target,
      row.target === null ? null : Math.max(0, row.target - row.done),
      row.claimed,
      row.waiting,
      row.last_active === null ? null : wallTime(row.last_active),
      row.last_hour,
    ]),
    `数据时间 ${wallTime(at)}；动态分配没有个人任务量，还有试卷可以领取时都列出；待重评的试卷等本人重新给分`,
  )
