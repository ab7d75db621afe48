import type { FlowMark } from '@hengjuan/domain'
import css from './flow.module.css'

const WORDS: Record<FlowMark, string> = {
  done: '已完成',
  now: '进行中',
  waiting: '有未完成项',
  later: '未开始',
}
const SHAPES: Record<FlowMark, string> = { done: '●', now: '◐', waiting: '◐', later: '○' }

/** How a step stands, as shape, word and colour. */
export const FlowDot = ({ mark, label }: { mark: FlowMark; label?: string }) => (
  <span className={css['dot']} data-mark={mark}>
    <span aria-hidden="true">{SHAPES[mark]}</span> {label ? `${label} · ` : ''}
    {WORDS[mark]}
  </span>
)
