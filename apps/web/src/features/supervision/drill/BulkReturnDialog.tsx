import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useCall, useCaller } from '@hengjuan/client/react'
import { masterReview } from '@hengjuan/contracts'
import {
  ConfirmDialog,
  DateField,
  localTimeOf,
  Segmented,
  sentenceOf,
  toast,
  utcOf,
} from '@hengjuan/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTyped } from '../../../session/typed.ts'
import { ActLine, useRunningAct } from '../../../acts/index.ts'
import { showAnew } from './shown-readings.ts'
import { useReturnUndo } from './use-return-undo.ts'
import { returnedText } from './words.ts'

/** All that a marker gave from a time on goes back to them; counted before anything happens. */
export function BulkReturnDialog(props: {
  isOpen: boolean
  examId: number
  blockId: number
  marker: { marker_id: number; name: string }
  onClose: () => void
}) {
  const { blockId, marker } = props
  const { call } = useCaller()
  const client = useQueryClient()
  const [hours, setHours] = useState<string>('1')
  const [comment, setComment] = useTyped(`bulk return ${blockId} ${marker.marker_id}`)
  const [from, setFrom] = useState<string | null>(() => hoursAgo('1'))
  // The time that is typed, as its field holds it.
  const [free, setFreeTime] = useState({ text: '', isAhead: false })
  const setFree = (text: string) =>
    setFreeTime({ text, isAhead: Date.parse(utcOf(text) ?? '') > Date.now() })
  const isFree = hours === 'free'
  const since = isFree ? utcOf(free.text) : from
  const refusal =
    isFree && since === null
      ? '请填写从什么时间起提交的打回'
      : isFree && free.isAhead
        ? '这个时间还没有到，请填写过去的时间'
        : null
  const body = {
    block_id: blockId,
    outcome: 'return' as const,
    marker_id: marker.marker_id,
    ...(since === null ? {} : { since }),
  }
  const preview = useQuery({
    queryKey: ['master-review-preview', body],
    queryFn: () => call(masterReview, { body: { ...body, preview: 1 } }),
    enabled: props.isOpen && refusal === null,
    staleTime: 0,
    gcTime: 0,
  })
  const undo = useReturnUndo({ onError: toast.error })
  const send = useCall(masterReview, {
    onSuccess: async ({ return_id, ...counts }) => {
      toast.done(
        returnedText('已', counts),
        return_id === null
          ? undefined
          : {
              text: '撤销',
              onClick: () => undo.mutate({ body: { block_id: blockId, return_id } }),
            },
      )
      setComment('')
      props.onClose()
      await showAnew(client)
    },
  })
  const { act } = useRunningAct(props.examId, {
    kinds: ['return'],
    blockId,
    isSending: send.isPending,
  })
  const counts = refusal === null ? preview.data : undefined
  const acted = counts ? counts.changed + counts.escalated : 0
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      title={`整批打回${marker.name}的评阅`}
      effect={
        counts
          ? returnedText('将', counts)
          : (refusal ?? (preview.error && sentenceOf(preview.error))) || '正在统计…'
      }
      confirmText={`打回 ${acted} 份`}
      isDestructive
      isPending={send.isPending}
      refusal={
        refusal ??
        (counts ? null : preview.error ? '没有统计出来，请关闭后再试' : '正在统计要打回的份数') ??
        (acted === 0 ? '这段时间没有可以打回的评阅' : null) ??
        (comment.trim() === '' ? '请写明打回的原因，教师会看到' : null)
      }
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
            if (next !== 'free') setFrom(hoursAgo(next))
            else if (free.text === '' && from !== null) setFree(localTimeOf(from))
          }}
        />
        {isFree && (
          <div style={{ marginTop: 8 }}>
            <DateField
              label="从这个时间起"
              usualTime="08:00"
              value={free.text}
              onChange={setFree}
            />
          </div>
        )}
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
      <p>打回后可当即撤销，以后也可在「整批打回的记录」中撤销；教师已重评的保留。</p>
      <ActLine act={act} />
    </ConfirmDialog>
  )
}

const HOUR_MS = 3_600_000

const WINDOWS = [
  { value: '1', label: '近 1 小时' },
  { value: '4', label: '近 4 小时' },
  { value: '24', label: '近 1 天' },
  { value: '', label: '全部' },
  { value: 'free', label: '指定时间' },
] as const

const hoursAgo = (hours: string): string | null =>
  hours === '' ? null : new Date(Date.now() - Number(hours) * HOUR_MS).toISOString()
