import type { ReactNode } from 'react'
import css from './scan-frame.module.css'

/** A page of the scanner's that fills the window: what it is about, what is done at its right, and the work below. */
export const ScanFrame = (props: {
  title: ReactNode
  /** Beside the title. */
  about?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) => (
  <div className={css['root']}>
    <header className={css['head']}>
      <h1>{props.title}</h1>
      {props.about}
      <span className={css['grow']} />
      {props.actions}
    </header>
    {props.children}
  </div>
)
