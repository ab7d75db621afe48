import { formatMilli } from '@hengjuan/domain'
import { PointScores, Time } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { PressedEntries } from '../../marking-messages/rubric/PressedEntries.tsx'
import { SecondReaderGiven } from './SecondReaderGiven.tsx'
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
