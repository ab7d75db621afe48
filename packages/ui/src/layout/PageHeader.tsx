import type { ReactNode } from 'react'
import { PrintButton } from '../print/PrintButton.tsx'
import { useHasPrintable } from '../print/printable.tsx'
import css from './page-header.module.css'

/** Top of a page: its name, one line about it, and what can be done here; 打印 where the page has a table or chart. */
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
  const isPrintable = useHasPrintable()
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
        {(props.actions || isPrintable) && (
          <div className={css['actions']}>
            {isPrintable && <PrintButton />}
            {props.actions}
          </div>
        )}
      </div>
      {props.children}
    </header>
  )
}
