import type { examGet, ReplyOf } from '@hengjuan/contracts'
import { type Column, DataTable, EmptyState, StatusTag } from '@hengjuan/ui'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import css from './exam.module.css'

export type ExamRow = ReplyOf<typeof examGet>

/** Where the next thing to do in an exam is; null where the caller has nothing to do. */
export type NextOf = (exam: ExamRow) => { text: string; to: string } | null

const columnsOf = (nextOf: NextOf): Column<ExamRow>[] => [
  {
    key: 'name',
    title: '考试名称',
    width: 280,
    grow: true,
    frozen: true,
    render: (exam) => <span className={css['name']}>{exam.name}</span>,
  },
  {
    key: 'status',
    title: '状态',
    width: 124,
    render: (exam) => <ExamStatusTag exam={exam} />,
    text: statusWord,
  },
  { key: 'grade', title: '年级', width: 84, render: (exam) => exam.grade_name },
  { key: 'type', title: '类型', width: 72, render: (exam) => exam.type_name },
  {
    key: 'subjects',
    title: '科目',
    width: 250,
    render: (exam) => <SubjectSteps exam={exam} />,
    text: (exam) => exam.subjects.map(({ name }) => name).join('、'),
  },
  {
    key: 'next',
    title: '下一步',
    width: 220,
    render: (exam) => {
      const next = nextOf(exam)
      return (
        next && (
          // The row itself opens the exam.
          <Link to={next.to} onClick={(event) => event.stopPropagation()}>
            {next.text}
          </Link>
        )
      )
    },
    text: (exam) => nextOf(exam)?.text ?? '',
  },
  {
    key: 'candidates',
    title: '考生',
    width: 84,
    align: 'right',
    render: (exam) => (exam.candidate_count === 0 ? '未生成' : exam.candidate_count),
  },
  { key: 'date', title: '考试日期', width: 108, render: (exam) => exam.start_date },
  { key: 'author', title: '创建人', width: 96, render: (exam) => exam.created_by },
]

const STEPS = [1, 2, 3, 6]

/** Each subject with as many dots as steps it has reached. */
function SubjectSteps({ exam }: { exam: ExamRow }) {
  return (
    <span className={css['subjectSteps']}>
      {exam.subjects.map(({ subject_id, name, status, status_name }) => {
        const at = STEPS.indexOf(status) + 1
        return (
          <span
            key={subject_id}
            title={`${name}：${status_name}（第 ${at} 步，共 ${STEPS.length} 步）`}
          >
            {name}
            <i aria-hidden="true">
              {'●'.repeat(at)}
              {'○'.repeat(STEPS.length - at)}
            </i>
          </span>
        )
      })}
    </span>
  )
}

/** Exams in the order of the server; a click opens one. */
export function ExamTable(props: {
  exams: readonly ExamRow[] | undefined
  error: unknown
  onRetry: () => void
  onOpen: (exam: ExamRow) => void
  nextOf: NextOf
  isFiltered: boolean
  action?: ReactNode
}) {
  const { nextOf } = props
  const columns = useMemo(() => columnsOf(nextOf), [nextOf])
  return (
    <DataTable
      label="考试列表"
      arrangedAs="exams"
      columns={columns}
      rows={props.exams}
      rowKey={({ exam_id }) => exam_id}
      error={props.error}
      onRetry={props.onRetry}
      onOpenRow={props.onOpen}
      maxHeight="max(320px, calc(100vh - 300px))"
      rowHeight={44}
      empty={
        props.isFiltered ? (
          <EmptyState title="没有符合条件的考试">请调整筛选条件，或清除筛选后重试。</EmptyState>
        ) : (
          <EmptyState size="large" title="还没有考试" action={props.action}>
            新建一场考试：选择年级、班级和科目，系统会生成考生名单和考号。
          </EmptyState>
        )
      }
    />
  )
}

/** Where an exam stands: the step of the subject furthest behind, or released. */
export function ExamStatusTag({ exam }: { exam: ExamRow }) {
  const { published, status } = exam
  const shown = published ? 'ok' : status === 6 ? 'warn' : status === 3 ? 'busy' : 'idle'
  return <StatusTag status={shown}>{statusWord(exam)}</StatusTag>
}

function statusWord({ published, status, status_name }: ExamRow): string {
  if (published) return '已发布'
  return status === 6 ? '待发布' : status_name
}
