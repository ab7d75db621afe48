import { evidenceOf, MARKER_GONE } from '@hengjuan/domain'
import { type Column, PersonName, StatusTag, Time } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { ErrorBar } from './ErrorBar.tsx'
import { Judged } from './Judged.tsx'
import { type OnDrill, OwnReadings, rated, Seeds, share } from './marker-cells.tsx'
import type { TableRow } from './MarkerTable.tsx'
import { Sparkline } from './Sparkline.tsx'
import css from './supervision.module.css'
import { LIGHTS, meanText, secondsText, signed } from './words.ts'

/** What of a person is not as of everybody. */
function noteOf(row: TableRow): string | undefined {
  if (row.disabled) return MARKER_GONE.disabled
  if (row.suspended) return '停止分配'
  return row.duty === 'leader' ? '题组长' : undefined
}

const named: Column<TableRow> = {
  key: 'name',
  title: '教师',
  width: 88,
  frozen: true,
  sortBy: (row) => row.name,
  render: (row) => (
    <PersonName name={row.name} note={noteOf(row)} isFaint={evidenceOf(row.n) === 'hidden'} />
  ),
}

const blockOf = (subjects: ReadonlyMap<number, string>): Column<TableRow> => ({
  key: 'block',
  title: '题块',
  width: 96,
  sortBy: (row) => `${subjects.get(row.block_id)} ${row.block_name}`,
  render: (row) => (
    <span className={css['blockName']} title={row.block_name}>
      <span>{row.block_name}</span>
      <small>{subjects.get(row.block_id)}</small>
    </span>
  ),
})

const lit: Column<TableRow> = {
  key: 'light',
  title: '状态与原因',
  hint: '满 20 份后判断：一项超过界限为「注意」，两项以上或种子卷停评为「需查看」；界限见「状态界限」',
  width: 176,
  grow: true,
  sortBy: (row) => ['red', 'amber', 'green', 'grey'].indexOf(row.light),
  render: (row) => (
    <span className={css['lit']}>
      <StatusTag status={LIGHTS[row.light]?.status ?? 'idle'}>{LIGHTS[row.light]?.label}</StatusTag>
      <small title={[...row.reasons, ...row.notes].join('\n')}>{row.reasons.join('；')}</small>
    </span>
  ),
}

/**
 * @param reach what half of the line of an error bar stands for, share of the full marks
 * @param subjects names by block, for rows of several blocks
 */
export const columnsOf = (
  reach: number,
  onDrill: OnDrill | null,
  subjects: ReadonlyMap<number, string> | null,
  own = (row: TableRow, figure: ReactNode) => (
    <Judged n={row.n}>
      <OwnReadings row={row} onDrill={onDrill}>
        {figure}
      </OwnReadings>
    </Judged>
  ),
): Column<TableRow>[] => [
  named,
  ...(subjects ? [blockOf(subjects)] : []),
  lit,
  {
    key: 'done',
    title: '已评/任务',
    hint: '一评、二评；三评不计入任务量，有三评的另列',
    width: 112,
    align: 'right',
    sortBy: (row) => row.done,
    render: (row) => (
      <OwnReadings row={row} onDrill={onDrill}>
        {row.target === null ? row.done : `${row.done} / ${row.target}`}
        {row.third_done > 0 && <small>，三评 {row.third_done}</small>}
      </OwnReadings>
    ),
  },
  {
    key: 'hours',
    title: '近 8 小时',
    hint: '每小时提交的份数，最右为当前小时',
    width: 96,
    rank: 7,
    render: (row) => (
      <OwnReadings row={row} onDrill={onDrill}>
        <Sparkline values={row.hours} />
      </OwnReadings>
    ),
  },
  {
    key: 'median',
    title: '用时',
    hint: '每份实际操作时间的中位数',
    width: 68,
    rank: 1,
    align: 'right',
    sortBy: (row) => row.median_ms,
    render: (row) => own(row, secondsText(row.median_ms)),
  },
  {
    key: 'mean',
    title: '均分',
    hint: '本人全部给分的平均',
    width: 64,
    rank: 2,
    align: 'right',
    sortBy: (row) => row.mean_milli,
    render: (row) => own(row, meanText(row.mean_milli)),
  },
  {
    key: 'severity',
    title: '宽严度',
    hint: '本人均分减题块均分，± 为标准误，横线为两倍标准误，长短按占题块满分的比例；正为偏松，负为偏严；只在试卷随机分发时可比',
    width: 112,
    rank: 3,
    align: 'right',
    sortBy: (row) => row.severity_milli,
    render: (row) =>
      own(
        row,
        row.severity_milli === null || row.severity_error_milli === null ? (
          '–'
        ) : (
          <span className={css['severity']}>
            {signed(row.severity_milli)} ± {meanText(row.severity_error_milli)}
            <ErrorBar
              milli={row.severity_milli}
              errorMilli={row.severity_error_milli}
              fullMilli={row.full_milli}
              reach={reach}
            />
          </span>
        ),
      ),
  },
  rated(
    {
      key: 'consistency',
      title: '一致率',
      hint: '与终评分相差不超过误差阈值的份数 / 有终评分的份数（单评只计抽查过的）；点开看不一致的试卷',
      rank: 4,
      kind: 'off',
    },
    (row) => row.consistency,
    onDrill,
  ),
  rated(
    {
      key: 'agreement',
      title: '吻合率',
      hint: '与另一评总分相差不超过误差阈值的份数 / 双评份数（按给分点比较误差的题块也按总分计）；点开看不吻合的试卷',
      rank: 9,
      kind: 'apart',
    },
    (row) => row.agreement,
    onDrill,
  ),
  {
    key: 'seeds',
    title: '种子卷',
    hint: '合格 / 已评种子卷；份数少，不算比率',
    width: 72,
    rank: 5,
    align: 'right',
    sortBy: (row) => share(row.seeds),
    render: (row) => <Seeds row={row} mayOpen={onDrill !== null} />,
  },
  rated(
    {
      key: 'rejection',
      title: '打回率',
      hint: '抽查中被打回过的份数 / 已抽查的份数；不足 20 份时只显示份数',
      rank: 6,
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
      rank: 10,
      kind: 'arbitration',
    },
    (row) => row.arbitration_rate,
    onDrill,
  ),
  {
    key: 'last',
    title: '最近提交',
    width: 104,
    rank: 8,
    sortBy: (row) => row.last_active,
    render: (row) =>
      row.last_active ? (
        <OwnReadings row={row} onDrill={onDrill}>
          <Time at={row.last_active} />
        </OwnReadings>
      ) : (
        <span className={css['faint']}>还没有</span>
      ),
  },
]
