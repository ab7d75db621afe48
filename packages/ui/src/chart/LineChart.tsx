import {
  CategoryScale,
  Chart,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js'
import { Line } from 'react-chartjs-2'
import type { ChartProps } from './chart-data.ts'
import { chartOptions } from './chart-options.ts'
import { useChartColours } from './chart-theme.ts'
import { ChartFrame } from './ChartFrame.tsx'

Chart.register(
  LineController,
  LineElement,
  PointElement,
  CategoryScale,
  LinearScale,
  Filler,
  Legend,
  Tooltip,
)

/** Shapes of the points, so that lines differ without colour. */
const POINTS = ['circle', 'triangle', 'rect', 'rectRot', 'star', 'crossRot'] as const

/** Figures over time or score. `areaOf` draws one series as a grey area behind the others. */
export function LineChart(props: ChartProps & { areaOf?: string }) {
  const colours = useChartColours()
  return (
    <ChartFrame chart={props}>
      <Line
        aria-label={props.title}
        role="img"
        options={chartOptions<'line'>(props, colours)}
        data={{
          labels: [...props.labels],
          datasets: props.series.map(({ name, values }, index) => {
            const isArea = name === props.areaOf
            const colour = isArea ? colours.muted : colours.series[index % colours.series.length]
            return {
              label: name,
              data: [...values],
              borderColor: colour,
              backgroundColor: isArea ? colours.line : colour,
              borderWidth: isArea ? 1 : 2,
              pointRadius: isArea ? 0 : 3,
              pointStyle: POINTS[index % POINTS.length],
              fill: isArea,
              tension: 0.2,
              order: isArea ? 1 : 0,
            }
          }),
        }}
      />
    </ChartFrame>
  )
}
