import { Button, Checkbox } from '@blueprintjs/core'
import { SimpleTable, type Status, StatusTag, Time } from '@hengjuan/ui'
import type { Decision } from './DecideDialog.tsx'
import { ATTEMPT_WORDS } from './attempt-words.ts'
import type { PadAttempt } from './PadDesk.tsx'

const TONES: Record<PadAttempt['state'], Status> = {
  not_started: 'idle',
  answering: 'busy',
  offline: 'warn',
  submitted: 'ok',
  late: 'warn',
  absent: 'bad',
}

/** Everybody who takes the subject; who sits it a second time has two rows. */
export function AttemptTable(props: {
  rows: readonly PadAttempt[]
  chosen: ReadonlyMap<number, PadAttempt>
  onChoose: (chosen: ReadonlyMap<number, PadAttempt>) => void
  onDecide: (decision: Decision) => void
  /** Why there are no rows. */
  empty: string
}) {
  const { rows, chosen } = props
  const isAll = rows.length > 0 && rows.every(({ candidate_id }) => chosen.has(candidate_id))
  const choose = (some: readonly PadAttempt[], isChosen: boolean) => {
    const next = new Map(chosen)
    for (const row of some)
      if (isChosen) next.set(row.candidate_id, row)
      else next.delete(row.candidate_id)
    props.onChoose(next)
  }
  return (
    <SimpleTable
      label="考生的作答情况"
      empty={props.empty}
      rows={rows}
      rowKey={({ candidate_id, attempt_id }) => `${candidate_id} ${attempt_id}`}
      columns={[
        {
          key: 'name',
          title: (
            <Checkbox
              aria-label="选择本页全部"
              label="姓名"
              checked={isAll}
              onChange={({ currentTarget }) => choose(rows, currentTarget.checked)}
              style={{ margin: 0 }}
            />
          ),
          render: (row) => (
            <Checkbox
              aria-label={`选择${row.name}`}
              label={row.name}
              checked={chosen.has(row.candidate_id)}
              onChange={({ currentTarget }) => choose([row], currentTarget.checked)}
              style={{ margin: 0 }}
            />
          ),
        },
        { key: 'no', title: '考号', render: ({ exam_no }) => exam_no },
        { key: 'class', title: '班级', render: ({ class_name }) => class_name },
        {
          key: 'state',
          title: '状态',
          render: (row) => (
            <>
              <StatusTag status={TONES[row.state]}>{ATTEMPT_WORDS[row.state]}</StatusTag>
              {row.is_makeup && '（补考）'}
              {row.attempt_id !== null && !row.counts && '（不计分）'}
            </>
          ),
        },
        {
          key: 'answered',
          title: '已答',
          align: 'right',
          render: ({ attempt_id, answered, of }) =>
            attempt_id === null ? '–' : `${answered} / ${of}`,
        },
        {
          key: 'left',
          title: '剩余',
          align: 'right',
          render: ({ left_seconds, extra_minutes }) =>
            left_seconds === null
              ? '–'
              : `${Math.ceil(left_seconds / 60)} 分${extra_minutes > 0 ? `（含加时 ${extra_minutes}）` : ''}`,
        },
        { key: 'started', title: '进入', render: ({ started_at }) => <Time at={started_at} /> },
        {
          key: 'submitted',
          title: '交卷',
          render: ({ submitted_at }) => <Time at={submitted_at} />,
        },
        { key: 'device', title: '设备', render: ({ device }) => device || '–' },
        {
          key: 'facts',
          title: '记录',
          render: ({ left_count, late_count }) =>
            [
              left_count > 0 && `离开页面 ${left_count} 次`,
              late_count > 0 && `补传 ${late_count} 处`,
            ]
              .filter(Boolean)
              .join('，') || '–',
        },
        {
          key: 'act',
          title: '处理',
          render: (row) => (
            <>
              {row.waiting > 0 && row.attempt_id !== null && (
                <Button size="small" onClick={() => props.onDecide({ kind: 'late', attempt: row })}>
                  迟到的作答 {row.waiting} 处…
                </Button>
              )}
              {row.attempt_id !== null && !row.counts && (
                <Button
                  size="small"
                  onClick={() => props.onDecide({ kind: 'choose', attempt: row })}
                >
                  以此份计分…
                </Button>
              )}
            </>
          ),
        },
      ]}
    />
  )
}
