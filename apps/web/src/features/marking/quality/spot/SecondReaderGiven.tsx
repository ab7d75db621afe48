import { formatMilli } from '@hengjuan/domain'
import type { SpotTask } from './SpotDesk.tsx'
import css from './spot.module.css'

/** What a second reader gave, for comparison: as hidden as the marker's score while the check is blind. */
export function SecondReaderGiven(props: {
  given: NonNullable<SpotTask['second_reader']>
  /** What the marker gave, by point. */
  scores: readonly number[]
  points: readonly { name: string }[]
}) {
  const { given, points } = props
  return (
    <>
      <div className={css['given']} title={`${given.name} ${given.version}，不计入成绩`}>
        <span>AI 参考</span>
        <strong data-testid="spot-second-reader">{formatMilli(given.total_milli)}</strong>
        {given.confidence !== null && <span>把握 {given.confidence}%</span>}
      </div>
      {points.length > 1 && given.scores.length === points.length && (
        <ul className={css['points']}>
          {points.map((point, index) => (
            <li key={index}>
              <span>
                {given.scores[index] !== props.scores[index] && (
                  <span aria-label="与教师给分不同">≠ </span>
                )}
                {point.name}
              </span>
              <b>{formatMilli(given.scores[index] ?? 0)}</b>
            </li>
          ))}
        </ul>
      )}
      {given.reason !== '' && <p style={{ margin: 0, color: 'var(--hj-ink-2)' }}>{given.reason}</p>}
    </>
  )
}
