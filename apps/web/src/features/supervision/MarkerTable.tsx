import type { ReplyOf } from '@hengjuan/contracts'
import type { supervisedMarkers } from '@hengjuan/contracts'
import { type Column, DataTable, EmptyState, StatusTag } from '@hengjuan/ui'
import css from './supervision.module.css'
import { dayTime, LIGHTS, meanText, rate, secondsText } from './words.ts'

export type MarkerRow = ReplyOf<typeof supervisedMarkers>['list'][number]

/** Fewer readings than this say nothing; between this and fifty they are shown in grey. */
const FIRM_READINGS = 50
const LEAST_READINGS = 20

/** A figure that needs evidence: hidden below 20 readings, grey below 50. */
function judged(row: MarkerRow, text: string) {
  if (row.n < LEAST_READINGS)
    return (
      <span className={css['faint']} title={`仅 ${row.n} 份，满 20 份后显示`}>
        –
      </span>
    )
  return <span className={row.n < FIRM_READINGS ? css['faint'] : ''}>{text}</span>
}

const signed = (milli: number): string => `${milli > 0 ? '+' : ''}${(milli / 1000).toFixed(2)}`

const columnsOf = (onReadings: (row: MarkerRow) => void): Column<MarkerRow>[] => [
  {
    key: 'name',
    title: '教师',
    width: 120,
    frozen: true,
    sortBy: (row) => row.name,
    render: (row) => (
      <>
        {row.name}
        {row.duty === 'leader' && <small className={css['duty']}>题组长</small>}
        {row.suspended && <small className={css['duty']}>停止分配</small>}
      </>
    ),
  },
  {
    key: 'light',
    title: '状态',
    width: 104,
    sortBy: (row) => ['red', 'amber', 'green', 'grey'].indexOf(row.light),
    render: (row) => (
      <StatusTag status={LIGHTS[row.light]?.status ?? 'idle'} title={row.reasons.join('\n')}>
        {LIGHTS[row.light]?.label}
      </StatusTag>
    ),
  },
  {
    key: 'done',
    title: '已评 / 任务',
    hint: '一评、二评；三评不计入任务量',
    width: 108,
    align: 'right',
    sortBy: (row) => row.done,
    render: (row) => {
      const text = row.target === null ? String(row.done) : `${row.done} / ${row.target}`
      return row.n === 0 ? (
        text
      ) : (
        <button
          type="button"
          className={css['figureLink']}
          title={`查看${row.name}的评阅`}
          onClick={(event) => {
            event.stopPropagation()
            onReadings(row)
          }}
        >
          {text}
        </button>
      )
    },
  },
  {
    key: 'hours',
    title: '近 8 小时',
    hint: '每小时提交的份数，最右为当前小时',
    width: 104,
    render: (row) => <Sparkline values={row.hours} />,
  },
  {
    key: 'median',
    title: '用时中位数',
    hint: '每份实际操作时间的中位数',
    width: 104,
    align: 'right',
    sortBy: (row) => row.median_ms,
    render: (row) => secondsText(row.median_ms),
  },
  {
    key: 'mean',
    title: '均分',
    width: 84,
    align: 'right',
    sortBy: (row) => row.mean_milli,
    render: (row) => judged(row, meanText(row.mean_milli)),
  },
  {
    key: 'severity',
    title: '宽严度',
    hint: '本人均分减题块均分，± 为标准误；正为偏松，负为偏严',
    width: 128,
    align: 'right',
    sortBy: (row) => row.severity_milli,
    render: (row) =>
      judged(
        row,
        row.severity_milli === null
          ? '–'
          : `${signed(row.severity_milli)} ± ${meanText(row.severity_error_milli)}`,
      ),
  },
  {
    key: 'agreement',
    title: '双评吻合率',
    hint: '与另一评相差不超过误差阈值的份数 / 双评份数',
    width: 104,
    align: 'right',
    sortBy: (row) => (row.agreement.den === 0 ? null : row.agreement.num / row.agreement.den),
    render: (row) => judged(row, rate(row.agreement)),
  },
  {
    key: 'arbitration',
    title: '仲裁率',
    hint: '评过的试卷中进入仲裁的比例',
    width: 88,
    align: 'right',
    sortBy: (row) =>
      row.arbitration_rate.den === 0 ? null : row.arbitration_rate.num / row.arbitration_rate.den,
    render: (row) => judged(row, rate(row.arbitration_rate)),
  },
  {
    key: 'last',
    title: '最近提交',
    width: 110,
    sortBy: (row) => row.last_active,
    render: (row) => (
      <span className={css['muted']}>{row.last_active ? dayTime(row.last_active) : '还没有'}</span>
    ),
  },
]

/** The people of a block; a row shows its score curve. */
export function MarkerTable(props: {
  rows: readonly MarkerRow[] | undefined
  error: unknown
  onRetry: () => void
  current: number | null
  onOpen: (row: MarkerRow) => void
  /** The readings behind a marker's figures. */
  onReadings: (row: MarkerRow) => void
}) {
  return (
    <DataTable
      label="阅卷教师"
      columns={columnsOf(props.onReadings)}
      rows={props.rows}
      rowKey={(row) => row.marker_id}
      error={props.error}
      onRetry={props.onRetry}
      currentKey={props.current}
      onOpenRow={props.onOpen}
      maxHeight="320px"
      empty={<EmptyState title="这个题块还没有阅卷教师">请在阅卷设置中分配教师。</EmptyState>}
    />
  )
}

const WIDTH = 80
const HEIGHT = 22

function Sparkline({ values }: { values: readonly number[] }) {
  const highest = Math.max(1, ...values)
  const step = WIDTH / values.length
  return (
    <svg className={css['spark']} width={WIDTH} height={HEIGHT} role="img">
      <title>{values.map((value) => `${value} 份`).join('、')}</title>
      {values.map((value, index) => {
        const height = Math.max(1, (value / highest) * HEIGHT)
        return (
          <rect
            key={index}
            x={index * step + 1}
            y={HEIGHT - height}
            width={step - 2}
            height={height}
          />
        )
      })}
    </svg>
  )
}
