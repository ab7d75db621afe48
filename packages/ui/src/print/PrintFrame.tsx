import type { ReactNode } from 'react'
import css from './print.module.css'
import { PrintMode } from './printing.ts'

/** A page for paper, without anything around it: `?print=1`. */
export const PrintFrame = (props: { footer: ReactNode; children: ReactNode }) => (
  <PrintMode value={true}>
    <div className={css['root']}>
      {props.children}
      <footer className={css['footer']}>{props.footer}</footer>
    </div>
  </PrintMode>
)
