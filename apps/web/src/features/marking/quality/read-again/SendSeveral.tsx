import { useCaller } from '@hengjuan/client/react'
import { type ReplyOf, readAgainSet } from '@hengjuan/contracts'
import { formatMilli, MARK_MODES } from '@hengjuan/domain'
import { ConfirmDialog } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import css from './read-again.module.css'
import { useReadAgain } from './use-read-again.ts'

type Preview = ReplyOf<typeof readAgainSet>

/** Asks once before several papers go to a second reader: how many, how their marks are made then, and which do not. */
export function SendSeveral(props: {
  blockId: number
  unitIds: readonly number[]
  onClose: () => void
}) {
  const { blockId, unitIds, onClose } = props
  const { call } = useCaller()
  const { change, isPending } = useReadAgain(blockId, onClose)
  const body = { block_id: blockId, unit_ids: [...unitIds], action: 'send' as const }
  const { data, error } = useQuery({
    queryKey: ['read-again-preview', body],
    queryFn: () => call(readAgainSet, { body: { ...body, preview: 1 } }),
    staleTime: 0,
    gcTime: 0,
  })
  const count = data?.changed ?? unitIds.length
  return (
    <ConfirmDialog
      isOpen
      title="送第二人评阅"
      effect={`将把 ${count} 份试卷送第二人评阅`}
      confirmText={`送 ${count} 份`}
      isPending={isPending}
      refusal={refusalOf(data)}
      error={error}
      onConfirm={() => change('send', unitIds)}
      onClose={onClose}
    >
      {data && <Consequences preview={data} />}
    </ConfirmDialog>
  )
}

function refusalOf(preview: Preview | undefined): string | null {
  if (!preview) return '正在核对'
  return preview.changed === 0 ? '选中的试卷都不能送第二人评阅' : null
}

function Consequences({ preview }: { preview: Preview }) {
  const { settle, reasons } = preview
  return (
    <ul className={css['consequences']}>
      <li>
        送出后暂时没有终评分，由另一位教师评阅，第一位教师不会再拿到；两次评阅按「
        {MARK_MODES[settle.mode as 1]}」定分，误差阈值 {formatMilli(settle.tolerance_milli)} 分。
      </li>
      <li>还没有人开始评阅的，可以随时撤回，恢复原来的分数。</li>
      {preview.reopens && <li>题块已结束，会重新开启。</li>}
      {reasons.map(({ msg, count }) => (
        <li key={msg}>
          {count} 份不送：{msg.replace(/^.*?：/, '')}
        </li>
      ))}
    </ul>
  )
}
