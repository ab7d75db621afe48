import { Button, Classes, Spinner } from '@blueprintjs/core'
import { EmptyState, ErrorState } from '@hengjuan/ui'
import { Link } from 'react-router'
import { holdWords } from '../queue/marker-session.ts'
import type { DeskState, MarkInfo } from './desk-state.ts'
import { NextWork } from './NextWork.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import css from './desk.module.css'

const NOTICES: Readonly<Record<string, { title: string; text: string }>> = {
  empty: {
    title: '现在没有可评的试卷',
    text: '其他试卷正在扫描或在其他教师手中，有新卷时会自动出现在这里。每 10 秒查看一次；您可以先评其他题块。',
  },
  at_quota: {
    title: '您的任务已完成',
    text: '已达到分配的任务量。若需继续评阅，请联系题组长调整分配。',
  },
  daily_cap: {
    title: '今天的任务已完成',
    text: '已达到本题块每人每天的评阅上限，给分已全部保存，明天可以继续。',
  },
  warned: {
    title: '请等待题组长确认',
    text: '系统发现您最近的给分与标准分有出入，题组长确认后会自动继续。已交的给分都已保存。',
  },
  unqualified: {
    title: '阅卷前请先通过定标',
    text: '本题块要求先在标准卷上试评，通过定标后才能领取试卷。试评与定标的给分不计入任何成绩。',
  },
  paused: { title: '阅卷已暂停', text: '您的进度已保存，题组长恢复后会自动继续。' },
  closed: {
    title: '本题块已结束阅卷',
    text: '给分已全部保存，用左下角的「上一份」可以查看本人评过的试卷。',
  },
  setup: { title: '阅卷还没有开始', text: '题组长确认阅卷设置后会自动开始。' },
  suspended: {
    title: '您的任务已停止分配',
    text: '已提交的给分都已保存，其余试卷由其他教师评阅。如需继续请联系题组长。',
  },
}

/** Reasons that pass without anybody's doing here. */
const MAY_COME: readonly string[] = ['empty', 'paused', 'setup', 'warned']

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
        title="网络不通，手中的试卷已评完"
        action={<Button onClick={props.onRetry}>立即重试</Button>}
      >
        已给的 {state.pending}{' '}
        份分数保存在本机，网络恢复后自动上传并领取新卷。请不要清除浏览器数据。
      </EmptyState>
    )
  const notice = NOTICES[state.reason ?? 'empty'] ?? NOTICES['empty']
  return (
    <EmptyState
      size="large"
      title={notice?.title}
      action={
        <NextWork blockId={info.block_id} mayArbitrate={info.may_arbitrate}>
          {state.reason === 'unqualified' && (
            <Link
              className={`${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`}
              to={`/qualification?block_id=${info.block_id}`}
            >
              去试评与定标
            </Link>
          )}
          {MAY_COME.includes(state.reason ?? 'empty') && (
            <Button onClick={props.onRetry}>再领一次</Button>
          )}
        </NextWork>
      }
    >
      {notice?.text}
    </EmptyState>
  )
}
