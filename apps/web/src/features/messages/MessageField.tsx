import { TextArea } from '@blueprintjs/core'
import { routeKey, useCall } from '@hengjuan/client/react'
import { messageSend, messagesGet } from '@hengjuan/contracts'
import { KeyHint, ReasonButton, sentenceOf } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import css from './messages.module.css'

/** Where a message is written. What is typed stays until it has been sent. */
export function MessageField(props: {
  blockId: number
  text: string
  onText: (text: string) => void
  placeholder: string
  /** The paper it is about, for a marker; the conversation it belongs to, for a leader. */
  about: { reading_id?: number; marker_id?: number }
  children?: ReactNode
}) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useCall(messageSend, {
    onSuccess: () => {
      props.onText('')
      return client.invalidateQueries({ queryKey: routeKey(messagesGet) })
    },
  })
  const text = props.text.trim()
  const send = () => {
    if (text !== '' && !isPending)
      mutate({ body: { block_id: props.blockId, text, ...props.about } })
  }
  return (
    <form
      className={css['field']}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {props.children}
      <TextArea
        fill
        autoFocus
        rows={3}
        maxLength={1000}
        value={props.text}
        placeholder={props.placeholder}
        aria-label="消息内容"
        onChange={({ currentTarget }) => props.onText(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter that ends the choice of a character belongs to the input method.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      {error && (
        <p className={css['problem']} role="alert">
          ✕ {sentenceOf(error)}
        </p>
      )}
      <div className={css['send']}>
        <span>Shift+Enter 换行</span>
        <ReasonButton
          type="submit"
          intent="primary"
          reason={text === '' ? '请先写消息' : null}
          loading={isPending}
        >
          发送 <KeyHint keys="Enter" />
        </ReasonButton>
      </div>
    </form>
  )
}
