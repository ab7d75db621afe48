import { evidenceOf } from '@hengjuan/domain'
import { type Column, StatusTag, Time } from '@hengjuan/ui'
import type { Drill } from './drill/ReadingDrawer.tsx'
import { ErrorBar } from './ErrorBar.tsx'
import { Judged } from './Judged.tsx'
import type { MarkerRow } from './MarkerTable.tsx'
import { Sparkline } from './Sparkline.tsx'
import css from './supervision.module.css'
import { countText, LIGHTS, meanText, rate, secondsText, signed } from './words.ts'

/** Opens the readings behind a figure of a marker. */
export type OnDrill = (row: MarkerRow, drill: Drill) => void

interface Ratio {
  num: number
  den: number
}

const share = ({ num, den }: Ratio): number | null => (den === 0 ? null : num / den)

const named: Column<MarkerRow> = {
  key: 'name',
  title: '教师',
  width: 100,
  frozen: true,
  sortBy: (row) => row.name,
  render: (row) => (
    <span className={css['blockName']}>
      <span className={evidenceOf(row.n) === 'hidden' ? css['muted'] : ''}>{row.name}</span>
      {(row.duty === 'leader' || row.suspended) && (
        <small>{row.suspended ? '停止分配' : '题组长'}</small>
      )}
    </span>
  ),
}

const blockOf: Column<MarkerRow> = {
  key: 'block',
  title: '题块',
  width: 112,
  sortBy: (row) => row.block_name,
  render: (row) => row.block_name,
}

const lit: Column<MarkerRow> = {
  key: 'light',
  title: '状态与原因',
  hint: '满 20 份后判断：一项超过界限为「注意」，两项以上或种子卷停评为「需查看」；界限见「状态界限」',
  width: 210,
  grow: true,
  sortBy: (row) => ['red', 'amber', 'green', 'grey'].indexOf(row.light),
  render: (row) => (
    <span className={css['lit']}>
      <StatusTag status={LIGHTS[row.light]?.status ?? 'idle'}>{LIGHTS[row.light]?.label}</StatusTag>
      <small title={[...row.reasons, ...row.notes].join('\n')}>{row.reasons.join('；')}</small>
    </span>
  ),
}

/** A figure that opens its readings. */
function Link(props: { title: string; onOpen: (() => void) | null; children: React.ReactNode }) {
  if (!props.onOpen) return props.children
  return (
    <button
      type="button"
      className={css['figureLink']}
      title={props.title}
      onClick={(event) => {
        event.stopPropagation()
        props.onOpen?.()
      }}
    >
      {props.children}
    </button>
  )
}

const rated = (
  column: { key: string; title: string; hint: string; kind: Drill['query']['kind']; few?: true },
  of: (row: MarkerRow) => Ratio,
  onDrill: OnDrill | null,
): Column<MarkerRow> => ({
  key: column.key,
  title: column.title,
  hint: column.hint,
  width: 86,
  align: 'right',
  sortBy: (row) => share(of(row)),
  render: (row) => {
    const ratio = of(row)
    const open =
      onDrill && ratio.den > 0
        ? () =>
            onDrill(row, {
              title: `${row.name} · ${column.title}`,
              query: { marker_id: row.marker_id, kind: column.kind },
              marker: row,
            })
        : null
    return (
      <Link title={`查看${row.name}的这些评阅`} onOpen={open}>
        <Judged n={ratio.den} {...(column.few ? { few: countText(ratio) } : {})}>
          {rate(ratio)}
        </Judged>
      </Link>
    )
  },
})

/** @param reach what half of the line of an error bar stands for, thousandths */
export const columnsOf = (
  reach: number,
  onDrill: OnDrill | null,
  isExam: boolean,
): Column<MarkerRow>[] => [
  named,
  ...(isExam ? [blockOf] : []),
  lit,
  {
    key: 'done',
    title: '已评/任务',
    hint: '一评、二评；三评不计入任务量',
    width: 104,
    align: 'right',
    sortBy: (row) => row.done,
    render: (row) => (
      <Link
        title={`查看${row.name}的评阅`}
        onOpen={
          onDrill && row.n > 0
            ? () =>
                onDrill(row, {
                  title: `${row.name}的评阅`,
                  query: { marker_id: row.marker_id },
                  marker: row,
                })
            : null
        }
      >
        {row.target === null ? row.done : `${row.done} / ${row.target}`}
      </Link>
    ),
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
    title: '用时',
    hint: '每份实际操作时间的中位数',
    width: 80,
    align: 'right',
    sortBy: (row) => row.median_ms,
    render: (row) => <Judged n={row.n}>{secondsText(row.median_ms)}</Judged>,
  },
  {
    key: 'mean',
    title: '均分',
    hint: '本人全部给分的平均',
    width: 76,
    align: 'right',
    sortBy: (row) => row.mean_milli,
    render: (row) => <Judged n={row.n}>{meanText(row.mean_milli)}</Judged>,
  },
  {
    key: 'severity',
    title: '宽严度',
    hint: '本人均分减题块均分，± 为标准误，横线为两倍标准误；正为偏松，负为偏严；只在试卷随机分发时可比',
    width: 124,
    align: 'right',
    sortBy: (row) => row.severity_milli,
    render: (row) => (
      <Judged n={row.n}>
        {row.severity_milli === null || row.severity_error_milli === null ? (
          '–'
        ) : (
          <span className={css['severity']}>
            {signed(row.severity_milli)} ± {meanText(row.severity_error_milli)}
            <ErrorBar
              milli={row.severity_milli}
              errorMilli={row.severity_error_milli}
              reach={reach}
            />
          </span>
        )}
      </Judged>
    ),
  },
  rated(
    {
      key: 'consistency',
      title: '一致率',
      hint: '与终评分相差不超过误差阈值的份数 / 有终评分的份数（单评不计）；点开看不一致的试卷',
      kind: 'off',
    },
    (row) => row.consistency,
    onDrill,
  ),
  rated(
    {
      key: 'agreement',
      title: '吻合率',
      hint: '与另一评相差不超过误差阈值的份数 / 双评份数；点开看不吻合的试卷',
      kind: 'apart',
    },
    (row) => row.agreement,
    onDrill,
  ),
  {
    key: 'seeds',
    title: '种子卷',
    hint: '合格 / 已评种子卷；份数少，不算比率',
    width: 80,
    align: 'right',
    sortBy: (row) => share(row.seeds),
    render: (row) =>
      row.seeds.den === 0 ? <span className={css['faint']}>–</span> : countText(row.seeds),
  },
  rated(
    {
      key: 'rejection',
      title: '打回率',
      hint: '抽查中被打回过的份数 / 已抽查的份数；不足 20 份时只显示份数',
      kind: 'sent_back',
      few: true,
    },
    (row) => row.rejection,
    onDrill,
  ),
  rated(
    {
      key: 'arbitration',
      title: '仲裁率',
      hint: '进入仲裁的份数 / 已评份数',
      kind: 'arbitration',
    },
    (row) => row.arbitration_rate,
    onDrill,
  ),
  {
    key: 'last',
    title: '最近提交',
    width: 112,
    sortBy: (row) => row.last_active,
    render: (row) =>
      row.last_active ? (
        <Time at={row.last_active} className={css['muted']} />
      ) : (
        <span className={css['faint']}>还没有</span>
      ),
  },
]
