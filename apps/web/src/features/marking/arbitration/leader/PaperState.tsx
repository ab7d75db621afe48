import { OVERRIDING_ADMIN } from '@hengjuan/domain'
import { StatusTag } from '@hengjuan/ui'
import css from './leader.module.css'
import type { WaitingPaper } from './leader-task.ts'

/** Who has it in hand, or is to take it; where nobody is named, whether anybody could. */
export function Holder({ row }: { row: WaitingPaper }) {
  if (row.held_by) return <StatusTag status="busy">{row.held_by}</StatusTag>
  if (row.handed_over) {
    const { to_name, by_name, is_own } = row.handed_over
    return (
      <StatusTag status={is_own ? 'warn' : 'idle'} title={`${by_name} 转交给 ${to_name}`}>
        {is_own ? '转交给您' : `已转交 ${to_name}`}
      </StatusTag>
    )
  }
  if (row.eligible === 0)
    return (
      <StatusTag
        status="bad"
        title={`题组长都评阅过这份试卷，请在阅卷设置中增加题组长，或由${OVERRIDING_ADMIN}在阅卷监管的题块中指定`}
      >
        无人可处理
      </StatusTag>
    )
  return row.eligible_online === 0 ? (
    <StatusTag status="warn" title={`可以处理的 ${row.eligible} 位题组长现在都不在线`}>
      都不在线
    </StatusTag>
  ) : (
    '等待处理'
  )
}

/** Why a marker put it before the leader, and what other papers it hangs together with. */
export function ProblemReason({ row }: { row: WaitingPaper }) {
  const codes = row.identical_codes
  const text = [row.reason, row.note].filter(Boolean).join('：')
  return (
    <>
      {codes.length > 0 && (
        <>
          <StatusTag status="warn" title={`与密号 ${codes.join('、')} 雷同`}>
            雷同 {codes.length + 1} 份
          </StatusTag>
          &nbsp;
        </>
      )}
      <span className={css['cutText']} title={text}>
        {text}
      </span>
    </>
  )
}
