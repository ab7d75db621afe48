import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** How one filter is written in the address. */
export interface Filter<Value> {
  fallback: Value
  read: (texts: string[]) => Value
  write: (value: Value) => string[]
}

const integer = (text: string | undefined): number | null =>
  text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : null

/** Kinds of filter; a value that makes no sense in the address reads as the fallback. */
export const filter = {
  text: (fallback = ''): Filter<string> => ({
    fallback,
    read: ([text]) => text ?? fallback,
    write: (value) => [value],
  }),
  number: (fallback: number): Filter<number> => ({
    fallback,
    read: ([text]) => integer(text) ?? fallback,
    write: (value) => [String(value)],
  }),
  /** Nothing chosen is `null`. */
  id: (): Filter<number | null> => ({
    fallback: null,
    read: ([text]) => integer(text),
    write: (value) => (value === null ? [] : [String(value)]),
  }),
  oneOf: <const Value extends string>(
    values: readonly Value[],
    fallback: Value,
  ): Filter<Value> => ({
    fallback,
    read: ([text]) => values.find((value) => value === text) ?? fallback,
    write: (value) => [value],
  }),
  texts: (): Filter<readonly string[]> => ({
    fallback: [],
    read: (texts) => texts,
    write: (value) => [...value],
  }),
}

/** Where a list is scrolled to and how it is sorted hides nothing of it. */
const NO_FILTERS: ReadonlySet<string> = new Set(['page', 'limit', 'order', 'asc'])

type Filters = Record<string, Filter<never>>
export type ValuesOf<F> = { [K in keyof F]: F[K] extends Filter<infer Value> ? Value : never }

/** Reads all filters from an address. */
export function readFilters<F>(filters: F, query: URLSearchParams): ValuesOf<F> {
  return Object.fromEntries(
    Object.entries(filters as Filters).map(([name, { read, fallback }]) => [
      name,
      query.has(name) ? read(query.getAll(name)) : fallback,
    ]),
  ) as unknown as ValuesOf<F>
}

/** The address after a change. What equals its fallback is left out; a change elsewhere returns to page 1. */
export function writeFilters<F>(
  filters: F,
  query: URLSearchParams,
  change: Partial<ValuesOf<F>>,
): URLSearchParams {
  const next = new URLSearchParams(query)
  if (!('page' in change)) next.delete('page')
  for (const [name, value] of Object.entries(change)) {
    const one = (filters as Filters)[name]
    if (!one) continue
    next.delete(name)
    const texts = one.write(value as never)
    if (texts.join('\0') === one.write(one.fallback).join('\0')) continue
    for (const text of texts) next.append(name, text)
  }
  return next
}

/**
 * Filters that live in the address, so that back, reload and a copied link keep them. Define the
 * filters outside the component: `const filters = { keyword: filter.text(), page: filter.number(1) }`.
 */
export function useUrlFilters<F>(filters: F) {
  const [query, setQuery] = useSearchParams()
  const values = useMemo(() => readFilters(filters, query), [filters, query])
  const set = useCallback(
    (change: Partial<ValuesOf<F>>) =>
      setQuery((before) => writeFilters(filters, before, change), {
        replace: true,
        preventScrollReset: true,
      }),
    [filters, setQuery],
  )
  const reset = useCallback(
    () =>
      set(
        Object.fromEntries(
          Object.entries(filters as Filters).flatMap(([name, { fallback }]) =>
            NO_FILTERS.has(name) && name !== 'page' ? [] : [[name, fallback]],
          ),
        ) as unknown as ValuesOf<F>,
      ),
    [filters, set],
  )
  const isSet = Object.keys(filters as Filters).some(
    (name) => !NO_FILTERS.has(name) && query.has(name),
  )
  return { values, set, reset, isSet }
}
