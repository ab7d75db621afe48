import { useRoute } from '@hengjuan/client/react'
import { riskPapers } from '@hengjuan/contracts'
import { StatusTag } from '@hengjuan/ui'
import { Link } from 'react-router'
import css from './risk.module.css'

/** Soon enough for "at once", seldom enough to cost nothing. */
const EVERY_MS = 20_000

/** Stands in the header of every page while papers that speak of danger wait; else it is not there. */
export function RiskNotice() {
  const { data } = useRoute(
    riskPapers,
    { query: { count_only: 1 } },
    { refetchInterval: EVERY_MS, refetchIntervalInBackground: true },
  )
  if (!data || data.open === 0) return null
  return (
    <Link to="/risk-papers" className={css['notice']} role="status">
      <StatusTag status="bad">情绪或安全风险 {data.open} 份</StatusTag>
    </Link>
  )
}
