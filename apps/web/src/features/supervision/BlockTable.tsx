import { ALLOC_MODES, formatMilli, MARK_MODES } from '@hengjuan/domain'
import { type Column, DataTable, EmptyState, ProgressBar, StatusTag } from '@hengjuan/ui'
import css from './supervision.module.css'
import type { BlockRow } from './use-live-progress.ts'
import { useSteadyOrder } from './use-steady-order.ts'
import { BLOCK_STATUS, etaText, meanText, rate } from './words.ts'

const share = ({ num, den }: { num: number; den: number }): number | null =>
  den === 0 ? null : num / den

const figure = (
  key: string,
  title: string,
  valueOf: (row: BlockRow) => number,
  hint: string,
): Column<BlockRow> => ({
  key,
  title,
  hint,
  width: 80,
  align: 'right',
  sortBy: valueOf,
  render: (row) => {
    const value = valueOf(row)
    return value === 0 ? <span className={css['faint']}>0</span> : value
  },
})

const ratio = (
  key: 'third_rate' | 'arbitration_rate' | 'agreement',
  title: string,
  hint: string,
): Column<BlockRow> => ({
  key,
  title,
  hint,
  width: 108,
  align: 'right',
  sortBy: (row) => (row[key] === null ? null : share(row[key])),
  render: (row) => rate(row[key]),
})

const columns: Column<BlockRow>[] = [
  {
    key: 'block_name',
    title: '题块',
    width: 168,
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
    width: 190,
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
    width: 208,
    sortBy: (row) => row.eta,
    render: (row) => <span className={css['muted']}>{etaText(row)}</span>,
  },
  figure('ready', '待评', ({ numbers }) => numbers.ready, '在任务池中，可以领取'),
  figure('claimed', '评阅中', ({ numbers }) => numbers.claimed, '在教师手中，还没有提交'),
  figure('third', '待三评', ({ numbers }) => numbers.third, '前两评超过误差阈值'),
  figure('arbitration', '待仲裁', ({ numbers }) => numbers.arbitration, '等待题组长评定'),
  figure('problem', '问题卷', ({ numbers }) => numbers.problem, '阅卷教师提交的问题卷'),
  figure('overrule_count', '打回', (row) => row.overrule_count, '被抽查打回的次数'),
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
  ratio('agreement', '双评吻合率', '两评相差不超过误差阈值的份数 / 双评份数'),
  ratio('third_rate', '三评率', '进入三评的份数 / 双评份数'),
  ratio('arbitration_rate', '仲裁率', '进入仲裁的份数 / 双评份数'),
  figure('speed', '每小时', (row) => row.speed_per_hour, '近一小时提交的一评、二评'),
  figure('teachers', '教师', (row) => row.marking_teacher_count, '在评教师人数'),
  {
    key: 'mode',
    title: '评卷方式',
    width: 170,
    render: (row) =>
      `${MARK_MODES[row.double_mode as 0] ?? ''} · ${ALLOC_MODES[row.alloc_method as 1] ?? ''}`,
  },
]

const QUALITY = ['mean', 'agreement', 'third_rate', 'arbitration_rate']

/** All blocks in view; a row opens its drawer. */
export function BlockTable(props: {
  rows: readonly BlockRow[] | undefined
  current: number | null
  onOpen: (row: BlockRow) => void
  /** Without it, figures about how others mark are left out. */
  supervises: boolean
}) {
  const rowKey = (row: BlockRow) => row.block_id
  const shown = props.supervises ? columns : columns.filter(({ key }) => !QUALITY.includes(key))
  const { rows, sort, setSort, hold } = useSteadyOrder(props.rows, shown, rowKey)
  return (
    <div {...hold}>
      <DataTable
        label="题块进度"
        columns={shown}
        rows={rows}
        rowKey={rowKey}
        rowHeight={52}
        sort={{ value: sort, onChange: setSort }}
        currentKey={props.current}
        onOpenRow={props.onOpen}
        maxHeight="560px"
        empty={
          <EmptyState title="还没有题块">
            答题卡绑定到科目后，题块会自动生成；扫描上传后这里开始有试卷。
          </EmptyState>
        }
      />
    </div>
  )
}
