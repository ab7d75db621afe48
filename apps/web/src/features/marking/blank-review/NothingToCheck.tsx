import { EmptyState } from '@hengjuan/ui'
import type { BlankBlockRow } from './BlankBlocks.tsx'

export function NothingToCheck({ block }: { block: BlankBlockRow }) {
  if (!block.blank_check)
    return (
      <EmptyState size="large" title="这个题块没有开启空白筛查">
        在「筛查设置」中开启后，墨迹很少的作答会先到这里确认，不占用阅卷教师的时间。
      </EmptyState>
    )
  if (block.awaiting_second > 0)
    return (
      <EmptyState size="large" title="等待第二人确认">
        您已确认 {block.awaiting_second} 份。这个题块需要两人确认，请另一位负责人在本页确认。
      </EmptyState>
    )
  return (
    <EmptyState size="large" title="没有待核查的疑似空白卷">
      墨迹比例不超过 {(block.ink_limit * 100).toFixed(1)}% 的作答会出现在这里。
      {block.confirmed > 0 && `已确认 ${block.confirmed} 份。`}
    </EmptyState>
  )
}
