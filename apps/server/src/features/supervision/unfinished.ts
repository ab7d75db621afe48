import { wallTime } from '../../wall-clock.ts'
import type { MarkerRow } from './marker-rows.ts'
import type { BlockRow } from './snapshot.ts'
import { reportSheet } from './workbooks.ts'

interface MarkerOfBlock extends MarkerRow {
  subject_name: string
  block: Pick<BlockRow, 'free_count'>
}

/**
 * Whether papers of the block are left to a marker: those in hand, and those that somebody may take, up to the own
 * target where there is one. Where nothing is left to take, nobody is reminded of a target.
 */
export function isUnfinished({
  duty,
  suspended,
  target,
  done,
  claimed,
  block,
}: Pick<MarkerOfBlock, 'duty' | 'suspended' | 'target' | 'done' | 'claimed' | 'block'>): boolean {
  if (claimed > 0) return true
  if (duty !== 'marker' || suspended) return false
  return block.free_count > 0 && (target === null || done < target)
}

/** Who still has to mark, for those who remind them. */
export const unfinishedWorkbook = (
  examName: string,
  at: string,
  rows: readonly MarkerOfBlock[],
): Buffer =>
  reportSheet(
    examName,
    '未完成教师',
    ['科目', '题块', '教师', '已评', '任务量', '还差', '手中未提交', '最近提交', '近一小时份数'],
    rows.map((row) => [
      row.subject_name,
      row.block_name,
      row.name,
      row.done,
      row.target,
      row.target === null ? null : Math.max(0, row.target - row.done),
      row.claimed,
      row.last_active === null ? null : wallTime(row.last_active),
      row.last_hour,
    ]),
    `数据时间 ${wallTime(at)}；动态分配没有个人任务量，还有试卷可以领取时都列出`,
  )
