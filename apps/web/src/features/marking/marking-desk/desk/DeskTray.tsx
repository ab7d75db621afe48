import { Button } from '@blueprintjs/core'
import type { PaperImages } from '../../marking-core/queue/paper-images.ts'
import type { RefusedMark } from '../../marking-core/queue/refused-mark.ts'
import { RefusedMarks } from '../unsent/RefusedMarks.tsx'
import css from './desk.module.css'

/** Scores that the server did not take, each with its paper. Never in the way of the next one. */
export function DeskTray(props: {
  unplaced: readonly RefusedMark[]
  images: PaperImages
  onDismiss: () => void
}) {
  if (props.unplaced.length === 0) return null
  return (
    <aside className={css['tray']} aria-label="未采纳的评阅" role="status">
      <header>
        ✕ 未采纳 {props.unplaced.length} 份
        <Button variant="minimal" size="small" onClick={props.onDismiss}>
          知道了
        </Button>
      </header>
      <RefusedMarks marks={props.unplaced} images={props.images} />
    </aside>
  )
}
