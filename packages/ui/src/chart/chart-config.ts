import {
  type ChartData,
  chartFigureText,
  type ChartSeries,
  figureText,
  pointText,
} from '@hengjuan/domain'
import type { ChartOptions, ChartType } from 'chart.js'
import type { AxisRange } from './axis-range.ts'
import { datasetsOf, type Dataset } from './chart-datasets.ts'
import type { ChartColours } from './chart-theme.ts'

const FONT = {
  family: "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', system-ui, sans-serif",
  size: 12,
}

export interface ChartConfig {
  type: ChartType
  data: { labels: string[]; datasets: Dataset[] }
  options: ChartOptions
}

/** Which controller draws it; those with error bars only where there are intervals. */
function typeOf(data: ChartData): ChartType {
  const hasIntervals = data.series.some(({ lo, hi }) => lo && hi)
  switch (data.kind) {
    case 'bars':
    case 'histogram':
      return hasIntervals ? 'barWithErrorBars' : 'bar'
    case 'stacked100':
      return 'bar'
    case 'lines':
    case 'dots':
      return hasIntervals ? 'lineWithErrorBars' : 'line'
    case 'boxes':
      return 'boxplot'
    case 'scatter':
      return 'scatter'
    case 'matrix':
      return 'matrix'
  }
}

const axisOf = (title: string, hasGrid: boolean, colours: ChartColours) => ({
  title: { display: title !== '', text: title, color: colours.muted, font: FONT },
  ticks: { color: colours.muted, font: FONT, maxRotation: 0, autoSkipPadding: 12 },
  grid: { display: hasGrid, color: colours.line },
  border: { color: colours.line },
})

const figureOf = (data: ChartData, series: ChartSeries | undefined) => series?.figure ?? data.figure

/** So many names stand below a chart, each at its mark; of more, and of steps, some are left out. */
const MOST_NAMED = 16
/** So many rows of a matrix have each their name; the drawing grows with them. */
export const MOST_ROWS = 40
/** Degrees; only where they do not stand beside each other as they are. */
const SLANT = 40

function scalesOf(data: ChartData, colours: ChartColours, range: AxisRange | null) {
  const plain = axisOf(data.xTitle, false, colours)
  const isNamed = data.kind !== 'histogram' && data.labels.length <= MOST_NAMED
  const labels = isNamed
    ? { ...plain, ticks: { ...plain.ticks, autoSkip: false, maxRotation: SLANT } }
    : plain
  const y = axisOf(data.yTitle, true, colours)
  const told = (series: ChartSeries | undefined) => ({
    callback: (value: string | number) =>
      chartFigureText(data, Number(value), figureOf(data, series)),
  })
  if (data.kind === 'matrix') {
    const grid = { display: false }
    return {
      x: { ...labels, type: 'category', labels: [...data.labels], offset: true, grid },
      y: {
        ...y,
        ticks: { ...y.ticks, autoSkip: data.series.length > MOST_ROWS },
        type: 'category',
        labels: data.series.map(({ name }) => name),
        // As in the table, the first row stands on top; the kind turns its axis around, for numbers.
        reverse: false,
        offset: true,
        grid,
      },
    }
  }
  if (data.kind === 'scatter') {
    const [across, up] = data.series
    return {
      x: {
        ...axisOf(data.xTitle, true, colours),
        grace: '8%',
        ticks: { ...labels.ticks, ...told(across) },
      },
      y: { ...y, grace: '8%', ticks: { ...y.ticks, ...told(up) } },
    }
  }
  if (data.kind === 'stacked100')
    return {
      x: { ...labels, stacked: true },
      y: {
        ...y,
        stacked: true,
        min: 0,
        max: 1,
        ticks: {
          ...y.ticks,
          callback: (value: string | number) => figureText(Number(value), 'rate'),
        },
      },
    }
  // Nobody counts half a person.
  const whole = data.figure === 'count' ? { precision: 0 } : {}
  // Every step has its line, and half a step of air above and below.
  if (data.steps)
    return {
      x: { ...labels, offset: data.kind !== 'lines' },
      y: {
        ...y,
        min: data.kind === 'bars' ? 0 : 0.5,
        max: data.steps.length + 0.5,
        ticks: { ...y.ticks, ...told(undefined), stepSize: 1, autoSkip: false },
        afterBuildTicks: (axis: { ticks: { value: number }[] }) => {
          axis.ticks = (data.steps ?? []).map((_, at) => ({ value: at + 1 }))
        },
      },
    }
  return {
    x: { ...labels, offset: data.kind !== 'lines' },
    y: {
      ...y,
      ...(range ?? { beginAtZero: true }),
      ticks: { ...y.ticks, ...told(undefined), ...whole },
    },
  }
}

