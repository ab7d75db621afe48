import { Button } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import { useState } from 'react'
import type { PaperImages } from '../queue/paper-images.ts'
import { SmallPaper } from '../views/SmallPaper.tsx'
import type { Unplaced } from './desk-state.ts'
import css from './desk.module.css'

/** Scores that the server did not take, each with its paper. Never in the way of the next one. */
export function DeskTray(props: {
  unplaced: readonly Unplaced[]
  images: PaperImages
  onDismiss: () => void
}) {
  const [shown, setShown] = useState<string | null>(null)
  if (props.unplaced.length === 0) return null
  return (
    <aside className={css['tray']} aria-label="未采纳的评阅" role="status">
      <header>
        ✕ 未采纳 {props.unplaced.length} 份
        <Button variant="minimal" size="small" onClick={props.onDismiss}>
          知道了
        </Button>
      </header>
      <ul>
        {props.unplaced.map((one) => (
          <li key={one.key}>
            密号 {one.secretCode}
            {one.totalMilli !== null && `（您给了 ${formatMilli(one.totalMilli)} 分）`}：
            {one.message}
            {one.parts.length > 0 && (
              <Button
                variant="minimal"
                size="small"
                aria-expanded={shown === one.key}
                onClick={() => setShown(shown === one.key ? null : one.key)}
              >
                {shown === one.key ? '收起' : '看卷'}
              </Button>
            )}
            {shown === one.key && (
              <SmallPaper parts={one.parts} images={props.images} alt={`密号 ${one.secretCode}`} />
            )}
          </li>
        ))}
      </ul>
    </aside>
  )
}
