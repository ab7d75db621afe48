import { useRoute } from '@hengjuan/client/react'
import { homeExams, type ReplyOf } from '@hengjuan/contracts'
import { EmptyState, ErrorState, Panel, SkeletonLines, StatusTag } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './home.module.css'

type Exam = ReplyOf<typeof homeExams>[number]

/** The newest exams with the step they are at. */
export function RecentExams(props: { linkOf: (exam: Exam) => string; actions?: ReactNode }) {
  const { data, error, refetch } = useRoute(homeExams, { query: { limit: 6 } })
  return (
    <Panel title="最近考试" actions={props.actions}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines lines={5} />
      ) : data.length === 0 ? (
        <EmptyState title="还没有考试">新建考试后，可以在这里看到它的进度。</EmptyState>
      ) : (
        <ul className={css['exams']}>
          {data.map((exam) => (
            <li key={exam.exam_id}>
              <Link to={props.linkOf(exam)} className={css['exam']}>
                <span className={css['todoText']}>
                  <strong>{exam.name}</strong>
                  <span>
                    {exam.grade_name} · {exam.subjects.map(({ name }) => name).join('、')} ·{' '}
                    {exam.candidate_count} 名考生 · {exam.start_date}
                  </span>
                </span>
                {exam.published ? (
                  <StatusTag status="ok">已发布</StatusTag>
                ) : (
                  <StatusTag status="busy">{exam.status_name}</StatusTag>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
