import { cellNumber, cellText, type ReportColumn, SUPPRESSED } from '@hengjuan/contracts'
import {
  type Delta,
  type Est,
  type FigureKind,
  formatMilli,
  intervalText,
  meanOf,
  PRESENT,
  sdOf,
} from '@hengjuan/domain'
import { type Column, DeltaCell, EstCell, IntervalBar } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { opensFrom } from './drill.ts'
import css from './report.module.css'
import { percentValue } from './words.ts'

/** Columns of the page from those of the report: nothing about a figure is said twice. */
export function gridColumns<Row>(
  columns: readonly ReportColumn<Row>[],
  rows: readonly Row[],
  options: {
    isHeated: boolean
    /** Cells that show more than their figure, by key. */
    cells?: Record<string, (row: Row) => ReactNode>
    /** Opens where a figure comes from; without it figures are plain. */
    onOpen?: (column: ReportColumn<Row>, row: Row) => void
    /** Does a row open something itself? Then only figures with people behind them open in its place. */
    opensRows?: boolean
  },
): Column<Row>[] {
  return columns.map((column) => {
    const isText = column.kind === 'text'
    const heat = column.beyond
      ? markedBy(column, column.beyond)
      : options.isHeated && column.heat
        ? heatOf(column, rows)
        : undefined
    const own = options.cells?.[column.key]
    const scale = column.kind === 'delta' ? intervalScale(column, rows) : null
    return {
      key: column.key,
      title: column.title,
      ...(column.group ? { group: column.group } : {}),
      ...(hintOf(column) ? { hint: hintOf(column) ?? '' } : {}),
      width:
        Math.max(column.width ?? WIDTHS[column.kind] ?? 88, titleWidth(column)) +
        (scale ? INTERVAL_WIDTH : 0),
      ...(column.frozen ? { frozen: true } : {}),
      ...(column.extra ? { extra: true } : {}),
      align: isText ? 'left' : 'right',
      text: (row) => cellText(column, row),
      sortBy: (row) => sortValue(column, row),
      render: (row) => own?.(row) ?? drawn(column, row, scale, options),
      ...(heat ? { heat } : {}),
    }
  })
}

/** A figure, pressed to see where it comes from. @source reports 2.5 */
function drawn<Row>(
  column: ReportColumn<Row>,
  row: Row,
  scale: Scale | null,
  { onOpen, opensRows }: Parameters<typeof gridColumns<Row>>[2],
): ReactNode {
  const content = cellOf(column, row, scale)
  if (!onOpen || !opensFrom(column, row) || (opensRows && !column.drill?.(row))) return content
  return (
    // Reached by the arrows of the grid and Enter: thousands of figures are no stops of the Tab key.
    <button
      type="button"
      className={css['drill']}
      tabIndex={-1}
      aria-haspopup="dialog"
      data-people={column.drill?.(row) ? '' : undefined}
      onClick={() => onOpen(column, row)}
    >
      {content}
    </button>
  )
}

const WIDTHS: Partial<Record<ReportColumn<never>['kind'], number>> = {
  text: 108,
  count: 76,
  rank: 76,
  milli: 80,
  attendance: 80,
  index: 72,
  est: 132,
}

/** Of a letter and of a Chinese character in a title, and of what stands beside it. */
const NARROW = 7
const WIDE = 13
const BESIDE_TITLE = 42
/** Titles up to so many pixels are known to fit. */
const USUAL_TITLE = 5 * WIDE

/** Names of classes stand over columns: with that of a school before it one is longer than the figures below. */
function titleWidth({ title, kind }: Pick<ReportColumn<never>, 'title' | 'kind'>): number {
  if (kind === 'text') return 0
  const width = Array.from(title).reduce(
    (sum, one) => sum + (one.charCodeAt(0) < 0x2e80 ? NARROW : WIDE),
    0,
  )
  return width <= USUAL_TITLE ? 0 : Math.min(190, width + BESIDE_TITLE)
}

const hintOf = ({ formula, rule }: ReportColumn<never>): string | null =>
  formula ? `${formula}${rule ? `（${rule}）` : ''}` : null

/** The first rank stands on top where the highest figure does. */
function sortValue<Row>(column: ReportColumn<Row>, row: Row): number | string | null {
  if (column.kind === 'text') return cellText(column, row)
  const value = cellNumber(column, row)
  const isRank = column.kind === 'rank' || column.key === 'mean_rank'
  return isRank && value !== null ? -value : value
}

