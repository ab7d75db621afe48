import { useRoute } from '@hengjuan/client/react'
import { blockProgress, markerHelpers, supervisedMarkers } from '@hengjuan/contracts'
import { ChartFigure, ErrorState, ReasonButton } from '@hengjuan/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Drill } from './drill/ReadingDrawer.tsx'
import { MarkerFacts } from './MarkerFacts.tsx'
import { MarkerTable } from './MarkerTable.tsx'
import { ScoreCurve } from './ScoreCurve.tsx'
import type { BlockRow } from './use-live-progress.ts'
import { dayTime } from './words.ts'
import css from './supervision.module.css'

/** The people of a block, the figures of one of them, that one's curve over all, and the hours. */
export function BlockMarkers(props: {
  examId: number
  row: BlockRow
  supervises: boolean
  mayManage: boolean
  markerId: number | null
  onDrill: (drill: Drill) => void
  onMessage: ((markerId: number) => void) | null
}) {
  const { row, examId, onDrill, supervises, onMessage } = props
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const [picked, setPicked] = useState<number | null>(props.markerId)
  const query = { exam_id: examId, block_id: row.block_id }
  const markers = useRoute(supervisedMarkers, { query }, { refetchInterval: 15_000 })
  const hours = useRoute(blockProgress, { query }, { refetchInterval: 60_000 })
  const askMarkers = markers.refetch
  const follow = useCallback(() => void askMarkers(), [askMarkers])
  useFollowing(stampOf(row), follow)
  const openReadings = useCallback((_: unknown, drill: Drill) => onDrill(drill), [onDrill])
  const list = markers.data?.list
  const current =
    list?.find(({ marker_id }) => marker_id === picked) ??
    list?.toSorted((a, b) => b.n - a.n).find(({ n }) => n > 0)
  // Who is shown first stays, whoever overtakes them while somebody reads.
  if (picked === null && current) setPicked(current.marker_id)
  return (
    <>
      <div className={css['headed']}>
        <h3 className={css['heading']}>
          {supervises ? '阅卷教师' : '我的评阅'}
          <small>
            {supervises
              ? '点一行查看指标和给分曲线，点数字查看这些评阅；不足 20 份不作判断，不足 50 份以灰色显示'
              : '份数、用时和给分分布；与其他教师比较的指标由题组长查看'}
          </small>
        </h3>
        <div className={css['actions']}>
          {current && onMessage && current.duty === 'marker' && (
            <ReasonButton
              reason={current.disabled ? `${current.name}的账号已停用，看不到消息` : null}
              onClick={() => onMessage(current.marker_id)}
            >
              给{current.name}发消息
            </ReasonButton>
          )}
          <span ref={setSlot} />
        </div>
      </div>
      <MarkerTable
        rows={list}
        error={markers.error}
        onRetry={() => void markers.refetch()}
        current={current?.marker_id ?? null}
        onOpen={({ marker_id }) => setPicked(marker_id)}
        onDrill={supervises ? openReadings : null}
        slot={slot}
      />
      {supervises && <HelperLine examId={examId} row={row} mayManage={props.mayManage} />}
      {current && supervises && <MarkerFacts marker={current} onDrill={onDrill} />}
      <div className={css['charts']}>
        <div>
          {current && (
            <ScoreCurve
              key={current.marker_id}
              examId={examId}
              blockId={row.block_id}
              marker={current}
              onDrill={supervises ? onDrill : null}
            />
          )}
        </div>
        <div>
          {hours.error && !hours.data && (
            <ErrorState error={hours.error} onRetry={() => void hours.refetch()} />
          )}
          {hours.data && (
            <ChartFigure
              height={240}
              data={{
                kind: 'bars',
                title: '各小时提交份数',
                xTitle: '时间',
                yTitle: '份数',
                figure: 'count',
                labels: hours.data.hours.map(({ from }) => dayTime(from)),
                series: [{ name: '份数', values: hours.data.hours.map(({ count }) => count) }],
              }}
            />
          )}
        </div>
      </div>
    </>
  )
}

/** Changes with what changes the figures of markers. */
const stampOf = ({ marking_count, overrule_count, numbers }: BlockRow): string =>
  `${marking_count} ${overrule_count} ${Object.values(numbers).join(' ')}`

/** Asked no more often than this, however often something changes. */
const LEAST_MS = 3000

/** Asks again whenever a stamp changes: at once, or as soon as the last time is long enough ago. */
function useFollowing(stamp: string, ask: () => void): void {
  const seen = useRef(stamp)
  const askedMs = useRef(-Infinity)
  // Figures beside a stream follow it; the stream itself carries only sums.
  useEffect(() => {
    if (seen.current === stamp) return
    const wait = Math.max(0, askedMs.current + LEAST_MS - performance.now())
    const timer = setTimeout(() => {
      seen.current = stamp
      askedMs.current = performance.now()
      ask()
    }, wait)
    return () => clearTimeout(timer)
  }, [stamp, ask])
}

/** Who of the subject has nothing left to mark while this block is not done. */
function HelperLine(props: { examId: number; row: BlockRow; mayManage: boolean }) {
  const { row, examId } = props
  const isOpen = row.marking_count < row.reading_total
  const { data } = useRoute(
    markerHelpers,
    { query: { exam_id: examId, block_id: row.block_id } },
    { enabled: isOpen },
  )
  if (!isOpen || !data || data.count === 0) return null
  const named = data.list.map(({ name, block_name }) => `${name}（${block_name}已评完）`)
  return (
    <p className={css['helpers']}>
      可以支援：{named.join('、')}
      {data.count > named.length && ` 等 ${data.count} 人`}
      {props.mayManage && (
        <Link to={`/changeMarker?block_id=${row.block_id}`}>加入本题块，先预览新的任务量</Link>
      )}
    </p>
  )
}
