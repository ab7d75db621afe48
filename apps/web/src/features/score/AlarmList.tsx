import { Button } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { markAlarm, previewAlarms, type ReplyOf } from '@hengjuan/contracts'
import { ALARM_MARKS, type AlarmMark } from '@hengjuan/domain'
import { usePageKeys } from '@hengjuan/scan-review'
import { type Column, DataTable, EmptyState, KeyHint, StatusTag, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import css from './score.module.css'

type Alarm = ReplyOf<typeof previewAlarms>[number]

const TONES = { normal: 'ok', handle: 'bad' } as const

const columns: Column<Alarm>[] = [
  {
    key: 'label',
    title: '预警',
    width: 260,
    sortBy: (row) => row.label,
    render: (row) => <StatusTag status="warn">{row.label}</StatusTag>,
  },
  { key: 'name', title: '姓名', width: 96, sortBy: (row) => row.name, render: (row) => row.name },
  {
    key: 'exam_no',
    title: '考号',
    width: 112,
    sortBy: (row) => row.exam_no,
    render: (row) => row.exam_no,
  },
  {
    key: 'class',
    title: '班级',
    width: 112,
    sortBy: (row) => row.class_name,
    render: (row) => row.class_name,
  },
  {
    key: 'subject',
    title: '科目',
    width: 80,
    sortBy: (row) => row.subject_name,
    render: (row) => row.subject_name,
  },
  {
    key: 'detail',
    title: '说明',
    width: 220,
    grow: true,
    render: (row) => <span className={css['muted']}>{row.detail}</span>,
  },
]

/** Keys of the two marks, beside J and K. */
const MARK_KEYS: Readonly<Record<AlarmMark, string>> = { normal: '1', handle: '2' }

const keyOf = (row: Alarm): string => `${row.candidate_id} ${row.subject_id} ${row.code}`

/** Scores that look odd, one after the other by key; the one that is open shows the candidate's sheet beside it. */
export function AlarmList(props: {
  examId: number
  /** Is a candidate's sheet open beside the list? */
  isOpen: boolean
  onOpen: (target: { candidateId: number; subjectId: number | null }) => void
}) {
  const { data, error, refetch } = useRoute(previewAlarms, { query: { exam_id: props.examId } })
  const cache = useQueryClient()
  const [openKey, setOpenKey] = useState<string | null>(null)
  const mark = useCall(markAlarm, {
    onSuccess: () => cache.invalidateQueries({ queryKey: routeKey(previewAlarms) }),
    onError: toast.error,
  })
  const set = ({ candidate_id, subject_id, code }: Alarm, state: AlarmMark | null) =>
    mark.mutate({ body: { exam_id: props.examId, candidate_id, subject_id, code, state } })
  const rows = data ?? []
  const place = rows.findIndex((row) => keyOf(row) === openKey)
  const open = (row: Alarm | undefined) => {
    if (!row) return
    setOpenKey(keyOf(row))
    props.onOpen({ candidateId: row.candidate_id, subjectId: row.subject_id })
  }
  const markOpen = (state: AlarmMark) => {
    const row = rows[place]
    if (!row || !props.isOpen) return
    set(row, state)
    open(rows[place + 1])
  }
  usePageKeys({
    j: () => open(rows[place + 1]),
    k: () => open(rows[place - 1]),
    [MARK_KEYS.normal]: () => markOpen('normal'),
    [MARK_KEYS.handle]: () => markOpen('handle'),
  })
  const marks: Column<Alarm> = {
    key: 'mark',
    title: '核对',
    width: 190,
    sortBy: (row) => row.mark?.state ?? '',
    render: (row) =>
      row.mark ? (
        <>
          <StatusTag status={TONES[row.mark.state]} title={row.mark.by_name}>
            {ALARM_MARKS[row.mark.state]}
          </StatusTag>
          <Button
            size="small"
            variant="minimal"
            onClick={(event) => {
              event.stopPropagation()
              set(row, null)
            }}
          >
            取消
          </Button>
        </>
      ) : (
        (Object.keys(ALARM_MARKS) as AlarmMark[]).map((state) => (
          <Button
            key={state}
            size="small"
            variant="outlined"
            onClick={(event) => {
              event.stopPropagation()
              set(row, state)
            }}
          >
            {ALARM_MARKS[state]}
          </Button>
        ))
      ),
  }
  return (
    <>
      {rows.length > 0 && (
        <p className={css['alarmKeys']}>
          <KeyHint keys="J" /> 下一条 <KeyHint keys="K" /> 上一条，打开后{' '}
          <KeyHint keys={MARK_KEYS.normal} /> {ALARM_MARKS.normal}{' '}
          <KeyHint keys={MARK_KEYS.handle} /> {ALARM_MARKS.handle}
        </p>
      )}
      <DataTable
        label="成绩预警"
        columns={[...columns, marks]}
        rows={data}
        rowKey={keyOf}
        error={error}
        onRetry={() => void refetch()}
        onOpenRow={open}
        maxHeight="420px"
        empty={
          <EmptyState title="没有可疑成绩">
            总分较上次明显下降、客观题与主观题得分率相差悬殊、总分为零、全部选同一项、到考空白、缺考却有得分的考生会列在这里。
          </EmptyState>
        }
      />
    </>
  )
}
