import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './quick-entrances.module.css'

export interface Entrance {
  to: string
  title: string
  /** The menu that it belongs to, when it has another name. */
  group: string | null
  icon: ReactNode
}

/** Large links to what the current role may open. */
export function QuickEntrances({ entrances }: { entrances: readonly Entrance[] }) {
  return (
    <div className={css['grid']}>
      {entrances.map(({ to, title, group, icon }) => (
        <Link key={to} to={to} className={css['entrance']}>
          <span className={css['icon']}>{icon}</span>
          <span className={css['text']}>
            <strong>{title}</strong>
            {group && <span>{group}</span>}
          </span>
        </Link>
      ))}
    </div>
  )
}
