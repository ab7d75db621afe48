import { Button } from '@blueprintjs/core'
import type { masterSpotCheck, ReplyOf } from '@hengjuan/contracts'
import { EmptyState, Figure, Pending, ProgressBar } from '@hengjuan/ui'
import { type ReactNode, useState } from 'react'
import css from './drill/drill.module.css'
import { type Drill, ReadingDrawer } from './drill/ReadingDrawer.tsx'
import { ReadingPane } from './drill/ReadingPane.tsx'

/** What a sample of an own block has on the table, and how far it is. */
export interface MasterSample {
  /** Is nothing missing of what says which readings are drawn? */
  isComplete: boolean
  /** The marker whose readings are drawn; null for all. */
  markerId: number | null
  data: ReplyOf<typeof masterSpotCheck> | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** A leader looks over the readings of a sample, one after the other. */
export function QuestionMasterPane(props: {
  examId: number
  blockId: number
  sample: MasterSample
  /** What became of the paper while it was on the table. */
  notice: ReactNode
  /** What stands in place of the paper where others have all that are left on theirs; null where they have none. */
  allHeld: ReactNode
}) {
  const { examId, blockId, sample } = props
  const [drill, setDrill] = useState<Drill | null>(null)
  const { data, error, refetch, isFetching } = sample
  if (!sample.isComplete)
    return (
      <EmptyState title="请补全抽样条件">填好分数段或分数线后，这里显示要看的评阅。</EmptyState>
    )
  if (!data) return <Pending error={error} refetch={refetch} lines={8} />
  // The count is that of the marker on the table, or of whom is sampled.
  const markerId = data.task?.marker_id ?? sample.markerId
  const ofWhom = data.task?.marker_name ?? (markerId === null ? '本题块' : '这位教师')
  const openToday = () =>
    setDrill({
      title: `${ofWhom}本日抽查过的评阅`,
      query: { kind: 'checked_today', ...(markerId === null ? {} : { marker_id: markerId }) },
    })
  return (
    <div className={css['master']}>
      <div className={css['listHead']}>
        <span>还有 {data.remaining} 份没有抽查</span>
        <span className={css['today']}>
          <Figure
            formula={`今天抽查${ofWhom}的份数 / 每天每位教师应抽查的 ${data.daily_target} 份`}
            onOpen={data.checked_today > 0 ? openToday : undefined}
          >
            本日
          </Figure>
          <ProgressBar
            label={`本日 ${data.checked_today}/${data.daily_target}`}
            done={Math.min(data.checked_today, data.daily_target)}
            total={data.daily_target}
            status={data.checked_today >= data.daily_target ? 'ok' : 'busy'}
          />
        </span>
      </div>
      <ReadingDrawer
        examId={examId}
        blockId={blockId}
        drill={drill}
        as="leader"
        isLed
        onClose={() => setDrill(null)}
      />
      {data.task && props.notice}
      {data.task ? (
        <ReadingPane
          examId={examId}
          blockId={blockId}
          readingId={data.task.task_detail_id}
          as="leader"
          onDone={() => void refetch()}
        />
      ) : (
        (props.allHeld ?? (
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
        ))
      )}
    </div>
  )
}
