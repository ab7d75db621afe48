import { useMemo } from 'react'
import { filter, useUrlFilters, type ValuesOf } from '../form/url-filters.ts'
import { MOST_PRINTED, usePrintMode } from '../print/printing.ts'
import type { Sort } from './column.ts'

const DEFAULT_LIMIT = 50

const paging = (limit: number) => ({
  page: filter.number(1),
  limit: filter.number(limit),
  order: filter.text(),
  asc: filter.oneOf(['', '1'], ''),
})

/** Filters as a call takes them: what is not set is left out. */
export type QueryOf<F> = {
  [K in keyof F]?: Exclude<ValuesOf<F>[K], null | ''>
}

/**
 * A list whose filters, page and order live in the address and are applied by the server. Define the filters outside
 * the component, under the names of the call's query.
 *
 * @param limit rows a page where the address names no other
 */
export function useServerTable<F extends object>(filters: F, limit = DEFAULT_LIMIT) {
  const all = useMemo(() => ({ ...paging(limit), ...filters }), [filters, limit])
  const { values, set, reset, isSet } = useUrlFilters(all)
  const place = values as ValuesOf<ReturnType<typeof paging>>
  const change = set as (next: Partial<typeof place>) => void
  // Paper has the whole list, and one row more says that it is too long for paper.
  const isForPaper = usePrintMode()
  const page = isForPaper ? 1 : Math.max(1, place.page)
  const size = isForPaper ? MOST_PRINTED + 1 : Math.max(1, place.limit)
  const query = Object.fromEntries(
    Object.keys(filters)
      .map((name) => [name, (values as Record<string, unknown>)[name]] as const)
      .filter(([, value]) => value !== null && value !== ''),
  ) as QueryOf<F>
  const sort: Sort | null = place.order
    ? { key: place.order, isAscending: place.asc === '1' }
    : null
  return {
    values: values as ValuesOf<F>,
    set: set as (next: Partial<ValuesOf<F>>) => void,
    reset,
    isSet,
    /** Filters that are set. */
    query,
    /** For calls that are paged. */
    paged: { page, limit: size },
    /** For a `DataTable` that is sorted by the server. */
    sort: {
      value: sort,
      onChange: (next: Sort | null) =>
        change({ order: next?.key ?? '', asc: next?.isAscending ? '1' : '' }),
    },
    /** For a `Pager`. */
    pager: {
      page,
      limit: size,
      onPage: (next: number) => change({ page: next }),
      onLimit: (next: number) => change({ limit: next }),
    },
  }
}