/** What the interval of a difference takes beside its figure. */
const INTERVAL_WIDTH = 84
/** Half of an interval in standard errors. */
const NORMAL_95 = 1.96

type Scale = readonly [number, number]

const deltaOf = <Row,>(column: ReportColumn<Row>, row: Row): Delta | null => {
  const value = column.value(row)
  return value === SUPPRESSED ? null : (value as Delta | null)
}

/** From the lowest end of all intervals to the highest, with none in it; null where there is no error to show. */
function intervalScale<Row>(column: ReportColumn<Row>, rows: readonly Row[]): Scale | null {
  const ends = rows.flatMap((row) => {
    const delta = deltaOf(column, row)
    if (!delta || delta.v === null || delta.se === null) return []
    return [delta.v - NORMAL_95 * delta.se, delta.v + NORMAL_95 * delta.se]
  })
  return ends.length === 0 ? null : [Math.min(0, ...ends), Math.max(0, ...ends)]
}

/** A difference with its interval over the stroke of no difference. @source reports 3.5 */
function DeltaWithInterval({
  delta,
  scale,
  figure,
}: {
  delta: Delta
  scale: Scale
  figure: FigureKind
}) {
  const { v, se } = delta
  const half = se === null ? null : NORMAL_95 * se
  const [lo, hi] = v === null || half === null ? [null, null] : [v - half, v + half]
  return (
    <span className={css['withInterval']}>
      <DeltaCell delta={delta} figure={figure} />
      <IntervalBar
        label={`95% 区间 ${intervalText(lo, hi, figure)}`}
        {...{ value: v, lo, hi, scale }}
        reference={0}
      />
    </span>
  )
}

function cellOf<Row>(column: ReportColumn<Row>, row: Row, scale: Scale | null): ReactNode {
  const value = column.value(row)
  const text = cellText(column, row)
  if (value === SUPPRESSED)
    return (
      <span className={css['faint']} title="人数太少，不显示">
        {text}
      </span>
    )
  switch (column.kind) {
    case 'delta':
      if (value === null) return text
      return scale && (value as Delta).v !== null ? (
        <DeltaWithInterval delta={value as Delta} scale={scale} figure={column.figure ?? 'milli'} />
      ) : (
        <DeltaCell delta={value as Delta} figure={column.figure ?? 'milli'} />
      )
    case 'est':
      return value === null ? text : <EstCell est={value as Est} figure={column.figure ?? 'rate'} />
    case 'ratio': {
      const ratio = value as { num: number; den: number } | null
      return <span title={ratio ? shareHint(ratio) : undefined}>{text}</span>
    }
    case 'attendance': {
      const cell = value as { attendance: number } | null
      return cell && cell.attendance !== PRESENT ? (
        <span className={css['faint']}>{text}</span>
      ) : (
        text
      )
    }
    case 'count':
    case 'rank':
      return value === 0 || value === null ? <span className={css['faint']}>{text}</span> : text
    default:
      return text
  }
}

/** Points are shares of points, counts of people. */
const shareHint = ({ num, den }: { num: number; den: number }): string | undefined =>
  den === 0
    ? undefined
    : den % 1000 === 0 && den >= 1000
      ? `${formatMilli(num)} / ${formatMilli(den)} 分`
      : `${num} / ${den} 人`

/** Beyond a threshold a cell is as deep as one so many deviations from the mean, and bears one sign. */
const MARKED = 1.5

const markedBy =
  <Row,>(column: ReportColumn<Row>, beyond: (shown: number) => -1 | 0 | 1) =>
  (row: Row): number | null => {
    const value = cellNumber(column, row)
    return value === null ? null : beyond(value) * MARKED
  }

function heatOf<Row>(
  column: ReportColumn<Row>,
  rows: readonly Row[],
): ((row: Row) => number | null) | undefined {
  const values = rows.flatMap((row) => cellNumber(column, row) ?? [])
  const [mean, sd] = [meanOf(values), sdOf(values)]
  if (mean === null || !sd) return undefined
  return (row) => {
    const value = cellNumber(column, row)
    return value === null ? null : (value - mean) / sd
  }
}

/** A rate as a bar with its figure. */
export const RateCell = ({
  ratio,
  text,
}: {
  ratio: { num: number; den: number }
  text: string
}) => (
  <span className={css['rateCell']}>
    <span className={css['rateBar']}>
      <span style={{ width: `${percentValue(ratio) ?? 0}%` }} />
    </span>
    <span className={css['number']}>{text}</span>
  </span>
)
