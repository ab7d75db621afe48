import { Button } from '@blueprintjs/core'
import { formatMilli, type Milli } from '@hengjuan/domain'
import type { DeskAction } from '../../marking-core/keys/desk-actions.ts'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import { PressedEntries } from '../../marking-messages/rubric/PressedEntries.tsx'
import css from './earlier-readings.module.css'

/** What somebody gave before, under a letter, with the name where the block shows it. */
export interface EarlierReading {
  label: string
  marker_name?: string
  scores: readonly Milli[]
  total_milli: Milli
  pressed: readonly { text: string; milli: Milli }[]
}

/** What takes earlier scores over; a third reader only looks. */
export interface TakeEarlier {
  onOne: (index: number) => void
  onMean: () => void
}

const TAKES: readonly DeskAction[] = ['takeFirst', 'takeSecond', 'takeThird']

/** Totals of earlier readings; what they gave for each point stands in its row (`EarlierScores`). @source ui D3 */
export function EarlierReadings(props: {
  readings: readonly EarlierReading[]
  take: TakeEarlier | null
}) {
  const { readings, take } = props
  const isNamed = readings.some(({ marker_name }) => marker_name)
  return (
    <section className={css['root']} aria-label="先前评阅" data-named={isNamed || undefined}>
      {readings.map(({ label, marker_name, total_milli }, index) => {
        const total = <b data-testid="earlier-total">{formatMilli(total_milli)}</b>
        const name = marker_name && (
          <small className={css['name']} title={marker_name}>
            {marker_name}
          </small>
        )
        return take ? (
          <Button key={label} size="small" fill onClick={() => take.onOne(index)}>
            取{label} {name}
            {total} <KeyOf action={TAKES[index]} />
          </Button>
        ) : (
          <p key={label}>
            {label} {name}
            {total}
          </p>
        )
      })}
      {take && readings.length > 1 && (
        <Button size="small" fill onClick={take.onMean}>
          取均值 <KeyOf action="takeMean" />
        </Button>
      )}
    </section>
  )
}

/** What each of them gave for one point, in its row. */
export const EarlierScores = (props: { readings: readonly EarlierReading[]; at: number }) =>
  props.readings.map(({ label, scores }) => (
    <span key={label} className={css['score']} data-testid="earlier-score">
      <small>{label}</small> {formatMilli(scores[props.at] ?? 0)}
    </span>
  ))

/** By which entries of the rubric they gave it. */
export const EarlierEntries = (props: { readings: readonly EarlierReading[] }) =>
  props.readings.map(({ label, pressed }) => (
    <PressedEntries key={label} label={`${label} 按`} pressed={pressed} />
  ))
