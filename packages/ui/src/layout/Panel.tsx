import type { ReactNode } from 'react'
import css from './panel.module.css'

/** A surface that holds one subject. `flush` lets a table touch the edges. */
export function Panel(props: {
  title?: ReactNode
  /** Muted text beside the title. */
  note?: ReactNode
  actions?: ReactNode
  /** A muted line under the content: population, denominator, version. */
  footer?: ReactNode
  flush?: boolean
  className?: string
  children?: ReactNode
}) {
  const hasHead = props.title !== undefined || props.actions !== undefined
  return (
    <section className={[css['root'], props.className].filter(Boolean).join(' ')}>
      {hasHead && (
        <div className={css['head']}>
          <h2 className={css['title']}>
            {props.title}
            {props.note && <span className={css['note']}>{props.note}</span>}
          </h2>
          {props.actions && <div className={css['actions']}>{props.actions}</div>}
        </div>
      )}
      <div className={props.flush ? css['flush'] : css['body']} data-headed={hasHead || undefined}>
        {props.children}
      </div>
      {props.footer && <div className={css['footer']}>{props.footer}</div>}
    </section>
  )
}
