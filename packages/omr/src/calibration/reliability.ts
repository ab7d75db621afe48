/** A probability that was given, and whether what it was given for came true. */
export interface Forecast {
  probability: number
  isTrue: boolean
}

/** One row of a reliability table. */
export interface ReliabilityBin {
  /** Probabilities from here, included, to the next bin's. */
  from: number
  to: number
  count: number
  /** Mean of the probabilities given. */
  given: number
  /** Share that came true. */
  came: number
  /** Those that did not come true. */
  wrong: number
  /** Bounds within which the true share lies with 95 % certainty (Wilson). */
  low: number
  high: number
}

/** Borders at which probabilities are usually named: 50, 90, 95, 99, 99.9 %, and their mirror images. */
export const usualBorders = [
  0, 0.001, 0.01, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99, 0.999, 1,
] as const

/** Sorts forecasts into bins and counts how often they came true; empty bins are left out. */
export function reliabilityOf(
  forecasts: readonly Forecast[],
  borders: readonly number[] = usualBorders,
): ReliabilityBin[] {
  return borders.slice(0, -1).flatMap((from, i): ReliabilityBin[] => {
    const to = borders[i + 1]!
    const isLast = i === borders.length - 2
    const own = forecasts.filter(
      ({ probability: p }) => p >= from && (p < to || (isLast && p <= to)),
    )
    if (own.length === 0) return []
    const right = own.filter((f) => f.isTrue).length
    const given = own.reduce((sum, f) => sum + f.probability, 0) / own.length
    const count = own.length
    return [
      {
        from,
        to,
        count,
        given,
        came: right / count,
        wrong: count - right,
        ...wilson(right, count),
      },
    ]
  })
}

/** Of the forecasts of at least `probability`: how many, and what share came true. */
export function atLeast(
  forecasts: readonly Forecast[],
  probability: number,
): { count: number; wrong: number; came: number; low: number } {
  const own = forecasts.filter((f) => f.probability >= probability)
  const right = own.filter((f) => f.isTrue).length
  const came = own.length === 0 ? 1 : right / own.length
  return { count: own.length, wrong: own.length - right, came, low: wilson(right, own.length).low }
}

/** Wilson's score interval at 95 %. */
function wilson(right: number, count: number): { low: number; high: number } {
  if (count === 0) return { low: 0, high: 1 }
  const z = 1.96
  const share = right / count
  const middle = share + (z * z) / (2 * count)
  const reach = z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count))
  const whole = 1 + (z * z) / count
  return { low: (middle - reach) / whole, high: Math.min(1, (middle + reach) / whole) }
}
