import { HTMLSelect } from '@blueprintjs/core'
import {
  type BestOf,
  countedPlaces,
  formatMilli,
  legalScores,
  type Milli,
  type ScorePoint,
} from '@hengjuan/domain'
import css from './form.module.css'

/** What each point was given, beside what a correction makes of it: of a total that was typed, or chosen here. */
export function PointScores(props: {
  points: readonly ScorePoint[]
  given: readonly Milli[]
  /** Null while nothing is corrected, or a typed total that the points cannot make up. */
  corrected: readonly Milli[] | null
  /** Of optional questions that are all marked the best ones count; the others are shown as what they are. */
  bestOf?: BestOf | null
  isDisabled?: boolean
  onChange: (scores: Milli[]) => void
}) {
  const scores = props.points.map((_, at) => props.corrected?.[at] ?? props.given[at] ?? 0)
  const counted = countedPlaces([scores], props.bestOf)
  return (
    <ul className={css['pointScores']} aria-label="各给分点">
      {props.points.map((point, at) => {
        const given = props.given[at] ?? 0
        const score = scores[at] ?? 0
        return (
          <li key={at}>
            <span>
              {point.name}
              {!counted.includes(at) && <small>不计入</small>}
            </span>
            {score !== given && <span>{formatMilli(given)} →</span>}
            <HTMLSelect
              minimal
              aria-label={`${point.name}的分数`}
              data-changed={score !== given || undefined}
              disabled={props.isDisabled}
              value={score}
              options={choicesOf(point, given).map((value) => ({
                value,
                label: formatMilli(value),
              }))}
              onChange={({ currentTarget }) =>
                props.onChange(scores.with(at, Number(currentTarget.value)))
              }
            />
          </li>
        )
      })}
    </ul>
  )
}

/** The legal scores of a point, and the one that was given: its step may have been another then. */
const choicesOf = (point: ScorePoint, given: Milli): Milli[] =>
  [...new Set([...legalScores(point), given])].toSorted((a, b) => a - b)
