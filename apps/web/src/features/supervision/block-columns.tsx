import { ALLOC_MODES, formatMilli, MARK_MODES } from '@hengjuan/domain'
import { type Column, ProgressBar, StatusTag } from '@hengjuan/ui'
import { Figure, figure, ratio } from './block-cells.tsx'
import type { OnDrill } from './block-share.ts'
import { type Opens, papers, PapersLink } from './block-links.tsx'
import { Forecast } from './Forecast.tsx'
import css from './supervision.module.css'
import type { BlockRow } from './use-live-progress.ts'
import { blockState, meanText } from './words.ts'

const HOUR_MS = 3_600_000

const allColumns = (
  opens: Opens | null,
  onDrill: OnDrill | null = opens?.onDrill ?? null,
): Column<BlockRow>[] => [
  {
    key: 'block_name',
    title: '题块',
    width: 144,
    frozen: true,
    sortBy: (row) => `${row.subject_name} ${row.block_name}`,
    render: (row) => (
      <span
        className={css['blockName']}
        title={`${row.block_name}：${row.question_count} 小题，给分点：${row.point_name}`}
      >
        <strong>{row.block_name}</strong>
        <small>
          {row.subject_name} · {formatMilli(row.score)} 分 · {row.question_count} 小题
        </small>
      </span>
    ),
  },
  {
    key: 'status',
    title: '状态',
    width: 88,
    sortBy: (row) => row.status,
    render: ({ status, numbers }) => {
      const state = blockState(status, numbers.done, numbers.total)
      return <StatusTag status={state.status}>{state.label}</StatusTag>
    },
  },
  {
    key: 'marking_progress',
    title: '进度',
    hint: '已有终评分的份数 / 总份数',
    width: 112,
    grow: true,
    sortBy: (row) => row.marking_progress,
    render: (row) => (
      <PapersLink row={row} label="全部试卷" waitsFor="total" opens={opens}>
        <span className={css['bar']}>
          <ProgressBar
            label={`${row.block_name}进度`}
            done={row.numbers.done}
            total={row.numbers.total}
            {...(row.numbers.total > 0 && row.numbers.done === row.numbers.total
              ? { status: 'ok' as const }
              : {})}
          />
        </span>
      </PapersLink>
    ),
  },
  {
    key: 'eta',
    title: '预计完成',
    hint: '按近一小时的评阅速度推算剩余的一评、二评；剩余试卷只等处理时，写明等什么、等谁',
    width: 124,
    sortBy: (row) => row.eta,
    render: (row) => (
      // The row has room for its beginning; all of it is in the drawer, and here where one points.
      <span className={css['wrapped']} title={row.waiting_for ?? undefined}>
        <Forecast row={row} />
      </span>
    ),
  },
  {
    key: 'marking_count',
    title: '已评人次',
    hint: '已提交的一评、二评 / 应评的一评、二评；等待重评的也算已提交',
    width: 92,
    rank: 1,
    align: 'right',
    sortBy: (row) => row.marking_count,
    render: (row) => (
      <Figure
        row={row}
        title="全部评阅"
        query={row.marking_count > 0 ? {} : null}
        onDrill={onDrill}
      >
        {row.marking_count} / {row.reading_total}
      </Figure>
    ),
  },
  papers({ key: 'ready', title: '待评', hint: '在任务池中，可以领取', rank: 2, width: 60 }, opens),
  papers({ key: 'claimed', title: '评阅中', hint: '在教师手中，还没有提交', rank: 3 }, opens),
  papers({ key: 'third', title: '待三评', hint: '前两评超过误差阈值', rank: 8 }, opens),
  papers({ key: 'arbitration', title: '待仲裁', hint: '等待题组长评定', rank: 4 }, opens),
  papers({ key: 'problem', title: '问题卷', hint: '阅卷教师提交的问题卷', rank: 5 }, opens),
  papers(
    { key: 'blank', title: '空白确认', hint: '疑似空白，等待确认', rank: 12, width: 84 },
    opens,
  ),
  figure(
    {
      key: 'overrule_count',
      title: '打回',
      hint: '被抽查打回的次数',
      rank: 11,
      query: () => ({ kind: 'sent_back' }),
    },
    (row) => row.overrule_count,
    onDrill,
  ),
  {
    key: 'mean',
    title: '均分',
    hint: '终评分的平均；下方为标准差（按全部试卷计算）',
    width: 84,
    rank: 6,
    align: 'right',
    sortBy: (row) => row.mean_milli,
    render: (row) => (
      <span className={css['meanAndSpread']}>
        <PapersLink row={row} label="已有终评分" waitsFor="done" opens={opens}>
          {meanText(row.mean_milli)}
        </PapersLink>
        {row.sd_milli !== null && <small>σ {meanText(row.sd_milli)}</small>}
      </span>
    ),
  },
  ratio(
    {
      key: 'agreement',
      title: '吻合率',
      hint: '两评总分相差不超过误差阈值的份数 / 双评份数（按给分点比较误差的题块也按总分计）；点开看不吻合的试卷',
      rank: 7,
    },
    { kind: 'apart' },
    onDrill,
  ),
  ratio(
    { key: 'third_rate', title: '三评率', hint: '进入三评的份数 / 双评份数', rank: 9 },
    { kind: 'third' },
    onDrill,
  ),
  ratio(
    {
      key: 'arbitration_rate',
      title: '仲裁率',
      hint: '进入仲裁的份数 / 已评份数，双评的两评都交才算',
      rank: 10,
    },
    { kind: 'arbitration' },
    onDrill,
  ),
  figure(
    {
      key: 'speed',
      title: '每小时',
      hint: '近一小时提交的一评、二评；开评不足一小时的按已用时间折算',
      rank: 15,
      opens: '近一小时的评阅',
      query: () => ({ since: new Date(Date.now() - HOUR_MS).toISOString() }),
    },
    (row) => row.speed_per_hour,
    onDrill,
  ),
  {
    key: 'teachers',
    title: '教师',
    hint: '在评教师人数；点开看各位教师',
    rank: 13,
    width: 72,
    align: 'right',
    sortBy: (row) => row.marking_teacher_count,
    // The row opens the people of its block.
    render: (row) => row.marking_teacher_count,
  },
  {
    key: 'mode',
    title: '评卷方式',
    width: 104,
    rank: 14,
    render: (row) => (
      <span className={css['blockName']}>
        {MARK_MODES[row.double_mode as 0]}
        <small>{ALLOC_MODES[row.alloc_method as 1]}</small>
      </span>
    ),
  },
  {
    key: 'points',
    title: '给分点',
    width: 132,
    rank: 16,
    render: (row) => row.point_name,
  },
]

const QUALITY = ['mean', 'agreement', 'third_rate', 'arbitration_rate']

/** @param opens null for whoever only marks: no figures about how others mark, no papers, no readings */
export const columnsOf = (opens: Opens | null): Column<BlockRow>[] =>
  allColumns(opens).filter(({ key }) => opens !== null || !QUALITY.includes(key))
