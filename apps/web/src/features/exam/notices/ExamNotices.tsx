import { Button } from '@blueprintjs/core'
import { routeKey, useRoute } from '@hengjuan/client/react'
import { examMessages } from '@hengjuan/contracts'
import { EmptyState, ErrorState, Panel, ReasonButton, SkeletonLines, Time } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MessagePeople } from './MessagePeople.tsx'
import css from './notices.module.css'
import { SendNoticeDialog } from './SendNoticeDialog.tsx'

/** Reminders that were sent of an exam, who read them, and the way to send another. */
export function ExamNotices(props: {
  examId: number
  subjects: readonly { subject_id: number; subject_name: string }[]
}) {
  const { examId } = props
  const [isSending, setSending] = useState(false)
  const [opened, setOpened] = useState<number | null>(null)
  const client = useQueryClient()
  const { data, error, refetch } = useRoute(examMessages, { query: { exam_id: examId } })
  return (
    <Panel
      title="通知"
      note="发给阅卷教师、题块负责人或扫描员；送达与已读情况在这里查看"
      actions={
        <ReasonButton reason={null} onClick={() => setSending(true)}>
          发送通知…
        </ReasonButton>
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        data.length === 0 ? (
          <EmptyState title="还没有发过通知">
            开始阅卷或进度落后时，可以在这里提醒有关人员。
          </EmptyState>
        ) : (
          <table className={css['messages']}>
            <thead>
              <tr>
                <th>通知</th>
                <th>发送</th>
                <th>人数</th>
                <th>送达</th>
                <th>已读</th>
                <th>失败</th>
                <th>名单</th>
              </tr>
            </thead>
            <tbody>
              {data.map((message) => (
                <tr key={message.message_id}>
                  <td>
                    {message.title}
                    <small>{message.text}</small>
                  </td>
                  <td>
                    <Time at={message.sent_at} /> {message.by_name ?? '系统'}
                  </td>
                  <td>{message.recipients}</td>
                  <td>{message.delivered}</td>
                  <td>{message.read}</td>
                  <td>{message.failed}</td>
                  <td>
                    <Button
                      size="small"
                      variant="minimal"
                      onClick={() => setOpened(message.message_id)}
                    >
                      名单
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      ) : (
        <SkeletonLines lines={3} />
      )}
      {isSending && (
        <SendNoticeDialog
          {...props}
          onDone={() => {
            setSending(false)
            void client.invalidateQueries({ queryKey: routeKey(examMessages) })
          }}
          onClose={() => setSending(false)}
        />
      )}
      {opened !== null && (
        <MessagePeople examId={examId} messageId={opened} onClose={() => setOpened(null)} />
      )}
    </Panel>
  )
}
