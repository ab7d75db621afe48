import { routeKey, useCaller, useRoute } from '@hengjuan/client/react'
import {
  messagesGet,
  messagesUnread,
  type ReplyOf,
  supervisedSubjects,
  supervisionEvents,
} from '@hengjuan/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

export type Progress = ReplyOf<typeof supervisedSubjects>
export type BlockRow = Progress['blocks'][number]
export type SubjectRow = Progress['subjects'][number]

const POLL_MS = 5_000
/** A refused stream is asked for again; a broken one reconnects by itself. */
const RETRY_MS = 10_000
/** The server sends the state at least every half minute; after such a silence the stream is dead. */
const SILENT_MS = 90_000

/**
 * The progress of an exam, kept up to date by the server; by asking every five seconds while the stream
 * is broken.
 */
export function useLiveProgress(examId: number) {
  const { address } = useCaller()
  const queryClient = useQueryClient()
  const [isLive, setLive] = useState(false)

  // The stream belongs to the exam on screen and ends with the page.
  useEffect(() => {
    const input = { query: { exam_id: examId } }
    let source: EventSource | null = null
    let retry: ReturnType<typeof setTimeout> | undefined
    const leave = () => {
      clearTimeout(retry)
      source?.close()
      setLive(false)
    }
    const connect = () => {
      leave()
      const stream = new EventSource(address(supervisionEvents, input))
      source = stream
      retry = setTimeout(connect, SILENT_MS)
      stream.addEventListener('progress', ({ data }: MessageEvent<string>) => {
        setLive(true)
        clearTimeout(retry)
        retry = setTimeout(connect, SILENT_MS)
        queryClient.setQueryData(routeKey(supervisedSubjects, input), JSON.parse(data))
      })
      stream.addEventListener('messages', ({ data }: MessageEvent<string>) => {
        queryClient.setQueryData(routeKey(messagesUnread, input), JSON.parse(data))
        void queryClient.invalidateQueries({ queryKey: routeKey(messagesGet) })
      })
      stream.addEventListener('error', () => {
        setLive(false)
        if (stream.readyState !== EventSource.CLOSED) return
        clearTimeout(retry)
        retry = setTimeout(connect, RETRY_MS)
      })
    }
    connect()
    // A network that went away does not close a stream: nothing would come, and nobody would say so.
    window.addEventListener('offline', leave)
    window.addEventListener('online', connect)
    return () => {
      window.removeEventListener('offline', leave)
      window.removeEventListener('online', connect)
      clearTimeout(retry)
      source?.close()
    }
  }, [examId, address, queryClient])

  const progress = useRoute(
    supervisedSubjects,
    { query: { exam_id: examId } },
    { refetchInterval: isLive ? false : POLL_MS },
  )
  return { ...progress, isLive }
}
