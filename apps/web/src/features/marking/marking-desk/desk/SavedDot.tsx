import { StatusTag } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import { holdWords } from '../../marking-core/queue/marker-session.ts'
import type { DeskState } from './desk-state.ts'

/** Are all marks with the server? */
export function SavedDot({ state }: { state: DeskState }) {
  const { pending, awaySince, trouble, hold } = state
  const now = useNow(awaySince !== null)
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

const AWAY_MS = 30_000

/** The same where the server itself says what is the matter. */
const TROUBLE_MS = 3_000

/** The time, once a second while somebody wants to know. */
function useNow(isWanted: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  // A clock is outside React.
  useEffect(() => {
    if (!isWanted) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isWanted])
  return now
}
