import { tooSoonMs } from '@hengjuan/domain'
import { useEffect, useState } from 'react'
import type { Paper } from '../../marking-core/paper/paper.ts'
import css from './look-ring.module.css'

const LOOK_MS = 250
const RADIUS = 9
const ROUND = 2 * Math.PI * RADIUS

/** How long a paper still has to be looked at: a thin ring that closes, gone when it has. */
export function LookRing({ paper, minMs }: { paper: Paper; minMs: number }) {
  const [left, setLeft] = useState(() => tooSoonMs(paper.activeMs, minMs))
  // The time in use is counted outside React.
  useEffect(() => {
    const timer = setInterval(() => setLeft(tooSoonMs(paper.activeMs, minMs)), LOOK_MS)
    return () => clearInterval(timer)
  }, [paper, minMs])
  if (left === 0) return null
  return (
    <p className={css['ring']}>
      <svg viewBox="0 0 22 22" aria-hidden="true">
        <circle cx="11" cy="11" r={RADIUS} />
        <circle
          cx="11"
          cy="11"
          r={RADIUS}
          strokeDasharray={ROUND}
          strokeDashoffset={(ROUND * left) / minMs}
        />
      </svg>
      再看 {Math.ceil(left / 1000)} 秒可以提交
    </p>
  )
}
