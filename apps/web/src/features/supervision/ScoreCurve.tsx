import { useRoute } from '@hengjuan/client/react'
import { scoreCurve } from '@hengjuan/contracts'
import { binRange, evidenceOf, scoreBins } from '@hengjuan/domain'
import { ChartFigure, EmptyState, Pending } from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import css from './supervision.module.css'
import type { Drill } from './drill/ReadingDrawer.tsx'
import { type TimeWindow, TimeSlider } from './TimeSlider.tsx'

const rateOf = (percent: number | null): number | null => (percent === null ? null : percent / 100)

/** How a marker's scores are spread, over those of the whole block. */
export function ScoreCurve(props: {
  examId: number
  blockId: number
  marker: { marker_id: number; name: string }
  /** The readings behind a point of the marker's curve; null where only the curve may be seen. */
  onDrill: ((drill: Drill) => void) | null
}) {
  const [window, setWindow] = useState<TimeWindow>({})
  const { marker, onDrill } = props
  const { data, error, refetch } = useRoute(
    scoreCurve,
    {
      query: {
        exam_id: props.examId,
        block_id: props.blockId,
        marker_id: marker.marker_id,
        ...window,
      },
    },
    { refetchInterval: 15_000, placeholderData: keepPreviousData },
  )
  if (!data) return <Pending error={error} refetch={refetch} lines={6} />
  const slider = (
    <TimeSlider firstAt={data.first_at} lastAt={data.last_at} value={window} onChange={setWindow} />
  )
  if (data.marker_n === 0)
    return (
      <>
        {slider}
        <EmptyState title={`${marker.name}在这段时间没有提交评阅`}>
          有评阅后显示给分曲线。
        </EmptyState>
      </>
    )
  const scale = { fullMilli: data.full_milli, stepMilli: data.step_milli }
  const { labels, shares } = scoreBins(scale, [data.pool, data.marker])
  return (
    <>
      {slider}
      <ChartFigure
        data={{
          kind: 'lines',
          title: `${marker.name}的给分曲线与全体对照`,
          xTitle: '得分',
          yTitle: '占比',
          figure: 'rate',
          labels,
          series: [
            { name: '全体', values: (shares[0] ?? []).map(rateOf), isGround: true },
            { name: marker.name, values: (shares[1] ?? []).map(rateOf) },
          ],
        }}
        height={240}
        onPick={(index) => {
          const { low, high } = binRange(scale, index)
          onDrill?.({
            title: `${marker.name}给 ${labels[index] ?? ''} 分的评阅`,
            query: {
              marker_id: marker.marker_id,
              low_milli: low,
              high_milli: high,
              ...window,
            },
            marker,
          })
        }}
      />
      <p className={css['muted']}>
        分布距离{' '}
        {data.distance === null || evidenceOf(data.marker_n) === 'hidden' ? (
          <span title={`仅 ${data.marker_n} 份，满 20 份后显示`}>–</span>
        ) : (
          <strong>{data.distance.toFixed(2)}</strong>
        )}
        （0 完全相同，1 完全不同）；本人 n={data.marker_n}，全体 n={data.pool_n}
        {onDrill && '。点曲线上的一点查看这些评阅'}
      </p>
    </>
  )
}
