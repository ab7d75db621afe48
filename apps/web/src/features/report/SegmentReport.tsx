import { NumericInput, Switch } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { exportSegments, reportScoreSegments, type ReplyOf } from '@hengjuan/contracts'
import type { ChartData } from '@hengjuan/domain'
import {
  ChartFigure,
  type Column,
  DataTable,
  DownloadButton,
  EmptyState,
  filter,
  FilterField,
  Panel,
  Segmented,
  useUrlFilters,
} from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { FooterNote } from './FooterNote.tsx'
import css from './report.module.css'
import { ReportShell } from './ReportShell.tsx'
import { useReportFilters } from './use-report-filters.ts'
import { percentText } from './words.ts'

type Report = ReplyOf<typeof reportScoreSegments>
type Row = Report['rows'][number]

const DEFAULT_WIDTH = 10
const WIDEST = 200
const filters = {
  /** 0: as the school set it. */
  width: filter.number(0),
  empty: filter.oneOf(['show', 'hide'], 'show'),
  by: filter.oneOf(['all', 'class'], 'all'),
}

/** Steps from low to high; nobody is outside of those between the first and the last that have somebody. */
function chartOf(data: Report, width: number, by: 'all' | 'class'): ChartData {
  const ascending = data.rows.toReversed()
  const first = ascending.findIndex(({ count }) => count > 0)
  const rows =
    first < 0
      ? ascending
      : ascending.slice(first, ascending.findLastIndex(({ count }) => count > 0) + 1)
  return {
    kind: by === 'class' ? 'bars' : 'histogram',
    title: `人数分布（每 ${width} 分一段）`,
    xTitle: '分数段',
    yTitle: '人数',
    figure: 'count',
    labels: rows.map(segmentName),
    series:
      by === 'class'
        ? data.classes.map(({ class_name }, index) => ({
            name: class_name,
            values: rows.map(({ by_class }) => by_class[index] ?? 0),
          }))
        : [{ name: '人数', values: rows.map(({ count }) => count) }],
  }
}

const segmentName = (row: Row): string =>
  `[${row.from_milli / 1000}, ${row.to_milli / 1000}${row.closed ? ']' : ')'}`

/** How many fall into each step of the score, with the classes side by side. */
export function SegmentReport(props: { mayExport: boolean }) {
  const { query, examId, subjectId } = useReportFilters()
  const { values, set } = useUrlFilters(filters)
  const asked = values.width === 0 ? {} : { width: Math.min(WIDEST, Math.max(1, values.width)) }
  const { data, error, refetch } = useRoute(
    reportScoreSegments,
    { query: { ...query, ...asked } },
    { placeholderData: keepPreviousData },
  )
  const width = asked.width ?? data?.width ?? DEFAULT_WIDTH
  const whole = useRoute(reportScoreSegments, {
    query: { exam_id: examId, subject_id: subjectId, width: WIDEST },
  })
  return (
    <ReportShell
      page="segment"
      frame={data}
      classes={whole.data?.classes}
      error={error}
      onRetry={() => void refetch()}
      filters={
        <>
          <WidthField key={width} value={width} onChange={(next) => set({ width: next })} />
          {(data?.classes.length ?? 0) > 1 && (
            <Segmented
              label="分组"
              options={[
                { value: 'all', label: '合计' },
                { value: 'class', label: '各班' },
              ]}
              value={values.by}
              onChange={(by) => set({ by })}
            />
          )}
          <Switch
            className={css['switch'] ?? ''}
            checked={values.empty === 'hide'}
            label="隐藏空段"
            onChange={() => set({ empty: values.empty === 'hide' ? 'show' : 'hide' })}
          />
        </>
      }
      actions={
        props.mayExport && (
          <DownloadButton route={exportSegments} input={{ query: { ...query, ...asked } }}>
            导出分数段
          </DownloadButton>
        )
      }
    >
      {data && (
        <div className={css['stack']}>
          <Panel>
            <ChartFigure data={chartOf(data, width, values.by)} height={300} />
          </Panel>
          <Panel flush footer={<FooterNote footer={data.footer} />}>
            <DataTable
              label="分数段"
              columns={columnsOf(data)}
              rows={data.rows.filter(({ count }) => values.empty === 'show' || count > 0)}
              rowKey={(row) => row.from_milli}
              rowHeight={34}
              maxHeight="none"
              empty={<EmptyState title="没有成绩" />}
            />
          </Panel>
        </div>
      )}
    </ReportShell>
  )
}

/** Takes effect on Enter and when the field is left, not at every key. */
function WidthField(props: { value: number; onChange: (width: number) => void }) {
  const [typed, setTyped] = useState(String(props.value))
  const take = () => {
    const width = Math.min(WIDEST, Math.max(1, Math.round(Number(typed)) || DEFAULT_WIDTH))
    setTyped(String(width))
    if (width !== props.value) props.onChange(width)
  }
  return (
    <FilterField label="每段">
      <NumericInput
        value={typed}
        min={1}
        max={WIDEST}
        stepSize={5}
        majorStepSize={10}
        style={{ width: 56 }}
        onValueChange={(_, text) => setTyped(text)}
        onButtonClick={(value) => props.onChange(Math.min(WIDEST, Math.max(1, value)))}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
        aria-label="分数段宽度（分）"
      />
      <span>分</span>
    </FilterField>
  )
}

function columnsOf(data: Report): Column<Row>[] {
  const count = (value: number) => (value === 0 ? <span className={css['faint']}>0</span> : value)
  return [
    {
      key: 'segment',
      title: '分数段',
      width: 128,
      grow: true,
      frozen: true,
      render: (row) => <span className={css['number']}>{segmentName(row)}</span>,
    },
    { key: 'count', title: '人数', width: 80, align: 'right', render: (row) => count(row.count) },
    {
      key: 'ratio',
      title: '比例',
      width: 90,
      align: 'right',
      render: (row) => percentText(row.ratio),
    },
    {
      key: 'cumulative',
      title: '累计人数',
      hint: '从高分到本段（含）',
      width: 96,
      align: 'right',
      render: (row) => row.cumulative,
    },
    {
      key: 'cumulative_ratio',
      title: '累计比例',
      width: 96,
      align: 'right',
      render: (row) => percentText(row.cumulative_ratio),
    },
    ...data.classes.map(({ class_id, class_name }, index): Column<Row> => ({
      key: `class ${class_id}`,
      title: class_name,
      width: 96,
      align: 'right',
      render: (row) => count(row.by_class[index] ?? 0),
    })),
  ]
}
