import { type ChartData, type ChartSeries, valueText } from './chart-data.ts'

/** More than these are not told one by one. */
const TOLD_SERIES = 6

/** Place of the smallest and the largest value; null where there is none. */
function extremesOf({ values }: ChartSeries): { least: number; most: number } | null {
  let least = -1
  let most = -1
  for (const [index, value] of values.entries()) {
    if (value === null || !Number.isFinite(value)) continue
    if (least < 0 || value < (values[least] ?? 0)) least = index
    if (most < 0 || value > (values[most] ?? 0)) most = index
  }
  return least < 0 ? null : { least, most }
}

function seriesSentence(data: ChartData, series: ChartSeries): string {
  const ends = extremesOf(series)
  if (!ends) return '没有数据'
  const told = (index: number) => `${data.labels[index] ?? ''} ${valueText(data, series, index)}`
  const [more, less] =
    (series.figure ?? data.figure) === 'count' ? ['最多', '最少'] : ['最高', '最低']
  const { least, most } = ends
  return series.values[least] === series.values[most]
    ? `都是 ${valueText(data, series, most)}`
    : `${more} ${told(most)}，${less} ${told(least)}`
}

/**
 * What a chart shows in one sentence, for who does not see it: how many labels, largest and smallest of each series, and
 * how many are behind it. Figures only, no judgement. @source reports 3.4
 */
export function chartSummary(data: ChartData): string {
  const told = data.kind === 'boxes' ? data.series.slice(2, 3) : data.series
  const named = told.length > 1 || data.kind === 'boxes'
  const parts = told
    .slice(0, TOLD_SERIES)
    .map((series) => `${named ? `${series.name}：` : ''}${seriesSentence(data, series)}`)
  const rest = told.length - TOLD_SERIES
  const size =
    data.kind === 'matrix'
      ? `${data.series.length} 行 ${data.labels.length} 列`
      : `共 ${data.labels.length} 项`
  return [
    `${data.title}，${size}`,
    ...parts,
    ...(rest > 0 ? [`另有 ${rest} 组见表`] : []),
    ...(data.n === undefined ? [] : [`n=${data.n}`]),
  ].join('；')
}
