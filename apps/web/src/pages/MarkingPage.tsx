import { Classes } from '@blueprintjs/core'
import { CallError } from '@hengjuan/client'
import { useRoute } from '@hengjuan/client/react'
import { markInfo, type ReplyOf } from '@hengjuan/contracts'
import { EmptyState, ErrorState } from '@hengjuan/ui'
import { Link, useSearchParams } from 'react-router'
import {
  DeskSkeleton,
  MarkDesk,
  OfflineNotice,
  ownSearch,
  type OwnSearch,
} from '../features/marking/index.ts'
import { PaperDrawer } from '../features/paper/index.ts'
import { MarkerMessages, useMessageCounts, useMessageStream } from '../features/messages/index.ts'
import { useSession } from '../session/session-store.ts'

const isOffline = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'OFFLINE'

/** `/marking?block_id=&papers=own|sent_back`: marks the papers of one block; over it, own papers handed in before. */
export function MarkingPage() {
  const [search] = useSearchParams()
  const { user_id } = useSession()
  const blockId = Number(search.get('block_id'))
  const info = useRoute(
    markInfo,
    { query: { block_id: blockId } },
    {
      enabled: blockId > 0,
      staleTime: Infinity,
      gcTime: 0,
      refetchOnMount: 'always',
    },
  )
  const tasks = (
    <Link className="bp6-button" to="/MainPage/markPaper/markPage/unfinishList">
      返回我的任务
    </Link>
  )
  if (!(blockId > 0))
    return (
      <EmptyState size="large" title="没有指定题块" action={tasks}>
        请从「我的任务」中打开一个题块开始阅卷。
      </EmptyState>
    )
  // A computer that knows it is offline does not even try until it is back.
  if (!info.data && (info.fetchStatus === 'paused' || isOffline(info.error)))
    return <OfflineNotice pending={0} onRetry={() => void info.refetch()} action={tasks} />
  if (info.error)
    return (
      <ErrorState
        size="large"
        error={info.error}
        onRetry={() => void info.refetch()}
        action={tasks}
      />
    )
  if (!info.data || info.isFetching) return <DeskSkeleton />
  if (!info.data.may_mark)
    return (
      <EmptyState
        size="large"
        title="您不是这个题块的阅卷教师"
        action={
          <>
            <Link
              className={`${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`}
              to="/MainPage/markPaper/markPage/arbitration-home/arbitration"
            >
              去仲裁与问题卷
            </Link>
            {tasks}
          </>
        }
      >
        您负责仲裁与问题卷；需要参加阅卷请在阅卷设置中分配。
      </EmptyState>
    )
  return (
    <Desk
      key={blockId}
      info={info.data}
      userId={user_id}
      search={ownSearch(search.get('papers'))}
    />
  )
}

/** The desk, and the messages of its block beside it. */
function Desk(props: { info: ReplyOf<typeof markInfo>; userId: number; search: OwnSearch | null }) {
  const { info, userId, search } = props
  useMessageStream(info.exam_id)
  const counts = useMessageCounts(info.exam_id)
  const own = counts?.find(({ block_id }) => block_id === info.block_id)
  return (
    <MarkDesk
      info={info}
      userId={userId}
      unread={own?.unread ?? 0}
      newNotes={own?.new_notes ?? 0}
      rubricVersion={own?.rubric_version}
      // Whoever was taken off the block has none.
      stamp={counts ? (own?.stamp ?? 0) : null}
      Messages={MarkerMessages}
      Original={PaperDrawer}
      search={search}
    />
  )
}
