import { StatusTag } from '@hengjuan/ui'
import { holdWords } from '../../marking-core/queue/marker-session.ts'
import type { DeskState } from './desk-state.ts'
import { AWAY_MS, TROUBLE_MS } from './trouble-times.ts'

/** Are all marks with the server? */
export function SavedDot(props: { state: DeskState; now: number }) {
  const { now } = props
  const { pending, awaySince, trouble, hold } = props.state
  if (hold)
    return (
      <StatusTag status="bad" title={holdWords(hold).long}>
        {holdWords(hold).short}，{pending} 份待上传
      </StatusTag>
    )
  if (awaySince !== null && now - awaySince > (trouble === null ? AWAY_MS : TROUBLE_MS))
    return (
      <StatusTag
        status="bad"
        title={
          trouble === null
            ? '网络恢复后自动上传，可以继续评阅手中的试卷'
            : `${trouble}。给分都保存在本机，会自动上传，可以继续评阅手中的试卷`
        }
      >
        {trouble === null ? '离线' : '服务器暂时不能保存'}，{pending} 份待上传
      </StatusTag>
    )
  if (pending > 0) return <StatusTag status="warn">{pending} 份上传中</StatusTag>
  return <StatusTag status="ok">已保存</StatusTag>
}
