import { useCall, useRefresh } from '@hengjuan/client/react'
import { paperRecall, supervisedPapers } from '@hengjuan/contracts'
import { ConfirmDialog, toast } from '@hengjuan/ui'
import type { Paper } from './paper-columns.tsx'

/** Asks before a paper is taken out of the hands of its markers; null asks for none. */
export function RecallDialog(props: { examId: number; paper: Paper | null; onClose: () => void }) {
  const { examId, paper } = props
  const refresh = useRefresh(supervisedPapers)
  const recall = useCall(paperRecall, {
    onSuccess: async ({ recalled }) => {
      props.onClose()
      toast.done(recalled > 0 ? '已收回，试卷回到任务池' : '这份试卷已经不在教师手中，列表已更新')
      await refresh()
    },
  })
  return (
    <ConfirmDialog
      isOpen={paper !== null}
      title={`收回密号 ${paper?.secret_code ?? ''} 的试卷`}
      effect={`${paper?.holders.map(({ name }) => name).join('、') ?? ''}手中的这份试卷回到任务池，由其他教师领取；已经写下还没有提交的给分，在别人领取之前仍可提交。`}
      confirmText="收回 1 份"
      isPending={recall.isPending}
      error={recall.error}
      onConfirm={() =>
        paper &&
        recall.mutate({
          body: { exam_id: examId, block_id: paper.block_id, unit_id: paper.unit_id },
        })
      }
      onClose={() => {
        recall.reset()
        props.onClose()
      }}
    />
  )
}
