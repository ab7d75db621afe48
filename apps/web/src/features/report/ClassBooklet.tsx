import { Button, HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import {
  classReport,
  criticalReport,
  type Frame,
  overviewReport,
  questionDetailReport,
  type Report,
  segmentReport,
  subjectLineReport,
  unitLevelReport,
  visibleColumns,
} from '@hengjuan/contracts'
import {
  ChartFigure,
  DataTable,
  EmptyState,
  ErrorState,
  FilterField,
  PageHeader,
  Panel,
  SkeletonLines,
} from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { FooterNote } from './FooterNote.tsx'
import { ParentsDialog } from './ParentsDialog.tsx'
import css from './report.module.css'
import { reportAddress, type ReportPageKey } from './report-address.ts'
import { gridColumns } from './report-cells.tsx'
import { linkCells } from './report-links.tsx'
import { ReportMissing } from './ReportMissing.tsx'
import { useReportFilters } from './use-report-filters.ts'

/** Everything about one class on one page, for its class teacher: read from top to bottom, printed as it is. @source reports P03 */
export function ClassBooklet(props: { mayExport: boolean }) {
  const [isPrinting, setPrinting] = useState(false)
  const { examId, classId, kept, set, query } = useReportFilters()
  const { data, error, refetch } = useRoute(
    overviewReport.list,
    { query: query('total') },
    {
      enabled: examId !== 0,
    },
  )
  if (!data) return <ReportMissing error={error} onRetry={() => void refetch()} />
  const shown = data.classes.find(({ class_id }) => class_id === classId) ?? data.classes[0]
  if (!shown)
    return (
      <EmptyState size="large" title="当前身份没有可见的班级">
        如需查看，请联系学校管理员。
      </EmptyState>
    )
  const onSchool = {
    exam_id: examId,
    ...(data.schools.length > 1 ? { school_id: shown.school_id } : {}),
    ...(kept.version ? { version: kept.version } : {}),
  }
  const onClass = { ...onSchool, class_id: shown.class_id }
  return (
    <div>
      <PageHeader
        title={`${shown.class_name} 班级报告`}
        subtitle={data.footer.exam_name}
        actions={
          <>
            {props.mayExport && <Button onClick={() => setPrinting(true)}>家长一页…</Button>}
            <Link to={`/MainPage/reportDetail?exam_id=${examId}`}>全部报表</Link>
          </>
        }
      />
      {isPrinting && (
        <ParentsDialog
          examId={examId}
          classId={shown.class_id}
          className={shown.class_name}
          onClose={() => setPrinting(false)}
        />
      )}
      <div className={css['filters']}>
        <FilterField label="班级">
          <HTMLSelect
            value={shown.class_id}
            onChange={({ currentTarget }) => set({ class_id: Number(currentTarget.value) })}
          >
            {data.classes.map(({ class_id, class_name }) => (
              <option key={class_id} value={class_id}>
                {class_name}
              </option>
            ))}
          </HTMLSelect>
        </FilterField>
      </div>
      <Section title="一、各科表现" report={overviewReport} query={onClass} page="overview" />
      <Section title="二、与其他班级比较" report={classReport} query={onSchool} page="class" />
      <Section
        title="三、总分分布"
        report={segmentReport}
        query={onClass}
        page="segment"
        hasTable={false}
      />
      <Section title="四、等级" report={unitLevelReport} query={onClass} page="unitLevel" />
      <Section title="五、上线" report={subjectLineReport} query={onClass} page="subjectLine" />
      {data.subjects.map((subject) => (
        <Section
          key={subject.subject_id}
          title={`六、小题：${subject.subject_name}`}
          report={questionDetailReport}
          query={{ ...onClass, subject_id: subject.subject_id }}
          page="questionDetail"
          subjectId={subject.subject_id}
        />
      ))}
      <Section
        title="七、临界学生"
        report={criticalReport}
        query={{ ...onClass, limit: 200 }}
        page="critical"
      />
    </div>
  )
}

/** A report within the page: its charts, its table, and the way to its own page. */
function Section<Query, Reply, Row>(props: {
  title: string
  report: Report<Query, Reply, Row>
  query: Record<string, unknown>
  page: ReportPageKey
  subjectId?: number
  hasTable?: boolean
}) {
  const { kept } = useReportFilters()
  const { report, query, page } = props
  const asked = useRoute(report.list, { query } as never)
  const reply: Reply | undefined = asked.data
  const address = reportAddress(page, {
    ...kept,
    class_id: query['class_id'] === undefined ? null : Number(query['class_id']),
    ...(props.subjectId === undefined ? {} : { subject_id: props.subjectId }),
  })
  return (
    <section className={css['bookletSection']} aria-label={props.title}>
      <h2>
        {props.title} <Link to={address}>单独查看</Link>
      </h2>
      {reply ? (
        <Body {...props} reply={reply} />
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </section>
  )
}

function Body<Query, Reply, Row>(props: {
  report: Report<Query, Reply, Row>
  reply: Reply
  page: ReportPageKey
  hasTable?: boolean
}) {
  const { report, reply, page } = props
  const frame = reply as Frame
  const rows = report.rows(reply)
  const columns = visibleColumns(report.columns(reply), frame.rank_types).filter(
    ({ extra }) => !extra,
  )
  const charts = report.charts?.(reply) ?? []
  if (rows.length === 0) return <p className={css['quiet']}>没有可见的数据。</p>
  return (
    <div className={css['stack']}>
      {charts.length > 0 && (
        <div className={charts.length > 1 ? css['twoEqual'] : css['stack']}>
          {charts.map((chart) => (
            <Panel key={chart.title}>
              <ChartFigure data={chart} height={220} />
            </Panel>
          ))}
        </div>
      )}
      {props.hasTable !== false && (
        <Panel flush footer={<FooterNote footer={frame.footer} />}>
          <DataTable
            label={report.title}
            columns={gridColumns(columns, rows, { isHeated: true, cells: linkCells(page) })}
            rows={rows}
            rowKey={(row) => rows.indexOf(row)}
            rowHeight={32}
            isDense
            maxHeight="none"
            empty={null}
          />
        </Panel>
      )}
    </div>
  )
}
