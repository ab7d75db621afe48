import { useEffect, useState } from 'react'
import type { RubricView } from '../../marking-messages/rubric/rubric-view.ts'
import { useRubric } from '../../marking-messages/rubric/use-rubric.ts'
import type { Desk } from './desk-store.ts'
import { keepHere } from '@hengjuan/ui'

const keyOf = (blockId: number) => `hengjuan-rubric-read:${blockId}`

/** What changed in the rubric since the marker's last paper. */
export interface RubricNews {
  rubric: RubricView
  /** It was read, and is not said again on this computer. */
  onRead: () => void
}

/**
 * Keeps the rubric of the desk at the version that holds, and tells when that is another one than the
 * marker's last paper was given under; null once they have read it.
 *
 * @param announced - what the server says there is
 */
export function useRubricNews(
  desk: Desk,
  blockId: number,
  announced: number | undefined,
): RubricNews | null {
  const { rubric } = useRubric(blockId, announced)
  const [read, setRead] = useState(() => Number(localStorage.getItem(keyOf(blockId)) ?? 0))
  const shown = rubric?.shown
  // The desk hands papers in under the version that is on the page.
  useEffect(() => {
    if (shown) desk.readRubric(shown)
  }, [desk, shown])
  if (!rubric?.before || rubric.version <= read) return null
  return {
    rubric,
    onRead: () => {
      keepHere(keyOf(blockId), String(rubric.version))
      setRead(rubric.version)
    },
  }
}
