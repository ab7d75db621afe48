import { useCaller, useRoute } from '@hengjuan/client/react'
import { bulkReturns, bulkReturnWithdraw, type ReplyOf } from '@hengjuan/contracts'
import { ActLog, ConfirmDialog, LoggedAct, ReasonButton, sentenceOf, Time } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActLine, useRunningAct } from '../../../acts/index.ts'
import css from './drill.module.css'
import { useReturnUndo } from './use-return-undo.ts'
import { undoneText } from './words.ts'

type Row = ReplyOf<typeof bulkReturns>[number]

/** What leaders sent back together, of one marker or of all; what nobody has marked again can be taken back as one act. */
export function ReturnRecord(props: {
  examId: number
  blockId: number
  marker?: { marker_id: number }
}) {
  const { examId, blockId, marker } = props
  const [asking, setAsking] = useState<Row | null>(null)
  const { data } = useReturns(examId, blockId, marker)
  if (!data || data.length === 0) return null
  return (
    <section aria-label="整批打回的记录">
      <h4 className={css['returnsHead']}>整批打回的记录</h4>
      <div className={css['returns']}>
        <ActLog label="整批打回">
          {data.map((row) => (
            <LoggedAct
              key={row.return_id}
              at={row.at}
              what={`${row.by_name}打回${marker ? '' : row.marker_name} ${row.total} 份`}
              action={
                <ReasonButton size="small" reason={row.refusal} onClick={() => setAsking(row)}>
                  撤销{row.waiting > 0 ? ` ${row.waiting} 份` : ''}…
                </ReasonButton>
              }
            >
              <p>原因：{row.comment}</p>
              <p>
                {stateText(row)}
                {row.withdrawn && (
                  <>
                    （{row.withdrawn.by_name} 于 <Time at={row.withdrawn.at} /> 撤销）
                  </>
                )}
              </p>
            </LoggedAct>
          ))}
        </ActLog>
      </div>
      {asking && (
        <UndoDialog
          key={asking.return_id}
          examId={examId}
          blockId={blockId}
          row={asking}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  )
}

/** What was sent back together, of one marker or of all. */
export const useReturns = (examId: number, blockId: number, marker?: { marker_id: number }) =>
  useRoute(bulkReturns, {
    query: { exam_id: examId, block_id: blockId, ...(marker && { marker_id: marker.marker_id }) },
  })

function stateText({ total, waiting, undone }: Row): string {
  const others = total - waiting - undone
  const parts = [
    waiting > 0 ? `${waiting} 份等待重评` : '',
    others > 0 ? `${others} 份已重评或另有处理` : '',
    undone > 0 ? `${undone} 份已撤销` : '',
  ]
  return parts.filter(Boolean).join('，')
}

/** Counted before anything happens, as sending back was. */
function UndoDialog(props: { examId: number; blockId: number; row: Row; onClose: () => void }) {
  const { blockId, row, onClose } = props
  const { call } = useCaller()
  const body = { block_id: blockId, return_id: row.return_id }
  const preview = useQuery({
    queryKey: ['bulk-return-preview', body],
    queryFn: () => call(bulkReturnWithdraw, { body: { ...body, preview: 1 } }),
    staleTime: 0,
    gcTime: 0,
  })
  const undo = useReturnUndo({ onDone: onClose })
  const { act } = useRunningAct(props.examId, {
    kinds: ['return_undo'],
    blockId,
    isSending: undo.isPending,
  })
  const { data, error } = preview
  return (
    <ConfirmDialog
      isOpen
      title={`撤销对${row.marker_name}的整批打回`}
      effect={data ? undoneText('将', data) : error ? sentenceOf(error) : '正在统计…'}
      confirmText={`撤销 ${data?.changed ?? 0} 份打回`}
      isDestructive
      isPending={undo.isPending}
      refusal={
        data
          ? data.changed === 0
            ? '都已重评或另有处理，不能撤销'
            : null
          : error
            ? '没有统计出来，请关闭后再试'
            : '正在统计可以撤销的份数'
      }
      error={undo.error}
      onConfirm={() => undo.mutate({ body })}
      onClose={onClose}
    >
      <p>撤销的试卷恢复打回前的给分和状态，离开教师手中，不再计入打回。</p>
      <ActLine act={act} />
    </ConfirmDialog>
  )
}
