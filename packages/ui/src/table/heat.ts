import type { CSSProperties } from 'react'

/** From this many standard deviations on the ground does not deepen. */
const DEEPEST = 2
const DEEPEST_PERCENT = 34
/** Nearer to the mean a cell is not shaded, from one standard deviation on it also bears a sign. */
const SHADED_FROM = 0.25

/** The ground of a cell by how many standard deviations it lies from the mean. */
export function heatGround(z: number | null): CSSProperties {
  if (z === null || Math.abs(z) < SHADED_FROM) return {}
  const depth = Math.round((Math.min(DEEPEST, Math.abs(z)) / DEEPEST) * DEEPEST_PERCENT)
  const colour = z > 0 ? 'var(--hj-heat-high)' : 'var(--hj-heat-low)'
  return { background: `color-mix(in srgb, ${colour} ${depth}%, var(--hj-surface))` }
}

/** Colour is never alone: one sign from one standard deviation on, two from two on. */
export function heatMark(z: number | null): string {
  if (z === null || Math.abs(z) < 1) return ''
  return (z > 0 ? '+' : '−').repeat(Math.abs(z) >= DEEPEST ? 2 : 1)
}
