import { cellText, fullTitle, type ReportColumn, SUPPRESSED } from '@hengjuan/contracts'
import {
  type Delta,
  type Est,
  figureText,
  formatMilli,
  intervalText,
  SIGNIFICANCE,
} from '@hengjuan/domain'
import type { Opened } from './DrillDrawer.tsx'

/** Kinds of cells that are computed: a formula says from what. */
const COMPUTED = new Set(['milli', 'ratio', 'rate', 'index', 'delta', 'est', 'count'])

/** Does a cell of the row lead to its source? Not where there is no figure, or it is kept back. */
export function opensFrom<Row>(column: ReportColumn<Row>, row: Row): boolean {
  const value = column.value(row)
  if (value === SUPPRESSED || value === null || value === undefined || value === 0) return false
  if (cellText(column, row) === '—') return false
  return column.drill?.(row) != null || (column.formula !== undefined && COMPUTED.has(column.kind))
}

/** What opens from a cell: the card of its formula, and the people behind it where the column declares them. */
export function openedFrom<Row>(
  columns: readonly ReportColumn<Row>[],
  column: ReportColumn<Row>,
  row: Row,
): Opened {
  const name =
    columns.find(({ key }) => key === 'student_name') ?? columns.find(({ kind }) => kind === 'text')
  const whose = name && name !== column ? cellText(name, row) : ''
  return {
    card: {
      title: `${whose} ${fullTitle(column)}`.trim(),
      value: cellText(column, row),
      formula: column.formula ?? null,
      rule: column.rule ?? null,
      inputs: inputsOf(column, row, columns),
    },
    people: column.drill?.(row) ?? null,
  }
}

function inputsOf<Row>(
  column: ReportColumn<Row>,
  row: Row,
  columns: readonly ReportColumn<Row>[],
): { label: string; text: string }[] {
  const value = column.value(row)
  if (column.kind === 'ratio') {
    const { num, den } = value as { num: number; den: number }
    // Shares of points are counted in thousandths.
    const isPoints = den >= 1000 && den % 1000 === 0
    const text = (part: number) => (isPoints ? `${formatMilli(part)} 分` : String(part))
    return [
      { label: '分子', text: text(num) },
      { label: '分母', text: text(den) },
    ]
  }
  if (column.kind === 'delta') {
    const { v, se, z, p_adj, sig } = value as Delta
    const figure = column.figure ?? 'milli'
    const half = se === null ? null : 1.96 * se
    return [
      ...(v !== null && half !== null
        ? [{ label: '95% 区间', text: intervalText(v - half, v + half, figure) }]
        : []),
      ...(se === null ? [] : [{ label: '标准误', text: figureText(se, figure) }]),
      ...(z === null ? [] : [{ label: 'z', text: figureText(z, 'index') }]),
      ...(p_adj === null ? [] : [{ label: 'p（Holm）', text: figureText(p_adj, 'index') }]),
      { label: '判断', text: SIGNIFICANCE[sig] },
    ]
  }
  if (column.kind === 'est') {
    const { lo, hi, n } = value as Est
    return [
      { label: '区间', text: intervalText(lo, hi, column.figure ?? 'rate') },
      { label: 'n', text: String(n) },
    ]
  }
  const n = columns.find(({ key }) => key === 'present' || key === 'n')
  return n && n !== column ? [{ label: n.title, text: cellText(n, row) }] : []
}
