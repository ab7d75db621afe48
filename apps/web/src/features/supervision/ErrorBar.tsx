import css from './supervision.module.css'

const WIDTH = 72
const HEIGHT = 12

/**
 * A difference with its standard error on a line through zero: the dot is the figure, the bar two standard
 * errors to either side. A bar that does not touch zero is surely there.
 *
 * @param reach what share of the full marks the half of the line stands for, so that rows can be compared
 */
export function ErrorBar(props: {
  milli: number
  errorMilli: number
  fullMilli: number
  reach: number
}) {
  const { milli, errorMilli } = props
  const half = props.reach * props.fullMilli
  const place = (value: number) =>
    WIDTH / 2 + (Math.max(-1, Math.min(1, value / half)) * (WIDTH - 6)) / 2
  const isSure = Math.abs(milli) > 2 * errorMilli
  return (
    <svg
      className={css['errorBar']}
      data-sure={isSure || undefined}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <line className={css['zero']} x1={WIDTH / 2} x2={WIDTH / 2} y1={0} y2={HEIGHT} />
      <line
        x1={place(milli - 2 * errorMilli)}
        x2={place(milli + 2 * errorMilli)}
        y1={HEIGHT / 2}
        y2={HEIGHT / 2}
      />
      <circle cx={place(milli)} cy={HEIGHT / 2} r={3} />
    </svg>
  )
}
