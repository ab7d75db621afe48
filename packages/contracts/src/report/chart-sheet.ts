import type { ChartData, FigureKind } from '@hengjuan/domain'
import type { ReportColumn } from './columns.ts'
import { type ReportSheet, sheetOf } from './define-report.ts'

interface ChartRow {
  label: string
  values: readonly (number | null)[]
}

/** The figures of a chart as a further table of the workbook, as the page shows them below the chart. */
export function chartSheet(chart: ChartData): ReportSheet {
  const column = (title: string, kind: FigureKind, at: number): ReportColumn<ChartRow> => ({
    key: String(at),
    title,
    kind,
    value: ({ values }) => values[at] ?? null,
  })
  const label = (title: string): ReportColumn<ChartRow> => ({
    key: 'label',
    title,
    kind: 'text',
    frozen: true,
    value: (row) => row.label,
  })
  if (chart.kind === 'matrix')
    return sheetOf(
      chart.title,
      [label(chart.yTitle), ...chart.labels.map((title, at) => column(title, chart.figure, at))],
      chart.series.map(({ name, values }) => ({ label: name, values })),
    )
  const drawn = chart.series.flatMap(({ name, values, lo, hi, figure = chart.figure }) => [
    { title: name, figure, values },
    ...(lo && hi
      ? [
          { title: `${name}下限`, figure, values: lo },
          { title: `${name}上限`, figure, values: hi },
        ]
      : []),
  ])
  return sheetOf(
    chart.title,
    [
      label(chart.kind === 'scatter' ? (chart.pointTitle ?? '') : chart.xTitle),
      ...drawn.map(({ title, figure }, at) => column(title, figure, at)),
    ],
    chart.labels.map((name, index) => ({
      label: name,
      values: drawn.map(({ values }) => values[index] ?? null),
    })),
  )
}
