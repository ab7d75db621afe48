import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  Tooltip,
} from 'chart.js'
import { Bar } from 'react-chartjs-2'
import { type Bin, binLabel, type ChartProps } from './chart-data.ts'
import { chartOptions } from './chart-options.ts'
import { useChartColours } from './chart-theme.ts'
import { ChartFrame } from './ChartFrame.tsx'

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Legend, Tooltip)

/** Figures side by side: classes, subjects, items. */
export function BarChart(props: ChartProps & { isJoined?: boolean }) {
  const colours = useChartColours()
  return (
    <ChartFrame chart={props}>
      <Bar
        aria-label={props.title}
        role="img"
        options={chartOptions<'bar'>(props, colours)}
        data={{
          labels: [...props.labels],
          datasets: props.series.map(({ name, values }, index) => ({
            label: name,
            data: [...values],
            backgroundColor: colours.series[index % colours.series.length],
            maxBarThickness: props.isJoined ? undefined : 48,
            borderRadius: props.isJoined ? 0 : 2,
            ...(props.isJoined
              ? { barPercentage: 1, categoryPercentage: 0.96 }
              : { categoryPercentage: 0.6 }),
          })),
        }}
      />
    </ChartFrame>
  )
}

/** A distribution: how many fall in each step. */
export function Histogram(
  props: Omit<ChartProps, 'labels' | 'series'> & {
    bins: readonly Bin[]
    /** Ends of the steps. Default: as they are. */
    formatEnd?: (value: number) => string
    seriesName?: string
  },
) {
  const { bins, formatEnd = String, seriesName = '人数', ...rest } = props
  return (
    <BarChart
      {...rest}
      isJoined
      labels={bins.map((bin) => binLabel(bin, formatEnd))}
      series={[{ name: seriesName, values: bins.map(({ count }) => count) }]}
    />
  )
}
