import { useRefresh, useRoute } from '@hengjuan/client/react'
import { homeTodos, type ReplyOf, riskPapers } from '@hengjuan/contracts'
import { EmptyState, Pending, PickItem, PickList, StatusTag } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import { PaperPane } from '../../marking-core/paper/PaperPane.tsx'
import { usePaperImages } from '../../marking-core/queue/use-paper-images.ts'
import { RiskCare } from './RiskCare.tsx'
import css from './risk.module.css'

export type RiskPaper = ReplyOf<typeof riskPapers>['list'][number]

/** Papers that speak of danger: whose they are, what they say, and what was done. */
export function RiskPapers() {
  const { data, error, refetch } = useRoute(riskPapers, { query: {} })
  // The same question as that of the header, which asks it again and again.
  const { data: now } = useRoute(riskPapers, { query: { count_only: 1 } })
  const open = now?.open
  const isNew = data !== undefined && open !== undefined && open !== data.open
  // Every look at the papers is recorded, so they are fetched again only when there is another one.
  useEffect(() => {
    if (isNew) void refetch()
  }, [isNew, refetch])
  const refresh = useRefresh(riskPapers, homeTodos)
  const images = usePaperImages(async () =>
    (await refetch()).data?.list.flatMap((one) => one.images),
  )
  const [chosen, setChosen] = useState<number | null>(null)
  if (!data) return <Pending size="large" error={error} refetch={refetch} lines={10} inset />
  const paper = data.list.find(({ risk_id }) => risk_id === chosen) ?? data.list[0]
  if (!paper)
    return (
      <EmptyState size="large" title="没有情绪或安全风险的试卷">
        阅卷教师把试卷报为「情绪或安全风险」后，会立即出现在这里，页面顶部也会提示。
      </EmptyState>
    )
  return (
    <div className={css['desk']} data-testid="risk-desk">
      <PickList label="情绪或安全风险的试卷">
        {data.list.map((one) => (
          <PickItem
            key={one.risk_id}
            isCurrent={one === paper}
            onPick={() => setChosen(one.risk_id)}
          >
            <strong>{one.student_name}</strong>
            <StatusTag status={one.care ? 'ok' : 'bad'}>{one.care ? '已跟进' : '待跟进'}</StatusTag>
            <small>
              {one.class_name} · {one.subject_name} {one.block_name}
            </small>
          </PickItem>
        ))}
      </PickList>
      <PaperPane parts={paper.images} images={images} blockId={paper.risk_id} />
      <RiskCare
        key={paper.risk_id}
        paper={paper}
        onDone={() => {
          // The one that was worked on stays in sight, wherever it stands now.
          setChosen(paper.risk_id)
          void refresh()
        }}
      />
    </div>
  )
}
