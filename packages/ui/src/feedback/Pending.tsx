import { ErrorState } from './ErrorState.tsx'
import { SkeletonLines } from './Skeleton.tsx'

/**
 * In the place of data that are not there: grey lines while they are on their way, or the error with 重试. For a page
 * that is nothing without them: `if (!data) return <Pending error={error} refetch={refetch} />`.
 */
export function Pending(props: {
  error: unknown
  refetch: () => unknown
  lines?: number
  /** Of the error: `large` in place of a whole page. */
  size?: 'small' | 'large'
  /** Where nothing around it leaves a margin. */
  inset?: boolean
}) {
  if (props.error)
    return (
      <ErrorState
        size={props.size ?? 'small'}
        error={props.error}
        onRetry={() => void props.refetch()}
      />
    )
  return <SkeletonLines lines={props.lines ?? 6} inset={props.inset ?? false} />
}
