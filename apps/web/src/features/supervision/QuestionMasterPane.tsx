import { Button, HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { type InputOf, masterSpotCheck } from '@hengjuan/contracts'
import { EmptyState, ErrorState, ProgressBar, SkeletonLines } from '@hengjuan/ui'
import { useState } from 'react'
import css from './drill/drill.module.css'
import { ReadingPane } from './drill/ReadingPane.tsx'

type Kind = NonNullable<InputOf<typeof masterSpotCheck>['query']['kind']>

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'random', label: '随机' },
  { value: 'zero', label: '零分' },
  { value: 'full', label: '满分' },
  { value: 'fast', label: '过快' },
  { value: 'apart', label: '与另一评不一致' },
]

/** A leader samples the readings of an own block, one after the other. */
export function QuestionMasterPane(props: { examId: number; blockId: number; mayReopen: boolean }) {
  const { examId, blockId } = props
  const [kind, setKind] = useState<Kind>('random')
  const { data, error, refetch, isFetching } = useRoute(
    masterSpotCheck,
    { query: { block_id: blockId, kind } },
    // The paper on the table stays until the leader has said something.
    { staleTime: Infinity },
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  return (
    <div className={css['master']}>
      <div className={css['listHead']}>
        <span>
          抽样{' '}
          <HTMLSelect
            aria-label="抽样方式"
            value={kind}
            options={[...KINDS]}
            onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
          />{' '}
          还有 {data.remaining} 份没有抽查
        </span>
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
