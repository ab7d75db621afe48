import { EmptyState } from '@hengjuan/ui'
import { Link, useSearchParams } from 'react-router'
import { TrialDesk } from '../features/marking/index.ts'
import { useSession } from '../session/session-store.ts'

/** `/qualification?block_id=`: practice and qualification before the first live paper. */
export function QualificationPage() {
  const [search] = useSearchParams()
  const { user_id } = useSession()
  const blockId = Number(search.get('block_id'))
  if (!(blockId > 0))
    return (
      <EmptyState
        size="large"
        title="没有指定题块"
        action={
          <Link className="bp6-button" to="/MainPage/markPaper/markPage/unfinishList">
            返回我的任务
          </Link>
        }
      >
        请从「我的任务」中打开一个题块的「试评与定标」。
      </EmptyState>
    )
  return <TrialDesk key={blockId} blockId={blockId} userId={user_id} />
}
