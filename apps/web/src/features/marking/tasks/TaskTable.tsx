import { Button } from '@blueprintjs/core'
import { ownTasks, type ReplyOf } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import {
  ALLOC_MODES,
  type AllocMode,
  MARK_MODES,
  type MarkMode,
  QUALIFICATION_STATES,
  type QualificationState,
} from '@hengjuan/domain'
import {
  type Column,
  DataTable,
  EmptyState,
  ProgressBar,
  ReasonButton,
  Score,
  type Status,
  StatusTag,
} from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { NOTHING_NEW, type NothingNew } from '../nothing-new.ts'
import { ownPapersAddress } from '../search/own-search.ts'
import css from './task-table.module.css'

type Row = ReplyOf<typeof ownTasks>[number]

const STATUSES: Record<string, { status: Status; label: string }> = {
  setup: { status: 'idle', label: '未开始' },
  open: { status: 'busy', label: '阅卷中' },
  paused: { status: 'warn', label: '已暂停' },
  closed: { status: 'idle', label: '已结束' },
}

/** Papers that only this marker can mark now: claimed, sent back and taken back. */
const inHandOf = (row: Row): number => row.claimed_count + row.rejected_count + row.taken_back_count

/** What there is to do now; null when nothing is. */
function reasonOf(row: Row): string | null {
  // Trials need no open block.
  if (inHandOf(row) > 0 || isTrialFirst(row)) return null
  if (row.status === 'setup') return '阅卷还没有开始，请等待题组长开启'
  if (row.status === 'paused') return '题组长已暂停阅卷，恢复后可继续'
  return null
}

/** Given no more papers, and nothing left in hand. */
const isStopped = (row: Row): boolean => row.suspended === 1 && inHandOf(row) === 0

/** What is in hand may be marked; new papers come only after the trial. */
const isTrialFirst = (row: Row): boolean =>
  row.qualification !== null &&
  row.status !== 'closed' &&
  row.suspended === 0 &&
  inHandOf(row) === 0

/** Every paper has its score, and none came back to this marker. */
const isDone = (row: Row): boolean =>
  row.unit_count > 0 && row.final_count === row.unit_count && inHandOf(row) === 0

function goText(row: Row): string {
  if (isTrialFirst(row)) return '试评与定标'
  if (row.status === 'closed' || isStopped(row) || isDone(row)) return '查看'
  if (isBarred(row) && inHandOf(row) === 0) return '查看'
  return row.marking_count > 0 ? '继续阅卷' : '开始阅卷'
}

/** What stands in the way of one marker in a block that is being marked. */
const OWN_STATES: Partial<Record<NothingNew, { status: Status; label: string }>> = {
  warned: { status: 'warn', label: '待题组长确认' },
  unqualified: { status: 'warn', label: '待定标' },
  daily_cap: { status: 'ok', label: '今日已满' },
  at_quota: { status: 'ok', label: '任务已完成' },
}

const stateOf = (row: Row): { status: Status; label: string } => {
  if (isDone(row)) return { status: 'ok', label: '已评完' }
  // Also where the block is paused or closed.
  if (row.suspended === 1) return { status: 'warn', label: '已停止分配' }
  const own = row.pool_reason && OWN_STATES[row.pool_reason]
  return own ?? STATUSES[row.status] ?? { status: 'idle', label: row.status }
}

/** Why nothing can be taken, as a sentence; nothing where something can, or all is done. */
const lineOf = (row: Row): string | undefined =>
  row.pool_reason && !isDone(row) ? NOTHING_NEW[row.pool_reason].line : undefined

/** Is there something in the way of this marker alone, which the state of the block does not tell? */
const isBarred = (row: Row): boolean =>
  row.pool_reason !== null &&
  (row.pool_reason === 'suspended' || row.pool_reason in OWN_STATES) &&
  lineOf(row) !== undefined

/** What was sent back and what is in hand comes first, then what can be taken; the rest as it came. */
const urgencyOf = (row: Row): number =>
  row.status === 'closed' ? 3 : inHandOf(row) > 0 ? 0 : row.pool_count > 0 ? 1 : 2

