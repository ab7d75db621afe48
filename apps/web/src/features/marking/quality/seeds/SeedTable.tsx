import { Callout } from '@blueprintjs/core'
import { useCall, useRefresh, useRoute } from '@hengjuan/client/react'
import { seedClear, seedResults } from '@hengjuan/contracts'
import { DataTable, EmptyState, Panel, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { keepTyped } from '../../../../session/typed.ts'
import { hasNoSeeds, isAloneWithSeeds } from './seed-marker.ts'
import { SeedDialog, seedNoteOf } from './SeedDialog.tsx'
import css from '../benchmark/quality.module.css'
import { type SeedMarker, seedColumns } from './seed-columns.tsx'

/** Markers come to a stop while the leader looks. */
const EVERY_MS = 15_000

/** What every marker did with the seeds; who failed twice waits here for a leader. */
export function SeedTable(props: {
  blockId: number
  /** Who looks: nobody clears themselves. */
  userId: number
  /** Shows the readings that a marker has given since the last passed seed. */
  onReadings: (row: SeedMarker) => void
}) {
  const { blockId } = props
  const query = { query: { block_id: blockId } }
  const { data, error, refetch } = useRoute(seedResults, query, { refetchInterval: EVERY_MS })
  const refresh = useRefresh(seedResults)
  const [open, setOpen] = useState<SeedMarker | null>(null)
  const clear = useCall(seedClear, {
    onSuccess: async ({ sent_back, kept, is_suspended }, { body }) => {
      keepTyped(seedNoteOf(blockId, body.marker_id), '')
      setOpen(null)
      const rest = kept > 0 ? `，${kept} 份已由他人裁定，保持不变` : ''
      const done = sent_back > 0 ? `，打回 ${sent_back} 份${rest}` : rest
      // The way on is another one: where it was stopped.
      if (is_suspended)
        toast.note(`种子卷结果已确认${done}。这位教师另被停止分配，请在阅卷设置的任务分配中恢复`)
      else toast.done(`可以继续评阅${done}`)
      await refresh()
    },
  })
  const close = () => {
    clear.reset()
    setOpen(null)
  }
  return (
    <Panel flush>
      {data && isAloneWithSeeds(data.list) && (
        <Callout compact intent="primary" className={css['noSeeds'] ?? ''}>
          这个题块只有一位阅卷教师：其他试卷每评一份，题块的完成数就加一，种子卷不加，教师因此可能认出种子卷。结果仅供参考，请同时抽查这位教师的评阅。
        </Callout>
      )}
      {data && data.list.length > 0 && data.list.every(hasNoSeeds) && (
        <Callout compact intent="warning" className={css['noSeeds'] ?? ''}>
          这个题块还没有种子卷，阅卷质量没有检验。在「标准卷」中选取试卷、商定标准分，用作种子卷后会自动混入试卷。
          <Link to={`/benchmark?block_id=${blockId}&tab=scripts`}>去商定标准卷</Link>
        </Callout>
      )}
      <DataTable
        label="种子卷结果"
        columns={seedColumns(setOpen)}
        rows={data?.list}
        rowKey={({ marker_id }) => marker_id}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState size="large" title="这个题块还没有阅卷教师">
            在阅卷设置中添加阅卷教师后，种子卷的结果会显示在这里。
          </EmptyState>
        }
      />
      {open && (
        <SeedDialog
          blockId={blockId}
          row={open}
          isOwn={open.marker_id === props.userId}
          isPending={clear.isPending}
          error={clear.error}
          onClose={close}
          onReadings={() => {
            close()
            props.onReadings(open)
          }}
          onClear={(note, sendBack) =>
            clear.mutate({
              body: {
                block_id: blockId,
                marker_id: open.marker_id,
                note,
                ...(sendBack ? { send_back: 1 as const } : {}),
              },
            })
          }
        />
      )}
    </Panel>
  )
}
