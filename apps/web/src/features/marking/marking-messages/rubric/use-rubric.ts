import { useRoute } from '@hengjuan/client/react'
import { rubricGet } from '@hengjuan/contracts'
import { useEffect } from 'react'

/**
 * The rubric of a block as it holds.
 *
 * @param announced - the version that the server says there is, where the page hears of that; read again
 *   when it is another one
 */
export function useRubric(blockId: number, announced?: number) {
  const { data, error, refetch } = useRoute(
    rubricGet,
    { query: { block_id: blockId } },
    { staleTime: Infinity },
  )
  const held = data?.version
  // What was announced comes from the server; there is no other sign that somebody saved a version.
  useEffect(() => {
    if (announced !== undefined && held !== undefined && announced > held) void refetch()
  }, [announced, held, refetch])
  return { rubric: data, error }
}
