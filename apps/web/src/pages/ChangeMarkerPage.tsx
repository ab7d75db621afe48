import { Classes } from '@blueprintjs/core'
import { CallError } from '@hengjuan/client'
import { useRoute } from '@hengjuan/client/react'
import { allocationGet } from '@hengjuan/contracts'
import { EmptyState, filter, PageHeader, useUrlFilters } from '@hengjuan/ui'
import { Link } from 'react-router'
import { BalancePanel, ChangeMarker } from '../features/marking/index.ts'
import { useSayExam } from '../shell/exam/exam-in-view.ts'
import { useMay } from '../session/session-store.ts'

const filters = { block_id: filter.id() }

/** `/changeMarker?block_id=`: markers are replaced, and the rest of the work is shared anew. */
export function ChangeMarkerPage() {
  const { values } = useUrlFilters(filters)
  const { data, error } = useRoute(
    allocationGet,
    { query: { block_id: values.block_id ?? 0 } },
    { enabled: values.block_id !== null },
  )
  const mayChange = useMay('marking.setup')
  useSayExam(data?.exam_id, data?.subject_id)
  // Asking again would be answered alike: the block was divided anew, or is somebody else's.
  const refused =
    !data && error instanceof CallError && (error.status === 403 || error.status === 404)
      ? error
      : null
  if (values.block_id === null || refused)
    return (
      <EmptyState
        size="large"
        title={refused?.message ?? '没有指定题块'}
        action={
          <Link className={Classes.BUTTON} to="/MainPage/exam-manage/overview">
            考试列表
          </Link>
        }
      >
        请从考试的「阅卷设置」中一个题块的「更多」打开更换阅卷员。
      </EmptyState>
    )
  return (
    <>
      <PageHeader
        title={data ? `更换阅卷员 · ${data.block_name}` : '更换阅卷员'}
        subtitle={
          data
            ? `${data.exam_name} · ${data.subject_name}；更换或停止教师，把剩余任务重新分给其他人`
            : error
              ? ''
              : '正在读取'
        }
      />
      <ChangeMarker blockId={values.block_id} mayChange={mayChange} />
      {data && (
        <BalancePanel examId={data.exam_id} blockId={values.block_id} mayChange={mayChange} />
      )}
    </>
  )
}
