import { followEvents } from '@hengjuan/client'
import { routeKey, useCaller, useRoute } from '@hengjuan/client/react'
import { messagesGet, messagesUnread, supervisionEvents } from '@hengjuan/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const RETRY_MS = 30_000
/** Where no stream comes through. */
const POLL_MS = 60_000

/** Unread messages of an exam, by block; what the server pushes lands in the same place. Undefined before it answered. */
export function useMessageCounts(examId: number) {
  const { data } = useRoute(
    messagesUnread,
    { query: { exam_id: examId } },
    { refetchInterval: POLL_MS },
  )
  return data?.list
}

/** Listens for messages of an exam while the page is open, on pages that have no other stream. */
export function useMessageStream(examId: number): void {
  const { address } = useCaller()
  const queryClient = useQueryClient()
  // The stream belongs to the exam on screen and ends with the page.
  useEffect(() => {
    const query = { exam_id: examId }
    return followEvents(address(supervisionEvents, { query: { ...query, only: 'messages' } }), {
      on: {
        messages: (counts) => {
          queryClient.setQueryData(routeKey(messagesUnread, { query }), counts)
          void queryClient.invalidateQueries({ queryKey: routeKey(messagesGet) })
        },
      },
      retryMs: RETRY_MS,
    })
  }, [examId, address, queryClient])
}
