import type { Frame, Report, ReportColumn } from '@hengjuan/contracts'
import { visibleColumns } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import type { ChartData } from '@hengjuan/domain'
import { ChartFigure, DataTable, EmptyState, HeatLegend, Panel } from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { openedFrom } from './drill.ts'
import { DrillDrawer, type Opened } from './DrillDrawer.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { FooterNote } from './FooterNote.tsx'
import type { ReportPageKey } from './report-address.ts'
import css from './report.module.css'
import { gridColumns } from './report-cells.tsx'
import { linkCells } from './report-links.tsx'
import { ReportSentences } from './ReportSentences.tsx'
import { ReportShell } from './ReportShell.tsx'
import { useReportFilters } from './use-report-filters.ts'

interface PageOf<Reply, Row> {
  page: ReportPageKey
  mayExport: boolean
  rowKey: (row: Row) => string | number
  /** Filters of this report alone, as its call takes them. */
  query?: Record<string, unknown>
  /** The same in words, for the line of chips. */
  chips?: readonly string[]
  renderFilters?: (reply: Reply | undefined) => ReactNode
  isHeated?: boolean
  /** In a window of its own, without the way to other reports. */
  isBare?: boolean
  /** Charts say something also where no row is shown. */
  hasChartsAlways?: boolean
  /** What it compares with where nothing is chosen. */
  compareDefault?: string
  /** Filters that the file does not have: it is always whole. */
  pageOnly?: Record<string, unknown>
  /** Rows that stay below all others. */
  isSummary?: (row: Row) => boolean
  renderCells?: (reply: Reply) => Record<string, (row: Row) => ReactNode>
  initialSort?: { key: string; isAscending: boolean }
  onOpenRow?: (row: Row) => void
  currentKey?: string | number | null
  /** Above the table: what only this report has. */
  renderAbove?: (reply: Reply) => ReactNode
  /** Charts instead of those of the report. */
  renderCharts?: (reply: Reply) => ReactNode
  renderBelow?: (reply: Reply) => ReactNode
  note?: string
  empty?: { title: string; text?: string }
}

/**
 * A report on screen: bar with version, subject and class, chips, charts with their tables, the table, the footer and
 * the files, all from the definition of the report. A page adds its own filters and what opens from a row.
 *
 * @source reports 3
 */
export function ReportPage<Query, Reply, Row>(
  props: PageOf<Reply, Row> & { report: Report<Query, Reply, Row> },
) {
  const { report } = props
  const { examId, query: common } = useReportFilters()
  const query = { ...filtersOf(report, common(report.of)), ...props.query }
  const asked = useRoute(report.list, { query: { ...query, ...props.pageOnly } } as never, {
    placeholderData: keepPreviousData,
    enabled: examId !== 0,
  })
  const data: Reply | undefined = asked.data
  return (
    <ReportShell
      page={props.page}
      of={report.of}
      hasClass={hasFilter(report, 'class_id')}
      hasCompare={hasFilter(report, 'compare_exam_id')}
      {...(props.compareDefault ? { compareDefault: props.compareDefault } : {})}
      isBare={props.isBare ?? false}
      frame={data as Frame | undefined}
      error={asked.error}
      onRetry={() => void asked.refetch()}
      filters={props.renderFilters?.(data)}
      {...(props.chips ? { chips: props.chips } : {})}
      actions={<ExportMenu report={report} query={query} mayExport={props.mayExport} />}
    >
      {data && <Content {...props} reply={data} />}
    </ReportShell>
  )
}

const hasFilter = ({ query }: { query: object }, name: string): boolean =>
  'properties' in query && Object.hasOwn(query.properties as object, name)

/** Of the filters that pages share those that a report knows: it refuses others. */
const filtersOf = (report: { query: object }, common: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(common).filter(([name]) => hasFilter(report, name)))

function Content<Query, Reply, Row>(
  props: PageOf<Reply, Row> & {
    report: Report<Query, Reply, Row>
    reply: Reply
  },
) {
  const { report, reply, isHeated = false, renderCells: cells } = props
  const frame = reply as Frame
  const all = useMemo(() => report.rows(reply), [report, reply])
  const isSummary = props.isSummary ?? (() => false)
  const rows = all.filter((row) => !isSummary(row))
  const reported = useMemo(
    (): ReportColumn<Row>[] => visibleColumns(report.columns(reply), frame.rank_types),
    [report, reply, frame.rank_types],
  )
  const opensRows = props.onOpenRow !== undefined
  const [opened, setOpened] = useState<Opened | null>(null)
  const columns = useMemo(
    () =>
      gridColumns(reported, all, {
        isHeated,
        cells: { ...linkCells(props.page), ...cells?.(reply) },
        onOpen: (column, row) => setOpened(openedFrom(reported, column, row)),
        opensRows,
      }),
    [reported, all, isHeated, cells, reply, props.page, opensRows],
  )
  const charts: ChartData[] = report.charts?.(reply) ?? []
  const isEmpty = rows.length === 0
  return (
    <div className={css['stack']}>
      <ReportSentences sentences={report.sentences?.(reply) ?? []} page={props.page} />
      {props.renderAbove?.(reply)}
      {(!isEmpty || props.hasChartsAlways) &&
        (props.renderCharts?.(reply) ??
          (charts.length > 0 && (
            <div className={charts.length > 1 ? css['twoEqual'] : css['stack']}>
              {charts.map((chart) => (
                <Panel key={chart.title}>
                  <ChartFigure data={chart} />
                </Panel>
              ))}
            </div>
          )))}
      <Panel flush footer={<FooterNote footer={frame.footer} />}>
        <DataTable
          label={report.title}
          keptAs={`report ${report.key}`}
          arrangedAs={`report ${report.key}`}
          columns={columns}
          rows={rows}
          rowKey={props.rowKey}
          summary={all.filter(isSummary)}
          rowHeight={36}
          isDense
          maxHeight={rows.length > 24 ? 'calc(100vh - 260px)' : 'none'}
          tools={
            <>
              {isHeated && <HeatLegend of="本列均值" />}
              {props.note && <span className={css['quiet']}>{props.note}</span>}
            </>
          }
          {...(props.initialSort ? { initialSort: props.initialSort } : {})}
          {...(props.onOpenRow ? { onOpenRow: props.onOpenRow } : {})}
          {...(props.currentKey === undefined ? {} : { currentKey: props.currentKey })}
          empty={
            <EmptyState title={props.empty?.title ?? '没有可见的数据'}>
              {props.empty?.text ?? '请换一个班级或科目；只能看到当前身份范围内的数据。'}
            </EmptyState>
          }
        />
      </Panel>
      {props.renderBelow?.(reply)}
      <DrillDrawer opened={opened} onClose={() => setOpened(null)} />
    </div>
  )
}
