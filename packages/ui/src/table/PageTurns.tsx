import { ReasonButton } from '../form/ReasonButton.tsx'
import css from './page-turns.module.css'

/**
 * To the page before and after, where a page has a set length; nothing where there is but one. `Pager` is for lists
 * whose pages people choose, and how long they are.
 */
export function PageTurns(props: {
  page: number
  limit: number
  total: number
  /** Measure word of what is listed, where their number stands beside the page. */
  unit?: string
  onPage: (page: number) => void
}) {
  const { page, onPage } = props
  const pages = Math.ceil(props.total / props.limit)
  if (pages <= 1) return null
  return (
    <nav className={css['root']} aria-label="翻页">
      <ReasonButton
        size="small"
        reason={page <= 1 ? '已是第一页' : null}
        onClick={() => onPage(page - 1)}
      >
        上一页
      </ReasonButton>
      <span>
        第 {page} / {pages} 页{props.unit && `，共 ${props.total} ${props.unit}`}
      </span>
      <ReasonButton
        size="small"
        reason={page >= pages ? '已是最后一页' : null}
        onClick={() => onPage(page + 1)}
      >
        下一页
      </ReasonButton>
    </nav>
  )
}
