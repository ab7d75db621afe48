import { Button, Classes, Spinner } from '@blueprintjs/core'
import { EmptyState, ErrorState } from '@hengjuan/ui'
import { Link } from 'react-router'
import { NOTHING_NEW, nothingNew, type NothingNew, waitingWords } from '@hengjuan/domain'
import { useRoute } from '@hengjuan/client/react'
import { ownTasks } from '@hengjuan/contracts'
import type { ReactNode } from 'react'
import { holdWords } from '../../marking-core/queue/marker-session.ts'
import type { DeskState, MarkInfo } from './desk-state.ts'
import { NextWork } from './NextWork.tsx'
import { isEnd, savedText } from '../../marking-core/nothing-new.ts'
import { OfflineNotice } from './OfflineNotice.tsx'
import css from './desk.module.css'

/** Reasons that pass without anybody's doing here. */
const MAY_COME: readonly NothingNew[] = ['empty', 'paused', 'drawing', 'setup', 'warned']

/** What stands in the place of the paper while there is none. */
export function DeskNotice(props: { state: DeskState; info: MarkInfo; onRetry: () => void }) {
  const { state, info } = props
  const toTasks = (
    <Link className="bp6-button" to="/MainPage/markPaper/markPage/unfinishList">
      返回我的任务
    </Link>
  )
  if (state.hold)
    return (
      <EmptyState size="large" title={holdWords(state.hold).short} action={toTasks}>
        {holdWords(state.hold).long}。
      </EmptyState>
    )
  // The desk asks again every ten seconds, and at once when the network is back.
  if (state.error?.code === 'OFFLINE')
    return <OfflineNotice pending={state.pending} onRetry={props.onRetry} action={toTasks} />
  if (state.error)
    return <ErrorState size="large" error={state.error} onRetry={props.onRetry} action={toTasks} />
  if (state.isLoading)
    return state.awaySince === null ? (
      <div className={css['fetching']} role="status">
        <Spinner aria-label="正在领取试卷" />
        正在领取试卷…
      </div>
    ) : (
      <EmptyState
        size="large"
        title={`${state.trouble === null ? '网络不通' : '服务器暂时不能保存'}，手中的试卷已评完`}
        action={<Button onClick={props.onRetry}>立即重试</Button>}
      >
        已给的 {state.pending} 份分数保存在本机，恢复后自动上传并领取新卷。请不要清除浏览器数据。
        {state.trouble !== null && `${state.trouble}。`}
      </EmptyState>
    )
  const reason = state.reason ?? 'empty'
  const returned = state.returned > 0 && `手中没有评的 ${state.returned} 份已退回，由其他教师评阅。`
  if (reason === 'unqualified') return <UnqualifiedNotice info={info}>{returned}</UnqualifiedNotice>
  const notice = nothingNew(reason, state.mine.target)
  return (
    <EmptyState
      size="large"
      title={notice.title}
      action={
        <NextWork blockId={info.block_id} mayArbitrate={info.may_arbitrate}>
          {MAY_COME.includes(reason) && <Button onClick={props.onRetry}>再领一次</Button>}
        </NextWork>
      }
    >
      {isEnd(reason) && savedText({ pending: state.pending, refused: state.unplaced.length })}
      {notice.text}
      {returned}
    </EmptyState>
  )
}

/** Before the first paper: to be qualified, or waiting for whoever decides about it. */
function UnqualifiedNotice({ info, children }: { info: MarkInfo; children: ReactNode }) {
  const { data } = useRoute(
    ownTasks,
    { query: { state: 'unfinished' } },
    { refetchInterval: 15_000 },
  )
  const own = data?.find(({ block_id }) => block_id === info.block_id)
  const waiting = own ? waitingWords(own) : null
  const { title, text } = waiting ?? NOTHING_NEW.unqualified
  const trial = (
    <Link
      className={waiting ? Classes.BUTTON : `${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`}
      to={`/qualification?block_id=${info.block_id}`}
    >
      {waiting ? '查看试评与定标' : '去试评与定标'}
    </Link>
  )
  return (
    <EmptyState
      size="large"
      title={title}
      action={
        <NextWork
          blockId={info.block_id}
          mayArbitrate={info.may_arbitrate}
          first={waiting ? null : trial}
        >
          {waiting && trial}
        </NextWork>
      }
    >
      {text}
      {children}
    </EmptyState>
  )
}
