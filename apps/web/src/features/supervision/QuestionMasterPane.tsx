import { Button } from '@blueprintjs/core'
import type { masterSpotCheck, ReplyOf } from '@hengjuan/contracts'
import { EmptyState, ErrorState, ProgressBar, SkeletonLines } from '@hengjuan/ui'
import css from './drill/drill.module.css'
import { ReadingPane } from './drill/ReadingPane.tsx'

/** What a sample of an own block has on the table, and how far it is. */
export interface MasterSample {
  /** Is nothing missing of what says which readings are drawn? */
  isComplete: boolean
  data: ReplyOf<typeof masterSpotCheck> | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** A leader looks over the readings of a sample, one after the other. */
export function QuestionMasterPane(props: {
  examId: number
  blockId: number
  mayReopen: boolean
  sample: MasterSample
}) {
  const { examId, blockId, sample } = props
  const { data, error, refetch, isFetching } = sample
  if (!sample.isComplete)
    return (
      <EmptyState title="请补全抽样条件">填好分数段或分数线后，这里显示要看的评阅。</EmptyState>
    )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  return (
    <div className={css['master']}>
      <div className={css['listHead']}>
        <span>还有 {data.remaining} 份没有抽查</span>
        <ProgressBar
          label={`本日 ${data.checked_today}/${data.daily_target}`}
          done={Math.min(data.checked_today, data.daily_target)}
          total={data.daily_target}
          status={data.checked_today >= data.daily_target ? 'ok' : 'busy'}
        />
      </div>
      {data.task ? (
        <ReadingPane
          examId={examId}
          blockId={blockId}
          readingId={data.task.task_detail_id}
          as="leader"
          mayReopen={props.mayReopen}
          onDone={() => void refetch()}
        />
      ) : (
        <EmptyState
          title="没有可以抽查的评阅"
          action={
            <Button loading={isFetching} onClick={() => void refetch()}>
              再看一次
            </Button>
          }
        >
          符合条件的评阅都已抽查，或还没有提交。
        </EmptyState>
      )}
    </div>
  )
}
