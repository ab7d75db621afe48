import { useRoute } from '@hengjuan/client/react'
import { type ReplyOf, scoreDistribution } from '@hengjuan/contracts'
import { binRange, evidenceOf, scoreBins } from '@hengjuan/domain'
import { EmptyState, Pending } from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import css from './score-spread.module.css'
import type { Drill } from './drill/ReadingDrawer.tsx'

type Marker = ReplyOf<typeof scoreDistribution>['markers'][number]

/** Enough readings for a distance to say something. */
const isTold = ({ n }: Marker): boolean => evidenceOf(n) !== 'hidden'

/** Furthest from all first; those with too few readings to say after them. */
const byDistance = (a: Marker, b: Marker): number =>
  Number(isTold(b)) - Number(isTold(a)) || (isTold(a) ? b.distance - a.distance : b.n - a.n)

/** How the scores of all markers of a block are spread, one under the other. @source features A10 (99) */
export function ScoreSpread(props: {
  examId: number
  blockId: number
  onDrill: (drill: Drill) => void
}) {
  const { data, error, refetch } = useRoute(
    scoreDistribution,
    { query: { exam_id: props.examId, block_id: props.blockId } },
    { refetchInterval: 30_000, placeholderData: keepPreviousData },
  )
  if (!data) return <Pending error={error} refetch={refetch} lines={8} />
  if (data.readings_n === 0)
    return <EmptyState title="还没有评阅">提交评阅后，这里逐人对照给分的分布。</EmptyState>
  const markers = data.markers.toSorted(byDistance)
  const scale = { fullMilli: data.full_milli, stepMilli: data.step_milli }
  const { labels, shares } = scoreBins(scale, [
    data.finals,
    data.readings,
    ...markers.map(({ readings }) => readings),
  ])
  const [finals = [], pool = [], ...rest] = shares
  const finalsN = data.finals.reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(1, ...shares.flat().map((share) => share ?? 0))
  const cells = (row: readonly (number | null)[], marker?: Marker) =>
    row.map((share, index) => (
      <td key={labels[index]} style={{ '--share': (share ?? 0) / most } as CSSProperties}>
        {share !== null && share > 0 && (
          <Share
            share={share}
            onOpen={
              marker &&
              (() => {
                const { low, high } = binRange(scale, index)
                props.onDrill({
                  title: `${marker.name}给 ${labels[index] ?? ''} 分的评阅`,
                  query: { marker_id: marker.marker_id, low_milli: low, high_milli: high },
                  marker,
                })
              })
            }
          />
        )}
      </td>
    ))
  return (
    <div className={css['spread']}>
      <table>
        <caption>
          每格为该教师给这些分数的份数占本人的百分比，颜色越深占比越高；分布距离 0 与全体相同、1
          完全不同，不足 20
          份不显示。点一格查看这些评阅。两评合成的终评分落在两档之间的，计入较低一档。
        </caption>
        <thead>
          <tr>
            <th scope="col">教师</th>
            <th scope="col">份数</th>
            <th scope="col">分布距离</th>
            {labels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr data-pool>
            <th scope="row">终评分</th>
            <td>{finalsN}</td>
            <td>–</td>
            {cells(finals)}
          </tr>
          <tr data-pool>
            <th scope="row">全体评阅</th>
            <td>{data.readings_n}</td>
            <td>–</td>
            {cells(pool)}
          </tr>
          {markers.map((marker, index) => (
            <tr key={marker.marker_id} data-thin={evidenceOf(marker.n) !== 'shown' || undefined}>
              <th scope="row">{marker.name}</th>
              <td>{marker.n}</td>
              <td>
                {isTold(marker) ? (
                  marker.distance.toFixed(2)
                ) : (
                  <span title={`仅 ${marker.n} 份，满 20 份后显示`}>–</span>
                )}
              </td>
              {cells(rest[index] ?? [], marker)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A share of readings, in percent; what is less than one is not nothing. */
function Share({ share, onOpen }: { share: number; onOpen: (() => void) | undefined }) {
  const text = share < 1 ? '<1' : String(Math.floor(share))
  if (!onOpen) return <span>{text}</span>
  return (
    <button type="button" onClick={onOpen}>
      {text}
    </button>
  )
}
