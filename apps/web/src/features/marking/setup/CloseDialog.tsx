import { useRoute } from '@hengjuan/client/react'
import { allocationGet } from '@hengjuan/contracts'
import { ConfirmDialog } from '@hengjuan/ui'

/** Ends the marking of a block, and says beforehand how many papers are taken out of whose hands. */
export function CloseDialog(props: {
  block: { block_id: number; block_name: string }
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const { block_id, block_name } = props.block
  const { data, error } = useRoute(
    allocationGet,
    { query: { block_id } },
    { staleTime: 0, gcTime: 0 },
  )
  const holders = data?.list.filter(({ claimed }) => claimed > 0) ?? []
  const papers = holders.reduce((sum, { claimed }) => sum + claimed, 0)
  const effect = data
    ? papers === 0
      ? '没有教师手中持有试卷；教师不能再提交和回评。'
      : `将收回 ${holders.length} 名教师手中的 ${papers} 份试卷，教师不能再提交和回评。`
    : error
      ? '将收回所有未提交的试卷（份数没有读到），教师不能再提交和回评。'
      : '正在统计教师手中的试卷…'
  return (
    <ConfirmDialog
      isOpen
      title={`结束「${block_name}」的阅卷`}
      effect={effect}
      confirmText={papers === 0 ? '结束阅卷' : `收回 ${papers} 份并结束`}
      isDestructive
      isPending={props.isPending}
      onClose={props.onClose}
      onConfirm={props.onConfirm}
    >
      已提交的评阅全部保留；需要时可以重新开启。
    </ConfirmDialog>
  )
}
