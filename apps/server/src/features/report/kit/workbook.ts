import {
  type CellKind,
  cellNumber,
  cellText,
  chartSheet,
  type Frame,
  type Report,
  type ReportColumn,
  visibleColumns,
} from '@hengjuan/contracts'
import { meanOf, roleLabel, type Role, sdOf } from '@hengjuan/domain'
import { fittingWidths } from '../../../spreadsheet/fitting-widths.ts'
import type { Heat } from '../../../spreadsheet/xlsx-styles.ts'
import {
  type Cell,
  writeXlsx,
  type XlsxRow,
  type XlsxSheet,
} from '../../../spreadsheet/xlsx-writer.ts'

interface Exporter {
  name: string
  role: string
  at: string
}

/** Rows that the widths of columns are fitted to. */
const FITTED = 200
/** From so many columns on a page is printed across. */
const LANDSCAPE_FROM = 9

/** A report as a workbook: its table, and the sheet that says what it means. @source reports 4.2 */
export const reportWorkbook = (...of: Parameters<typeof reportSheets>): Promise<Buffer> =>
  writeXlsx(reportSheets(...of))

/** Its sheets, whose rows are made while they are written. */
export function reportSheets(
  report: Report<never, never, never>,
  reply: Frame,
  who: Exporter,
): XlsxSheet[] {
  const columns = visibleColumns(report.columns(reply as never), reply.rank_types)
  const rows = report.rows(reply as never)
  const ofCharts = report.chartsApart ? (report.charts?.(reply as never) ?? []) : []
  const more = [...(report.sheets?.(reply as never) ?? []), ...ofCharts.map(chartSheet)].map(
    (sheet) =>
      tableSheet(
        { title: sheet.name },
        reply,
        visibleColumns(sheet.columns, reply.rank_types),
        sheet.rows,
      ),
  )
  return [tableSheet(report, reply, columns, rows), ...more, noteSheet(report, reply, who)]
}

function tableSheet(
  { title }: { title: string },
  { footer }: Frame,
  columns: readonly ReportColumn<never>[],
  rows: readonly never[],
): XlsxSheet {
  const heats = columns.map((column) => heatOf(column, rows))
  const cells = (row: never): Cell[] =>
    columns.map((column, index) => cellOf(column, row, heats[index]))
  const widths = fittingWidths(
    columns.map((column) => column.title),
    rows.slice(0, FITTED).map((row) => columns.map((column) => cellText(column, row))),
  )
  const head = headRows(columns)
  return {
    name: title,
    widths,
    frozenRows: 3,
    frozenColumns: columns.findLastIndex(({ frozen }) => frozen) + 1,
    merges: head.merges,
    filter: { row: 2, rows: rows.length },
    printTitles: { from: 1, to: 3 },
    isLandscape: columns.length >= LANDSCAPE_FROM,
    rows: all(),
  }

  function* all(): Generator<XlsxRow> {
    yield {
      cells: [
        `${footer.exam_name} ${footer.subject_name} ${title}` +
          (footer.policy.banner === null ? '' : `（${footer.policy.banner}）`),
      ],
      style: 'title',
    }
    yield { cells: head.groups, style: 'head' }
    yield { cells: head.titles, style: 'head' }
    for (const row of rows) yield { cells: cells(row) }
    const basis = `成绩版本 v${footer.version}　${footer.population}；${footer.denominator}`
    for (const note of [basis, ...footer.notes]) yield { cells: [note], style: 'note' }
  }
}

/** Titles in two rows: those of groups drawn over their columns, others over both rows. */
function headRows(columns: readonly ReportColumn<never>[]) {
  const merges: NonNullable<XlsxSheet['merges']>[number][] = []
  const groups: string[] = []
  for (const [column, { group, title }] of columns.entries()) {
    const isNew = group === undefined || columns[column - 1]?.group !== group
    groups.push(group === undefined ? title : isNew ? group : '')
    if (group === undefined) merges.push({ row: 1, column, toRow: 2, toColumn: column })
    else if (isNew) {
      let toColumn = column
      while (columns[toColumn + 1]?.group === group) toColumn += 1
      if (toColumn > column) merges.push({ row: 1, column, toRow: 1, toColumn })
    }
  }
  return { merges, groups, titles: columns.map(({ title }) => title) }
}

