import { useRoute } from '@hengjuan/client/react'
import { paperWords } from '@hengjuan/contracts'

/** Counted words of a paper in hand. They do not change while it is there. */
export const usePaperWords = (blockId: number, readingId: number) =>
  useRoute(
    paperWords,
    { query: { block_id: blockId, reading_id: readingId } },
    { staleTime: Infinity },
  )
