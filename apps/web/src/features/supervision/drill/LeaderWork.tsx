import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useCall, useRefresh, useRoute } from '@hengjuan/client/react'
import { blockMasterDetail, blockMasterReset } from '@hengjuan/contracts'
import { ConfirmDialog, DataTable, EmptyState, Figure, toast } from '@hengjuan/ui'
import { useState } from 'react'
import css from './drill.module.css'
import { ReturnRecord } from './ReturnRecord.tsx'
import { UnarbitratedPapers, UnhandledProblems } from './Unarbitrated.tsx'
import { useTyped } from '../../../session/typed.ts'
import { LEADER_ACTS, stateName } from './words.ts'
import { type Row, leaderWorkColumns } from './leader-work-columns.tsx'

const LIMIT = 200
const LISTS = '/MainPage/markPaper/markPage/arbitration-home'

/** What was decided over the markers of a block, and by whom; what still stands can be withdrawn. */
export function LeaderWork(props: { examId: number; blockId: number }) {
  const { examId, blockId } = props
  const refresh = useRefresh(blockMasterDetail)
  const [asking, setAsking] = useState<Row | null>(null)
  const [reason, setReason] = useTyped(`withdraw ${asking?.unit_id ?? ''}`)
  const { data, error, refetch } = useRoute(blockMasterDetail, {
    query: { exam_id: examId, block_id: blockId, limit: LIMIT },
  })
  const reset = useCall(blockMasterReset, {
    onSuccess: async ({ state }) => {
      setReason('')
      setAsking(null)
      toast.done(`已撤销裁定，试卷现为「${stateName(state)}」`)
      await refresh()
    },
  })
  return (
    <>
      {data && (
        <p className={css['muted']} style={{ marginBottom: 8 }}>
          待仲裁{' '}
          <Figure
            formula="评阅分差超过阈值或转来、还没有仲裁的份数"
            to={data.waiting_arbitration > 0 ? `${LISTS}/arbitration?block_id=${blockId}` : null}
          >
            {data.waiting_arbitration}
          </Figure>{' '}
          份，问题卷{' '}
          <Figure
            formula="标记为问题卷、还没有处理的份数"
            to={data.waiting_problem > 0 ? `${LISTS}/problem?block_id=${blockId}` : null}
          >
            {data.waiting_problem}
          </Figure>{' '}
          份。
          {data.leaders.map(
            (one) =>
              ` ${one.name}：仲裁 ${one.arbitrated}、问题卷 ${one.problems}、改分 ${one.corrected}、打回 ${one.rejected}。`,
          )}
        </p>
      )}
      {data && <UnarbitratedPapers papers={data.unarbitrated} total={data.unarbitrated_total} />}
      {data && <UnhandledProblems count={data.unhandled_problems} />}
      <ReturnRecord examId={examId} blockId={blockId} />
      <DataTable
        label="裁定记录"
        columns={leaderWorkColumns(setAsking)}
        rows={data?.list}
        rowKey={(row) => row.event_id}
        error={error}
        onRetry={() => void refetch()}
        maxHeight="420px"
        empty={
          <EmptyState title="还没有裁定记录">
            仲裁、问题卷、抽查改分和打回都会记录在这里。
          </EmptyState>
        }
      />
      <ConfirmDialog
        isOpen={asking !== null}
        title="撤销裁定"
        effect={
          asking
            ? `将撤销${asking.actor_name}对密号 ${asking.secret_code} 的${LEADER_ACTS[asking.kind] ?? '裁定'}`
            : ''
        }
        confirmText="撤销 1 份裁定"
        isDestructive
        isPending={reset.isPending}
        refusal={reason.trim() === '' ? '请写明撤销的原因' : null}
        error={reset.error}
        onConfirm={() => asking && reset.mutate({ body: { unit_id: asking.unit_id, reason } })}
        onClose={() => {
          setAsking(null)
          reset.reset()
        }}
      >
        <p>试卷回到裁定前的状态，需要重新处理；已有的评阅不受影响。</p>
        <FormGroup label="原因" labelInfo="（必填）">
          <InputGroup
            aria-label="撤销原因"
            value={reason}
            maxLength={200}
            onValueChange={setReason}
          />
        </FormGroup>
      </ConfirmDialog>
    </>
  )
}