const FORMATS: Partial<Record<CellKind, 'fixed' | 'percent'>> = {
  index: 'fixed',
  rate: 'percent',
  ratio: 'percent',
}

function cellOf(
  column: ReportColumn<never>,
  row: never,
  heat: ((value: number) => Heat) | undefined,
): Cell {
  const value = column.kind === 'est' ? null : cellNumber(column, row)
  if (value === null) {
    const text = cellText(column, row)
    return text === '—' ? null : text
  }
  const format = FORMATS[column.kind]
  return {
    value,
    ...(format ? { format } : {}),
    ...(heat ? { heat: heat(value) } : {}),
    ...(column.kind === 'delta' && isSure(column.value(row)) ? { isStrong: true } : {}),
  }
}

const isSure = (delta: unknown): boolean =>
  typeof delta === 'object' && delta !== null && 'sig' in delta && delta.sig === 2

/** Ground of a figure beyond a threshold, of four steps. */
const MARKED = 3

/** Four steps of ground either way, at half a standard deviation each. */
function heatOf(
  column: ReportColumn<never>,
  rows: readonly never[],
): ((value: number) => Heat) | undefined {
  const { beyond } = column
  if (beyond) return (value) => (beyond(value) * MARKED) as Heat
  if (!column.heat) return undefined
  const values = rows.flatMap((row) => cellNumber(column, row) ?? [])
  const [mean, sd] = [meanOf(values), sdOf(values)]
  if (mean === null || !sd) return undefined
  return (value) => Math.max(-4, Math.min(4, Math.trunc((value - mean) / sd / 0.5))) as Heat
}

/** 说明: what the figures are, and who took them when. */
function noteSheet(report: Report<never, never, never>, reply: Frame, who: Exporter): XlsxSheet {
  const { named, title } = report
  const { footer } = reply
  const { policy } = footer
  const sentences = report.sentences?.(reply as never) ?? []
  const facts: [string, string][] = [
    ['考试', footer.exam_name],
    ['报表', `${title}（${footer.subject_name}）`],
    ['成绩版本', `v${footer.version}${footer.is_current ? '' : '（非当前发布版本）'}`],
    ['参照范围', footer.scope_name],
    ['统计对象', footer.population],
    ['比率分母', footer.denominator],
    ['标准差', footer.sd_form],
    ['区间', `${footer.interval}%`],
    ['学段', policy.profile === 'compulsory' ? '义务教育' : '普通高中'],
    ...(policy.banner ? [['超出学段的显示', policy.banner] as [string, string]] : []),
    ...(footer.suppressed > 0
      ? [['隐去的数据', `${footer.suppressed} 组人数过少，显示为 ＊`] as [string, string]]
      : []),
    ['导出人', `${who.name}（${roleLabel(who.role as Role)}）`],
    ['导出时间', who.at],
    ...(named ? [['提醒', '内部资料，不得公开张贴或转发群组'] as [string, string]] : []),
  ]
  const rows: XlsxRow[] = [
    { cells: ['说明'], style: 'title' },
    ...facts.map(([name, text]): XlsxRow => ({ cells: [name, text, ''], style: 'text' })),
    ...sentences.map(({ text }): XlsxRow => ({ cells: ['结论', text, ''], style: 'text' })),
    { cells: ['列', '算法', '规则'], style: 'head' },
    ...footer.formulas.map(({ column, text, rule }): XlsxRow => ({
      cells: [column, text, rule],
      style: 'text',
    })),
    ...footer.notes.map((note): XlsxRow => ({ cells: ['注', note, ''], style: 'text' })),
  ]
  return { name: '说明', widths: [20, 72, 16], frozenRows: 0, frozenColumns: 0, rows }
}
