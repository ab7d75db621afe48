import { routeKey, useCaller } from '@hengjuan/client/react'
import { spotCheckGet } from '@hengjuan/contracts'
import { useQuery } from '@tanstack/react-query'
import { type SampleForm, sampleQuery } from './sample.ts'

/** The reading of a sample that is on the table, and how many it has; one look for the whole page. */
export function useSpotSample(blockId: number, form: SampleForm) {
  const { call } = useCaller()
  const query = sampleQuery(blockId, form)
  const { data, error, refetch } = useQuery({
    queryKey: [...routeKey(spotCheckGet), query],
    queryFn: ({ signal }) =>
      call(spotCheckGet, { query: query ?? { block_id: blockId } }, { signal }),
    enabled: query !== null,
    // The paper on the table stays until the checker has said something.
    staleTime: Infinity,
  })
  return { isComplete: query !== null, data, error, refetch }
}
