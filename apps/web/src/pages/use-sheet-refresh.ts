import {
  examGet,
  examProgress,
  sheetDetail,
  sheetGet,
  sheetInfo,
  sheetList,
} from '@hengjuan/contracts'
import { useQueryClient } from '@tanstack/react-query'

/** Reads anew whatever shows a sheet, once it was changed. */
export function useSheetRefresh() {
  const cache = useQueryClient()
  return () =>
    Promise.all(
      [examGet, examProgress, sheetGet, sheetInfo, sheetDetail, sheetList].map(({ path }) =>
        cache.invalidateQueries({ queryKey: [path] }),
      ),
    )
}
