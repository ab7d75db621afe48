import type { ReactNode } from 'react'
import css from './status.module.css'

/** Shapes of the four states; colour never stands alone. */
export const STATUS_SHAPES = { ok: '✓', warn: '!', bad: '✕', idle: '–', busy: '◔' } as const
export type Status = keyof typeof STATUS_SHAPES

/** A state as shape, word and colour. */
export function StatusTag(props: { status: Status; children: ReactNode; title?: string }) {
  return (
    <span className={css['tag']} data-status={props.status} title={props.title}>
      <span className={css['shape']} aria-hidden="true">
        {STATUS_SHAPES[props.status]}
      </span>
      {props.children}
    </span>
  )
}
