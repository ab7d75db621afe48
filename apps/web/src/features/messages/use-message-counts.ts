import { routeKey, useCaller, useRoute } from '@hengjuan/client/react'
import { messagesGet, messagesUnread, type ReplyOf, supervisionEvents } from '@hengjuan/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** A refused stream is asked for again; a broken one reconnects by itself. */
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
    let source: EventSource | null = null
    let retry: ReturnType<typeof setTimeout> | undefined
    const connect = () => {
      const stream = new EventSource(
        address(supervisionEvents, { query: { exam_id: examId, only: 'messages' } }),
      )
      source = stream
      stream.addEventListener('messages', ({ data }: MessageEvent<string>) => {
        const counts = JSON.parse(data) as ReplyOf<typeof messagesUnread>
        queryClient.setQueryData(routeKey(messagesUnread, { query: { exam_id: examId } }), counts)
        void queryClient.invalidateQueries({ queryKey: routeKey(messagesGet) })
      })
      stream.addEventListener('error', () => {
        if (stream.readyState === EventSource.CLOSED) retry = setTimeout(connect, RETRY_MS)
      })
    }
    connect()
    return () => {
      clearTimeout(retry)
      source?.close()
    }
  }, [examId, address, queryClient])
}
