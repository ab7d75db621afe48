import { Button } from '@blueprintjs/core'
import type { Unplaced } from './desk-state.ts'
import css from './desk.module.css'

/** Scores that the server did not take. Never in the way of the next paper. */
export function DeskTray(props: { unplaced: readonly Unplaced[]; onDismiss: () => void }) {
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
            密号 {one.secretCode}：{one.message}
          </li>
        ))}
      </ul>
    </aside>
  )
}
