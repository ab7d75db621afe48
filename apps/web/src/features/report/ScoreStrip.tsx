import { formatMilli } from '@hengjuan/domain'
import css from './report.module.css'

const BINS = 30
const WIDTH = 8
const HEIGHT = 36

/** How the totals listed lie, in a line over the table, and where the student stands whose row is open. @source reports P01 */
export function ScoreStrip(props: {
  scores: readonly number[]
  /** The student whose row is open. */
  own: { name: string; milli: number } | null
  /** Where ranks are hidden, no place among others is put into words. @source reports 2.2 */
  isRanked: boolean
}) {
  const { scores, own } = props
  if (scores.length < 2) return null
  const [low, high] = scores.reduce(
    ([least, most], score) => [Math.min(least, score), Math.max(most, score)],
    [Infinity, -Infinity] as [number, number],
  )
  if (low === high) return null
  const binOf = (score: number): number =>
    Math.min(BINS - 1, Math.floor(((score - low) / (high - low)) * BINS))
  const bins = scores.map(binOf)
  const counts = Array.from({ length: BINS }, (_, at) => bins.filter((bin) => bin === at).length)
  const most = Math.max(...counts)
  const held = own === null ? -1 : binOf(own.milli)
  const below = own === null ? 0 : scores.filter((score) => score < own.milli).length
  const words = `所列 ${scores.length} 人的总分，${formatMilli(low)} 到 ${formatMilli(high)} 分`
  return (
    <figure className={css['scoreStrip']}>
      <span>{formatMilli(low)}</span>
      <svg
        role="img"
        aria-label={own ? `${words}；${own.name} ${formatMilli(own.milli)} 分` : words}
        viewBox={`0 0 ${BINS * WIDTH} ${HEIGHT}`}
        width={BINS * WIDTH}
        height={HEIGHT}
      >
        {counts.map((count, bin) => {
          const height = count === 0 ? 0 : Math.max(2, (count / most) * (HEIGHT - 4))
          return (
            <rect
              // Bins never change their order.
              key={bin}
              data-own={bin === held || undefined}
              x={bin * WIDTH}
              y={HEIGHT - height}
              width={WIDTH - 1}
              height={height}
            />
          )
        })}
        {held >= 0 && (
          <path d={`M${held * WIDTH + WIDTH / 2 - 4} 0 h7 l-3.5 5 z`} data-own aria-hidden="true" />
        )}
      </svg>
      <span>{formatMilli(high)}</span>
      <figcaption>
        {own
          ? `${own.name} ${formatMilli(own.milli)} 分${props.isRanked ? `，所列 ${scores.length} 人中 ${below} 人低于此分` : ''}`
          : `所列 ${scores.length} 人的总分；点一行看其位置`}
      </figcaption>
    </figure>
  )
}
