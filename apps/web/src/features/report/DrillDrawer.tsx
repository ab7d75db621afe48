import { CallError } from '@hengjuan/client'
import { useRoute } from '@hengjuan/client/react'
import {
  classReport,
  criticalReport,
  type Drill,
  excellentReport,
  type Frame,
  questionPeopleReport,
  type ReplyOf,
  type reportClassAverages,
  type Report,
  type reportQuestionPeople,
  studentReport,
  visibleColumns,
} from '@hengjuan/contracts'
import { TOTAL_SUBJECT_ID } from '@hengjuan/domain'
import { DataTable, EmptyState, SideDrawer } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Card, FormulaCard } from './FormulaCard.tsx'
import { PersonAnswers } from './PersonAnswers.tsx'
import css from './report.module.css'
import { type KeptFilters, type ReportPageKey, reportAddress } from './report-address.ts'
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
  concerned_excellent: {
    report: excellentReport as never,
    page: 'excellent',
    columns: (key) =>
      /^(exam_no|student_name|class_name|school_name|score_milli|.*_rank|weakest)$/.test(key),
  },
  question_student: {
    report: questionPeopleReport as never,
    page: 'questionPeople',
    columns: (key) =>
      /^(exam_no|student_name|class_name|school_name|item:.*|letters:.*)$/.test(key),
  },
}

/** From a figure to its source: the formula with what went into it, and the people who are counted. @source reports 2.5, 3.9 */
export function DrillDrawer(props: {
  opened: Opened | null
  /** Whose figures those are, where the address does not say. */
  within?: KeptFilters
  onClose: () => void
}) {
  const { opened } = props
  const { kept } = useReportFilters()
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
          {opened.people && <People drill={opened.people} kept={props.within ?? kept} />}
        </div>
      )}
    </SideDrawer>
  )
}

function People({ drill, kept }: { drill: Drill; kept: KeptFilters }) {
  const [openId, setOpenId] = useState<number | null>(null)
  const [no, setNo] = useState('')
  const { report, page, columns: isShown } = LISTS[drill.report]
  const query = Object.fromEntries(
    Object.entries({ ...kept, ...drill.query }).filter(
      ([name, value]) => value !== null && hasFilter(report, name),
    ),
  )
  const { data, error, refetch } = useRoute(report.list, {
    query: { ...query, limit: MOST },
  } as never)
  if (error instanceof CallError && error.code === 'REGION_FIGURES_ONLY')
    return <CountsByClass drill={drill} kept={kept} />
  if (error && !data) return <ReportMissing error={error} onRetry={() => void refetch()} />
  const reply = data as (Frame & { total: number }) | undefined
  const rows = reply ? report.rows(reply as never) : undefined
  const columns = reply
    ? visibleColumns(report.columns(reply as never), reply.rank_types).filter(
        // Of one student the questions stand below, each to be pressed.
        ({ key }) => isShown(key) && !(rows?.length === 1 && /^(item|letters):/.test(key)),
      )
    : []
  const { class_id, ...more } = drill.query
  const isOfQuestions = drill.report === 'question_student'
  const [only] = (rows ?? []) as readonly { candidate_id: number }[]
  // Of one student there is nobody to choose.
  const shownId =
    openId ?? (isOfQuestions && rows?.length === 1 ? only?.candidate_id : null) ?? null
  const shown = rows?.find((row) => (row as { candidate_id: number }).candidate_id === shownId)
  const address = reportAddress(
    page,
    { ...kept, ...(class_id ? { class_id: +class_id } : {}) },
    more,
  )
  return (
    <>
      <p className={css['among']}>
        {reply && rows && rows.length < reply.total ? `前 ${rows.length} 人，共 ` : '共 '}
        {reply?.total ?? '…'} 人{isOfQuestions && shownId === null && '，点一人看作答'} ·{' '}
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
        maxHeight={shownId === null ? 'calc(100vh - 320px)' : '240px'}
        {...(isOfQuestions
          ? { onOpenRow: (row: { candidate_id: number }) => setOpenId(row.candidate_id) }
          : {})}
        currentKey={shownId}
        empty={<EmptyState title="没有可见的学生">只列出当前身份能看到的学生。</EmptyState>}
      />
      {/* The last step: what was written. @source reports 2.5 (b) */}
      {isOfQuestions && shown && (
        <PersonAnswers
          items={(reply as unknown as ReplyOf<typeof reportQuestionPeople>).items}
          row={shown}
          subjectId={Number(drill.query['subject_id'])}
          no={no}
          onChoose={setNo}
        />
      )}
    </>
  )
}

/** For who sees no people: how many there are in each class. @source reports 2.5 (a) */
function CountsByClass({ drill, kept }: { drill: Drill; kept: KeptFilters }) {
  const { school_id, class_id, in_subject } = drill.query
  const { data, error, refetch } = useRoute(classReport.list, {
    query: {
      exam_id: kept.exam_id,
      ...(kept.version ? { version: kept.version } : {}),
      subject_id: Number(in_subject ?? kept.subject_id ?? TOTAL_SUBJECT_ID),
      ...(school_id || kept.school_id ? { school_id: Number(school_id ?? kept.school_id) } : {}),
      ...(class_id || kept.class_id ? { class_id: Number(class_id ?? kept.class_id) } : {}),
    },
  })
  if (error && !data) return <ReportMissing error={error} onRetry={() => void refetch()} />
  const reply: ReplyOf<typeof reportClassAverages> | undefined = data
  return (
    <>
      <p className={css['among']}>区域身份查看各班的人数与汇总，不查看考生个人成绩。</p>
      <DataTable
        label={`${drill.label} 各班人数`}
        columns={gridColumns(
          reply
            ? classReport
                .columns(reply)
                .filter(({ key }) => /^(group|registered|present|absent|.*_rate)$/.test(key))
            : [],
          reply?.rows ?? [],
          { isHeated: false },
        )}
        rows={reply?.rows}
        rowKey={({ group, is_reference }) => (is_reference ? 'all' : (group.id ?? group.name))}
        rowHeight={34}
        isDense
        maxHeight="calc(100vh - 320px)"
        empty={<EmptyState title="没有可见的班级" />}
      />
    </>
  )
}

const hasFilter = ({ query }: { query: object }, name: string): boolean =>
  'properties' in query && Object.hasOwn(query.properties as object, name)
