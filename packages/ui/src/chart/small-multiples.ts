import type { ChartData } from '@hengjuan/domain'

/** As many series as there are colours and shapes; more would use one twice. */
export const MOST_SERIES = 6

/** One chart, or one for each series where there are more than can be told apart. */
export function smallMultiples(data: ChartData): readonly ChartData[] {
  const isShared = data.kind === 'bars' || data.kind === 'lines' || data.kind === 'dots'
  if (!isShared || data.series.length <= MOST_SERIES) return [data]
  return data.series.map((series) => ({ ...data, title: series.name, series: [series] }))
}
