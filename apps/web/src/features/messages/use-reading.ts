import { routeKey, useCall } from '@hengjuan/client/react'
import { type messagesGet, messagesRead, messagesUnread, type ReplyOf } from '@hengjuan/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

export type Conversation = ReplyOf<typeof messagesGet>
export type Message = Conversation['list'][number]

/** Tells the server what of a conversation has come onto the screen. */
export function useReading(props: {
  view: Conversation | undefined
  markerId: number | undefined
  isOpen: boolean
}): void {
  const { view, markerId, isOpen } = props
  const client = useQueryClient()
  const { mutate } = useCall(messagesRead, {
    onSuccess: () => client.invalidateQueries({ queryKey: routeKey(messagesUnread) }),
  })
  const blockId = view?.block_id
  const lastId = view?.list.findLast(({ side }) => side !== view.side)?.message_id
  // That a message is on the screen is known to the browser alone.
  useEffect(() => {
    if (!isOpen || blockId === undefined || lastId === undefined) return
    mutate({
      body: {
        block_id: blockId,
        last_id: lastId,
        ...(markerId === undefined ? {} : { marker_id: markerId }),
      },
    })
  }, [isOpen, blockId, lastId, markerId, mutate])
}
