import type { ReactNode } from 'react'
import css from './page-header.module.css'

/** Top of a page: its name, one line about it, and what can be done here. */
export function PageHeader(props: {
  title: ReactNode
  /** A muted line under the title: what is shown, how many, as of when. */
  subtitle?: ReactNode
  /** Beside the title: status tags. */
  tags?: ReactNode
  /** At the right, most important last. */
  actions?: ReactNode
  /** Under the title: tabs or a filter bar. */
  children?: ReactNode
}) {
  return (
    <header className={css['root']}>
      <div className={css['row']}>
        <div className={css['text']}>
          <h1 className={css['title']}>
            {props.title}
            {props.tags && <span className={css['tags']}>{props.tags}</span>}
          </h1>
          {props.subtitle && <p className={css['subtitle']}>{props.subtitle}</p>}
        </div>
        {props.actions && <div className={css['actions']}>{props.actions}</div>}
      </div>
      {props.children}
    </header>
  )
}
