import { useRoute } from '@hengjuan/client/react'
import { overviewReport } from '@hengjuan/contracts'
import { PageHeader, Panel } from '@hengjuan/ui'
import { Link } from 'react-router'
import css from './report.module.css'
import { REPORT_GROUPS, reportAddress } from './report-address.ts'
import { ReportMissing } from './ReportMissing.tsx'
import { useReportFilters } from './use-report-filters.ts'

/** Every report of an exam with what it answers. */
export function ReportDirectory() {
  const { examId, kept, query } = useReportFilters()
  const { data, error, refetch } = useRoute(
    overviewReport.list,
    { query: query('total') },
    {
      enabled: examId !== 0,
    },
  )
  if (!data) return <ReportMissing error={error} onRetry={() => void refetch()} />
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
