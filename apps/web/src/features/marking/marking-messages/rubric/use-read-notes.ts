import { routeKey, useCall } from '@hengjuan/client/react'
import { messagesUnread, notesRead } from '@hengjuan/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Tells the server which notes have come onto a marker's screen. */
export function useReadNotes(
  blockId: number,
  notes: readonly { note_id: number; is_new: boolean }[] | undefined,
): void {
  const client = useQueryClient()
  const { mutate } = useCall(notesRead, {
    onSuccess: () => client.invalidateQueries({ queryKey: routeKey(messagesUnread) }),
  })
  const lastId = notes?.findLast(({ is_new }) => is_new)?.note_id
  // That a note is on the screen is known to the browser alone.
  useEffect(() => {
    if (lastId !== undefined) mutate({ body: { block_id: blockId, last_id: lastId } })
  }, [blockId, lastId, mutate])
}
