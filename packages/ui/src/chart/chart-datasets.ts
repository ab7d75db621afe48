import { type ChartData, type ChartSeries, figureText } from '@hengjuan/domain'
import type { ChartDataset } from 'chart.js'
import type { ChartColours } from './chart-theme.ts'

export type Dataset = ChartDataset

/** Shapes and dashes, so that series differ without colour. */
const POINTS = ['circle', 'triangle', 'rect', 'rectRot', 'star', 'crossRot'] as const
const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3], [4, 2], [1, 4]]

/** The series as chart.js takes them; its types know no data of plugins under a kind that is known only when it runs. */
export function datasetsOf(data: ChartData, colours: ChartColours): Dataset[] {
  switch (data.kind) {
    case 'boxes':
      return [boxes(data, colours)]
    case 'scatter':
      return [points(data, colours)]
    case 'matrix':
      return [cells(data, colours)]
    case 'stacked100':
      return shares(data, colours)
    default:
      return data.series.map((series, index) => drawn(data, series, index, colours))
  }
}

const colourAt = (colours: ChartColours, index: number): string =>
  colours.series[index % colours.series.length] ?? colours.ink

/** Values, with the ends of their intervals where there are any. */
const valuesOf = ({ values, lo, hi }: ChartSeries) =>
  lo && hi
    ? values.map((y, index) =>
        y === null ? { y: Number.NaN } : { y, yMin: lo[index] ?? y, yMax: hi[index] ?? y },
      )
    : [...values]

function drawn(
  data: ChartData,
  series: ChartSeries,
  index: number,
  colours: ChartColours,
): Dataset {
  const colour = series.isGround ? colours.muted : colourAt(colours, index)
  const common = {
    label: series.name,
    data: valuesOf(series),
    borderColor: colour,
    errorBarColor: colour,
    errorBarLineWidth: 1.5,
    errorBarWhiskerColor: colour,
  }
  if (data.kind === 'bars' || data.kind === 'histogram') {
    const isJoined = data.kind === 'histogram'
    return {
      ...common,
      backgroundColor: colour,
      borderRadius: isJoined ? 0 : 2,
      ...(isJoined
        ? { barPercentage: 1, categoryPercentage: 0.96 }
        : { categoryPercentage: 0.6, maxBarThickness: 48 }),
      errorBarColor: colours.ink,
      errorBarWhiskerColor: colours.ink,
    } as unknown as Dataset
  }
  return {
    ...common,
    backgroundColor: series.isGround ? colours.line : colour,
    borderWidth: series.isGround ? 1 : 2,
    borderDash: DASHES[index % DASHES.length],
    pointRadius: series.isGround ? 0 : data.kind === 'dots' ? 5 : 3,
    pointHoverRadius: 7,
    pointStyle: POINTS[index % POINTS.length],
    showLine: data.kind === 'lines',
    // From step to step there is nothing between.
    ...(data.steps ? { stepped: 'middle' as const } : {}),
    fill: series.isGround === true,
    order: series.isGround ? 1 : 0,
  } as unknown as Dataset
}

function boxes(data: ChartData, colours: ChartColours): Dataset {
  const at = (series: number, index: number) => data.series[series]?.values[index] ?? null
  return {
    label: data.yTitle,
    data: data.labels.map((_, index) => {
      const [min, q1, median, q3, max] = [0, 1, 2, 3, 4].map((series) => at(series, index))
      return median === null
        ? null
        : {
            min,
            q1,
            median,
            q3,
            max,
            whiskerMin: min,
            whiskerMax: max,
            mean: median,
            items: [],
            outliers: [...(data.outliers?.[index] ?? [])],
          }
    }),
    backgroundColor: colours.boxes,
    borderColor: colourAt(colours, 0),
    medianColor: colourAt(colours, 0),
    outlierBackgroundColor: colourAt(colours, 1),
    outlierBorderColor: colourAt(colours, 1),
    outlierRadius: 3,
    meanRadius: 0,
    borderWidth: 1.5,
    itemRadius: 0,
    maxBarThickness: 48,
  } as unknown as Dataset
}

function points(data: ChartData, colours: ChartColours): Dataset {
  const [across, up] = data.series
  return {
    label: data.title,
    data: data.labels.map((_, index) => ({
      x: across?.values[index] ?? Number.NaN,
      y: up?.values[index] ?? Number.NaN,
    })),
    backgroundColor: colourAt(colours, 0),
    borderColor: colours.surface,
    pointRadius: 5,
    pointHoverRadius: 8,
  }
}

/** A cell of a matrix as it is drawn: where, how deep its ground is, and what is written on it. */
export interface MatrixCell {
  x: string
  y: string
  v: number | null
  text: string
  colour: string
}

/** So many columns of a matrix stand apart. */
const MOST_APART = 30
/** From here on the ground is dark: letters are in the colour of the page. */
const DARK = 0.55

function cells(data: ChartData, colours: ChartColours): Dataset {
  const values = data.series.flatMap((series) => series.values).filter((value) => value !== null)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // Differences go both ways: nothing is light, and what lies below it has a colour of its own.
  const depth = (value: number) => {
    if (low < 0) return value / Math.max(high, -low)
    return high === low ? 0.5 : (value - low) / (high - low)
  }
  const count = { x: data.labels.length, y: data.series.length }
  // Between many narrow cells one would see the gaps and not the cells.
  const gap = count.x > MOST_APART ? 0 : 2
  return {
    label: data.title,
    data: data.series.flatMap((series) =>
      data.labels.map((label, index): MatrixCell => {
        const v = series.values[index] ?? null
        return {
          x: label,
          y: series.name,
          v,
          text: figureText(v, series.figure ?? data.figure),
          colour: v !== null && Math.abs(depth(v)) > DARK ? colours.surface : colours.ink,
        }
      }),
    ),
    backgroundColor: ({ raw }: { raw: { v: number | null } | undefined }) =>
      raw === undefined || raw.v === null ? 'transparent' : colours.heat(depth(raw.v)),
    borderColor: colours.line,
    borderWidth: gap / 2,
    width: ({ chart }: { chart: { chartArea?: { width: number } } }) =>
      (chart.chartArea?.width ?? 0) / count.x - gap,
    height: ({ chart }: { chart: { chartArea?: { height: number } } }) =>
      (chart.chartArea?.height ?? 0) / count.y - gap,
  } as unknown as Dataset
}

/** Each series as its part of the sum over all series of one label. */
function shares(data: ChartData, colours: ChartColours): Dataset[] {
  const sums = data.labels.map((_, index) =>
    data.series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  )
  return data.series.map((series, index) => ({
    label: series.name,
    data: series.values.map((value, at) => (value === null ? null : value / (sums[at] || 1))),
    backgroundColor: colourAt(colours, index),
    borderColor: colours.surface,
    borderWidth: 1,
    maxBarThickness: 56,
  }))
}
