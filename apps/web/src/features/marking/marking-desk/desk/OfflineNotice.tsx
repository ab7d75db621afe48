import { Button } from '@blueprintjs/core'
import { EmptyState } from '@hengjuan/ui'
import type { ReactNode } from 'react'

/** In place of the desk while the server is out of reach; whoever shows it tries again by itself. */
export function OfflineNotice(props: {
  /** Scores that wait on this computer for the way back. */
  pending: number
  onRetry: () => void
  action?: ReactNode
}) {
  return (
    <EmptyState
      size="large"
      title={props.pending > 0 ? '网络不通，手中的试卷已评完' : '网络不通，暂时领不到试卷'}
      action={
        <>
          <Button onClick={props.onRetry}>立即重试</Button>
          {props.action}
        </>
      }
    >
      {props.pending > 0 &&
        `已给的 ${props.pending} 份分数保存在本机，网络恢复后自动上传，请不要清除浏览器数据。`}
      网络恢复后会自动领取，不需要刷新页面。请检查网线或无线网络；其他网页能打开时，请联系管理员查看服务器。
    </EmptyState>
  )
}
