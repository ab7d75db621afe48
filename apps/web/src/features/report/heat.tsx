import { meanOf, sdOf } from '@hengjuan/domain'
import type { CSSProperties } from 'react'
import css from './report.module.css'

/** The ground of a cell by how far its score lies from the mean. */
export type Heat = (score: number) => CSSProperties

/** From this many standard deviations on the colour does not deepen. */
const DEEPEST = 2

const ground = (z: number): CSSProperties => {
  const depth = Math.round((Math.min(DEEPEST, Math.abs(z)) / DEEPEST) * 26)
  if (depth < 4) return {}
  const colour = z > 0 ? 'var(--hj-ok)' : 'var(--hj-bad)'
  return { background: `color-mix(in srgb, ${colour} ${depth}%, transparent)` }
}

/** Shades the scores of a column by Z; nothing where nobody differs. */
export function heatOf(scores: readonly number[]): Heat {
  const [mean, sd] = [meanOf(scores), sdOf(scores)]
  return (score) => (mean === null || !sd ? {} : ground((score - mean) / sd))
}

export function HeatLegend() {
  return (
    <span className={css['legend']}>
      {[-2, -1, 0, 1, 2].map((z) => (
        <span key={z} style={ground(z)}>
          {z > 0 ? `+${z}` : z}
        </span>
      ))}
      <small>Z</small>
    </span>
  )
}
