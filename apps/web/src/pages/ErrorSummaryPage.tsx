import { PageHeader, Panel } from '@hengjuan/ui'
import { Navigate, useSearchParams } from 'react-router'
import { ErrorSummary, handlePath } from '../features/scan/index.ts'

/** `/MainPage/error-home/error-summary`: exceptions of all exams; `error_handle` leads straight to those of one subject. */
export function ErrorSummaryPage() {
  const [query] = useSearchParams()
  const examId = query.get('exam_id')
  const subjectId = query.get('subject_id')
  if (query.has('error_handle') && examId && subjectId)
    return <Navigate to={handlePath(examId, subjectId)} replace />
  return (
    <>
      <PageHeader title="异常汇总" subtitle="各场考试各科目的扫描异常，点开一行开始处理" />
      <Panel flush>
        <ErrorSummary examId={examId ? Number(examId) : null} />
      </Panel>
    </>
  )
}
