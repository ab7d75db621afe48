import { formatMilli } from '@hengjuan/domain'
import type { Score } from './score-entry.ts'
import css from './scan-review.module.css'

/** The marks that a written total is compared with; one of them can be chosen to be corrected. */
export function TotalParts(props: {
  score: Score
  /** Field of the mark that is being corrected; null: of the total itself. */
  chosen: string | null
  onPick: (target: string | null) => void
}) {
  const { score, chosen } = props
  if (!score.total) return null
  const { parts, sum_milli } = score.total
  const written = score.answer_milli ?? score.read_milli
  return (
    <div className={css['totalParts']} role="group" aria-label="总分与各题得分">
      <button type="button" aria-pressed={chosen === null} onClick={() => props.onPick(null)}>
        <span>卷面总分</span>
        <strong>{written === null ? '—' : formatMilli(written)}</strong>
      </button>
      <button type="button" disabled>
        <span>各题合计</span>
        <strong>{sum_milli === null ? '—' : formatMilli(sum_milli)}</strong>
      </button>
      {parts.map(({ target, block_name, counted_milli }) => (
        <button
          key={target}
          type="button"
          aria-pressed={chosen === target}
          title={`改${block_name}的得分`}
          onClick={() => props.onPick(target)}
        >
          <span>{block_name}</span>
          <strong>{counted_milli === null ? '—' : formatMilli(counted_milli)}</strong>
        </button>
      ))}
    </div>
  )
}
