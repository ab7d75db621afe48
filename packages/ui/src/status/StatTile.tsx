import { Tooltip } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { STATUS_SHAPES, type Status } from './StatusTag.tsx'
import css from './status.module.css'

/** One figure with its name. With `onClick` it opens what the figure counts. */
export function StatTile(props: {
  label: ReactNode
  value: ReactNode
  unit?: string
  /** Under the figure: its denominator, a comparison, how old it is. */
  note?: ReactNode
  status?: Status
  /** Formula with its denominator, on hover and focus. */
  formula?: string
  onClick?: () => void
}) {
  const content = (
    <>
      <span className={css['tileLabel']}>
        {props.label}
        {props.status && (
          <span className={css['tileShape']} data-status={props.status} aria-hidden="true">
            {STATUS_SHAPES[props.status]}
          </span>
        )}
      </span>
      <span className={css['tileValue']}>
        {props.value}
        {props.unit && <small>{props.unit}</small>}
      </span>
      {props.note && <span className={css['tileNote']}>{props.note}</span>}
    </>
  )
  const tile = props.onClick ? (
    <button type="button" className={css['tile']} onClick={props.onClick}>
      {content}
    </button>
  ) : (
    <div className={css['tile']}>{content}</div>
  )
  if (props.formula === undefined) return tile
  return (
    <Tooltip content={props.formula} openOnTargetFocus fill hoverOpenDelay={200}>
      {tile}
    </Tooltip>
  )
}

/** A row of tiles of equal width. */
export const StatTiles = (props: { children: ReactNode }) => (
  <div className={css['tiles']}>{props.children}</div>
)
