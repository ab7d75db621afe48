import type { ReplyOf } from '@hengjuan/contracts'
import type { examList } from '@hengjuan/contracts'
import { type Column, DataTable, EmptyState, StatusTag, Time } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import css from './report.module.css'
import { reportAddress } from './report-address.ts'

type Exam = ReplyOf<typeof examList>['list'][number]

const TOLD = {
  students: { status: 'ok', text: '学生可见' },
  teachers: { status: 'busy', text: '教师可见' },
  leaders: { status: 'idle', text: '仅校领导' },
} as const

const columns: Column<Exam>[] = [
  {
    key: 'name',
    title: '考试',
    width: 270,
    grow: true,
    frozen: true,
    sortBy: (row) => row.name,
    render: (row) => <strong>{row.name}</strong>,
  },
  { key: 'type', title: '类型', width: 80, render: (row) => row.type_name },
  {
    key: 'grade',
    title: '年级',
    width: 88,
    sortBy: (row) => row.grade_id,
    render: (row) => row.grade_name,
  },
  {
    key: 'subjects',
    title: '科目',
    width: 190,
    grow: true,
    render: (row) => (
      <span className={css['muted']}>{row.subjects.map(({ name }) => name).join('、')}</span>
    ),
  },
  {
    key: 'count',
    title: '考生',
    width: 80,
    align: 'right',
    sortBy: (row) => row.candidate_count,
    render: (row) => row.candidate_count,
  },
  {
    key: 'date',
    title: '考试日期',
    width: 112,
    sortBy: (row) => row.start_date,
    render: (row) => row.start_date,
  },
  {
    key: 'version',
    title: '版本',
    width: 64,
    sortBy: (row) => row.release?.version ?? 0,
    render: (row) => (row.release ? `v${row.release.version}` : ''),
  },
  {
    key: 'state',
    title: '状态',
    width: 110,
    render: ({ release }) =>
      release && (
        <StatusTag status={TOLD[release.told].status}>{TOLD[release.told].text}</StatusTag>
      ),
    text: ({ release }) => (release ? TOLD[release.told].text : ''),
  },
  {
    key: 'appeals',
    title: '待办复核',
    width: 88,
    align: 'right',
    sortBy: (row) => row.release?.open_appeals ?? 0,
    render: ({ release, exam_id }) =>
      release !== null &&
      release.open_appeals > 0 && (
        <Link
          to={`/MainPage/reportDetail/review?exam_id=${exam_id}`}
          onClick={(event) => event.stopPropagation()}
        >
          {release.open_appeals} 份
        </Link>
      ),
  },
  {
    key: 'published',
    title: '发布时间',
    width: 130,
    sortBy: (row) => row.published_at,
    render: (row) => row.published_at && <Time at={row.published_at} />,
  },
]

/** Exams with released scores; a row opens its reports. */
export function ReleasedExams(props: {
  exams: readonly Exam[] | undefined
  error: unknown
  onRetry: () => void
  /** Is the list cut down by filters? */
  isFiltered: boolean
  /** Beside an empty list: why it may be. */
  why: ReactNode
}) {
  const navigate = useNavigate()
  return (
    <DataTable
      label="已发布成绩的考试"
      columns={columns}
      rows={props.exams}
      rowKey={(row) => row.exam_id}
      error={props.error}
      onRetry={props.onRetry}
      rowHeight={48}
      onOpenRow={({ exam_id }) => void navigate(reportAddress('overview', { exam_id }))}
      empty={
        props.isFiltered ? (
          <EmptyState title="没有符合条件的考试">请放宽筛选，或点「重置」查看全部。</EmptyState>
        ) : (
          <EmptyState size="large" title="还没有发布成绩的考试" action={props.why}>
            阅卷完成后，在考试的「成绩预审」页检查并发布成绩，报表随即生成。
          </EmptyState>
        )
      }
    />
  )
}
