import { InputGroup } from '@blueprintjs/core'
import { OWN_METRICS, type OwnMetric, readMarks } from '@hengjuan/contracts'
import css from './report.module.css'

/** Thresholds as they are typed. */
export interface TypedMarks {
  low: string
  high: string
}
type Typed = Partial<Record<OwnMetric, TypedMarks>>

const UNITS = { count: '人', milli: '分', rate: '%' } as const

export const typedMarks = (marks: string): Typed =>
  Object.fromEntries(
    [...readMarks(marks)].map(([metric, { low, high }]) => [
      metric,
      { low: low === null ? '' : String(low), high: high === null ? '' : String(high) },
    ]),
  )

/** Thresholds of the figures that the table has. */
export const marksIn = (draft: { metrics: readonly OwnMetric[]; marks: Typed }) =>
  draft.metrics.map((metric) => {
    const { low = '', high = '' } = draft.marks[metric] ?? {}
    return [metric, { low: numberOf(low), high: numberOf(high) }] as const
  })

const numberOf = (typed: string): number | null => {
  const value = Number(typed)
  return typed.trim() === '' || !Number.isFinite(value) || value < 0 ? null : value
}

/** From which figure on cells are shaded; of each metric of the table. @source reports P15 */
export function MarkInputs(props: {
  metrics: readonly OwnMetric[]
  marks: Typed
  onChange: (marks: Typed) => void
}) {
  const { metrics, marks } = props
  if (metrics.length === 0) return null
  const edit = (metric: OwnMetric, change: Partial<TypedMarks>) =>
    props.onChange({ ...marks, [metric]: { low: '', high: '', ...marks[metric], ...change } })
  return (
    <details className={css['sections']}>
      <summary>着色界线（可不填；不填的指标按与本列均值的距离着色）</summary>
      <fieldset
        className={css['weights']}
        style={{ gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}
      >
        {metrics.map((metric) => {
          const { name, kind } = OWN_METRICS[metric]
          const typed = marks[metric]
          return (['low', 'high'] as const).map((end) => (
            <label key={`${metric} ${end}`}>
              {name}
              {end === 'low' ? '低于' : '不低于'}（{UNITS[kind]}）
              <InputGroup
                type="number"
                min={0}
                value={typed?.[end] ?? ''}
                onValueChange={(value) => edit(metric, { [end]: value })}
              />
            </label>
          ))
        })}
      </fieldset>
    </details>
  )
}
