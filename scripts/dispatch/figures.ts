/** Milliseconds. */
export interface Spread {
  p50: number
  p99: number
  max: number
}

/** What came of some people marking. */
export interface Served {
  marks: number
  perSecond: number
  /** Of one call that hands in a paper and takes the next; since it was due, where marks are due at moments. */
  mark: Spread
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

export const medianOf = (values: readonly number[]): number => spreadOf(values).p50
