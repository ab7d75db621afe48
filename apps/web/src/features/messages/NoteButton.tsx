import { Button, TextArea } from '@blueprintjs/core'
import { routeKey, useCall } from '@hengjuan/client/react'
import { messagesGet, noteSet, notesGet } from '@hengjuan/contracts'
import { ReasonButton, sentenceOf, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTyped } from '../../session/typed.ts'
import type { Message } from './use-reading.ts'
import css from './messages.module.css'

/** Makes what a leader wrote a note for all markers of the block, reworded if need be; and takes it back. */
export function NoteButton({ blockId, message }: { blockId: number; message: Message }) {
  const client = useQueryClient()
  const [text, setText] = useTyped(`note ${message.message_id}`)
  // What was being reworded when the window closed is open again.
  const [isWriting, setWriting] = useState(text !== '')
  const put = () => {
    setWriting(false)
    setText('')
  }
  const { mutate, isPending, error, reset } = useCall(noteSet, {
    onSuccess: async (_, { body: { action } }) => {
      put()
      toast.done(
        action === 'save'
          ? '已存为评分说明，题块的阅卷教师在评分标准下看到'
          : '已撤回，阅卷教师不再看到这条评分说明',
      )
      for (const route of [messagesGet, notesGet])
        await client.invalidateQueries({ queryKey: routeKey(route) })
    },
  })
  const on = { block_id: blockId, message_id: message.message_id }
  const problem = error && (
    <span className={css['problem']} role="alert">
      ✕ {sentenceOf(error)}
    </span>
  )
  if (!isWriting)
    return (
      <>
        {message.is_note && <span>✓ 评分说明</span>}
        <Button
          size="small"
          variant="minimal"
          loading={isPending}
          onClick={() => {
            if (message.is_note) return mutate({ body: { ...on, action: 'remove' } })
            setText(message.text)
            setWriting(true)
          }}
        >
          {message.is_note ? '撤回说明' : '存为评分说明'}
        </Button>
        {problem}
      </>
    )
  return (
    <form
      className={css['note']}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') mutate({ body: { ...on, action: 'save', text: text.trim() } })
      }}
    >
      <TextArea
        fill
        autoFocus
        rows={3}
        maxLength={1000}
        value={text}
        aria-label="评分说明"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {problem}
      <span>
        没有看到提问的教师也要能看懂，可以先补充情况。
        <Button
          size="small"
          onClick={() => {
            put()
            reset()
          }}
        >
          取消
        </Button>
        <ReasonButton
          size="small"
          type="submit"
          intent="primary"
          reason={text.trim() === '' ? '请先写说明' : null}
          loading={isPending}
        >
          保存
        </ReasonButton>
      </span>
    </form>
  )
}
