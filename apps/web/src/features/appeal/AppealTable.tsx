import type { ReplyOf, reviewList } from '@hengjuan/contracts'
import { APPEAL_OUTCOMES, APPEAL_STATES, type AppealState, formatMilli } from '@hengjuan/domain'
import { type Column, DataTable, EmptyState, type Status, StatusTag, Time } from '@hengjuan/ui'

export type Appeal = ReplyOf<typeof reviewList>['list'][number]

const STATUS: Record<AppealState, Status> = {
  submitted: 'warn',
  accepted: 'warn',
  assigned: 'busy',
  approving: 'warn',
  decided: 'busy',
  closed: 'ok',
  rejected: 'idle',
  withdrawn: 'idle',
}

export const AppealTag = ({ state }: { state: AppealState }) => (
  <StatusTag status={STATUS[state]}>{APPEAL_STATES[state]}</StatusTag>
)

/** 102 → 104.5, 维持原分; nothing before there is an outcome. */
export function outcomeText({ outcome, before_milli, after_milli }: Appeal): string {
  if (outcome === null) return ''
  const scores =
    before_milli !== null && after_milli !== null && before_milli !== after_milli
      ? ` ${formatMilli(before_milli)} → ${formatMilli(after_milli)}`
      : ''
  return `${APPEAL_OUTCOMES[outcome]}${scores}`
}

const columns: Column<Appeal>[] = [
  { key: 'name', title: '姓名', width: 96, frozen: true, render: ({ name }) => name },
  { key: 'no', title: '考号', width: 96, render: ({ exam_no }) => exam_no },
  { key: 'class', title: '班级', width: 90, render: ({ class_name }) => class_name },
  { key: 'subject', title: '科目', width: 84, render: ({ subject_name }) => subject_name },
  { key: 'block', title: '题块', width: 90, render: ({ block_name }) => block_name ?? '' },
  { key: 'reason', title: '理由', width: 200, grow: true, render: ({ reason }) => reason },
  { key: 'at', title: '申请时间', width: 110, render: (row) => <Time at={row.submitted_at} /> },
  { key: 'due', title: '答复期限', width: 110, render: (row) => <Time at={row.due_at} /> },
  { key: 'handler', title: '复核人', width: 90, render: (row) => row.handler_name ?? '' },
  {
    key: 'state',
    title: '状态',
    width: 150,
    render: ({ state }) => <AppealTag state={state} />,
    text: ({ state }) => APPEAL_STATES[state],
  },
  { key: 'outcome', title: '结论', width: 130, render: outcomeText },
]

/** Appeals of an exam; a click opens one. */
export function AppealTable(props: {
  rows: readonly Appeal[] | undefined
  error: unknown
  onRetry: () => void
  onOpen: (appeal: Appeal) => void
  current: number | null
}) {
  return (
    <DataTable
      label="成绩复核申请"
      columns={columns}
      rows={props.rows}
      rowKey={({ appeal_id }) => appeal_id}
      error={props.error}
      onRetry={props.onRetry}
      onOpenRow={props.onOpen}
      currentKey={props.current}
      rowHeight={40}
      empty={
        <EmptyState title="没有复核申请">
          成绩对学生发布后，学生可以在受理时间内从成绩页申请复核；也可以在这里代学生登记。
        </EmptyState>
      }
    />
  )
}
