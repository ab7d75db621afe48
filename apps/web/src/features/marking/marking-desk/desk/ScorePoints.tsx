import { formatMilli } from '@hengjuan/domain'
import {
  type EntryRules,
  type ScoreEntry,
  select,
  shownScore,
} from '../../marking-core/entry/score-entry.ts'
import { type EarlierReading, EarlierScores } from './EarlierReadings.tsx'
import css from './score-panel.module.css'

/** A block may have more points than the panel has room for: the one in hand is among those in sight. */
const bringIntoSight = (row: HTMLLIElement | null): void =>
  row?.scrollIntoView({ block: 'nearest' })

/** The points of a paper with what they were given; the one in hand is in sight. */
export function ScorePoints(props: {
  rules: EntryRules
  entry: ScoreEntry
  earlier: readonly EarlierReading[]
  /** Points on which earlier readings disagree. */
  marked: readonly boolean[] | undefined
  onEdit: (change: (entry: ScoreEntry) => ScoreEntry) => void
}) {
  const { rules, entry, earlier, onEdit } = props
  return (
    <ol className={css['points']} aria-label="给分点">
      {rules.points.map(({ name, fullMilli }, index) => (
        <li key={index} ref={index === entry.at ? bringIntoSight : undefined}>
          <button
            type="button"
            className={css['point']}
            data-current={index === entry.at || undefined}
            data-marked={props.marked?.[index] || undefined}
            aria-current={index === entry.at || undefined}
            onClick={() => onEdit((now) => select(now, index))}
          >
            <span className={css['pointName']} title={name}>
              {props.marked?.[index] && <span aria-label="评分不一致">≠ </span>}
              {name}
            </span>
            <span className={css['pointEarlier']}>
              <EarlierScores readings={earlier} at={index} />
            </span>
            <span
              key={index === entry.at ? entry.refusals : 0}
              className={css['pointScore']}
              data-empty={shownScore(entry, index, rules) === '' || undefined}
              data-waiting={(index === entry.at && entry.buffer !== '') || undefined}
              data-refused={(index === entry.at && entry.refusals > 0) || undefined}
            >
              {shownScore(entry, index, rules) || '未给'}
            </span>
            <span className={css['pointFull']}>/{formatMilli(fullMilli)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
