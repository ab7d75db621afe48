import type { markInfo, ReplyOf } from '@hengjuan/contracts'
import { Lasting } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { LeaderTaskView } from './leader-task.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import { LeaderReason } from './LeaderReason.tsx'
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
