import { useRoute } from '@hengjuan/client/react'
import { avoidedPairs } from '@hengjuan/contracts'
import { EmptyState, filter, PageHeader, useUrlFilters } from '@hengjuan/ui'
import { AvoidedPairs } from '../features/marking/index.ts'

const filters = { exam_id: filter.id() }

/** `/avoidance?exam_id=`: which teacher reads nothing of which candidate. */
export function AvoidancePage() {
  const { values } = useUrlFilters(filters)
  const examId = values.exam_id
  const { data } = useRoute(
    avoidedPairs,
    { query: { exam_id: examId ?? 0 } },
    { enabled: examId !== null },
  )
  if (examId === null)
    return (
      <EmptyState size="large" title="没有指定考试">
        请从一个科目的「阅卷设置」打开「亲属回避」。
      </EmptyState>
    )
  return (
    <>
      <PageHeader
        title="亲属回避"
        subtitle={`${data?.exam_name ?? ''}　教师不评阅亲属的试卷`.trim()}
      />
      <AvoidedPairs key={examId} examId={examId} />
    </>
  )
}
