import { useRoute } from '@hengjuan/client/react'
import { scoreCurve } from '@hengjuan/contracts'
import { EmptyState, ErrorState, LineChart, SkeletonLines } from '@hengjuan/ui'
import css from './supervision.module.css'
import { scoreBins } from './score-bins.ts'

/** How a marker's scores are spread, over those of the whole block. */
export function ScoreCurve(props: {
  examId: number
  blockId: number
  marker: { marker_id: number; name: string }
}) {
  const { data, error, refetch } = useRoute(
    scoreCurve,
    {
      query: {
        exam_id: props.examId,
        block_id: props.blockId,
        marker_id: props.marker.marker_id,
      },
    },
    { refetchInterval: 15_000 },
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={6} />
  if (data.marker_n === 0)
    return (
      <EmptyState title={`${props.marker.name}还没有提交评阅`}>有评阅后显示给分曲线。</EmptyState>
    )
  const { labels, shares } = scoreBins(data.full_milli, [data.pool, data.marker])
  return (
    <>
      <LineChart
        title={`${props.marker.name}的给分曲线与全体对照`}
        xTitle="得分"
        yTitle="占比"
        labels={labels}
        series={[
          { name: '全体', values: shares[0] ?? [] },
          { name: props.marker.name, values: shares[1] ?? [] },
        ]}
        areaOf="全体"
        format={(value) => `${value.toFixed(1)}%`}
        height={240}
      />
      <p className={css['muted']}>
        本人 {data.marker_n} 份，全体 {data.pool_n} 份；分布距离{' '}
        {data.distance === null ? '–' : data.distance.toFixed(2)}（0 完全相同，1 完全不同）
      </p>
    </>
  )
}
