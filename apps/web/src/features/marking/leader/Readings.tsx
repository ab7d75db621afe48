import { Button } from '@blueprintjs/core'
import { formatMilli, type Milli, type ScorePoint } from '@hengjuan/domain'
import type { DeskAction } from '../keys/desk-actions.ts'
import type { KeyBindings } from '../keys/key-profile.ts'
import { KeyOf } from '../keys/KeyOf.tsx'
import { PressedEntries } from '../rubric/PressedEntries.tsx'
import css from './leader.module.css'

const TAKES: readonly DeskAction[] = ['takeFirst', 'takeSecond', 'takeThird']

/** Earlier readings under letters, with names where the block shows them; what differs stands out. */
export function Readings(props: {
  readings: readonly {
    label: string
    marker_name?: string
    scores: readonly Milli[]
    total_milli: Milli
    pressed: readonly { text: string; milli: Milli }[]
  }[]
  points: readonly ScorePoint[]
  disagree: readonly boolean[]
  /** What takes a score over; a third reader only looks. */
  take?: {
    bindings: KeyBindings
    onOne: (index: number) => void
    onMean: () => void
  }
}) {
  const { readings, points, take } = props
  return (
    <section className={css['readings']} aria-label="先前评阅">
      <table>
        <thead>
          <tr>
            <th scope="col">给分点</th>
            {readings.map(({ label, marker_name }) => (
              <th key={label} scope="col">
                {label}
                {marker_name && <small> {marker_name}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ name }, index) => (
            <tr key={index} data-differs={props.disagree[index] || undefined}>
              <th scope="row">
                {props.disagree[index] && <span aria-label="不一致">≠ </span>}
                {name}
              </th>
              {readings.map(({ label, scores }) => (
                <td key={label}>{formatMilli(scores[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
          <tr className={css['sum']}>
            <th scope="row">合计</th>
            {readings.map(({ label, total_milli }) => (
              <td key={label}>{formatMilli(total_milli)}</td>
            ))}
          </tr>
        </tbody>
      </table>
      {readings.map(({ label, pressed }) => (
        <PressedEntries key={label} label={`${label} 按`} pressed={pressed} />
      ))}
      {take && (
        <div className={css['chips']}>
          {readings.map(({ label }, index) => (
            <Button key={label} size="small" onClick={() => take.onOne(index)}>
              取{label} <KeyOf bindings={take.bindings} action={TAKES[index]} />
            </Button>
          ))}
          {readings.length > 1 && (
            <Button size="small" onClick={take.onMean}>
              取均值 <KeyOf bindings={take.bindings} action="takeMean" />
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
