import { Tooltip } from '@blueprintjs/core'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import css from './status.module.css'

/**
 * A figure that says on hover and focus how it comes about, and opens what it counts where there is anything.
 *
 * @source ui D1 rule 3
 */
export function Figure(props: {
  /** Formula with its denominator, in words. */
  formula: string
  /** Address of the rows that it counts. */
  to?: string | null
  /** Opens the rows on this page. */
  onOpen?: (() => void) | undefined
  /** Where the formula is shown; beside a figure that stands under what one works with. */
  placement?: 'top' | 'right' | 'bottom'
  children: ReactNode
}) {
  const { formula, to, onOpen } = props
  // A row that opens something of its own must not do so as well.
  const alone = (event: MouseEvent) => event.stopPropagation()
  return (
    <Tooltip
      content={formula}
      openOnTargetFocus
      hoverOpenDelay={200}
      placement={props.placement ?? 'top'}
    >
      {to ? (
        <Link className={css['figure']} to={to} onClick={alone}>
          {props.children}
        </Link>
      ) : onOpen ? (
        <button
          type="button"
          className={css['figure']}
          onClick={(event) => {
            alone(event)
            onOpen()
          }}
        >
          {props.children}
        </button>
      ) : (
        <span className={css['figure']}>{props.children}</span>
      )}
    </Tooltip>
  )
}
