import { Button } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import type { Reference, SeedFeedback } from './desk-state.ts'
import { ReferenceLine } from './ReferenceLine.tsx'
import css from './desk.module.css'

/**
 * What is said after papers were handed in: what came of seeds, where the leader lets markers know, and what
 * a second reader gave. Never in the way of the next paper.
 */
export function SeedTray(props: {
  feedback: readonly SeedFeedback[]
  onRead: () => void
  reference: Reference | null
  onReferenceOff: () => void
}) {
  const line = props.reference && (
    <ReferenceLine reference={props.reference} onOff={props.onReferenceOff} />
  )
  if (props.feedback.length === 0)
    return (
      line && (
        <aside className={css['tray']} data-place="right" aria-label="AI 参考" role="status">
          {line}
        </aside>
      )
    )
  return (
    <aside className={css['tray']} data-place="right" aria-label="种子卷结果" role="status">
      <header>
        种子卷结果 {props.feedback.length} 份
        <Button variant="minimal" size="small" onClick={props.onRead}>
          知道了
        </Button>
      </header>
      <ul>
        {props.feedback.map((one) => (
          <li key={one.reading_id}>
            {one.is_passed ? '✓' : '✕'} 您给了 {formatMilli(one.total_milli)} 分，标准分{' '}
            {formatMilli(one.definitive_milli)} 分
            {one.comments.length > 0 && `：${one.comments.join('；')}`}
          </li>
        ))}
      </ul>
      {line}
    </aside>
  )
}
