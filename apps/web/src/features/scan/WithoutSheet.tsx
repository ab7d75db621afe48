import { absenceAsks, candidatesOfSubject, confirmAbsence } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import { ABSENCE_ANSWERS, ATTENDANCE } from '@hengjuan/domain'
import { useMay } from '../../session/session-store.ts'
import { AskAbsences } from './AskAbsences.tsx'
import { NotTaken } from './NotTaken.tsx'
import {
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  Pending,
  ReasonButton,
  StatusTag,
} from '@hengjuan/ui'
import { useState } from 'react'
import type { PersonOfExam } from '@hengjuan/scan-review'
import css from './scan-errors.module.css'
import type { ExamSubject, ServerDecisions } from './use-decisions.ts'

const columns: Column<PersonOfExam>[] = [
  {
    key: 'no',
    title: '考号',
    width: 120,
    render: (one) => one.exam_no,
    sortBy: (one) => one.exam_no,
  },
  { key: 'name', title: '姓名', width: 120, grow: true, render: (one) => one.name },
  {
    key: 'class',
    title: '班级',
    width: 100,
    render: (one) => one.class_name,
    sortBy: (one) => one.class_name,
  },
  { key: 'room', title: '考场', width: 80, render: (one) => one.room_no ?? '—' },
  { key: 'seat', title: '座位', width: 80, render: (one) => one.seat_no ?? '—' },
  {
    key: 'state',
    title: '考试状态',
    width: 120,
    render: (one) => (
      <StatusTag status={one.attendance === 1 ? 'ok' : 'warn'}>
        {one.attendance === 1
          ? '已确认缺考'
          : ATTENDANCE[String(one.attendance) as keyof typeof ATTENDANCE]}
      </StatusTag>
    ),
  },
]

/** Candidates of whom no sheet was scanned: they stay without a record until absence is confirmed. */
export function WithoutSheet(props: { at: ExamSubject; decisions: ServerDecisions }) {
  const { data, error, refetch } = useRoute(candidatesOfSubject, {
    query: { ...props.at, limit: 5000 },
  })
  const asks = useRoute(absenceAsks, { query: props.at })
  const [asking, setAsking] = useState(false)
  const mayRoster = useMay('roster.manage')
  if (!data) return <Pending size="large" error={error} refetch={refetch} lines={6} />
  const answers = new Map(asks.data?.answers.map((one) => [one.candidate_id, one]))
  const all = data.list.filter(({ attendance }) => attendance === -1)
  // Once somebody answered, only whom they said to be absent is confirmed.
  const open =
    answers.size === 0
      ? all
      : all.filter(({ candidate_id }) => answers.get(candidate_id)?.answer === 'absent')
  const answered: Column<PersonOfExam> = {
    key: 'answer',
    title: '核对结果',
    width: 150,
    render: ({ candidate_id }) => {
      const own = answers.get(candidate_id)
      return own ? `${ABSENCE_ANSWERS[own.answer]}（${own.by_name}）` : '—'
    },
  }
  if (data.total === 0)
    return (
      <EmptyState title="所有考生都有答题卡" size="large">
        没有需要确认缺考的考生。
      </EmptyState>
    )
  return (
    <div className={css['without']}>
      <div className={css['row']}>
        <b>{data.total} 名考生没有答题卡</b>
        <span className={css['hint']}>
          没有扫到答题卡的考生记为「无记录」，确认后才记为缺考；之后若扫到答题卡，会列入缺考异常。
        </span>
        <span className={css['grow']} />
        {all.length > 0 && (
          <AskAbsences
            at={props.at}
            count={all.length}
            units={asks.data?.units ?? []}
            onDone={() => void asks.refetch()}
          />
        )}
        {mayRoster && (
          <NotTaken
            at={props.at}
            people={all.filter(
              ({ candidate_id }) => answers.get(candidate_id)?.answer === 'not_taken',
            )}
            onDone={() => {
              void refetch()
              void asks.refetch()
            }}
          />
        )}
        <ReasonButton
          intent="primary"
          reason={
            open.length > 0 ? null : all.length === 0 ? '都已确认缺考' : '核对结果中没有人缺考'
          }
          loading={props.decisions.pending}
          onClick={() => setAsking(true)}
        >
          确认 {open.length} 人缺考
        </ReasonButton>
      </div>
      <div className={css['table']}>
        <DataTable
          columns={asks.data?.units.length ? [...columns, answered] : columns}
          rows={data.list}
          rowKey={(one) => one.candidate_id}
          label="没有答题卡的考生"
          empty={null}
          maxHeight="100%"
        />
      </div>
      <ConfirmDialog
        isOpen={asking}
        title="确认缺考"
        effect={`将把 ${open.length} 名没有答题卡的考生记为缺考`}
        confirmText={`确认 ${open.length} 人缺考`}
        isPending={props.decisions.pending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          void props.decisions
            .decide(
              confirmAbsence,
              {
                body: { ...props.at, candidate_ids: open.map(({ candidate_id }) => candidate_id) },
              },
              `确认 ${open.length} 人缺考`,
              ({ decision_ids }) => decision_ids,
            )
            .then(() => setAsking(false))
        }
      >
        请先确认答题卡已全部扫描。确认后可用 Ctrl+Z 撤销。
      </ConfirmDialog>
    </div>
  )
}
