import { routeKey } from '@hengjuan/client/react'
import {
  benchmarkScripts,
  blockMasterDetail,
  bulkReturns,
  checkBlockStatus,
  checkDetail,
  masterSpotCheck,
  paperRecord,
  supervisedPapers,
  trendTaskDetail,
} from '@hengjuan/contracts'
import type { QueryClient } from '@tanstack/react-query'

/** Whatever shows readings or how far checking is. */
const SHOWN = [
  bulkReturns,
  checkDetail,
  trendTaskDetail,
  checkBlockStatus,
  blockMasterDetail,
  bulkReturns,
  masterSpotCheck,
  benchmarkScripts,
  paperRecord,
  supervisedPapers,
]

/** Has all that shows readings look again, after something was decided about one of them or many. */
export const showAnew = (client: QueryClient): Promise<unknown> =>
  Promise.all(SHOWN.map((route) => client.invalidateQueries({ queryKey: routeKey(route) })))
