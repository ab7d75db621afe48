import type { ReactNode } from 'react'
import css from './keys.module.css'

/** Questions at the left, the one in hand at the right. */
export const KeysLayout = ({ children }: { children: ReactNode }) => (
  <div className={css['page']}>{children}</div>
)
