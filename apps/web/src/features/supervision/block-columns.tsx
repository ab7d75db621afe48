import { ALLOC_MODES, formatMilli, MARK_MODES } from '@hengjuan/domain'
import { type Column, ProgressBar, StatusTag } from '@hengjuan/ui'
import type { Drill } from './drill/ReadingDrawer.tsx'
import { Forecast } from './Forecast.tsx'
import { Judged } from './Judged.tsx'
import type { WaitsFor } from './NumberStrip.tsx'
import css from './supervision.module.css'
import type { BlockRow } from './use-live-progress.ts'
import { BLOCK_STATUS, meanText, rate } from './words.ts'

/** Opens a block with the readings behind one of its figures. */
export type OnDrill = (row: BlockRow, drill: Drill) => void

const share = ({ num, den }: { num: number; den: number }): number | null =>
  den === 0 ? null : num / den

/** Opens the papers of a block behind one of its figures. */
export type OnPapers = (row: BlockRow, part: { label: string; waitsFor: WaitsFor }) => void

/** What figures open; null for whoever only marks. */
export interface Opens {
  onDrill: OnDrill
  onPapers: OnPapers
}

/** A figure that opens the papers behind it, where there are any and they may be seen. */
const papers = (
  column: { key: WaitsFor; title: string; hint: string },
  opens: Opens | null,
): Column<BlockRow> => ({
  ...column,
  width: 80,
  align: 'right',
  sortBy: ({ numbers }) => numbers[column.key],
  render: (row) => {
    const value = row.numbers[column.key]
    if (value === 0) return <span className={css['faint']}>0</span>
    if (!opens) return value
    return (
      <button
        type="button"
        className={css['figureLink']}
        title={`查看${row.block_name}的这些试卷`}
        onClick={(event) => {
          event.stopPropagation()
          opens.onPapers(row, { label: column.title, waitsFor: column.key })
        }}
      >
        {value}
      </button>
    )
  },
})

/** A figure that opens the readings behind it, where there are any and they may be seen. */
function Figure(props: {
  row: BlockRow
  title: string
  query: Drill['query'] | null
  onDrill: OnDrill | null
  children: React.ReactNode
}) {
  const { row, title, query, onDrill } = props
  if (!onDrill || !query) return props.children
  return (
    <button
      type="button"
      className={css['figureLink']}
      title={`查看${row.block_name}的这些评阅`}
      onClick={(event) => {
        event.stopPropagation()
        onDrill(row, { title: `${row.block_name} · ${title}`, query })
      }}
    >
      {props.children}
    </button>
  )
}

const figure = (
  column: { key: string; title: string; hint: string; width?: number; query?: Drill['query'] },
  valueOf: (row: BlockRow) => number,
  onDrill: OnDrill | null = null,
): Column<BlockRow> => ({
  key: column.key,
  title: column.title,
  hint: column.hint,
  width: column.width ?? 80,
  align: 'right',
  sortBy: valueOf,
  render: (row) => {
    const value = valueOf(row)
    return value === 0 ? (
      <span className={css['faint']}>0</span>
    ) : (
      <Figure row={row} title={column.title} query={column.query ?? null} onDrill={onDrill}>
        {value}
      </Figure>
    )
  },
})

const ratio = (
  column: { key: 'third_rate' | 'arbitration_rate' | 'agreement'; title: string; hint: string },
  query: Drill['query'],
  onDrill: OnDrill | null,
): Column<BlockRow> => ({
  ...column,
  width: 112,
  align: 'right',
  sortBy: (row) => row[column.key] && share(row[column.key] ?? { num: 0, den: 0 }),
  render: (row) => {
    const value = row[column.key]
    if (value === null || value.den === 0) return <span className={css['faint']}>–</span>
    return (
      <Figure row={row} title={column.title} query={query} onDrill={onDrill}>
        <Judged n={value.den}>{rate(value)}</Judged>
      </Figure>
    )
  },
})

