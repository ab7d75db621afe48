import type { ChartData } from '@hengjuan/domain'

export interface AxisRange {
  min: number
  max: number
}

/** Room beside the outermost values, in parts of their spread. */
const ROOM = 0.08
/** Values that begin nearer to zero than this part of the largest are shown from zero. */
const NEAR_ZERO = 0.25

/** A step of 1, 2 or 5 of the decimal kind, so that some five of them make the spread. */
function stepOf(spread: number): number {
  const rough = spread / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * (rough / power >= 5 ? 5 : rough / power >= 2 ? 2 : 1)
}

/**
 * Ends of an axis that is filled by its values, on round figures: never beyond 0 to 1 for rates, from zero where they
 * begin near it.
 */
export function fittedRange(
  values: readonly (number | null | undefined)[],
  isRate: boolean,
): AxisRange {
  const known = values.filter((value): value is number => Number.isFinite(value))
  if (known.length === 0) return { min: 0, max: 1 }
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const spread = high - low || Math.abs(high) || 1
  const isFromZero = low >= 0 && low <= high * NEAR_ZERO
  const step = stepOf(isFromZero ? high || 1 : spread)
  const room = spread * ROOM
  const min = isFromZero ? 0 : Math.floor((low - room) / step) * step
  const max = Math.ceil((high + room) / step) * step
  return isRate && low >= 0 && high <= 1
    ? { min: Math.max(0, min), max: Math.min(1, max) }
    : { min: low >= 0 ? Math.max(0, min) : min, max }
}

/** All that is drawn along the axis of values: values, ends of intervals, outliers, references. */
export const drawnValues = (data: ChartData): (number | null)[] => [
  ...data.series.flatMap(({ values, lo, hi }) => [...values, ...(lo ?? []), ...(hi ?? [])]),
  ...(data.outliers ?? []).flat(),
  ...(data.references ?? []).map(({ value }) => value),
]
