import { useRoute } from '@hengjuan/client/react'
import { scoreInspectRecord } from '@hengjuan/contracts'
import { changesText } from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  type SimpleColumn,
  SimpleTable,
  SkeletonLines,
  type Status,
  StatusTag,
  Time,
} from '@hengjuan/ui'
import type { Correction } from './ScoreInspection.tsx'
import { scoreText } from './score-text.ts'
import css from './inspect.module.css'

const STATES: Record<Correction['state'], { status: Status; label: string }> = {
  applied: { status: 'ok', label: '已改分' },
  pending: { status: 'warn', label: '待确认' },
  refused: { status: 'idle', label: '未同意' },
  unchanged: { status: 'idle', label: '维持原分' },
}

/** More corrections than any exam has. */
const ALL = 5000

/** Every correction of an exam, the newest first. */
export function CorrectionLog(props: {
  examId: number
  subjectId: number | null
  onOpen: (target: { candidateId: number; subjectId: number }) => void
}) {
  const { data, error, refetch } = useRoute(scoreInspectRecord, {
    query: {
      exam_id: props.examId,
      limit: ALL,
      ...(props.subjectId === null ? {} : { subject_id: props.subjectId }),
    },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  if (data.list.length === 0)
    return (
      <EmptyState size="large" title="还没有复核记录">
        在「核查」里选一名考生，逐题复核；每次改分、维持原分都会记在这里。
      </EmptyState>
    )
  return <CorrectionTable rows={data.list} onOpen={props.onOpen} />
}

/** With `onOpen` a row also says whose score it is, and leads there. */
export function CorrectionTable(props: {
  rows: readonly Correction[]
  onOpen?: (target: { candidateId: number; subjectId: number }) => void
}) {
  const { onOpen } = props
  const whose: SimpleColumn<Correction>[] = onOpen
    ? [
        { key: 'subject', title: '科目', render: ({ subject_name }) => subject_name },
        {
          key: 'name',
          title: '考生',
          render: (row) => (
            <>
              <button
                type="button"
                className={css['link']}
                onClick={() => onOpen({ candidateId: row.candidate_id, subjectId: row.subject_id })}
              >
                {row.name}
              </button>
              <small>{row.exam_no}</small>
            </>
          ),
        },
        {
          key: 'class',
          title: '班级',
          render: (row) => (
            <>
              {row.class_name}
              {row.school_name !== null && <small>{row.school_name}</small>}
            </>
          ),
        },
      ]
    : []
  return (
    <SimpleTable
      label="复核记录"
      columns={[...whose, ...CHANGES]}
      rows={props.rows}
      rowKey={({ correction_id }) => correction_id}
    />
  )
}

const CHANGES: readonly SimpleColumn<Correction>[] = [
  {
    key: 'block',
    title: '题块',
    render: (row) => (
      <>
        {row.block_name}
        {row.changes.length > 0 && <small>{changesText(row.changes)}</small>}
      </>
    ),
  },
  {
    key: 'before',
    title: '原分',
    align: 'right',
    render: (row) => scoreText(row.before_milli, row.before_reason),
  },
  {
    key: 'after',
    title: '改后',
    align: 'right',
    render: (row) =>
      scoreText(row.after_milli, row.state === 'unchanged' ? row.before_reason : null),
  },
  {
    key: 'state',
    title: '结果',
    render: ({ state }) => (
      <StatusTag status={STATES[state].status}>{STATES[state].label}</StatusTag>
    ),
  },
  {
    key: 'reason',
    title: '理由',
    render: (row) => (
      <>
        {row.reason}
        {row.decide_note !== '' && <small>{row.decide_note}</small>}
      </>
    ),
  },
  { key: 'asked', title: '处理', render: (row) => act(row.asked_by_name, row.asked_at) },
  { key: 'decided', title: '确认', render: (row) => act(row.decided_by_name, row.decided_at) },
]

const act = (name: string | null, at: string | null) => (
  <>
    {name}
    {at !== null && (
      <small>
        <Time at={at} />
      </small>
    )}
  </>
)
