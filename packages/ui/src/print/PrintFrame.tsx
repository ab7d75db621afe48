import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keptBefore } from '../navigation/kept.ts'
import css from './print.module.css'
import { Paper } from './Paper.tsx'
import { PRINT, PrintMode } from './printing.ts'

/** A page for paper, without anything around it: `?print=1`. Above it, on screen only, the way to the printer and back. */
export function PrintFrame(props: { footer: ReactNode; children: ReactNode }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const close = () => {
    if (keptBefore() !== undefined) return void navigate(-1)
    // Opened by its address.
    const query = new URLSearchParams(search)
    query.delete(PRINT)
    void navigate(`${pathname}?${query}`, { replace: true })
  }
  return (
    <PrintMode value={true}>
      <Paper />
      <div className={css['bar']} role="toolbar" aria-label="打印预览">
        <span>打印预览</span>
        <Button onClick={close}>返回</Button>
        <Button intent="primary" icon={<PrintIcon />} onClick={() => window.print()}>
          打印或存为 PDF
        </Button>
      </div>
      <main className={css['root']}>
        {props.children}
        <footer className={css['footer']}>{props.footer}</footer>
      </main>
    </PrintMode>
  )
}
