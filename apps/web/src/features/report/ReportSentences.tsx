import { Link } from 'react-router'
import css from './report.module.css'
import { PAGE_OF_REPORT, reportAddress, type ReportPageKey } from './report-address.ts'
import { useReportFilters } from './use-report-filters.ts'

/** What the figures say in words, each with the table that says the same. @source reports 2.6 */
export function ReportSentences(props: {
  sentences: readonly { text: string; link: string }[]
  /** The page that they stand on: its own table needs no link. */
  page: ReportPageKey
}) {
  const { kept } = useReportFilters()
  if (props.sentences.length === 0) return null
  return (
    <div className={css['sentences']}>
      {props.sentences.map(({ text, link }) => {
        const page = PAGE_OF_REPORT[link] ?? 'overview'
        return (
          <p key={text}>
            {text}
            {page !== props.page && (
              <>
                {' '}
                <Link to={reportAddress(page, kept)}>查看</Link>
              </>
            )}
          </p>
        )
      })}
    </div>
  )
}
