import { FormGroup, InputGroup } from '@blueprintjs/core'
import { routeKey, useCall, useCaller } from '@hengjuan/client/react'
import { masterReview, trendTaskDetail } from '@hengjuan/contracts'
import { ConfirmDialog, Segmented, sentenceOf, toast } from '@hengjuan/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

const HOUR_MS = 3_600_000
const WINDOWS = [
  { value: '1', label: '近 1 小时' },
  { value: '4', label: '近 4 小时' },
  { value: '24', label: '近 1 天' },
  { value: '', label: '全部' },
] as const

/** All that a marker gave from a time on goes back to them; counted before anything happens. */
export function BulkReturnDialog(props: {
  isOpen: boolean
  blockId: number
  marker: { marker_id: number; name: string }
  onClose: () => void
}) {
  const { blockId, marker } = props
  const { call } = useCaller()
  const client = useQueryClient()
  const [hours, setHours] = useState<string>('1')
  const [comment, setComment] = useState('')
  const [from, setFrom] = useState<string | undefined>(() => hoursAgo('1'))
  const body = {
    block_id: blockId,
    outcome: 'return' as const,
    marker_id: marker.marker_id,
    ...(from === undefined ? {} : { since: from }),
  }
  const preview = useQuery({
    queryKey: ['master-review-preview', body],
    queryFn: () => call(masterReview, { body: { ...body, preview: 1 } }),
    enabled: props.isOpen,
    staleTime: 0,
    gcTime: 0,
  })
  const send = useCall(masterReview, {
    onSuccess: async ({ changed, escalated }) => {
      toast.done(
        escalated > 0
          ? `已打回 ${changed} 份，${escalated} 份已达打回上限，转仲裁`
          : `已打回 ${changed} 份`,
      )
      props.onClose()
      await client.invalidateQueries({ queryKey: routeKey(trendTaskDetail) })
    },
  })
  const counts = preview.data
  const acted = counts ? counts.changed + counts.escalated : 0
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      title={`整批打回${marker.name}的评阅`}
      effect={
        counts
          ? `将打回 ${counts.changed} 份，${counts.escalated} 份已达打回上限转仲裁，${counts.refused} 份不能打回`
          : (preview.error && sentenceOf(preview.error)) || '正在统计…'
      }
      confirmText={`打回 ${acted} 份`}
      isDestructive
      isPending={send.isPending || !counts || acted === 0}
      error={send.error}
      onConfirm={() => send.mutate({ body: { ...body, comment } })}
      onClose={() => {
        send.reset()
        props.onClose()
      }}
    >
      <FormGroup label="提交时间">
        <Segmented
          label="提交时间"
          options={WINDOWS}
          value={hours}
          onChange={(next) => {
            setHours(next)
            setFrom(hoursAgo(next))
          }}
        />
      </FormGroup>
      <FormGroup label="原因" labelInfo="（必填，教师会看到）">
        <InputGroup
          aria-label="打回原因"
          value={comment}
          maxLength={200}
          placeholder="例如：第二问的步骤分没有按评分标准给"
          onValueChange={setComment}
        />
      </FormGroup>
      {counts?.reasons.map(({ msg, count }) => (
        <p key={msg}>
          {count} 份：{msg}
        </p>
      ))}
    </ConfirmDialog>
  )
}

const hoursAgo = (hours: string): string | undefined =>
  hours === '' ? undefined : new Date(Date.now() - Number(hours) * HOUR_MS).toISOString()
