import type { InputOf, ReplyOf, Route } from '@hengjuan/contracts'
import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, useContext, useRef } from 'react'
import type { Caller } from './caller.ts'
import type { CallError } from './call-error.ts'

const CallerContext = createContext<Caller | null>(null)

/** Gives the hooks below the caller they use. */
export const CallerProvider = (props: { caller: Caller; children: ReactNode }): ReactNode =>
  createElement(CallerContext.Provider, { value: props.caller }, props.children)

/** The caller itself, for pages that call outside a hook. */
export function useCaller(): Caller {
  const caller = useContext(CallerContext)
  if (!caller) throw new Error('CallerProvider is missing')
  return caller
}

/** Cache key of a call; without input, of all calls of that route. */
export const routeKey = <R extends Route>(route: R, input?: InputOf<R>): QueryKey =>
  input === undefined ? [route.path, route.method] : [route.path, route.method, input]

/** Data of a GET call, cached by route and input. */
export function useRoute<R extends Route>(
  route: R,
  input: InputOf<R>,
  options: Omit<UseQueryOptions<ReplyOf<R>, CallError>, 'queryKey' | 'queryFn'> = {},
): UseQueryResult<ReplyOf<R>, CallError> {
  const { call } = useCaller()
  return useQuery<ReplyOf<R>, CallError>({
    ...options,
    queryKey: routeKey(route, input),
    queryFn: ({ signal }) => call(route, input, { signal }),
  })
}

/** What a call of a paged list answers. */
interface Page {
  total: number
  page: number
  page_size: number
}

/** The first pages of a GET call of a paged list, one after the other: `fetchNextPage` asks for one more. */
export function useRoutePages<R extends Route>(
  route: R,
  input: InputOf<R> & { query: { page?: never } },
  options: { keepsPrevious?: boolean } = {},
): UseInfiniteQueryResult<InfiniteData<ReplyOf<R> & Page>, CallError> {
  const { call } = useCaller()
  return useInfiniteQuery<
    ReplyOf<R> & Page,
    CallError,
    InfiniteData<ReplyOf<R> & Page>,
    QueryKey,
    number
  >({
    queryKey: [...routeKey(route, input), 'pages'],
    queryFn: async ({ signal, pageParam }) =>
      (await call(
        route,
        { ...input, query: { ...input.query, page: pageParam } },
        { signal },
      )) as ReplyOf<R> & Page,
    initialPageParam: 1,
    getNextPageParam: ({ page, page_size, total }) =>
      page * page_size < total ? page + 1 : undefined,
    ...(options.keepsPrevious ? { placeholderData: (previous) => previous } : {}),
  })
}

/**
 * A call that changes something. Call `mutate(input)`; refresh caches in `onSuccess`. What is pressed again before the
 * answer is there is not sent twice.
 */
export function useCall<R extends Route>(
  route: R,
  options: {
    onSuccess?: (reply: ReplyOf<R>, input: InputOf<R>) => void | Promise<unknown>
    onError?: (error: CallError) => void
  } = {},
): UseMutationResult<ReplyOf<R>, CallError, InputOf<R> & { payload?: BodyInit }> {
  const { call } = useCaller()
  const underWay = useRef(new Map<string, Promise<ReplyOf<R>>>())
  return useMutation({
    mutationFn: (input: InputOf<R> & { payload?: BodyInit }) => {
      const { payload, ...rest } = input as { payload?: BodyInit }
      if (payload !== undefined) return call(route, rest as InputOf<R>, { payload })
      const key = JSON.stringify(rest)
      const sent =
        underWay.current.get(key) ??
        call(route, rest as InputOf<R>).finally(() => underWay.current.delete(key))
      underWay.current.set(key, sent)
      return sent
    },
    ...options,
  })
}

/** Has whatever these calls answered asked for anew, as far as it is on the page. */
export function useRefresh(...routes: readonly Route[]): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: routeKey(route) })))
}
