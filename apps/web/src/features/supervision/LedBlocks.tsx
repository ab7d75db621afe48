import { Button } from '@blueprintjs/core'
import { useCall, useRefresh, useRoute } from '@hengjuan/client/react'
import { blockStatusSet, ledBlocks, type ReplyOf } from '@hengjuan/contracts'
import { ConfirmDialog, DataTable, EmptyState, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { ledBlockColumns } from './led-block-columns.tsx'
import { BLOCK_STATUS } from './words.ts'

type Row = ReplyOf<typeof ledBlocks>[number]

export type LedMode = 'blocks' | 'open' | 'done'

/** Nothing is left to mark in it. */
const isDone = (row: Row): boolean =>
  row.status === 'closed' || (row.unit_count > 0 && row.final_count === row.unit_count)

export const isLedIn = (row: Row, mode: LedMode): boolean =>
  mode === 'blocks' || isDone(row) === (mode === 'done')

/** Blocks that the signed-in question master leads: how far, what waits, open or paused. */
export function LedBlocks(props: {
  mode: LedMode
  /** Which rows are asked for; null for all. */
  isFound: ((row: Row) => boolean) | null
  /** Is there a line of filters above? */
  hasBar: boolean
  onReset: () => void
}) {
  const { mode, isFound } = props
  const { data, error, refetch } = useRoute(ledBlocks, {}, { refetchInterval: 15_000 })
  const [pausing, setPausing] = useState<Row | null>(null)
  const open = useBlockStatus({ onError: toast.error })
  return (
    <>
      <DataTable
        label="我负责的题块"
        columns={ledBlockColumns({
          hasQualifying: data?.some(({ qualification_count }) => qualification_count > 0) ?? false,
          onPause: setPausing,
          onOpen: ({ block_id }) => open.mutate({ body: { block_id, action: 'open' } }),
        })}
        rows={data?.filter((row) => isLedIn(row, mode) && (isFound?.(row) ?? true))}
        rowKey={(row) => row.block_id}
        error={error}
        onRetry={() => void refetch()}
        maxHeight={`max(320px, calc(100vh - ${props.hasBar ? 236 : 184}px))`}
        empty={
          data && isFound && data.some((row) => isLedIn(row, mode)) ? (
            <EmptyState
              title="没有符合条件的题块"
              action={<Button onClick={props.onReset}>清除筛选</Button>}
            >
              您负责的题块都不在所选的范围内。
            </EmptyState>
          ) : data && data.length > 0 ? (
            <EmptyState title={mode === 'done' ? '还没有评完的题块' : '题块都已评完'}>
              您负责的 {data.length} 个题块在「全部」中。
            </EmptyState>
          ) : (
            <EmptyState size="large" title="没有由您负责的题块">
              在阅卷设置中被指定为仲裁教师（题组长）后，题块会列在这里。
            </EmptyState>
          )
        }
      />
      <PauseDialog block={pausing} onClose={() => setPausing(null)} />
    </>
  )
}

/** Asks before a block is paused; null asks of none. */
function PauseDialog({ block, onClose }: { block: Row | null; onClose: () => void }) {
  const pause = useBlockStatus({ onChanged: onClose })
  return (
    <ConfirmDialog
      isOpen={block !== null}
      title={`暂停「${block?.block_name ?? ''}」`}
      effect={
        block
          ? `还有 ${block.unit_count - block.final_count} 份没有完成，阅卷教师将不能继续领取`
          : ''
      }
      confirmText="暂停阅卷"
      isPending={pause.isPending}
      error={pause.error}
      onConfirm={() =>
        block && pause.mutate({ body: { block_id: block.block_id, action: 'pause' } })
      }
      onClose={() => {
        onClose()
        pause.reset()
      }}
    >
      手中的试卷仍可提交，已提交的评阅不受影响；恢复后继续。
    </ConfirmDialog>
  )
}

/** Opens or pauses a block, and says so. */
function useBlockStatus(on: { onChanged?: () => void; onError?: (failure: Error) => void }) {
  const refresh = useRefresh(ledBlocks)
  return useCall(blockStatusSet, {
    onSuccess: async ({ status }) => {
      on.onChanged?.()
      toast.done(`题块${BLOCK_STATUS[status]?.label ?? status}`)
      await refresh()
    },
    ...(on.onError ? { onError: on.onError } : {}),
  })
}
