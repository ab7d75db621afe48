import { NavLink } from 'react-router'
import css from './report.module.css'
import { REPORT_GROUPS, reportAddress } from './report-address.ts'
import { useReportFilters } from './use-report-filters.ts'

/** All reports of the exam. One that there is no data for is there, grey, with the reason. */
export function ReportTree({ isJoint }: { isJoint: boolean | undefined }) {
  const { kept } = useReportFilters()
  return REPORT_GROUPS.map(({ title, pages }) => (
    <div key={title} className={css['navGroup']}>
      <span className={css['navTitle']}>{title}</span>
      {pages.map((page) =>
        'joint' in page && isJoint === false ? (
          <span
            key={page.key}
            className={css['navOff']}
            title="只有一所学校参加这场考试，没有可比较的学校"
          >
            {page.label}
          </span>
        ) : (
          <NavLink
            key={page.key}
            className={css['navLink'] ?? ''}
            to={reportAddress(page.key, kept)}
            aria-current={page.path === location.pathname ? 'page' : undefined}
          >
            {page.label}
          </NavLink>
        ),
      )}
    </div>
  ))
}
