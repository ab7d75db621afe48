import { Button } from '@blueprintjs/core'
import { KeyHint, StatusTag } from '@hengjuan/ui'
import type { ReviewNotice } from '../../bridge/review-api.ts'
import css from './review.module.css'

/** What the server did not take, until somebody has read it. */
export function ReviewNotices(props: {
  notices: readonly ReviewNotice[]
  onDismiss: (notice: ReviewNotice) => void
}) {
  const [notice] = props.notices
  if (!notice) return null
  return (
    <div className={css['notice']} role="alert">
      <StatusTag status="warn">服务器没有接受</StatusTag>
      <span>
        第 {notice.seq} 张「{notice.decided}」：{notice.message}
      </span>
      <span className={css['grow']} />
      {props.notices.length > 1 && (
        <span className={css['muted']}>还有 {props.notices.length - 1} 条</span>
      )}
      <Button size="small" onClick={() => props.onDismiss(notice)}>
        知道了 <KeyHint keys="U" />
      </Button>
    </div>
  )
}
