import { EmptyState } from '@hengjuan/ui'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { MarkedPaper } from '../features/marking/index.ts'

const WHOLE = '/new-marking-view'

/**
 * `/marking-view?block_id=&reading_id=`: an own marked paper, to look at. `/new-marking-view` shows the whole
 * sheet that it was cut from; without a reading it is the marking page.
 */
export function MarkingViewPage() {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const blockId = Number(search.get('block_id'))
  const readingId = Number(search.get('reading_id'))
  if (blockId > 0 && readingId > 0)
    return (
      <MarkedPaper
        key={readingId}
        blockId={blockId}
        readingId={readingId}
        isWhole={pathname === WHOLE}
        onWhole={(isWhole) =>
          void navigate(`${isWhole ? WHOLE : '/marking-view'}?${search}`, { replace: true })
        }
      />
    )
  if (blockId > 0) return <Navigate replace to={`/marking?block_id=${blockId}`} />
  return (
    <EmptyState
      size="large"
      title="没有指定试卷"
      action={
        <Link className="bp6-button" to="/MainPage/markPaper/markPage/unfinishList">
          返回我的任务
        </Link>
      }
    >
      请从「我的任务」打开一个题块，按 / 查找评过的试卷后查看。
    </EmptyState>
  )
}
