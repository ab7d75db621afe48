import { Classes } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { allocationBlocks } from '@hengjuan/contracts'
import { EmptyState, filter, PageHeader, useUrlFilters } from '@hengjuan/ui'
import { Link } from 'react-router'
import { AllocationBlocks } from '../features/marking/index.ts'
import { useMay } from '../session/session-store.ts'

const filters = { exam_id: filter.id(), subject_id: filter.id() }

/** `/setDistri?exam_id=&subject_id=`: who marks each block of a subject, and how much. */
export function SetDistriPage() {
  const { values } = useUrlFilters(filters)
  const mayChange = useMay('marking.setup')
  const { exam_id: examId, subject_id: subjectId } = values
  const { data, error } = useRoute(
    allocationBlocks,
    { query: { exam_id: examId ?? 0, subject_id: subjectId ?? 0 } },
    { enabled: examId !== null && subjectId !== null, staleTime: 0 },
  )
  if (examId === null || subjectId === null)
    return (
      <EmptyState
        size="large"
        title="没有指定考试科目"
        action={
          <Link className={Classes.BUTTON} to="/MainPage/exam-manage/overview">
            打开考试列表
          </Link>
        }
      >
        请打开一场考试，在左侧选择「阅卷设置」，再选择「任务分配」。
      </EmptyState>
    )
  return (
    <>
      <PageHeader
        title="任务分配"
        subtitle={
          data ? `${data.exam_name} · ${data.subject_name}` : error ? undefined : '正在读取'
        }
        actions={
          <Link className="bp6-button" to={`/MarkSet?exam_id=${examId}&subject_id=${subjectId}`}>
            阅卷设置
          </Link>
        }
      />
      <AllocationBlocks
        key={`${examId} ${subjectId}`}
        examId={examId}
        subjectId={subjectId}
        mayChange={mayChange}
      />
    </>
  )
}
