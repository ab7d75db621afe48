import { useRoute } from '@hengjuan/client/react'
import { leaderList } from '@hengjuan/contracts'
import { DataTable, EmptyState, filter, useUrlFilters } from '@hengjuan/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { HandOverDialog } from './HandOverDialog.tsx'
import type { WaitingPaper } from './leader-task.ts'
import { waitingColumns } from './waiting-columns.tsx'
import { WaitingBar } from './WaitingBar.tsx'

export type LeaderMode = 'arbitration' | 'problem'

const filters = { block_id: filter.id() }

/** Papers that wait for the block leader: readings too far apart, or a problem that a marker raised. */
export function LeaderPapers({ mode }: { mode: LeaderMode }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useRoute(
    leaderList,
    { query: { mode } },
    { refetchInterval: 15_000 },
  )
  const { values, set } = useUrlFilters(filters)
  const [handing, setHanding] = useState<WaitingPaper | null>(null)
  const inBlock = values.block_id === null ? '' : `&block_id=${values.block_id}`
  const open = (row: WaitingPaper) => {
    if (row.blocked_reason === null)
      void navigate(
        `/MainPage/markPaper/markPage/arbitration-marking?mode=${mode}&unit_id=${row.unit_id}${inBlock}`,
      )
  }
  const isArbitration = mode === 'arbitration'
  const rows = data?.list.filter(
    ({ block_id }) => values.block_id === null || block_id === values.block_id,
  )
  return (
    <>
      {data && (data.total > 0 || data.unplaced.length > 0 || values.block_id !== null) && (
        <WaitingBar
          papers={data.list}
          unplaced={data.unplaced}
          blockId={values.block_id}
          onBlock={(block_id) => set({ block_id })}
        />
      )}
      <DataTable
        label={isArbitration ? '待仲裁试卷' : '问题卷'}
        columns={waitingColumns({ mode, onOpen: open, onHandOver: setHanding })}
        rows={rows}
        rowKey={(row) => row.unit_id}
        rowHeight={52}
        error={error}
        onRetry={() => void refetch()}
        onOpenRow={open}
        maxHeight="max(320px, calc(100vh - 216px))"
        empty={
          <EmptyState title={isArbitration ? '没有等待仲裁的试卷' : '没有等待处理的问题卷'}>
            {isArbitration
              ? '您负责的题块中，分差超过阈值的试卷会出现在这里，页面会自动更新。'
              : '阅卷教师提交的问题卷、没有填涂选做题号的试卷会出现在这里，页面会自动更新。'}
          </EmptyState>
        }
      />
      {handing && <HandOverDialog mode={mode} paper={handing} onClose={() => setHanding(null)} />}
    </>
  )
}
