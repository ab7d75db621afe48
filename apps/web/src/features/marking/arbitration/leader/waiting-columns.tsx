import { formatMilli, OVERRIDING_ADMIN } from '@hengjuan/domain'
import { type Column, Lasting, ReasonButton, StatusTag, Time } from '@hengjuan/ui'
import { gapText, waitedSince, type WaitingPaper } from './leader-task.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import css from './leader.module.css'

/** Why a paper can not be handed over from the list; null when it can. */
const handOverRefusal = (row: WaitingPaper): string | null => {
  if (row.held_by !== null && row.blocked_reason !== null) return row.blocked_reason
  return row.colleagues.length === 0 ? '本题块没有其他可以仲裁的题组长' : null
}

/** What a paper that waits for its leader shows, and what is done with it. */
export function waitingColumns(on: {
  mode: LeaderMode
  onOpen: (row: WaitingPaper) => void
  onHandOver: (row: WaitingPaper) => void
}): Column<WaitingPaper>[] {
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
            render: (row: WaitingPaper) => <Gap row={row} />,
            sortBy: (row: WaitingPaper) => row.gap_milli,
          } satisfies Column<WaitingPaper>,
        ]
      : [
          {
            key: 'reason',
            title: '原因',
            width: 200,
            grow: true,
            render: (row: WaitingPaper) => <ProblemReason row={row} />,
            sortBy: (row: WaitingPaper) => row.reason,
          } satisfies Column<WaitingPaper>,
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
            render: (row: WaitingPaper) => row.raised_by,
          } satisfies Column<WaitingPaper>,
        ]),
    { key: 'code', title: '密号', width: 110, render: (row) => <code>{row.secret_code}</code> },
  ]
}

/** Two lines hold what exams are usually called; pointing at it tells the rest. */
const Place = ({ row: { subject_name, exam_name } }: { row: WaitingPaper }) => (
  <span className={css['place']} title={`${subject_name} · ${exam_name}`}>
    {subject_name} · {exam_name}
  </span>
)

/** The first of the points that lie too far apart stands for all of them. */
function Gap({ row }: { row: WaitingPaper }) {
  if (row.gap_milli === null) return row.arb_view === 'none' ? '不显示' : '转来裁定'
  const [first, ...more] = row.gap_points
  if (!first || more.length === 0) return gapText(row)
  return (
    <span title={gapText(row)}>
      {gapText({ ...row, gap_points: [first] })} 等 {more.length + 1} 处
    </span>
  )
}

/** Who has it in hand, or is to take it; where nobody is named, whether anybody could. */
function Holder({ row }: { row: WaitingPaper }) {
  if (row.held_by) return <StatusTag status="busy">{row.held_by}</StatusTag>
  if (row.handed_over) {
    const { to_name, by_name, is_own } = row.handed_over
    return (
      <StatusTag status={is_own ? 'warn' : 'idle'} title={`${by_name} 转交给 ${to_name}`}>
        {is_own ? '转交给您' : `已转交 ${to_name}`}
      </StatusTag>
    )
  }
  if (row.eligible === 0)
    return (
      <StatusTag
        status="bad"
        title={`题组长都评阅过这份试卷，请在阅卷设置中增加题组长，或由${OVERRIDING_ADMIN}在阅卷监管的题块中指定`}
      >
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

/** Why a marker put it before the leader, and what other papers it hangs together with. */
function ProblemReason({ row }: { row: WaitingPaper }) {
  const codes = row.identical_codes
  const text = [row.reason, row.note].filter(Boolean).join('：')
  return (
    <>
      {codes.length > 0 && (
        <>
          <StatusTag status="warn" title={`与密号 ${codes.join('、')} 雷同`}>
            雷同 {codes.length + 1} 份
          </StatusTag>
          &nbsp;
        </>
      )}
      <span className={css['cutText']} title={text}>
        {text}
      </span>
    </>
  )
}
