import { useRoute } from '@hengjuan/client/react'
import { overviewReport } from '@hengjuan/contracts'
import { EmptyState, ErrorState, PageHeader, Panel, SkeletonPage } from '@hengjuan/ui'
import { Link } from 'react-router'
import css from './report.module.css'
import { REPORT_GROUPS, reportAddress } from './report-address.ts'
import { useReportFilters } from './use-report-filters.ts'

/** Every report of an exam with what it answers. */
export function ReportDirectory() {
  const { examId, kept, query } = useReportFilters()
  const { data, error, refetch } = useRoute(overviewReport.list, { query: query('total') } as never)
  if (examId === 0)
    return (
      <EmptyState
        size="large"
        title="请先选择一场考试"
        action={<Link to="/MainPage/testReport">选择考试</Link>}
      >
        报表按考试查看。
      </EmptyState>
    )
  if (!data)
    return error ? (
      <ErrorState size="large" error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonPage />
    )
  return (
    <div>
      <PageHeader
        title="全部报表"
        subtitle={data.footer.exam_name}
        actions={<Link to="/MainPage/testReport">其他考试</Link>}
      />
      <div className={css['directoryGrid']}>
        {REPORT_GROUPS.map(({ title, pages }) => (
          <Panel key={title} title={title}>
            <div className={css['directory']}>
              {pages.map((page) => {
                const isOff = 'joint' in page && !data.is_joint
                return (
                  <p key={page.key}>
                    {isOff ? (
                      <span className={css['faint']}>{page.label}</span>
                    ) : (
                      <Link to={reportAddress(page.key, kept)}>{page.label}</Link>
                    )}
                    <span className={css['quiet']}>
                      {isOff ? '只有一所学校参加，没有可比较的学校' : page.text}
                    </span>
                  </p>
                )
              })}
            </div>
          </Panel>
        ))}
      </div>
    </div>
  )
}