/** The marking tasks of the signed-in teacher. @source specification, section 3 (marking task table) */
export function TaskTable() {
  const navigate = useNavigate()
  const { data, error, refetch } = useRoute(ownTasks, { query: {} }, { refetchInterval: 15_000 })
  const open = (row: Row) => {
    if (reasonOf(row) === null)
      void navigate(`${isTrialFirst(row) ? '/qualification' : '/marking'}?block_id=${row.block_id}`)
  }
  const columns: Column<Row>[] = [
    {
      key: 'block',
      title: '题块',
      width: 168,
      grow: true,
      frozen: true,
      render: (row) => (
        <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
          <strong>{row.block_name}</strong>
          {row.rejected_count > 0 && <StatusTag status="warn">打回 {row.rejected_count}</StatusTag>}
          {row.taken_back_count > 0 && (
            <StatusTag status="warn">收回 {row.taken_back_count}</StatusTag>
          )}
          {row.qualification !== null && (
            <StatusTag status="warn">
              {QUALIFICATION_STATES[row.qualification as QualificationState]}
            </StatusTag>
          )}
        </span>
      ),
      sortBy: (row) => row.block_name,
    },
    {
      key: 'exam',
      title: '科目 · 考试',
      width: 330,
      grow: true,
      render: (row) => (
        <span className={css['place']}>
          <span>
            {row.subject_name} · {row.exam_name}
          </span>
          {isBarred(row) && <small title={lineOf(row)}>{lineOf(row)}</small>}
        </span>
      ),
      sortBy: (row) => row.exam_name,
    },
    {
      key: 'state',
      title: '状态',
      hint: '已停止分配：题组长不再向您分配本题块的试卷，手中和打回的仍可评阅',
      width: 126,
      render: (row) => (
        <StatusTag status={stateOf(row).status} title={lineOf(row)}>
          {stateOf(row).label}
        </StatusTag>
      ),
    },
    {
      key: 'go',
      title: '',
      width: 104,
      render: (row) => (
        <ReasonButton
          size="small"
          intent={row.pool_count + inHandOf(row) > 0 ? 'primary' : 'none'}
          reason={reasonOf(row)}
          onClick={(event) => {
            event.stopPropagation()
            open(row)
          }}
        >
          {goText(row)}
        </ReasonButton>
      ),
    },
    {
      key: 'own',
      title: '我的进度',
      hint: '本人已评份数；有任务量时为已评/任务量。三评不计入任务量',
      width: 130,
      render: (row) =>
        row.target === null ? (
          <OwnLink row={row} papers="own" count={row.marking_count}>
            {row.marking_count} 份
          </OwnLink>
        ) : (
          <OwnLink row={row} papers="own" count={row.marking_count}>
            <ProgressBar done={row.marking_count} total={row.target} label="我的进度" />
          </OwnLink>
        ),
      sortBy: (row) => row.marking_count,
    },
    {
      key: 'pool',
      title: '可评',
      hint: '现在可以领取的份数，已除去本人评过和需要回避的',
      width: 68,
      align: 'right',
      render: (row) => <span title={lineOf(row)}>{row.pool_count}</span>,
      sortBy: (row) => row.pool_count,
    },
    {
      key: 'progress',
      title: '题块进度',
      hint: '已定分份数 ÷ 全部份数，截断到两位小数',
      width: 96,
      align: 'right',
      render: (row) => `${row.marking_progress}%`,
      sortBy: (row) => row.marking_progress,
    },
    { key: 'points', title: '给分点', width: 150, grow: true, render: (row) => row.point_name },
    {
      key: 'score',
      title: '满分',
      hint: '题块各给分点满分之和',
      width: 64,
      align: 'right',
      render: (row) => <Score value={row.score} />,
      sortBy: (row) => row.score,
    },
    {
      key: 'questions',
      title: '题数',
      hint: '题块包含的小题数',
      width: 60,
      align: 'right',
      render: (row) => row.question_count,
      sortBy: (row) => row.question_count,
    },
    {
      key: 'overruled',
      title: '被打回',
      hint: '本人的评阅被抽查打回的次数，含已重评的；还没有重评的排在阅卷页面最前',
      width: 76,
      align: 'right',
      render: (row) => (
        <OwnLink row={row} papers="sent_back" count={row.overrule_count}>
          {row.overrule_count}
        </OwnLink>
      ),
      sortBy: (row) => row.overrule_count,
    },
    {
      key: 'teachers',
      title: '阅卷人数',
      hint: '题块的阅卷教师人数，含停止分配的',
      width: 84,
      align: 'right',
      render: (row) => row.marking_teacher_count,
    },
    {
      key: 'mode',
      title: '评卷方式',
      width: 128,
      render: (row) => MARK_MODES[row.double_mode as MarkMode],
    },
    {
      key: 'allocation',
      title: '分配方式',
      width: 88,
      render: (row) => ALLOC_MODES[row.alloc_method as AllocMode],
    },
  ]
  return (
    <DataTable
      label="我的阅卷任务"
      columns={columns}
      rows={data?.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))}
      rowKey={(row) => row.block_id}
      rowHeight={data?.some(isBarred) ? 52 : 40}
      error={error}
      onRetry={() => void refetch()}
      onOpenRow={open}
      maxHeight="max(320px, calc(100vh - 184px))"
      empty={
        <EmptyState
          title="还没有分配给您的阅卷任务"
          action={<Button onClick={() => void refetch()}>刷新</Button>}
        >
          题组长分配任务后会出现在这里；若您应有任务，请联系学校的阅卷管理员。
        </EmptyState>
      }
    />
  )
}

/** A figure of the own work that opens its papers; none of nothing. */
const OwnLink = (props: {
  row: Row
  papers: 'own' | 'sent_back'
  count: number
  children: ReactNode
}) =>
  props.count === 0 ? (
    props.children
  ) : (
    <Link
      to={ownPapersAddress(props.row.block_id, props.papers)}
      title={props.papers === 'own' ? '查看本人评过的试卷' : '查看被打回过的试卷'}
      onClick={(event) => event.stopPropagation()}
    >
      {props.children}
    </Link>
  )
