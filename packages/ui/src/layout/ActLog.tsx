import type { ReactNode } from 'react'
import { Time } from '../time/Time.tsx'
import css from './act-log.module.css'

/** What was done, newest first; `inset` where nothing around it leaves a margin. More than fits is scrolled to. */
export const ActLog = (props: { label: string; inset?: boolean; children: ReactNode }) => (
  <ul className={css['log']} data-inset={props.inset || undefined} aria-label={props.label}>
    {props.children}
  </ul>
)

/** One act: when, what and by whom; paragraphs that say more, and the button that takes it back. */
export const LoggedAct = (props: {
  at: string
  what: ReactNode
  by?: string
  action?: ReactNode
  children?: ReactNode
}) => (
  <li>
    <Time at={props.at} />
    <div>
      <strong>{props.what}</strong> {props.by}
      {props.children}
    </div>
    {props.action}
  </li>
)
