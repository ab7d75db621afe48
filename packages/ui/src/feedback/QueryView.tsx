import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { SkeletonLines } from './Skeleton.tsx'

/** What of a query counts for what is shown; `UseQueryResult` has it. */
export interface ShownQuery<Data> {
  data: Data | undefined
  error: unknown
  refetch: () => unknown
}

/**
 * The data of a query, or what stands in their place: a skeleton while they are on their way, the error with 重试 and
 * its tracking number, or `empty` where there are none. Data that are there stay when asking again fails.
 */
export function QueryView<Data>(props: {
  query: ShownQuery<Data>
  /** Default: lines of text. */
  skeleton?: ReactNode
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  /** Of the error: `large` in place of a whole page. */
  size?: 'small' | 'large'
  /** For errors that have more to say than 重试; null for all others. */
  instead?: (error: unknown) => ReactNode
  children: (data: Data) => ReactNode
}): ReactNode {
  const { data, error, refetch } = props.query
  if (data !== undefined) return props.isEmpty?.(data) ? props.empty : props.children(data)
  if (!error) return props.skeleton ?? <SkeletonLines lines={6} />
  return (
    props.instead?.(error) ?? (
      <ErrorState
        error={error}
        onRetry={() => void refetch()}
        {...(props.size ? { size: props.size } : {})}
      />
    )
  )
}
