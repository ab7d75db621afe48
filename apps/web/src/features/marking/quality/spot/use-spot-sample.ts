import { routeKey, useCaller } from '@hengjuan/client/react'
import { masterSpotCheck, spotCheckGet } from '@hengjuan/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SampleForm, sampleQuery } from './sample.ts'

/** As whom somebody samples: over the subjects of a role, or over the blocks that are led. */
export type Sampler = 'supervisor' | 'leader'

const ROUTES = { supervisor: spotCheckGet, leader: masterSpotCheck }

/** The reading of a sample that is on the table, and how many it has; one look for the whole page. */
export function useSpotSample(blockId: number, form: SampleForm, by: Sampler = 'supervisor') {
  const { call } = useCaller()
  const query = sampleQuery(blockId, form)
  const route = ROUTES[by]
  const key = [...routeKey(route), query]
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(route, { query: query ?? { block_id: blockId } }, { signal }),
    enabled: query !== null,
    // The paper on the table stays until the checker has said something, and is anybody's once it is not there.
    staleTime: Infinity,
    gcTime: 0,
  })
  const client = useQueryClient()
  /** The same reading as it is now, in its place. */
  const look = async (readingId: number) => {
    const named = { ...(query ?? { block_id: blockId }), task_detail_id: readingId }
    const now = await call(route, { query: named })
    client.setQueryData(key, now)
    return now
  }
  return { isComplete: query !== null, data, error, refetch, isFetching, look }
}
