import type { ledBlocks, ReplyOf } from '@hengjuan/contracts'
import { EXAM_MANAGER } from '@hengjuan/domain'
import { type Column, ProgressBar, ReasonButton, StatusTag } from '@hengjuan/ui'
import { Link } from 'react-router'
import css from './supervision.module.css'
import { blockState } from './words.ts'

type Row = ReplyOf<typeof ledBlocks>[number]

const HOME = '/MainPage/markPaper/markPage/arbitration-home'
const MARKING = '/MainPage/markPaper/evaluationRegulationHome/marking'

// Only where somebody waits: most blocks are marked without.
const QUALIFICATION: Column<Row> = {
  key: 'qualification',
  title: '待定标',
  hint: '通过定标前等题组长决定，或等定标卷的教师人数；点开看每位教师的试评',
  width: 76,
  align: 'right',
  sortBy: (row) => row.qualification_count,
  render: ({ block_id, qualification_count: count }) =>
    count === 0 ? (
      '0'
    ) : (
      <Link to={`/benchmark?block_id=${block_id}&tab=qualification`}>{count}</Link>
    ),
}

const waiting = (row: Row, count: number, home: string) =>
  count === 0 ? '0' : <Link to={`${HOME}/${home}?block_id=${row.block_id}`}>{count}</Link>

/** How far a block is, what of it waits for its leader, and the ways to its pages. */
export function ledBlockColumns(on: {
  /** Does anybody wait to be qualified? */
  hasQualifying: boolean
  onPause: (row: Row) => void
  /** Lets the marking of one that is paused or closed go on. */
  onOpen: (row: Row) => void
}): Column<Row>[] {
  return [
    {
      key: 'block',
      title: '题块',
      width: 120,
      grow: true,
      frozen: true,
      sortBy: (row) => row.block_name,
      render: (row) => <strong title={row.block_name}>{row.block_name}</strong>,
    },
    {
      key: 'exam',
      title: '科目 · 考试',
      width: 202,
      grow: true,
      sortBy: (row) => row.exam_name,
      render: (row) => `${row.subject_name} · ${row.exam_name}`,
    },
    {
      key: 'status',
      title: '状态',
      width: 92,
      sortBy: (row) => blockState(row.status, row.final_count, row.unit_count).label,
      render: (row) => {
        const state = blockState(row.status, row.final_count, row.unit_count)
        return <StatusTag status={state.status}>{state.label}</StatusTag>
      },
    },
    {
      key: 'progress',
      title: '已完成',
      hint: '已有终评分的份数 / 全部份数；点开看题块各状态的试卷',
      width: 132,
      sortBy: (row) => row.final_count / Math.max(1, row.unit_count),
      render: (row) => (
        <Link
          className={css['barLink']}
          to={`/MarkingSupervision?exam_id=${row.exam_id}&block_id=${row.block_id}`}
          aria-label={`${row.block_name}的进度 ${row.final_count} / ${row.unit_count}，点开看各状态的试卷`}
        >
          <ProgressBar
            label={`${row.block_name}的进度`}
            done={row.final_count}
            total={row.unit_count}
          />
        </Link>
      ),
    },
    {
      key: 'arbitration',
      title: '待仲裁',
      hint: '评分分歧，等待题组长裁定的份数；点开看这些试卷',
      width: 76,
      align: 'right',
      sortBy: (row) => row.arbitration_count,
      render: (row) => waiting(row, row.arbitration_count, 'arbitration'),
    },
    {
      key: 'problem',
      title: '问题卷',
      hint: '阅卷教师提交、还没有处理的份数；点开看这些试卷',
      width: 76,
      align: 'right',
      sortBy: (row) => row.problem_count,
      render: (row) => waiting(row, row.problem_count, 'problem'),
    },
    ...(on.hasQualifying ? [QUALIFICATION] : []),
    {
      key: 'acts',
      title: '',
      width: 244,
      render: (row) => (
        <span style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
          <Link to={`${MARKING}?exam_id=${row.exam_id}&block_id=${row.block_id}`}>抽查</Link>
          <Link to={`${MARKING}?exam_id=${row.exam_id}&block_id=${row.block_id}&tab=work`}>
            裁定记录
          </Link>
          <Link to={`/benchmark?block_id=${row.block_id}`}>标准卷</Link>
          <ReasonButton
            size="small"
            reason={
              row.status === 'setup' ? `阅卷设置还没有确认，由${EXAM_MANAGER}或学科组长开启` : null
            }
            onClick={() => (row.status === 'open' ? on.onPause : on.onOpen)(row)}
          >
            {row.status === 'open' ? '暂停' : row.status === 'closed' ? '重新开启' : '恢复'}
          </ReasonButton>
        </span>
      ),
    },
  ]
}
