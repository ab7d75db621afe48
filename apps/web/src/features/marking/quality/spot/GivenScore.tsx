import { formatMilli } from '@hengjuan/domain'
import { PointScores, Time } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { PressedEntries } from '../../marking-messages/rubric/PressedEntries.tsx'
import type { SpotTask } from './SpotDesk.tsx'
import type { Scale } from './verdict.ts'
import { checkText } from './verdict-words.ts'
import css from './spot.module.css'

/** What the marker gave, by which entries of the rubric, and what others said of it; hidden from a blind check. */
export function GivenScore(props: {
  task: SpotTask
  scale: Scale
  isShown: boolean
  /** Points of a score that is about to be said instead; null for none. */
  corrected: readonly number[] | null
  isSending: boolean
  onPoints: (scores: number[]) => void
  rubric: ReactNode
}) {
  const { task, scale, isShown } = props
  const { points, bestOf } = scale
  return (
    <>
      <div className={css['given']}>
        <span>教师给分</span>
        <strong data-testid="spot-given">{isShown ? formatMilli(task.total_milli) : '？'}</strong>
        <span>/ {formatMilli(scale.fullMilli)}</span>
      </div>
      {isShown && points.length > 1 && (
        <PointScores
          points={points}
          given={task.scores}
          corrected={props.corrected}
          bestOf={bestOf}
          isDisabled={props.isSending}
          onChange={props.onPoints}
        />
      )}
      {isShown && <PressedEntries pressed={task.pressed} />}
      {props.rubric}
      {isShown && task.checks.length > 0 && (
        <ul className={css['checks']} aria-label="抽查记录">
          {task.checks.map((check) => (
            <li key={check.checked_at}>
              <Time at={check.checked_at} /> {check.checker_name}抽查{check.marker_name}：
              {checkText(check)}
            </li>
          ))}
        </ul>
      )}
      {isShown && task.second_reader && (
        <SecondReaderGiven given={task.second_reader} scores={task.scores} points={points} />
      )}
    </>
  )
}

/** What a second reader gave, for comparison: as hidden as the marker's score while the check is blind. */
function SecondReaderGiven(props: {
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
