import { useRoute } from '@hengjuan/client/react'
import { scoreCurve } from '@hengjuan/contracts'
import { EmptyState, ErrorState, LineChart, Segmented, SkeletonLines } from '@hengjuan/ui'
import { useState } from 'react'
import css from './supervision.module.css'
import { binRange, scoreBins } from './score-bins.ts'
import type { Drill } from './drill/ReadingDrawer.tsx'

const WINDOWS = [
  { value: 0, label: '全部' },
  { value: 24, label: '近 1 天' },
  { value: 2, label: '近 2 小时' },
  { value: 0.5, label: '近半小时' },
] as const
const HOUR_MS = 3_600_000

/** How a marker's scores are spread, over those of the whole block. */
export function ScoreCurve(props: {
  examId: number
  blockId: number
  marker: { marker_id: number; name: string }
  /** The readings behind a point of the marker's curve. */
  onDrill: (drill: Drill) => void
}) {
  const [hours, setHours] = useState<number>(0)
  const [since, setSince] = useState<string>()
  const { marker } = props
  const { data, error, refetch } = useRoute(
    scoreCurve,
    {
      query: {
        exam_id: props.examId,
        block_id: props.blockId,
        marker_id: marker.marker_id,
        ...(since === undefined ? {} : { since }),
      },
    },
    { refetchInterval: 15_000 },
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={6} />
  const choice = (
    <Segmented
      label="时间范围"
      options={WINDOWS}
      value={hours}
      onChange={(next) => {
        setHours(next)
        setSince(next === 0 ? undefined : new Date(Date.now() - next * HOUR_MS).toISOString())
      }}
    />
  )
  if (data.marker_n === 0)
    return (
      <>
        {choice}
        <EmptyState title={`${marker.name}在这段时间没有提交评阅`}>
          有评阅后显示给分曲线。
        </EmptyState>
      </>
    )
  const { labels, shares } = scoreBins(data.full_milli, [data.pool, data.marker])
  return (
    <>
      {choice}
      <LineChart
        title={`${marker.name}的给分曲线与全体对照`}
        xTitle="得分"
        yTitle="占比"
        labels={labels}
        series={[
          { name: '全体', values: shares[0] ?? [] },
          { name: marker.name, values: shares[1] ?? [] },
        ]}
        areaOf="全体"
        format={(value) => `${value.toFixed(1)}%`}
        height={240}
        onPick={(index) => {
          const { low, high } = binRange(data.full_milli, index)
          props.onDrill({
            title: `${marker.name}给 ${labels[index] ?? ''} 分的评阅`,
            query: {
              marker_id: marker.marker_id,
              low_milli: low,
              high_milli: high,
              ...(since === undefined ? {} : { since }),
            },
            marker,
          })
        }}
      />
      <p className={css['muted']}>
        本人 {data.marker_n} 份，全体 {data.pool_n} 份；分布距离{' '}
        {data.distance === null ? '–' : data.distance.toFixed(2)}（0 完全相同，1
        完全不同）。点曲线上的一点查看这些评阅
      </p>
    </>
  )
}
