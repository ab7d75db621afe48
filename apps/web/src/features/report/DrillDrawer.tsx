import { useRoute } from '@hengjuan/client/react'
import {
  criticalReport,
  type Drill,
  type Frame,
  questionPeopleReport,
  type Report,
  studentReport,
  visibleColumns,
} from '@hengjuan/contracts'
import { DataTable, EmptyState, SideDrawer } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { Answer } from './Answer.tsx'
import { type Card, FormulaCard } from './FormulaCard.tsx'
import css from './report.module.css'
import { type ReportPageKey, reportAddress } from './report-address.ts'
import { gridColumns } from './report-cells.tsx'
import { linkCells } from './report-links.tsx'
import { ReportMissing } from './ReportMissing.tsx'
import { useReportFilters } from './use-report-filters.ts'

/** What is opened from a cell: who is behind it, and how it comes about. */
export interface Opened {
  card: Card
  people: Drill | null
}

/** More than fit at a glance stand on the page that lists them. */
const MOST = 200

const LISTS: Record<
  Drill['report'],
  { report: Report<never, never, never>; page: ReportPageKey; columns: (key: string) => boolean }
> = {
  student: {
    report: studentReport as never,
    page: 'student',
    columns: (key) =>
      /^(exam_no|student_name|class_name|school_name|total_score|score:.*)$/.test(key),
  },
  concerned_critical: {
    report: criticalReport as never,
    page: 'critical',
    columns: (key) =>
      /^(exam_no|student_name|class_name|school_name|score_milli|gap_milli|side)$/.test(key),
  },
  question_student: {
    report: questionPeopleReport as never,
    page: 'questionPeople',
    columns: (key) =>
      /^(exam_no|student_name|class_name|school_name|item:.*|letters:.*)$/.test(key),
  },
}

/** From a figure to its source: the formula with what went into it, and the people who are counted. @source reports 2.5, 3.9 */
export function DrillDrawer(props: { opened: Opened | null; onClose: () => void }) {
  const { opened } = props
  return (
    <SideDrawer
      isOpen={opened !== null}
      onClose={props.onClose}
      size="min(640px, 92vw)"
      title={opened?.people?.label ?? opened?.card.title ?? ''}
    >
      {opened && (
        <div className={css['drawer']}>
          <FormulaCard card={opened.card} />
          {opened.people && <People drill={opened.people} />}
        </div>
      )}
    </SideDrawer>
  )
}

function People({ drill }: { drill: Drill }) {
  const { kept } = useReportFilters()
  const [openId, setOpenId] = useState<number | null>(null)
  const { report, page, columns: isShown } = LISTS[drill.report]
  const query = Object.fromEntries(
    Object.entries({ ...kept, ...drill.query }).filter(
      ([name, value]) => value !== null && hasFilter(report, name),
    ),
  )
  const { data, error, refetch } = useRoute(report.list, {
    query: { ...query, limit: MOST },
  } as never)
  if (error && !data) return <ReportMissing error={error} onRetry={() => void refetch()} />
  const reply = data as (Frame & { total: number }) | undefined
  const rows = reply ? report.rows(reply as never) : undefined
  const columns = reply
    ? visibleColumns(report.columns(reply as never), reply.rank_types).filter(({ key }) =>
        isShown(key),
      )
    : []
  const { class_id, ...more } = drill.query
  const address = reportAddress(
    page,
    { ...kept, ...(class_id ? { class_id: +class_id } : {}) },
    more,
  )
  return (
    <>
      <p className={css['among']}>
        {reply && rows && rows.length < reply.total ? `前 ${rows.length} 人，共 ` : '共 '}
        {reply?.total ?? '…'} 人{drill.report === 'question_student' && '，点一人看作答'} ·{' '}
        <Link to={address}>在整页打开，排序、导出</Link>
      </p>
      <DataTable
        label={drill.label}
        columns={gridColumns(columns, rows ?? [], {
          isHeated: false,
          cells: linkCells(page, true),
        })}
        rows={rows}
        rowKey={({ candidate_id }: { candidate_id: number }) => candidate_id}
        rowHeight={34}
        isDense
        maxHeight={openId === null ? 'calc(100vh - 320px)' : '240px'}
        {...(drill.report === 'question_student'
          ? { onOpenRow: (row: { candidate_id: number }) => setOpenId(row.candidate_id) }
          : {})}
        currentKey={openId}
        empty={<EmptyState title="没有可见的学生">只列出当前身份能看到的学生。</EmptyState>}
      />
      {/* The last step: what was written. @source reports 2.5 (b) */}
      {drill.report === 'question_student' && openId !== null && (
        <Answer
          subjectId={Number(drill.query['subject_id'])}
          candidateId={openId}
          no={String(drill.query['no'])}
        />
      )}
    </>
  )
}

const hasFilter = ({ query }: { query: object }, name: string): boolean =>
  'properties' in query && Object.hasOwn(query.properties as object, name)
