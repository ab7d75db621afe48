import { followEvents } from '@hengjuan/client'
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
    return followEvents(address(supervisionEvents, input), {
      on: {
        progress: (state) => queryClient.setQueryData(routeKey(supervisedSubjects, input), state),
        messages: (counts) => {
          queryClient.setQueryData(routeKey(messagesUnread, input), counts)
          void queryClient.invalidateQueries({ queryKey: routeKey(messagesGet) })
        },
      },
      onLive: setLive,
      retryMs: RETRY_MS,
      silentMs: SILENT_MS,
    })
  }, [examId, address, queryClient])

  const progress = useRoute(
    supervisedSubjects,
    { query: { exam_id: examId } },
    { refetchInterval: isLive ? false : POLL_MS },
  )
  return { ...progress, isLive }
}
