import { routeKey, useCall, useRefresh, useRoute } from '@hengjuan/client/react'
import { messagesGet, messagesUnread, noteSet, notesGet, notesRead } from '@hengjuan/contracts'
import { ReasonButton, sentenceOf, StatusTag, Time, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import css from './rubric.module.css'

/** New notes appear while the rubric is open. */
const LOOK_EVERY_MS = 30_000

/** Notes of a block: what they say, whose words and when; leaders may take them back where they manage them. */
export function Notes({ blockId, isManaged = false }: { blockId: number; isManaged?: boolean }) {
  const client = useQueryClient()
  const refresh = useRefresh(messagesGet)
  const { data, error } = useRoute(
    notesGet,
    { query: { block_id: blockId } },
    { staleTime: 0, refetchInterval: LOOK_EVERY_MS },
  )
  const { mutate, isPending } = useCall(noteSet, {
    onSuccess: async (notes) => {
      client.setQueryData(routeKey(notesGet, { query: { block_id: blockId } }), notes)
      await refresh()
    },
    onError: toast.error,
  })
  useReadNotes(blockId, data?.list)
  const restore = (messageId: number, text: string) =>
    mutate({ body: { block_id: blockId, action: 'save', message_id: messageId, text } })
  if (error && !data) return <p className={css['none']}>评分说明没有读到：{sentenceOf(error)}</p>
  if (!data || (data.list.length === 0 && !isManaged)) return null
  return (
    <>
      <h4 className={css['heading']}>
        评分说明 {data.list.length > 0 && `${data.list.length} 条`}
      </h4>
      {data.list.length === 0 && (
        <p className={css['none']}>
          还没有。在阅卷监管的「消息」中答复教师后，可以把答复存为评分说明，全体阅卷教师都会看到。
        </p>
      )}
      <ol className={css['notes']} aria-label="评分说明">
        {data.list.map((note) => (
          <li key={note.note_id}>
            <p>
              {note.is_new && <StatusTag status="warn">新</StatusTag>} {note.text}
            </p>
            <small>
              {note.author_name} <Time at={note.written_at} /> 的答复
              {isManaged && data.may_change && (
                <ReasonButton
                  size="small"
                  variant="minimal"
                  reason={isPending ? '正在保存' : null}
                  onClick={() =>
                    mutate(
                      {
                        body: { block_id: blockId, action: 'remove', message_id: note.message_id },
                      },
                      {
                        onSuccess: () =>
                          toast.done('评分说明已撤回', {
                            text: '撤销',
                            onClick: () => restore(note.message_id, note.text),
                          }),
                      },
                    )
                  }
                >
                  撤回
                </ReasonButton>
              )}
            </small>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Tells the server which notes have come onto a marker's screen. */
function useReadNotes(
  blockId: number,
  notes: readonly { note_id: number; is_new: boolean }[] | undefined,
): void {
  const { mutate } = useCall(notesRead, { onSuccess: useRefresh(messagesUnread) })
  const lastId = notes?.findLast(({ is_new }) => is_new)?.note_id
  // That a note is on the screen is known to the browser alone.
  useEffect(() => {
    if (lastId !== undefined) mutate({ body: { block_id: blockId, last_id: lastId } })
  }, [blockId, lastId, mutate])
}
