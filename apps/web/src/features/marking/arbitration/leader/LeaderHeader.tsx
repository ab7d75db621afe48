import type { markInfo, ReplyOf } from '@hengjuan/contracts'
import { Lasting, StatusTag } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PAPER_FLAGS, type PaperFlag } from '@hengjuan/domain'
import { gapText, type LeaderTaskView, totalGapText } from './leader-task.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import desk from '../../marking-desk/desk/desk.module.css'

/** Which block it is, why the paper came here, and how long it has waited. @source ui D3 */
export function LeaderHeader(props: {
  mode: LeaderMode
  task: LeaderTaskView
  info: ReplyOf<typeof markInfo> | undefined
  /** Papers that the caller may decide, this one among them. */
  remaining: number
  listAddress: string
  /** What is rarely needed. */
  menu: ReactNode
}) {
  const { mode, task, info } = props
  return (
    <header className={desk['header']}>
      <Link className={desk['leave']} to={props.listAddress}>
        ◂ 返回
      </Link>
      <strong className={desk['block']}>
        {mode === 'arbitration' ? '仲裁' : '问题卷'}
        {info && ` · ${info.subject_name} · ${info.block_name}`}
      </strong>
      <LeaderReason task={task} />
      <span className={desk['spring']} />
      {props.remaining > 1 && <span className={desk['own']}>还有 {props.remaining - 1} 份</span>}
      <span className={desk['own']}>
        已等待 <Lasting since={task.waiting_since} />
      </span>
      <span className={desk['code']}>密号 {task.secret_code}</span>
      {props.menu}
    </header>
  )
}

/** Why this paper came to the leader. */
function LeaderReason({ task }: { task: LeaderTaskView }) {
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
