import { Tooltip } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import css from './form.module.css'

/**
 * Around a field that is disabled: says on hover and focus why; the field itself can have neither.
 *
 * @source ui D1 rule 2
 */
export function WithReason(props: {
  /** Why the field is disabled; null while it is not. */
  reason: string | null
  /** As wide as what it stands in. */
  fill?: boolean
  children: ReactNode
}) {
  const { reason, fill = false } = props
  const refused = reason !== null
  return (
    <Tooltip
      content={reason ?? ''}
      disabled={!refused}
      openOnTargetFocus
      fill={fill}
      placement="bottom-start"
    >
      <span
        className={css['withReason']}
        data-refused={refused || undefined}
        data-fill={fill || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who comes by keyboard is told as well
        tabIndex={refused ? 0 : undefined}
      >
        {props.children}
      </span>
    </Tooltip>
  )
}
