/** Milliseconds. */
export interface Spread {
  p50: number
  p99: number
}

/** What came of some people marking as fast as they are served. */
export interface Served {
  marks: number
  perSecond: number
  /** Of one call that hands in a paper and takes the next. */
  mark: Spread
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

export const medianOf = (values: readonly number[]): number => spreadOf(values).p50
