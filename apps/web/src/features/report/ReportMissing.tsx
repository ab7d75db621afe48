import { CallError } from '@hengjuan/client'
import { EmptyState, ErrorState, SkeletonPage } from '@hengjuan/ui'
import { Link } from 'react-router'
import { reportAddress } from './report-address.ts'
import { useReportFilters } from './use-report-filters.ts'

/** Instead of a report: no exam is chosen, it is on its way, or why it can not be shown. */
export function ReportMissing(props: { error: unknown; onRetry: () => void }) {
  const { kept } = useReportFilters()
  const isWaiting = kept.exam_id !== 0 && !props.error
  // Whoever prints the page waits for one of both, see `PRINTED_PAGES`.
  return (
    <div data-report-state={isWaiting ? undefined : 'failed'}>
      <Instead {...props} />
    </div>
  )
}

function Instead(props: { error: unknown; onRetry: () => void }) {
  const { kept } = useReportFilters()
  if (kept.exam_id === 0)
    return (
      <EmptyState
        size="large"
        title="请先选择一场考试"
        action={<Link to="/MainPage/testReport">选择考试</Link>}
      >
        报表按考试查看，先选一场已发布成绩的考试。
      </EmptyState>
    )
  if (!props.error) return <SkeletonPage />
  const code = props.error instanceof CallError ? props.error.code : null
  if (code === 'VERSION_GONE')
    return (
      <EmptyState
        size="large"
        title="这个成绩版本看不到了"
        action={
          <Link to={reportAddress('overview', { exam_id: kept.exam_id })}>查看发布的版本</Link>
        }
      >
        版本可能已撤回，或当前身份只能查看发布的版本。
      </EmptyState>
    )
  if (code === 'OUT_OF_SCOPE')
    return (
      <EmptyState
        size="large"
        title="不在您的权限范围内"
        action={<Link to={reportAddress('overview', { exam_id: kept.exam_id })}>查看总览</Link>}
      >
        {props.error instanceof Error ? props.error.message : ''}
      </EmptyState>
    )
  if (code === 'REGION_FIGURES_ONLY')
    return (
      <EmptyState
        size="large"
        title="区域身份查看各校的汇总，不查看考生个人成绩"
        action={<Link to={reportAddress('school', { exam_id: kept.exam_id })}>查看学校均分</Link>}
      >
        学生名单由各校的教师与管理人员查看；这里的其他报表给出学校与班级的数据。
      </EmptyState>
    )
  if (code !== 'SCORE_NOT_RELEASED')
    return <ErrorState size="large" error={props.error} onRetry={props.onRetry} />
  return (
    <EmptyState
      size="large"
      title="成绩还没有发布"
      action={<Link to="/MainPage/testReport">查看其他考试</Link>}
    >
      在成绩预审页完成检查并发布后，这里显示各项报表；撤回发布期间报表不可查看。
    </EmptyState>
  )
}
