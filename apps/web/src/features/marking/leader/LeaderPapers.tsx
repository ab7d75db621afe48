import { freshKey } from '@hengjuan/client'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { leaderDecide, leaderList } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import {
  type Column,
  DataTable,
  EmptyState,
  filter,
  Lasting,
  ReasonButton,
  Time,
  toast,
  useUrlFilters,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import css from './leader.module.css'
import { gapText, waitedSince, type WaitingPaper } from './leader-task.ts'
import { Holder, ProblemReason } from './PaperState.tsx'
import { ReturnDialog } from './ReturnDialog.tsx'
import { WaitingBar } from './WaitingBar.tsx'

export type LeaderMode = 'arbitration' | 'problem'
type Row = WaitingPaper

const filters = { block_id: filter.id() }

/** Why a paper can not be handed over from the list; null when it can. */
const handOverRefusal = (row: Row): string | null => {
  if (row.held_by !== null && row.blocked_reason !== null) return row.blocked_reason
  return row.colleagues.length === 0 ? '本题块没有其他可以仲裁的题组长' : null
}

/** Papers that wait for the block leader: readings too far apart, or a problem that a marker raised. */
export function LeaderPapers({ mode }: { mode: LeaderMode }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useRoute(
    leaderList,
    { query: { mode } },
    { refetchInterval: 15_000 },
  )
  const { values, set } = useUrlFilters(filters)
  const client = useQueryClient()
  const [handing, setHanding] = useState<Row | null>(null)
  const handOver = useCall(leaderDecide, {
    onSuccess: async (_, { body }) => {
      setHanding(null)
      toast.done(
        body.to_user_id === undefined
          ? '已放回列表，由其他题组长领取'
          : '已转交，对方会优先看到这份试卷',
      )
      await client.invalidateQueries({ queryKey: routeKey(leaderList) })
    },
  })
  const inBlock = values.block_id === null ? '' : `&block_id=${values.block_id}`
  const open = (row: Row) => {
    if (row.blocked_reason === null)
      void navigate(
        `/MainPage/markPaper/markPage/arbitration-marking?mode=${mode}&unit_id=${row.unit_id}${inBlock}`,
      )
  }
  const isArbitration = mode === 'arbitration'
  const columns: Column<Row>[] = [
    {
      key: 'block',
      title: '题块',
      width: 136,
      grow: true,
      frozen: true,
      render: (row) => (
        <span className={css['stacked']}>
          <strong title={row.block_name}>{row.block_name}</strong>
          <small>{formatMilli(row.full_milli)} 分</small>
        </span>
      ),
      sortBy: (row) => row.block_name,
    },
    {
      key: 'exam',
      title: '科目 · 考试',
      width: isArbitration ? 216 : 196,
      grow: true,
      render: (row) => <Place row={row} />,
      sortBy: (row) => row.exam_name,
    },
    ...(isArbitration
      ? [
          {
            key: 'gap',
            title: '分差',
            hint: '两次评阅之差与误差阈值：总分之差，按小题比较时为超过阈值的小题；转来裁定的没有超过阈值，因多次打回或由题组长转来',
            width: 150,
            align: 'right',
            render: (row: Row) => <Gap row={row} />,
            sortBy: (row: Row) => row.gap_milli,
          } satisfies Column<Row>,
        ]
      : [
          {
            key: 'reason',
            title: '原因',
            width: 200,
            grow: true,
            render: (row: Row) => <ProblemReason row={row} />,
            sortBy: (row: Row) => row.reason,
          } satisfies Column<Row>,
        ]),
    {
      key: 'waiting',
      title: '已等待',
      hint: '下面是从什么时候起',
      width: 108,
      align: 'right',
      render: (row) => (
        <span className={css['stacked']}>
          <Lasting since={row.waiting_since} />
          <small>
            <Time at={row.waiting_since} />
          </small>
        </span>
      ),
      sortBy: (row) => waitedSince(row),
    },
    {
      key: 'go',
      title: '',
      width: isArbitration ? 132 : 80,
      align: 'right',
      render: (row) => (
        <span className={css['acts']}>
          {isArbitration && (
            <ReasonButton
              size="small"
              reason={handOverRefusal(row)}
              onClick={(event) => {
                event.stopPropagation()
                setHanding(row)
              }}
            >
              转交
            </ReasonButton>
          )}
          <ReasonButton
            size="small"
            intent="primary"
            reason={row.blocked_reason}
            onClick={(event) => {
              event.stopPropagation()
              open(row)
            }}
          >
            {isArbitration ? '仲裁' : '处理'}
          </ReasonButton>
        </span>
      ),
    },
    {
      key: 'held',
      title: isArbitration ? '仲裁人' : '处理人',
      width: 132,
      render: (row) => <Holder row={row} />,
    },
    ...(isArbitration
      ? []
      : [
          {
            key: 'raised',
            title: '提交人',
            width: 84,
            render: (row: Row) => row.raised_by,
          } satisfies Column<Row>,
        ]),
    { key: 'code', title: '密号', width: 110, render: (row) => <code>{row.secret_code}</code> },
  ]
  const rows = data?.list.filter(
    ({ block_id }) => values.block_id === null || block_id === values.block_id,
  )
  return (
    <>
      {data && (data.total > 0 || data.unplaced.length > 0 || values.block_id !== null) && (
        <WaitingBar
          papers={data.list}
          unplaced={data.unplaced}
          blockId={values.block_id}
          onBlock={(block_id) => set({ block_id })}
        />
      )}
      <DataTable
        label={isArbitration ? '待仲裁试卷' : '问题卷'}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.unit_id}
        rowHeight={52}
        error={error}
        onRetry={() => void refetch()}
        onOpenRow={open}
        maxHeight="max(320px, calc(100vh - 216px))"
        empty={
          <EmptyState title={isArbitration ? '没有等待仲裁的试卷' : '没有等待处理的问题卷'}>
            {isArbitration
              ? '您负责的题块中，分差超过阈值的试卷会出现在这里，页面会自动更新。'
              : '阅卷教师提交的问题卷、没有填涂选做题号的试卷会出现在这里，页面会自动更新。'}
          </EmptyState>
        }
      />
      <ReturnDialog
        unitId={handing?.unit_id ?? 0}
        isOpen={handing !== null}
        isPending={handOver.isPending}
        error={handOver.error}
        readings={[]}
        colleagues={handing?.colleagues ?? []}
        onReturn={(to) =>
          handing &&
          handOver.mutate({
            body: {
              mode,
              unit_id: handing.unit_id,
              idem_key: freshKey(),
              outcome: 'return',
              ...to,
            },
          })
        }
        onClose={() => {
          setHanding(null)
          handOver.reset()
        }}
      />
    </>
  )
}

/** Two lines hold what exams are usually called; pointing at it tells the rest. */
const Place = ({ row: { subject_name, exam_name } }: { row: Row }) => (
  <span className={css['place']} title={`${subject_name} · ${exam_name}`}>
    {subject_name} · {exam_name}
  </span>
)

/** The first of the points that lie too far apart stands for all of them. */
function Gap({ row }: { row: Row }) {
  if (row.gap_milli === null) return row.arb_view === 'none' ? '不显示' : '转来裁定'
  const [first, ...more] = row.gap_points
  if (!first || more.length === 0) return gapText(row)
  return (
    <span title={gapText(row)}>
      {gapText({ ...row, gap_points: [first] })} 等 {more.length + 1} 处
    </span>
  )
}
