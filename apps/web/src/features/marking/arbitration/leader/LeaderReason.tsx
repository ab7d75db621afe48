import { PAPER_FLAGS, type PaperFlag } from '@hengjuan/domain'
import { StatusTag } from '@hengjuan/ui'
import { gapText, type LeaderTaskView, totalGapText } from './leader-task.ts'

/** Why this paper came to the leader. */
export function LeaderReason({ task }: { task: LeaderTaskView }) {
  if (task.problem)
    return (
      <>
        <StatusTag status="warn">
          {[task.problem.reason_name, task.problem.note].filter(Boolean).join('：')}
        </StatusTag>
        {task.problem.flags.length > 0 && (
          <StatusTag status="idle">{flagsText(task.problem)}</StatusTag>
        )}
      </>
    )
  if (task.arb_view === 'none')
    return <StatusTag status="warn">需要仲裁（本题块不显示先前评分）</StatusTag>
  if (task.gap_milli === null)
    return <StatusTag status="warn">多次打回或人工转来，需要裁定</StatusTag>
  if (task.gap_points.length > 0)
    return <StatusTag status="warn">小题分差 &gt; 阈值：{gapText(task)} 分</StatusTag>
  return <StatusTag status="warn">{totalGapText(task)}</StatusTag>
}

/** What the marker had flagged it as before they passed it on. @source domain rules 6.3 */
function flagsText({ flags, flag_note }: NonNullable<LeaderTaskView['problem']>): string {
  const names = flags.map((flag) => PAPER_FLAGS[flag as PaperFlag]).join('、')
  return `阅卷教师标为${names}${flag_note ? `：${flag_note}` : ''}`
}
