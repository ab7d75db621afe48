import { formatMilli } from '@hengjuan/domain'
import { type Column, Lasting, ReasonButton, Time } from '@hengjuan/ui'
import { gapText, waitedSince, type WaitingPaper } from './leader-task.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import { Holder, ProblemReason } from './PaperState.tsx'
import css from './leader.module.css'

export type Row = WaitingPaper

/** Why a paper can not be handed over from the list; null when it can. */
const handOverRefusal = (row: Row): string | null => {
  if (row.held_by !== null && row.blocked_reason !== null) return row.blocked_reason
  return row.colleagues.length === 0 ? '本题块没有其他可以仲裁的题组长' : null
}

/** What a paper that waits for its leader shows, and what is done with it. */
export function waitingColumns(on: {
  mode: LeaderMode
  onOpen: (row: Row) => void
  onHandOver: (row: Row) => void
}): Column<Row>[] {
  const isArbitration = on.mode === 'arbitration'
  return [
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
                on.onHandOver(row)
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
              on.onOpen(row)
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
