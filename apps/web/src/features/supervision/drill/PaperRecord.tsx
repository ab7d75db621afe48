import { useRoute } from '@hengjuan/client/react'
import { paperRecord } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { ErrorState, SkeletonLines, Time } from '@hengjuan/ui'
import { useState } from 'react'
import css from './drill.module.css'
import { EVENTS, stateName } from './words.ts'

interface Props {
  examId: number
  blockId: number
  unitId: number
}

/** 留痕: every step of a paper with who made it, when, and from which device; read when it is opened. */
export function PaperRecord(props: Props & { isOpen?: boolean }) {
  const [isOpen, setOpen] = useState(props.isOpen ?? false)
  return (
    <details
      className={css['record']}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>留痕</summary>
      {isOpen && <Steps {...props} />}
    </details>
  )
}

function Steps({ examId, blockId, unitId }: Props) {
  const { data, error, refetch } = useRoute(paperRecord, {
    query: { exam_id: examId, block_id: blockId, unit_id: unitId },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={4} />
  if (data.is_hidden) return <p className={css['muted']}>等待仲裁，裁定后显示。</p>
  return (
    <ol aria-label="留痕">
      {data.list.map((step) => (
        <li key={step.seq}>
          <strong>{EVENTS[step.type] ?? step.type}</strong> {step.actor_name ?? '系统'}
          <small>
            <Time at={step.at} />
          </small>
          {(step.to !== null || step.final_milli !== null) && (
            <small>
              {step.to !== null && `转为「${stateName(step.to)}」`}
              {step.final_milli !== null && ` 终评 ${formatMilli(step.final_milli)} 分`}
            </small>
          )}
          {step.actor_name !== null && (
            <small>
              {step.client === null
                ? '设备未记录'
                : `${step.client.label} · 会话 ${step.client.tag}`}
            </small>
          )}
        </li>
      ))}
    </ol>
  )
}
