import { Button, type ButtonProps, Tooltip } from '@blueprintjs/core'
import type { MouseEvent } from 'react'

/** A button that says on hover and focus why it cannot be pressed; it stays reachable by keyboard. */
export function ReasonButton({
  reason,
  onClick,
  ...button
}: ButtonProps & { reason?: string | null | undefined }) {
  const refused = reason !== undefined && reason !== null && reason !== ''
  const press = (event: MouseEvent<HTMLElement>) => {
    if (refused) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Tooltip
      content={reason ?? ''}
      disabled={!refused}
      openOnTargetFocus
      // Beside it are the other buttons of the row.
      placement="bottom"
    >
      <Button
        {...button}
        onClick={press}
        aria-disabled={refused}
        {...(refused ? { className: `${button.className ?? ''} hj-refused` } : {})}
      />
    </Tooltip>
  )
}
