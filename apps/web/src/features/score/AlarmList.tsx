import { Button } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { markAlarm, previewAlarms, type ReplyOf } from '@hengjuan/contracts'
import { ALARM_MARKS, type AlarmMark } from '@hengjuan/domain'
import { type Column, DataTable, EmptyState, StatusTag, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
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

/** Scores that look odd; a row opens the candidate's sheet. */
export function AlarmList(props: {
  examId: number
  onOpen: (target: { candidateId: number; subjectId: number | null }) => void
}) {
  const { data, error, refetch } = useRoute(previewAlarms, { query: { exam_id: props.examId } })
  const cache = useQueryClient()
  const mark = useCall(markAlarm, {
    onSuccess: () => cache.invalidateQueries({ queryKey: routeKey(previewAlarms) }),
    onError: toast.error,
  })
  const set = ({ candidate_id, subject_id, code }: Alarm, state: AlarmMark | null) =>
    mark.mutate({ body: { exam_id: props.examId, candidate_id, subject_id, code, state } })
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
    <DataTable
      label="成绩预警"
      columns={[...columns, marks]}
      rows={data}
      rowKey={(row) => `${row.candidate_id} ${row.subject_id} ${row.code}`}
      error={error}
      onRetry={() => void refetch()}
      onOpenRow={(row) =>
        props.onOpen({ candidateId: row.candidate_id, subjectId: row.subject_id })
      }
      maxHeight="420px"
      empty={
        <EmptyState title="没有可疑成绩">
          总分较上次明显下降、客观题与主观题得分率相差悬殊、总分为零、全部选同一项、到考空白、缺考却有得分的考生会列在这里。
        </EmptyState>
      }
    />
  )
}
