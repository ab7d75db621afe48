import { OWN_METRICS, type OwnMetric } from './own-metrics.ts'

/** From which figure on a cell is shaded, as it stands in the table: percent, points, people. */
export interface Marks {
  /** Below it. */
  low: number | null
  /** From it upwards. */
  high: number | null
}

const numberIn = (text: string | undefined): number | null => {
  const value = text === undefined || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

/** Thresholds as the address has them, `pass:60:85,mean::500`; what is none is left out. @source reports P15 */
export function readMarks(text: string): ReadonlyMap<OwnMetric, Marks> {
  const found = new Map<OwnMetric, Marks>()
  for (const part of text.split(',')) {
    const [metric = '', low, high] = part.split(':')
    const marks = { low: numberIn(low), high: numberIn(high) }
    if (!Object.hasOwn(OWN_METRICS, metric) || (marks.low === null && marks.high === null)) continue
    found.set(metric as OwnMetric, marks)
  }
  return found
}

export const marksText = (marks: Iterable<readonly [OwnMetric, Marks]>): string =>
  [...marks]
    .filter(([, { low, high }]) => low !== null || high !== null)
    .map(([metric, { low, high }]) => `${metric}:${low ?? ''}:${high ?? ''}`)
    .join(',')

/** On which side of its thresholds a figure lies. */
export const beyondMarks =
  ({ low, high }: Marks) =>
  (value: number): -1 | 0 | 1 =>
    low !== null && value < low ? -1 : high !== null && value >= high ? 1 : 0

/** The same in words: 低于 60、不低于 85. */
export const marksWords = ({ low, high }: Marks): string =>
  [...(low === null ? [] : [`低于 ${low}`]), ...(high === null ? [] : [`不低于 ${high}`])].join(
    '、',
  )
