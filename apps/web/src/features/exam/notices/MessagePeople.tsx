import { Dialog, DialogBody } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { examMessages } from '@hengjuan/contracts'
import { ErrorState, SkeletonLines, StatusTag, Time } from '@hengjuan/ui'
import css from './notices.module.css'

const CHANNELS = { inbox: '站内', email: '邮件', sms: '短信' } as const
const STATES = {
  waiting: { status: 'busy', label: '待发送' },
  sent: { status: 'ok', label: '已送达' },
  failed: { status: 'bad', label: '失败' },
} as const

/** Who was sent a notice by which channel, and who read it. */
export function MessagePeople(props: { examId: number; messageId: number; onClose: () => void }) {
  const { data, error } = useRoute(examMessages, {
    query: { exam_id: props.examId, message_id: props.messageId },
  })
  const [message] = data ?? []
  return (
    <Dialog isOpen title={message?.title ?? '通知'} onClose={props.onClose}>
      <DialogBody>
        {error && !data && <ErrorState error={error} />}
        {!error && !data && <SkeletonLines lines={6} />}
        {message && (
          <table className={css['messages']}>
            <tbody>
              {message.people.map((one) => (
                <tr key={`${one.user_id} ${one.channel}`}>
                  <td>{one.name}</td>
                  <td>{CHANNELS[one.channel]}</td>
                  <td>
                    <StatusTag status={STATES[one.state].status}>
                      {STATES[one.state].label}
                    </StatusTag>
                    {one.error !== null && <small>{one.error}</small>}
                  </td>
                  <td>
                    {one.read_at !== null && (
                      <>
                        <Time at={one.read_at} /> 已读
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </DialogBody>
    </Dialog>
  )
}
