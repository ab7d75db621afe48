import { CallError } from '@hengjuan/client'
import { EmptyState, ErrorState } from '@hengjuan/ui'
import { Button } from '@blueprintjs/core'

/**
 * In place of something beside the paper in hand that the server did not give. Without the network it says
 * what still works: nobody is to think that the marking has stopped.
 */
export const OutOfReach = (props: {
  error: unknown
  onRetry: () => void
  /** What cannot be had without the network, and what can be done all the same. */
  offline: { title: string; text: string }
}) =>
  props.error instanceof CallError && props.error.code === 'OFFLINE' ? (
    <EmptyState title={props.offline.title} action={<Button onClick={props.onRetry}>重试</Button>}>
      {props.offline.text}
    </EmptyState>
  ) : (
    <ErrorState error={props.error} onRetry={props.onRetry} />
  )
