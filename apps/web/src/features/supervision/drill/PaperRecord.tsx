import { useRoute } from '@hengjuan/client/react'
import { paperRecord } from '@hengjuan/contracts'
import { Pending, Time } from '@hengjuan/ui'
import { useState } from 'react'
import css from './drill.module.css'
import { changeText, eventName, ROLES, stateName } from './words.ts'

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
  if (!data) return <Pending error={error} refetch={refetch} lines={4} />
  if (data.is_hidden) return <p className={css['muted']}>等待仲裁，裁定后显示。</p>
  const names = data.point_names.length > 1 ? `给分点：${data.point_names.join('、')}` : undefined
  return (
    <ol aria-label="留痕">
      {data.list.map((step) => (
        <li key={step.seq}>
          <strong>{eventName(step.type, step.actor_name)}</strong> {step.actor_name ?? '系统'}
          <small>
            <Time at={step.at} />
          </small>
          {step.from !== null && step.to !== null && (
            <small>
              由「{stateName(step.from)}」转为「{stateName(step.to)}」
            </small>
          )}
          {step.readings.map((reading, index) => (
            <small key={`${reading.role} ${index}`} title={names}>
              {changeText(ROLES[reading.role ?? ''] ?? '评阅', reading)}
            </small>
          ))}
          {step.final && <small title={names}>{changeText('终评', step.final)}</small>}
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
