import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { type InputOf, trendTaskDetail } from '@hengjuan/contracts'
import { DataTable, EmptyState, KeyHint, SideDrawer, type Sort, sortRows } from '@hengjuan/ui'
import { useLayoutEffect, useState } from 'react'
import type { ActsAs } from '../standing.ts'
import { BulkReturnDialog } from './BulkReturnDialog.tsx'
import { ReadingPane } from './ReadingPane.tsx'
import { ReturnRecord, useReturns } from './ReturnRecord.tsx'
import { readingColumns } from './reading-columns.tsx'
import css from './drill.module.css'

/** Which readings are behind a figure, and in words. */
export interface Drill {
  title: string
  query: Omit<InputOf<typeof trendTaskDetail>['query'], 'exam_id' | 'block_id'>
  /** Set where the figure is one marker's. */
  marker?: { marker_id: number; name: string }
}

/** Who read what one is to arbitrate is not shown before. */
const WAITS = '等待仲裁，裁定后显示'

/** More than a person looks through; the newest come first. */
const MOST_ROWS = 500

/** From a figure to its readings: a list, the paper beside it, and what can be done with it. */
export function ReadingDrawer(props: {
  examId: number
  blockId: number
  drill: Drill | null
  as: ActsAs
  /** Leads the block, whatever the caller acts as: only its leaders send back all of a marker. */
  isLed: boolean
  onClose: () => void
}) {
  const { drill } = props
  return (
    <SideDrawer
      isOpen={drill !== null}
      onClose={props.onClose}
      size="min(1240px, 98vw)"
      title={drill?.title ?? ''}
    >
      {drill && <Readings key={drill.title} {...props} drill={drill} />}
    </SideDrawer>
  )
}

function Readings(props: {
  examId: number
  blockId: number
  drill: Drill
  as: ActsAs
  isLed: boolean
}) {
  const { examId, blockId, drill } = props
  const [picked, setPicked] = useState<number | null>(null)
  const [isReturning, setReturning] = useState(false)
  const { data, error, refetch } = useRoute(trendTaskDetail, {
    query: { exam_id: examId, block_id: blockId, ...drill.query, limit: MOST_ROWS },
  })
  // Acts that are listed below the list take of its height.
  const returns = useReturns(examId, blockId, drill.marker)
  const hasReturns = drill.marker !== undefined && (returns.data?.length ?? 0) > 0
  const columns = readingColumns(drill.marker !== undefined)
  const [sort, setSort] = useState<Sort | null>(null)
  // Pages turn in the order of the list as it is sorted.
  const list = data && sortRows(data.list, columns, sort)
  const place = Math.max(0, list?.findIndex((row) => row.task_detail_id === picked) ?? 0)
  const current = list?.[place]
  const step = (by: number) => setPicked(list?.[place + by]?.task_detail_id ?? picked)

  usePageTurns(step)

  if (list?.length === 0)
    return (
      <EmptyState title="没有可以查看的评阅">
        {data && data.hidden > 0
          ? `这 ${data.hidden} 份${WAITS}，请先在仲裁任务中裁定。`
          : '可能已被重评或撤回，请返回后刷新。'}
      </EmptyState>
    )
  return (
    <div
      className={css['desk']}
      data-of={drill.marker ? 'marker' : 'block'}
      data-testid="reading-desk"
    >
      <aside className={css['list']}>
        <div className={css['listHead']}>
          <span>
            {data ? `共 ${data.total} 份` : error ? '没有读到' : '正在读取'}
            {data && data.total > MOST_ROWS && `，显示最近 ${MOST_ROWS} 份`}
            {data && data.hidden > 0 && `，另有 ${data.hidden} 份${WAITS}`}
          </span>
          <span className={css['muted']}>
            <KeyHint keys="↑" /> <KeyHint keys="↓" /> 上一份、下一份
          </span>
        </div>
        <DataTable
          label="评阅列表"
          columns={columns}
          rows={list}
          sort={{ value: sort, onChange: setSort }}
          rowKey={(row) => row.task_detail_id}
          error={error}
          onRetry={() => void refetch()}
          currentKey={current?.task_detail_id ?? null}
          onOpenRow={(row) => setPicked(row.task_detail_id)}
          maxHeight={hasReturns ? 'calc(100vh - 332px)' : 'calc(100vh - 160px)'}
          empty={null}
        />
        {drill.marker && props.isLed && (
          <Button variant="minimal" intent="danger" onClick={() => setReturning(true)}>
            整批打回{drill.marker.name}的评阅…
          </Button>
        )}
        {drill.marker && <ReturnRecord examId={examId} blockId={blockId} marker={drill.marker} />}
      </aside>
      {current && (
        <ReadingPane
          examId={examId}
          blockId={blockId}
          readingId={current.task_detail_id}
          as={props.as}
          onDone={() => {
            step(1)
            void refetch()
          }}
        />
      )}
      {drill.marker && (
        <BulkReturnDialog
          isOpen={isReturning}
          examId={examId}
          blockId={blockId}
          marker={drill.marker}
          onClose={() => setReturning(false)}
        />
      )}
    </div>
  )
}

const TURNS: Record<string, number> = { '[': -1, ArrowUp: -1, ']': 1, ArrowDown: 1 }

/** Arrows and brackets turn the pages from wherever the focus is. */
function usePageTurns(step: (by: number) => void): void {
  // Before the table takes the arrows.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const by = TURNS[event.key]
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select')
      if (by === undefined || typing || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      step(by)
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  })
}
