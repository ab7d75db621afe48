import { useRoute } from '@hengjuan/client/react'
import { studentExams } from '@hengjuan/contracts'
import { EmptyState, ErrorState, SkeletonLines } from '@hengjuan/ui'
import { Link } from 'react-router'
import css from './score.module.css'

export const scoreAddress = (examNo: string, examId: number): string =>
  `/MainPage/searchScore/${encodeURIComponent(examNo)}/${examId}`

/** The exams whose scores the signed-in student may open, the newest first. */
export function OwnExams() {
  const { data, error, refetch } = useRoute(studentExams, {})
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={4} />
  if (data.length === 0)
    return (
      <EmptyState size="large" title="还没有可以查询的成绩">
        学校发布成绩后会出现在这里，请耐心等待。
      </EmptyState>
    )
  return (
    <ul className={css['ownExams']}>
      {data.map((exam) => (
        <li key={exam.exam_id}>
          <Link
            to={`${scoreAddress(exam.exam_no, exam.exam_id)}${exam.has_result ? '' : '?tab=book'}`}
          >
            <span>
              <strong>{exam.exam_name}</strong>
              <small>
                {exam.start_date} · 考号 {exam.exam_no}
              </small>
            </span>
            <span className={css['ownExamGo']}>
              {exam.has_result ? (exam.has_book ? '成绩与错题本' : '查看成绩') : '错题本'} →
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
