import { useRoute } from '@hengjuan/client/react'
import { checkBlockStatus } from '@hengjuan/contracts'
import { DataTable, EmptyState } from '@hengjuan/ui'
import css from './drill.module.css'
import type { Drill } from './ReadingDrawer.tsx'
import { checkColumns, drillOf } from './check-columns.tsx'

/** How much of each marker's work was checked, and what came of it; a row opens the readings. */
export function CheckProgress(props: {
  examId: number
  blockId: number
  onDrill: (drill: Drill) => void
}) {
  const { data, error, refetch } = useRoute(checkBlockStatus, {
    query: { exam_id: props.examId, block_id: props.blockId },
  })
  return (
    <>
      <DataTable
        label="抽查进度"
        columns={checkColumns(data?.daily_target ?? 0, props.onDrill)}
        rows={data?.markers}
        rowKey={(row) => row.marker_id}
        error={error}
        onRetry={() => void refetch()}
        onOpenRow={(row) => props.onDrill(drillOf(row))}
        maxHeight="420px"
        empty={<EmptyState title="还没有评阅可以抽查">教师提交评阅后显示抽查进度。</EmptyState>}
      />
      {data && (
        <p className={css['muted']} style={{ marginTop: 8 }}>
          应抽查为每位教师已评份数的 {data.share_percent}%；合格率的分母为已抽查的份数
        </p>
      )}
    </>
  )
}
