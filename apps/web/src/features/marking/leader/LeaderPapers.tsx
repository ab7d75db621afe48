import { leaderList, type ReplyOf } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import { formatMilli } from '@hengjuan/domain'
import { type Column, DataTable, EmptyState, ReasonButton, Score, StatusTag } from '@hengjuan/ui'
import { useNavigate } from 'react-router'
import { agoText, timeText } from './waiting-time.ts'

export type LeaderMode = 'arbitration' | 'problem'
type Row = ReplyOf<typeof leaderList>['list'][number]

/** Who has it in hand; where nobody has, whether anybody could. */
function Holder({ row }: { row: Row }) {
  if (row.held_by) return <StatusTag status="busy">{row.held_by}</StatusTag>
  if (row.eligible === 0)
    return (
      <StatusTag status="bad" title="题组长都评阅过这份试卷，请在阅卷设置中增加题组长">
        无人可处理
      </StatusTag>
    )
  return row.eligible_online === 0 ? (
    <StatusTag status="warn" title={`可以处理的 ${row.eligible} 位题组长现在都不在线`}>
      都不在线
    </StatusTag>
  ) : (
    '等待处理'
  )
}

/** How many papers hang together as identical scripts, and which the others are. */
const IdenticalTag = ({ codes }: { codes: readonly string[] }) =>
  codes.length > 0 && (
    <>
      <StatusTag status="warn" title={`与密号 ${codes.join('、')} 雷同`}>
        雷同 {codes.length + 1} 份
      </StatusTag>{' '}
    </>
  )

/** Papers that wait for the block leader: readings too far apart, or a problem that a marker raised. */
export function LeaderPapers({ mode }: { mode: LeaderMode }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useRoute(
    leaderList,
    { query: { mode } },
    { refetchInterval: 15_000 },
  )
  const open = (row: Row) => {
    if (row.blocked_reason === null)
      void navigate(
        `/MainPage/markPaper/markPage/arbitration-marking?mode=${mode}&unit_id=${row.unit_id}`,
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
        <>
          <strong>{row.block_name}</strong>（<Score value={row.full_milli} /> 分）
        </>
      ),
      sortBy: (row) => row.block_name,
    },
    {
      key: 'exam',
      title: '科目 · 考试',
      width: 170,
      grow: true,
      render: (row) => `${row.subject_name} · ${row.exam_name}`,
    },
    { key: 'code', title: '密号', width: 110, render: (row) => <code>{row.secret_code}</code> },
    ...(isArbitration
      ? [
          {
            key: 'gap',
            title: '分差',
            hint: '两次评阅总分之差与误差阈值',
            width: 120,
            align: 'right',
            render: (row: Row) =>
              row.gap_milli === null
                ? row.arb_view === 'none'
                  ? '不显示'
                  : '多次打回'
                : `${formatMilli(row.gap_milli)} > ${formatMilli(row.tolerance_milli)}`,
            sortBy: (row: Row) => row.gap_milli,
          } satisfies Column<Row>,
        ]
      : [
          {
            key: 'reason',
            title: '原因',
            width: 200,
            grow: true,
            render: (row: Row) => (
              <>
                <IdenticalTag codes={row.identical_codes} />
                {[row.reason, row.note].filter(Boolean).join('：')}
              </>
            ),
            sortBy: (row: Row) => row.reason,
          } satisfies Column<Row>,
          {
            key: 'raised',
            title: '提交人',
            width: 84,
            render: (row: Row) => row.raised_by,
          } satisfies Column<Row>,
        ]),
    {
      key: 'waiting',
      title: '已等待',
      width: 96,
      align: 'right',
      render: (row) => (
        <span title={timeText(row.waiting_since)}>{agoText(row.waiting_since)}</span>
      ),
      sortBy: (row) => row.waiting_since,
    },
    {
      key: 'held',
      title: '处理人',
      width: 104,
      render: (row) => <Holder row={row} />,
    },
    {
      key: 'go',
      title: '',
      width: 80,
      align: 'right',
      render: (row) => (
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
      ),
    },
  ]
  return (
    <DataTable
      label={isArbitration ? '待仲裁试卷' : '问题卷'}
      columns={columns}
      rows={data?.list}
      rowKey={(row) => row.unit_id}
      error={error}
      onRetry={() => void refetch()}
      onOpenRow={open}
      empty={
        <EmptyState title={isArbitration ? '没有等待仲裁的试卷' : '没有等待处理的问题卷'}>
          {isArbitration
            ? '您负责的题块中，分差超过阈值的试卷会出现在这里，页面会自动更新。'
            : '阅卷教师提交的问题卷、没有填涂选做题号的试卷会出现在这里，页面会自动更新。'}
        </EmptyState>
      }
    />
  )
}