/** Reference lines, and the names of the quadrants that they cut. */
function annotationsOf(data: ChartData, colours: ChartColours) {
  const lines = (data.references ?? []).map(({ value, label, axis = 'y' }) => ({
    type: 'line' as const,
    scaleID: axis,
    value,
    borderColor: colours.muted,
    borderWidth: 1.5,
    borderDash: [5, 4],
    label: {
      display: true,
      content: label,
      position: 'end' as const,
      color: colours.ink,
      backgroundColor: colours.surface,
      font: FONT,
      padding: 2,
    },
  }))
  const corners = [
    { x: 'start', y: 'start' },
    { x: 'end', y: 'start' },
    { x: 'start', y: 'end' },
    { x: 'end', y: 'end' },
  ] as const
  const names = (data.quadrants ?? []).map((content, index) => ({
    type: 'box' as const,
    backgroundColor: 'transparent',
    borderWidth: 0,
    label: {
      display: true,
      content,
      position: corners[index] ?? corners[0],
      color: colours.muted,
      font: FONT,
    },
  }))
  return [...lines, ...names]
}

/** What chart.js draws from the figures. */
export function chartConfig(
  data: ChartData,
  colours: ChartColours,
  range: AxisRange | null,
  onPick: ((index: number) => void) | undefined,
): ChartConfig {
  const isByLabel = data.kind !== 'scatter' && data.kind !== 'matrix' && data.kind !== 'boxes'
  const options = {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    interaction: isByLabel
      ? { mode: 'index', intersect: false }
      : { mode: 'nearest', intersect: true },
    onClick: (_: unknown, [hit]: { index: number }[]) => {
      if (hit) onPick?.(data.kind === 'matrix' ? hit.index % data.labels.length : hit.index)
    },
    scales: scalesOf(data, colours, range),
    plugins: {
      legend: {
        display: isByLabel && data.series.length > 1,
        align: 'end',
        labels: {
          color: colours.ink,
          font: FONT,
          boxWidth: 24,
          boxHeight: 12,
          usePointStyle: data.kind === 'lines' || data.kind === 'dots',
        },
      },
      tooltip: {
        titleFont: FONT,
        bodyFont: FONT,
        callbacks: {
          title: () => '',
          label: ({ datasetIndex, dataIndex }: { datasetIndex: number; dataIndex: number }) =>
            ` ${
              data.kind === 'matrix'
                ? matrixText(data, dataIndex)
                : pointText(data, datasetIndex, dataIndex)
            }`,
        },
      },
      annotation: {
        animations: { numbers: { duration: 0 } },
        annotations: annotationsOf(data, colours),
      },
    },
  }
  return {
    type: typeOf(data),
    data: { labels: [...data.labels], datasets: datasetsOf(data, colours) },
    options: options as unknown as ChartOptions,
  }
}

/** The cells of a matrix are numbered row by row. */
function matrixText(data: ChartData, cell: number): string {
  const row = Math.floor(cell / data.labels.length)
  return `${data.series[row]?.name ?? ''}，${pointText(data, row, cell % data.labels.length)}`
}
