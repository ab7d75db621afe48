import { figureText, type FigureKind } from '@hengjuan/domain'
import css from './cells.module.css'

const WIDTH = 120
const HEIGHT = 20
const EDGE = 4

/** Place of a value between the ends of the scale, in the units of the drawing. */
const placeOf = (value: number, [from, to]: readonly [number, number]): number =>
  EDGE + ((Math.min(to, Math.max(from, value)) - from) / (to - from || 1)) * (WIDTH - 2 * EDGE)

/** Dots of several groups on one line, and a stroke where all together lie; each names itself under the mouse. */
export function DotStrip(props: {
  /** What the dots are, for screen readers: 各班得分率. */
  label: string
  dots: readonly { name: string; value: number | null }[]
  reference?: number | null
  scale: readonly [number, number]
  figure: FigureKind
}) {
  const shown = props.dots.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
  const told = shown.map(({ name, value }) => `${name} ${figureText(value, props.figure)}`)
  return (
    <svg
      className={css['strip']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${props.label}：${told.join('，')}`}
    >
      <title>{told.join('，')}</title>
      <line className={css['scale']} x1={EDGE} x2={WIDTH - EDGE} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      {props.reference !== null && props.reference !== undefined && (
        <line
          className={css['reference']}
          x1={placeOf(props.reference, props.scale)}
          x2={placeOf(props.reference, props.scale)}
          y1={3}
          y2={HEIGHT - 3}
        />
      )}
      {shown.map(({ name, value }) => (
        <circle
          key={name}
          className={css['dot']}
          cx={placeOf(value, props.scale)}
          cy={HEIGHT / 2}
          r={3.5}
        />
      ))}
    </svg>
  )
}

/** One value with its interval, over a stroke that all are compared with. */
export function IntervalBar(props: {
  label: string
  value: number | null
  lo: number | null
  hi: number | null
  reference?: number | null
  scale: readonly [number, number]
}) {
  const { value, lo, hi, reference, scale } = props
  if (value === null) return <span className={css['none']}>—</span>
  const y = HEIGHT / 2
  return (
    <svg
      className={css['strip']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={props.label}
    >
      <title>{props.label}</title>
      {reference !== null && reference !== undefined && (
        <line
          className={css['reference']}
          x1={placeOf(reference, scale)}
          x2={placeOf(reference, scale)}
          y1={2}
          y2={HEIGHT - 2}
        />
      )}
      {lo !== null && hi !== null && (
        <line
          className={css['interval']}
          x1={placeOf(lo, scale)}
          x2={placeOf(hi, scale)}
          y1={y}
          y2={y}
        />
      )}
      <circle className={css['value']} cx={placeOf(value, scale)} cy={y} r={4} />
    </svg>
  )
}

/** How a figure went, the last value as a dot; gaps stay gaps. */
export function Sparkline(props: { label: string; values: readonly (number | null)[] }) {
  const known = props.values.filter((value) => value !== null)
  if (known.length < 2) return <span className={css['none']}>—</span>
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const step = (WIDTH - 2 * EDGE) / (props.values.length - 1)
  const x = (index: number): number => EDGE + index * step
  const y = (value: number): number =>
    high === low ? HEIGHT / 2 : HEIGHT - EDGE - ((value - low) / (high - low)) * (HEIGHT - 2 * EDGE)
  const path = props.values
    .map((value, index) =>
      value === null
        ? ''
        : `${props.values[index - 1] === null || index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
    )
    .join('')
  const last = props.values.findLastIndex((value) => value !== null)
  return (
    <svg
      className={css['strip']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={props.label}
    >
      <title>{props.label}</title>
      <path className={css['spark']} d={path} />
      <circle className={css['value']} cx={x(last)} cy={y(props.values[last] ?? 0)} r={3} />
    </svg>
  )
}