const allColumns = (
  opens: Opens | null,
  onDrill: OnDrill | null = opens?.onDrill ?? null,
): Column<BlockRow>[] => [
  {
    key: 'block_name',
    title: '题块',
    width: 150,
    frozen: true,
    sortBy: (row) => `${row.subject_name} ${row.block_name}`,
    render: (row) => (
      <span className={css['blockName']} title={`给分点：${row.point_name}`}>
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
    width: 104,
    sortBy: (row) => row.status,
    render: ({ status }) => {
      const known = BLOCK_STATUS[status]
      return <StatusTag status={known?.status ?? 'idle'}>{known?.label ?? status}</StatusTag>
    },
  },
  {
    key: 'marking_progress',
    title: '进度',
    hint: '已有终评分的份数 / 总份数',
    width: 140,
    grow: true,
    sortBy: (row) => row.marking_progress,
    render: ({ numbers, block_name }) => (
      <div className={css['bar']}>
        <ProgressBar
          label={`${block_name}进度`}
          done={numbers.done}
          total={numbers.total}
          {...(numbers.total > 0 && numbers.done === numbers.total
            ? { status: 'ok' as const }
            : {})}
        />
      </div>
    ),
  },
  {
    key: 'eta',
    title: '预计完成',
    hint: '按近一小时的评阅速度推算剩余的一评、二评',
    width: 196,
    sortBy: (row) => row.eta,
    render: (row) => (
      <span className={css['muted']}>
        <Forecast row={row} />
      </span>
    ),
  },
  {
    key: 'marking_count',
    title: '已评人次',
    hint: '已提交的一评、二评 / 应评的一评、二评',
    width: 112,
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
  papers({ key: 'ready', title: '待评', hint: '在任务池中，可以领取' }, opens),
  papers({ key: 'claimed', title: '评阅中', hint: '在教师手中，还没有提交' }, opens),
  papers({ key: 'third', title: '待三评', hint: '前两评超过误差阈值' }, opens),
  papers({ key: 'arbitration', title: '待仲裁', hint: '等待题组长评定' }, opens),
  papers({ key: 'problem', title: '问题卷', hint: '阅卷教师提交的问题卷' }, opens),
  papers({ key: 'blank', title: '空白确认', hint: '疑似空白，等待确认' }, opens),
  figure(
    {
      key: 'overrule_count',
      title: '打回',
      hint: '被抽查打回的次数',
      query: { kind: 'sent_back' },
    },
    (row) => row.overrule_count,
    onDrill,
  ),
  {
    key: 'mean',
    title: '均分',
    hint: '终评分的平均；括号内为标准差（÷N）',
    width: 120,
    align: 'right',
    sortBy: (row) => row.mean_milli,
    render: ({ mean_milli, sd_milli }) => (
      <>
        {meanText(mean_milli)}
        {sd_milli !== null && <span className={css['faint']}>（{meanText(sd_milli)}）</span>}
      </>
    ),
  },
  ratio(
    {
      key: 'agreement',
      title: '双评吻合率',
      hint: '两评相差不超过误差阈值的份数 / 双评份数；点开看不吻合的试卷',
    },
    { kind: 'apart' },
    onDrill,
  ),
  ratio(
    { key: 'third_rate', title: '三评率', hint: '进入三评的份数 / 双评份数' },
    { kind: 'third' },
    onDrill,
  ),
  ratio(
    { key: 'arbitration_rate', title: '仲裁率', hint: '进入仲裁的份数 / 双评份数' },
    { kind: 'arbitration' },
    onDrill,
  ),
  figure(
    { key: 'speed', title: '每小时', hint: '近一小时提交的一评、二评' },
    (row) => row.speed_per_hour,
  ),
  figure(
    { key: 'teachers', title: '教师', hint: '在评教师人数' },
    (row) => row.marking_teacher_count,
  ),
  {
    key: 'mode',
    title: '评卷方式',
    width: 170,
    render: (row) =>
      `${MARK_MODES[row.double_mode as 0] ?? ''} · ${ALLOC_MODES[row.alloc_method as 1] ?? ''}`,
  },
]

const QUALITY = ['mean', 'agreement', 'third_rate', 'arbitration_rate']

/** @param opens null for whoever only marks: no figures about how others mark, no papers, no readings */
export const columnsOf = (opens: Opens | null): Column<BlockRow>[] =>
  allColumns(opens).filter(({ key }) => opens !== null || !QUALITY.includes(key))
