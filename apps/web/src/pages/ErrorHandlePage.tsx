import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { abnormalExams } from '@hengjuan/contracts'
import { EmptyState, ErrorState, filter, SkeletonPage, useUrlFilters } from '@hengjuan/ui'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { AbnormalDesk, abnormalPath } from '../features/scan/index.ts'

const filters = { exam_id: filter.id(), subject_id: filter.id() }

/** `/MainPage/error-home/error-handle?exam_id=&subject_id=`: papers that were sent back to cutting. @source domain rules 5.4 */
export function ErrorHandlePage() {
  const { values } = useUrlFilters(filters)
  const navigate = useNavigate()
  const { data, error, refetch } = useRoute(abnormalExams, {}, { staleTime: 0 })
  const named = values.exam_id !== null && values.subject_id !== null
  const first = data?.find(({ open_blocks }) => open_blocks > 0) ?? data?.[0]
  const examId = named ? values.exam_id : (first?.exam_id ?? null)
  const subjectId = named ? values.subject_id : (first?.subject_id ?? null)
  const at = useMemo(
    () => ({ exam_id: examId ?? 0, subject_id: subjectId ?? 0 }),
    [examId, subjectId],
  )
  if (error && !data)
    return <ErrorState size="large" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonPage inset />
  if (examId === null || subjectId === null)
    return (
      <EmptyState
        size="large"
        title="没有退回切图的试卷"
        action={<Link to="/MainPage/error-home/error-summary">打开异常汇总</Link>}
      >
        题组长把问题卷「退回切图」后，试卷会出现在这里。
      </EmptyState>
    )
  const key = ({ exam_id, subject_id }: { exam_id: number; subject_id: number }) =>
    `${exam_id}-${subject_id}`
  return (
    <AbnormalDesk
      key={key(at)}
      at={at}
      subjects={
        <HTMLSelect
          aria-label="考试与科目"
          value={key(at)}
          options={[
            ...data.map((row) => ({
              value: key(row),
              label: `${row.exam_name} · ${row.subject_name}（${row.open_sheets}）`,
            })),
            ...(data.some((row) => key(row) === key(at))
              ? []
              : [{ value: key(at), label: '本科目没有退回的试卷' }]),
          ]}
          onChange={({ currentTarget }) => {
            const next = data.find((row) => key(row) === currentTarget.value)
            if (next) void navigate(abnormalPath(next))
          }}
        />
      }
    />
  )
}
