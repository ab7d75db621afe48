import { Dialog, DialogBody, FormGroup, InputGroup } from '@blueprintjs/core'
import { useCall, useCaller } from '@hengjuan/client/react'
import { blockClear, type ReplyOf } from '@hengjuan/contracts'
import { ConfirmDialog, Pending, timeText, toast } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import { useTyped } from '../../../../session/typed.ts'
import { ActLine, useRunningAct } from '../../../../acts/index.ts'
import type { Block } from './settings-field.ts'

type View = ReplyOf<typeof blockClear>

/** Voids all marks of a block after saying what is lost; the last clearing can be undone. */
export function ClearDialog(props: {
  examId: number
  block: Block
  action: 'clear' | 'undo'
  onDone: () => void
  onClose: () => void
}) {
  const { block, action } = props
  const { call } = useCaller()
  const [reason, setReason] = useTyped(`clear ${block.block_id}`)
  const preview = useQuery({
    queryKey: ['block-clear', block.block_id],
    queryFn: () => call(blockClear, { body: { block_id: block.block_id, action: 'preview' } }),
    staleTime: 0,
    gcTime: 0,
  })
  const send = useCall(blockClear, {
    onSuccess: ({ changed }) => {
      toast.done(
        action === 'clear'
          ? `已清空 ${changed} 份试卷的评阅，题块已暂停；可以在「更多」中撤销清空`
          : `已恢复 ${changed} 份试卷的评阅`,
      )
      setReason('')
      props.onDone()
    },
  })
  const { act, reason: waiting } = useRunningAct(props.examId, {
    kinds: ['clear', 'restore'],
    blockId: block.block_id,
    isSending: send.isPending,
    onEnd: () => void preview.refetch(),
  })
  const view = preview.data
  if (!view)
    return (
      <Dialog isOpen onClose={props.onClose} title={`清空「${block.block_name}」`}>
        <DialogBody>
          <Pending error={preview.error} refetch={preview.refetch} lines={3} />
        </DialogBody>
      </Dialog>
    )
  const isClear = action === 'clear'
  return (
    <ConfirmDialog
      isOpen
      isDestructive={isClear}
      title={
        isClear ? `清空「${block.block_name}」的阅卷数据` : `撤销「${block.block_name}」的清空`
      }
      effect={isClear ? lossText(view) : undoText(view)}
      confirmText={
        isClear ? `清空 ${view.counts.units} 份` : `恢复 ${view.last?.restorable ?? 0} 份`
      }
      {...(isClear ? { typedName: block.block_name } : {})}
      isPending={send.isPending}
      refusal={waiting ?? (isClear ? refusalOf(view, reason) : null)}
      error={send.error}
      onConfirm={() =>
        send.mutate({
          body: {
            block_id: block.block_id,
            action,
            ...(isClear ? { block_name: block.block_name, reason } : {}),
          },
        })
      }
      onClose={props.onClose}
    >
      {isClear ? (
        <>
          <p>
            题块先暂停，手中未提交的试卷收回，全部试卷从头评阅；扫描前已在纸上评分的试卷保留原分，送去临界复评的试卷恢复为一人评阅。清空后可以撤销，直到试卷被重新评阅。
          </p>
          <FormGroup label="原因" labelInfo="（必填）">
            <InputGroup
              aria-label="清空原因"
              value={reason}
              maxLength={200}
              placeholder="例如：评分标准修改"
              onValueChange={setReason}
            />
          </FormGroup>
        </>
      ) : (
        <p>清空后已重新评阅的试卷保留新的评阅，不恢复。</p>
      )}
      <ActLine act={act} />
    </ConfirmDialog>
  )
}

function refusalOf({ counts }: View, reason: string): string | null {
  if (counts.units === 0) return '这个题块还没有阅卷数据，没有可清空的'
  return reason.trim() === '' ? '请写明清空的原因，操作记录中会保留' : null
}

function lossText({ counts }: View): string {
  if (counts.units === 0) return '这个题块还没有阅卷数据'
  return [
    `将失去 ${counts.readings} 次评阅（${counts.markers} 名教师）、${counts.finals} 份终评分`,
    counts.decisions > 0 ? `其中 ${counts.decisions} 份由题组长或抽查裁定` : '',
    counts.problems > 0 ? `${counts.problems} 份问题卷` : '',
    counts.locked > 0 ? `${counts.locked} 份已发布，不能清空` : '',
  ]
    .filter(Boolean)
    .join('，')
}

const undoText = ({ last }: View): string =>
  last
    ? `${last.cleared_by}于 ${timeText(last.cleared_at)} 清空了 ${last.units} 份（${last.reason}），可以恢复 ${last.restorable} 份`
    : '没有可以撤销的清空'
