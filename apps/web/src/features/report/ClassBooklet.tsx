import { Button, HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import {
  classReport,
  criticalReport,
  type Frame,
  overviewReport,
  paperReport,
  questionDetailReport,
  questionSplitReport,
  type Report,
  segmentReport,
  studentReport,
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
  usePrinting,
} from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { openedFrom } from './drill.ts'
import { DrillDrawer, type Opened } from './DrillDrawer.tsx'
import { FooterNote } from './FooterNote.tsx'
import { ParentsDialog } from './ParentsDialog.tsx'
import css from './report.module.css'
import { type KeptFilters, reportAddress, type ReportPageKey } from './report-address.ts'
import { gridColumns } from './report-cells.tsx'
import { linkCells } from './report-links.tsx'
import { ReportMissing } from './ReportMissing.tsx'
import { ReportSentences } from './ReportSentences.tsx'
import { useMadeFile } from './use-made-file.ts'
import { useReportFilters } from './use-report-filters.ts'

/** Everything about one class on one page, for its class teacher: read from top to bottom, printed as it is. @source reports P03 */
export function ClassBooklet(props: { mayExport: boolean }) {
  const [isForParents, setForParents] = useState(false)
  const { examId, classId, compareExamId, kept, set, query } = useReportFilters()
  const isPrinting = usePrinting()
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
  const compared = compareExamId ?? data.compare_exams[0]?.exam_id
  const onSchool = {
    exam_id: examId,
    ...(data.schools.length > 1 ? { school_id: shown.school_id } : {}),
    ...(kept.version ? { version: kept.version } : {}),
  }
  const onClass = { ...onSchool, class_id: shown.class_id }
  return (
    <div data-printing={isPrinting || undefined} data-report-state="ready">
      <PageHeader
        title={`${shown.class_name} 班级报告`}
        subtitle={data.footer.exam_name}
        actions={
          <>
            {props.mayExport && (
              <WorkbookButton
                query={{ ...onClass, ...(compared ? { compare_exam_id: compared } : {}) }}
              />
            )}
            {props.mayExport && <Button onClick={() => setForParents(true)}>家长一页…</Button>}
            <Link to={`/MainPage/reportDetail?exam_id=${examId}`}>全部报表</Link>
          </>
        }
      />
      {isForParents && (
        <ParentsDialog
          examId={examId}
          classId={shown.class_id}
          className={shown.class_name}
          onClose={() => setForParents(false)}
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
        {data.compare_exams.length > 0 && (
          <FilterField label="对比">
            <HTMLSelect
              value={compared ?? ''}
              onChange={({ currentTarget }) =>
                set({ compare_exam_id: Number(currentTarget.value) })
              }
            >
              {data.compare_exams.map(({ exam_id, exam_name }) => (
                <option key={exam_id} value={exam_id}>
                  {exam_name}
                </option>
              ))}
            </HTMLSelect>
          </FilterField>
        )}
      </div>
      <Told query={onClass} />
      <Section
        title="一、各科表现与历次"
        report={overviewReport}
        query={{ ...onClass, ...(compared ? { compare_exam_id: compared } : {}) }}
        page="overview"
      />
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
      {data.subjects.map((subject) => (
        <Section
          key={subject.subject_id}
          title={`七、内在表现：${subject.subject_name}`}
          report={questionSplitReport}
          query={{ ...onClass, subject_id: subject.subject_id }}
          page="questionSplit"
          subjectId={subject.subject_id}
          charts={1}
          hasTable={false}
        />
      ))}
      <section className={css['bookletSection']} aria-label="八、知识点掌握">
        <h2>八、知识点掌握</h2>
        {data.subjects.map((subject) => (
          <Knowledge
            key={subject.subject_id}
            name={subject.subject_name}
            query={{ ...onClass, subject_id: subject.subject_id }}
          />
        ))}
      </section>
      {compared ? (
        <Section
          title="九、进退"
          report={studentReport}
          query={{ ...onClass, compare_exam_id: compared, limit: 200 }}
          page="student"
          hasTable={false}
        />
      ) : (
        <section className={css['bookletSection']} aria-label="九、进退">
          <h2>九、进退</h2>
          <p className={css['quiet']}>没有同一届更早的已发布考试，不显示进退与历次走势。</p>
        </section>
      )}
      <Section
        title="十、需要支持的学生"
        report={criticalReport}
        query={{ ...onClass, limit: 200 }}
        page="critical"
      />
    </div>
  )
}

/** A sheet for each section of the page; those of questions for every subject. @source reports P03 */
function WorkbookButton({ query }: { query: Record<string, unknown> }) {
  const made = useMadeFile({ preset: 'booklet' }, query)
  return (
    <Button loading={made.isPending} title={made.step} onClick={() => made.begin('workbook')}>
      导出工作簿
    </Button>
  )
}

/** What the figures of the class say, before the figures. @source reports P03, 2.6 */
function Told({ query }: { query: { exam_id: number; class_id: number } }) {
  const { data } = useRoute(overviewReport.list, { query })
  const averages = useRoute(classReport.list, { query })
  if (!data) return <SkeletonLines lines={3} />
  // What is said of this class beside the others comes first.
  const beside = averages.data ? (classReport.sentences?.(averages.data) ?? []) : []
  const sentences = [...beside, ...data.sentences].slice(0, MOST_TOLD)
  return <ReportSentences sentences={sentences} page="booklet" />
}
const MOST_TOLD = 3

/** Rates by knowledge point where questions are tagged; otherwise what is missing. @source reports P03 (6) */
function Knowledge(props: {
  name: string
  query: { exam_id: number; class_id: number; subject_id: number }
}) {
  const asked = useRoute(paperReport.list, { query: props.query })
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  if (!asked.data) return <SkeletonLines lines={3} />
  const [, rates] = asked.data.spec ? (paperReport.charts?.(asked.data) ?? []) : []
  return rates ? (
    <Panel>
      <ChartFigure data={rates} height={220} />
    </Panel>
  ) : (
    <p className={css['quiet']}>
      {props.name}的题目没有标注知识点；在答题卡的题目里填写知识点后，这里显示各知识点的得分率。
    </p>
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
  /** Only so many of its charts. */
  charts?: number
}) {
  const { kept } = useReportFilters()
  const { report, query, page } = props
  const asked = useRoute(report.list, { query } as never)
  const reply: Reply | undefined = asked.data
  // The class shown is in the address only once somebody chose it.
  const within: KeptFilters = {
    ...kept,
    class_id: query['class_id'] === undefined ? null : Number(query['class_id']),
    ...(props.subjectId === undefined ? {} : { subject_id: props.subjectId }),
  }
  const address = reportAddress(page, within)
  return (
    <section className={css['bookletSection']} aria-label={props.title}>
      <h2>
        {props.title} <Link to={address}>单独查看</Link>
      </h2>
      {reply ? (
        <Body {...props} reply={reply} within={within} />
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
  charts?: number
  /** Whose figures these are. */
  within: KeptFilters
}) {
  const { report, reply, page } = props
  const frame = reply as Frame
  const rows = report.rows(reply)
  const columns = visibleColumns(report.columns(reply), frame.rank_types).filter(
    ({ extra }) => !extra,
  )
  const charts = (report.charts?.(reply) ?? []).slice(0, props.charts)
  const [opened, setOpened] = useState<Opened | null>(null)
  const figures = props.hasTable === false ? (report.figures?.(reply) ?? []) : []
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
      {figures.map(({ label, text }) => (
        <p key={label}>
          <span className={css['quiet']}>{label}：</span>
          {text}
        </p>
      ))}
      {props.hasTable !== false && (
        <Panel flush footer={<FooterNote footer={frame.footer} />}>
          <DataTable
            label={report.title}
            columns={gridColumns(columns, rows, {
              isHeated: true,
              cells: linkCells(page),
              onOpen: (column, row) => setOpened(openedFrom(columns, column, row)),
            })}
            rows={rows}
            rowKey={(row) => rows.indexOf(row)}
            rowHeight={32}
            isDense
            maxHeight="none"
            empty={null}
          />
        </Panel>
      )}
      <DrillDrawer opened={opened} within={props.within} onClose={() => setOpened(null)} />
    </div>
  )
}
