import type { ReactNode } from 'react'
import css from './state.module.css'

/** Says that there is nothing yet, why, and what to do. Never a bare 暂无数据. */
export function EmptyState(props: {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** `small` for the inside of a panel. */
  size?: 'small' | 'large'
}) {
  return (
    <div className={css['root']} data-size={props.size ?? 'small'}>
      <svg className={css['sheet']} viewBox="0 0 64 48" aria-hidden="true">
        <rect x="14" y="3" width="36" height="42" rx="3" />
        <path d="M21 12h14M21 19h22M21 26h22" />
        <circle cx="24" cy="36" r="2.5" />
        <circle cx="32" cy="36" r="2.5" />
        <circle cx="40" cy="36" r="2.5" />
      </svg>
      <p className={css['title']}>{props.title}</p>
      {props.children && <div className={css['text']}>{props.children}</div>}
      {props.action && <div className={css['actions']}>{props.action}</div>}
    </div>
  )
}
