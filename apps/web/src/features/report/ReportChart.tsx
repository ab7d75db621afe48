import { type ChartData, figureText } from '@hengjuan/domain'
import { BarChart } from '@hengjuan/ui'

/** A chart of a report with its table, from one value. */
export function ReportChart({ chart }: { chart: ChartData }) {
  const scale = chart.figure === 'milli' ? 1000 : chart.figure === 'rate' ? 0.01 : 1
  return (
    <BarChart
      title={chart.title}
      xTitle={chart.xTitle}
      yTitle={chart.yTitle}
      labels={chart.labels}
      series={chart.series.map(({ name, values }) => ({
        name,
        values: values.map((value) => (value === null ? null : value / scale)),
      }))}
      format={(value) => figureText(value * scale, chart.figure)}
      height={260}
      isJoined={chart.kind === 'histogram'}
    />
  )
}
