import { ALLOC_MODES, type AllocMode, inHandOf, MARK_MODES, type MarkMode } from '@hengjuan/domain'
import { type Column, ProgressBar, ReasonButton, Score, StatusTag } from '@hengjuan/ui'
import { DueLine, Notices, OwnLink } from './task-cells.tsx'
import { goText, isBarred, lineOf, reasonOf, type Row, stateOf } from './task-state.ts'
import css from './task-table.module.css'

/** How far a task is, whose it is, and the way to its papers. */
export const taskColumns = (onOpen: (row: Row) => void): Column<Row>[] => [
  {
    key: 'block',
    title: '题块',
    width: 108,
    frozen: true,
    render: (row) => (
      <span className={css['lines']}>
        <strong title={row.block_name}>{row.block_name}</strong>
        <Notices row={row} />
      </span>
    ),
    sortBy: (row) => row.block_name,
  },
  {
    key: 'exam',
    title: '科目 · 考试',
    width: 104,
    grow: true,
    render: (row) => (
      <span className={css['lines']}>
        <span
          className={isBarred(row) ? undefined : css['wrapped']}
          title={`${row.subject_name} · ${row.exam_name}`}
        >
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
    width: 134,
    render: (row) => (
      <span className={`${css['lines']} ${css['tagged']}`}>
        <StatusTag status={stateOf(row).status} title={lineOf(row)}>
          {stateOf(row).label}
        </StatusTag>
        <DueLine row={row} />
      </span>
    ),
  },
  {
    key: 'go',
    title: '',
    width: 96,
    render: (row) => (
      <ReasonButton
        size="small"
        intent={row.pool_count + inHandOf(row) > 0 ? 'primary' : 'none'}
        reason={reasonOf(row)}
        onClick={(event) => {
          event.stopPropagation()
          onOpen(row)
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
    width: 96,
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
    width: 56,
    align: 'right',
    render: (row) => <span title={lineOf(row)}>{row.pool_count}</span>,
    sortBy: (row) => row.pool_count,
  },
  {
    key: 'progress',
    title: '题块进度',
    hint: '已定分份数 ÷ 全部份数，截断到两位小数',
    width: 82,
    align: 'right',
    render: (row) => `${row.marking_progress}%`,
    sortBy: (row) => row.marking_progress,
  },
  {
    key: 'overruled',
    title: '打回',
    hint: '本人的评阅被抽查打回的次数，含已重评的；还没有重评的排在阅卷页面最前',
    width: 58,
    align: 'right',
    render: (row) => (
      <OwnLink row={row} papers="sent_back" count={row.overrule_count}>
        {row.overrule_count}
      </OwnLink>
    ),
    sortBy: (row) => row.overrule_count,
  },
  {
    key: 'score',
    title: '满分',
    hint: '题块各给分点满分之和；下方为题块包含的小题数',
    width: 62,
    align: 'right',
    render: (row) => (
      <span className={css['lines']}>
        <Score value={row.score} />
        <small>{row.question_count} 小题</small>
      </span>
    ),
    sortBy: (row) => row.score,
  },
  {
    key: 'points',
    title: '给分点',
    width: 72,
    render: (row) => (
      <span className={css['wrapped']} title={row.point_name}>
        {row.point_name}
      </span>
    ),
  },
  {
    key: 'mode',
    title: '评卷与分配方式',
    hint: '评卷方式；下方为分配方式和题块的阅卷教师人数，含停止分配的',
    width: 124,
    render: (row) => (
      <span className={css['lines']}>
        {MARK_MODES[row.double_mode as MarkMode]}
        <small>
          {ALLOC_MODES[row.alloc_method as AllocMode]} · {row.marking_teacher_count} 人
        </small>
      </span>
    ),
    sortBy: (row) => row.marking_teacher_count,
  },
]
