import type { Status } from './StatusTag.tsx'
import css from './status.module.css'

interface ProgressProps {
  /** Finished, 0 to `total`. */
  done: number
  total: number
  label: string
  status?: Status
}

/** Whole percents, cut, not rounded: 99.9 % is not finished. 0 when there is nothing to do. */
export const percentOf = (done: number, total: number): number =>
  total <= 0 ? 0 : Math.min(100, Math.floor((done * 100) / total))

/** A line that fills, with the count beside it. */
export function ProgressBar({ done, total, label, status }: ProgressProps) {
  const percent = percentOf(done, total)
  return (
    <span className={css['progress']} data-status={status}>
      <span
        className={css['track']}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span className={css['filled']} style={{ transform: `scaleX(${percent / 100})` }} />
      </span>
      <span className={css['count']}>
        {done}/{total}
      </span>
    </span>
  )
}

const RADIUS = 20
const ROUND = 2 * Math.PI * RADIUS

/** A ring that fills, the percentage inside. `size` in px. */
export function ProgressRing({
  done,
  total,
  label,
  status,
  size = 56,
}: ProgressProps & { size?: number }) {
  const percent = percentOf(done, total)
  return (
    <svg
      className={css['ring']}
      data-status={status}
      width={size}
      height={size}
      viewBox="0 0 48 48"
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <circle className={css['ringTrack']} cx="24" cy="24" r={RADIUS} />
      <circle
        className={css['ringFilled']}
        cx="24"
        cy="24"
        r={RADIUS}
        strokeDasharray={`${(ROUND * percent) / 100} ${ROUND}`}
        transform="rotate(-90 24 24)"
      />
      <text x="24" y="24" dy="0.36em" textAnchor="middle">
        {percent}%
      </text>
    </svg>
  )
}
