import { MILLI_PER_POINT } from '../milli.ts'

/** ÷N for the whole population (the default of reports), ÷(N−1) for a sample. Print which. */
export type Divisor = 'population' | 'sample'

export const sumOf = (values: ArrayLike<number>): number => {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index]!
  return sum
}

/** Null for no values. */
export const meanOf = (values: ArrayLike<number>): number | null =>
  values.length === 0 ? null : sumOf(values) / values.length

/** Variance in two passes, so that large scores lose no digits. Null where the divisor is 0. */
export function varianceOf(
  values: ArrayLike<number>,
  divisor: Divisor = 'population',
): number | null {
  const den = divisor === 'population' ? values.length : values.length - 1
  const mean = meanOf(values)
  if (mean === null || den <= 0) return null
  let squares = 0
  for (let index = 0; index < values.length; index++) squares += (values[index]! - mean) ** 2
  return squares / den
}

export function sdOf(values: ArrayLike<number>, divisor: Divisor = 'population'): number | null {
  const variance = varianceOf(values, divisor)
  return variance === null ? null : Math.sqrt(variance)
}

/** Pearson correlation; null when either side does not vary, or for no pairs. */
export function correlation(xs: ArrayLike<number>, ys: ArrayLike<number>): number | null {
  const [meanX, meanY] = [meanOf(xs), meanOf(ys)]
  if (meanX === null || meanY === null) return null
  let [sxy, sxx, syy] = [0, 0, 0]
  for (let index = 0; index < xs.length; index++) {
    const [dx, dy] = [xs[index]! - meanX, ys[index]! - meanY]
    sxy += dx * dy
    sxx += dx * dx
    syy += dy * dy
  }
  return sxx === 0 || syy === 0 ? null : sxy / Math.sqrt(sxx * syy)
}

/**
 * The value below which a share of the values lies, interpolated between neighbours; 0.5 is the median.
 * Null for no values.
 */
export function quantileOf(values: ArrayLike<number>, share: number): number | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const low = sorted[below]!
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!
  return low + (high - low) * (place - below)
}

export const medianOf = (values: ArrayLike<number>): number | null => quantileOf(values, 0.5)

/** Descriptive statistics of scores. Everything but `n` is in points; null for nobody. */
export interface ScoreSummary {
  n: number
  mean: number | null
  sd: number | null
  min: number | null
  max: number | null
  median: number | null
  /** Coefficient of variation 差异系数; null for a mean of 0. */
  cv: number | null
  skewness: number | null
}

/**
 * Describes the scores of everyone who counts (attendance 0).
 *
 * @param scoresMilli thousandths of a point
 * @source domain rules 11
 */
export function summarise(
  scoresMilli: ArrayLike<number>,
  divisor: Divisor = 'population',
): ScoreSummary {
  const points = Float64Array.from(scoresMilli, (milli) => milli / MILLI_PER_POINT)
  // Divided once, from the exact integer sum.
  const mean = points.length === 0 ? null : sumOf(scoresMilli) / (points.length * MILLI_PER_POINT)
  const sd = sdOf(points, divisor)
  return {
    n: points.length,
    mean,
    sd,
    min: quantileOf(points, 0),
    max: quantileOf(points, 1),
    median: medianOf(points),
    cv: mean === null || sd === null || mean === 0 ? null : sd / mean,
    skewness: skewnessOf(points),
  }
}

function skewnessOf(values: Float64Array): number | null {
  const [mean, sd] = [meanOf(values), sdOf(values)]
  if (mean === null || !sd) return null
  return sumOf(values.map((value) => ((value - mean) / sd) ** 3)) / values.length
}
