import type { ReactNode } from 'react'
import css from './login.module.css'

const shapes = { error: '✕', warning: '!' } as const

/** A sentence above the form: what went wrong or why one is here. */
export const Notice = (props: { kind: keyof typeof shapes; children: ReactNode }) => (
  <div className={css['notice']} data-kind={props.kind} role="alert">
    <span className={css['shape']} aria-hidden="true">
      {shapes[props.kind]}
    </span>
    {props.children}
  </div>
)
