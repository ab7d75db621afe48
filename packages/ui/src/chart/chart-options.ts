import type { ChartOptions } from 'chart.js'
import type { ChartColours } from './chart-theme.ts'
import type { ChartProps } from './chart-data.ts'

const FONT = {
  family: "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', system-ui, sans-serif",
  size: 12,
}

/** Axes, grid, legend and tooltip as all our charts have them. */
export function chartOptions<Kind extends 'bar' | 'line'>(
  props: ChartProps,
  colours: ChartColours,
): ChartOptions<Kind> {
  const format = props.format ?? String
  // Nobody counts half a person.
  const isCount = props.series.every(({ values }) =>
    values.every((value) => value === null || Number.isInteger(value)),
  )
  const axis = (title: string, hasGrid: boolean) => ({
    title: { display: true, text: title, color: colours.muted, font: FONT },
    ticks: { color: colours.muted, font: FONT },
    grid: { display: hasGrid, color: colours.line },
    border: { color: colours.line },
  })
  const vertical = axis(props.yTitle, true)
  const options: ChartOptions<'bar' | 'line'> = {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    interaction: { mode: 'index', intersect: false },
    onClick: (_, [hit]) => {
      if (hit) props.onPick?.(hit.index)
    },
    scales: {
      x: axis(props.xTitle, false),
      y: {
        ...vertical,
        beginAtZero: true,
        ticks: {
          ...vertical.ticks,
          callback: (value) => format(Number(value)),
          ...(isCount ? { precision: 0 } : {}),
        },
      },
    },
    plugins: {
      legend: {
        display: props.series.length > 1,
        align: 'end',
        labels: { color: colours.ink, font: FONT, boxWidth: 12, boxHeight: 12 },
      },
      tooltip: {
        titleFont: FONT,
        bodyFont: FONT,
        callbacks: {
          label: ({ dataset, parsed }) =>
            ` ${dataset.label ?? ''}：${parsed.y === null ? '–' : format(parsed.y)}`,
        },
      },
    },
  }
  return options as ChartOptions<Kind>
}
